import FlowModel
import FlowSource

/// The words of the messages that flows send, of standard kinds and of the tenant's own: places in a language's file.
func messageTexts(of resolved: ResolvedTenant) -> [TenantText] {
  let sent = resolved.sentMessages.map(\.message)
  return Set(sent.map(\.kind)).sorted().flatMap { kind in
    messageTexts(kind, over: sent.filter { $0.kind == kind }.map(\.channel), resolved)
  }
}

private func messageTexts(_ kind: MessageKind, over channels: [ChannelKind], _ resolved: ResolvedTenant) -> [TenantText]
{
  let tenant = resolved.scope.tenant
  let files = tenant.messages.filter { $0.name.kind == kind }
  let languages = Dictionary(grouping: files, by: \.name.locale).mapValues { Set($0.map(\.name.channel)) }
  let whole = languages.filter { $1.contains(nil) || channels.allSatisfy($1.contains) }.keys
  let standard =
    StandardMessages.template(kind, in: tenant.language) ?? StandardMessages.template(kind, in: .english)
  let around: [String: MessageValue] = ["tenant": .text("tenant"), "application": .text("application")]
  let carried: [String: MessageValue] =
    switch kind.content.variable {
    case .code: ["code": .text("code"), "lifetime": .text("lifetime")]
    case .link: ["link": .text("link"), "lifetime": .text("lifetime")]
    default: [:]
    }
  let words = resolved.words(ofMessage: kind)
  func text(_ key: String, _ template: TemplateText?, _ read: String?, _ values: [String: MessageValue]) -> TenantText {
    var text = TenantText(
      path: [localeMessages, kind.name, key], text: template?.pattern ?? "", span: words?.place ?? tenant.name.span,
      values: values, need: .withoutStandard, saidIn: whole.sorted { $0.text < $1.text })
    text.partlySaidIn = languages.keys.filter { !whole.contains($0) }.sorted { $0.text < $1.text }
    text.read = read
    return text
  }
  var subject = text("subject", standard?.subject, words?.subject, around)
  // A text message has none; what is there for one does no harm.
  if !channels.contains(.email) { subject.need = .never }
  return [subject, text("text", standard?.text, words?.text, around.merging(carried) { $1 })]
}

extension ResolvedTenant {
  /// The words that the tenant has for a kind of message: in its own language where there are some; nil: none.
  fileprivate func words(ofMessage kind: MessageKind) -> (subject: String, text: String, place: SourceSpan)? {
    let own = scope.tenant.language.fallbacks
    let said = messages.filter { $0.name.kind == kind && !$0.isBroken }
    let found =
      own.lazy.compactMap { tag in
        said.first { $0.name.locale == tag && $0.name.channel == nil } ?? said.first { $0.name.locale == tag }
      }.first ?? (StandardMessages.template(kind, in: .english) == nil ? said.first : nil)
    guard let found else { return nil }
    let template = found.template
    // What asks for attributes has no pattern; people translate it as its file has it.
    let subject = template.subject.isPattern ? template.subject.pattern : found.file.text(of: found.file.subject ?? [])
    let text = template.text.isPattern ? template.text.pattern : found.file.text(of: found.file.body)
    return (subject, text, found.file.place)
  }
}

extension TemplateText {
  /// Whether it shows nothing that a language's file cannot show.
  fileprivate var isPattern: Bool { slots.isEmpty }
}

extension MessageFile {
  /// Nodes as they are written.
  fileprivate func text(of nodes: [TemplateNode]) -> String {
    nodes.map { node in
      switch node {
      case .text(let range): String(decoding: source.bytes[range].filter { $0 != 0x0D }, as: UTF8.self)
      case .value(let word): "{{ \(word.text) }}"
      case .branch(let branch):
        "{{ if \(branch.name.text)\(branch.text.map { " == \"\($0.text)\"" } ?? "") }}" + text(of: branch.then)
          + (branch.otherwise.isEmpty ? "" : "{{ else }}" + text(of: branch.otherwise)) + "{{ end }}"
      }
    }.joined()
  }
}
