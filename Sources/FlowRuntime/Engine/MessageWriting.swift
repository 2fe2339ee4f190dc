import FlowExpression
import FlowJSON
package import FlowModel

/// Messages are written in the step that sends them, and rest as they are read: each attempt to deliver one is the same, a table
/// that was replaced since changes nothing of it, and a slow mail server waits for no words.
extension EffectStep {
  /// What people read of a message in the run's language.
  func words(of content: Message.Content, over channel: ChannelKind) -> MessageWords {
    let application = run.application.map { table.applications[Int($0)].name }
    var values = MessageValues(tenant: table.tenant, application: application) { [run] slot in run[slot] }
    values.label = { [program, flow = Int(run.flow)] slot, option, locale in
      let spoken = locale.fallbacks.lazy.map { program.words($0).table }
      let table = zip(locale.fallbacks, spoken).first { $0 == $1.language }?.1 ?? program.table
      return table.definition(of: slot, in: table.flows[flow])?.label(ofOption: option) ?? option
    }
    values.form = { [table, flow] slot, text in table.definition(of: slot, in: flow)?.compared(text) ?? text }
    content.carry(into: &values)
    return program.messages.template(content.kind, over: channel, in: run.locale)?.words(values)
      ?? content.standardWords(of: table.tenant, in: run.locale)
  }
}

extension Message.Content {
  /// By what its words are found.
  package var kind: MessageKind {
    switch self {
    case .code: .code
    case .link: .link
    case .invitation: .invitation
    case .notice(let name, _): .notice(name)
    }
  }

  /// The values that it carries.
  fileprivate func carry(into values: inout MessageValues) {
    switch self {
    case .code(let code, let lifetime): (values.code, values.lifetime) = (code, lifetime)
    case .link(_, _, let url, let lifetime), .invitation(_, _, let url, let lifetime):
      (values.link, values.lifetime) = (url, lifetime)
    case .notice: break
    }
  }

  /// The standard words in a language, or in English.
  func standardWords(of tenant: String, in locale: LanguageTag) -> MessageWords {
    var values = MessageValues(tenant: tenant, application: nil) { _ in nil }
    carry(into: &values)
    let template = StandardMessages.template(kind, in: locale) ?? StandardMessages.template(kind, in: .english)
    return template?.words(values) ?? MessageWords(subject: kind.name, text: kind.name, locale: locale)
  }
}

extension MessageWords {
  /// As they rest.
  var json: JSON {
    var body: JSONObject = ["subject": .string(subject), "text": .string(text), "locale": .string(locale.text)]
    body["html"] = html.map { .string($0) }
    return .object(body)
  }

  init?(_ json: JSON) {
    guard let subject = json["subject"]?.string, let text = json["text"]?.string,
      let locale = json["locale"]?.string.flatMap(LanguageTag.init)
    else { return nil }
    self.init(subject: subject, text: text, html: json["html"]?.string, locale: locale)
  }
}
