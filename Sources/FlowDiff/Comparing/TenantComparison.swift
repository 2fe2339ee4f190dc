import FlowCompiler
import FlowModel

/// What is different of a tenant beside its flows: attributes, applications, functions, channels and words.
struct TenantComparison {
  private(set) var changes: [Change] = []
  private let old: FlowTable
  private let new: FlowTable

  init(_ old: FlowTable, _ new: FlowTable) {
    (self.old, self.new) = (old, new)
    if old.tenant != new.tenant {
      tell(.clients, .lost, "", "is called \(new.tenant.named), and was called \(old.tenant.named)")
    }
    attributes()
    applications()
    functions()
    channels()
    errors()
    words()
    changes += PolicyComparison(old, new).changes
  }

  private mutating func attributes() {
    for attribute in old.attributes {
      let place = "attribute \(attribute.name.named)"
      if let other = new.attributes.first(where: { $0.name == attribute.name }) {
        changes += AttributeComparison(attribute, other, place, nil).changes
      } else {
        tell(.clients, .lost, place, "is gone")
      }
    }
    for attribute in new.attributes where !old.attributes.contains(where: { $0.name == attribute.name }) {
      tell(.clients, .extended, "attribute \(attribute.name.named)", "is new")
    }
  }

  private mutating func applications() {
    // Without applications any client starts any flow.
    if old.applications.isEmpty, !new.applications.isEmpty {
      tell(.clients, .lost, "", "has applications, and clients that are none of them start nothing any more")
    }
    if !old.applications.isEmpty, new.applications.isEmpty {
      tell(.security, .lost, "", "has no applications any more, and any client starts any flow")
    }
    for application in old.applications {
      let place = "application \(application.name.named)"
      guard let other = new.applications.first(where: { $0.name == application.name }) else {
        if !new.applications.isEmpty { tell(.clients, .lost, place, "is gone") }
        continue
      }
      compare(application, other, place)
    }
    if old.applications.isEmpty { return }
    for application in new.applications where !old.applications.contains(where: { $0.name == application.name }) {
      tell(.clients, .extended, "application \(application.name.named)", "is new")
    }
  }

  private mutating func compare(_ application: Application, _ other: Application, _ place: String) {
    if application.spoken != other.spoken {
      tell(.clients, .lost, place, "speaks \(other.spoken.name.named), and spoke \(application.spoken.name.named)")
    }
    let (flows, others) = (
      application.flows.map { old.flows[Int($0)].name }, other.flows.map { new.flows[Int($0)].name }
    )
    tell(place, flows, others, lost: "does not start the flow", new: "starts the flow")
    for part in application.parts {
      let flow = old.flows[Int(part.flow)].name
      guard let now = other.flow(playing: part.name).map({ new.flows[Int($0)].name }) else {
        tell(.clients, .lost, place, "has no \(part.name.named) any more")
        continue
      }
      if now != flow {
        tell(.people, .extended, place, "\(part.name.named) is the flow \(now.named), and was \(flow.named)")
      }
    }
    for part in other.parts where application.flow(playing: part.name) == nil {
      tell(.clients, .extended, place, "has a \(part.name.named)")
    }
    for error in application.errors {
      let now = other.errors.first { $0.code == error.code }?.spokenAs
      if now != error.spokenAs {
        tell(
          .clients, .lost, place, "the error \(error.code.named) is not spoken as \(error.spokenAs.named) any more")
      }
    }
    tell(place, application.scopes.map(\.text), other.scopes.map(\.text), lost: "has no scope", new: "has the scope")
    let (told, toldNow) = (
      application.userData.compactMap { Self.name(ofAttribute: $0, old) },
      other.userData.compactMap { Self.name(ofAttribute: $0, new) }
    )
    tell(place, told, toldNow, lost: "does not tell of", new: "tells of")
    for error in other.errors where !application.errors.contains(where: { $0.code == error.code }) {
      tell(.clients, .lost, place, "the error \(error.code.named) is spoken as \(error.spokenAs.named)")
    }
    if application.secret == nil, other.secret != nil {
      tell(.clients, .lost, place, "has a secret, which clients must sign with")
    }
    if application.secret != nil, other.secret == nil { tell(.security, .lost, place, "has no secret any more") }
  }

  private static func name(ofAttribute index: Int32, _ table: FlowTable) -> String? {
    table.attributes.indices.contains(Int(index)) ? table.attributes[Int(index)].name : nil
  }

  private mutating func functions() {
    for function in old.functions {
      let place = "function \(function.name.named)"
      guard let other = new.functions.first(where: { $0.name == function.name }) else {
        tell(.operation, .extended, place, "is gone")
        continue
      }
      if function.target != other.target {
        // Somebody else answers.
        tell(.security, .lost, place, "is \(other.target.words), and was \(function.target.words)")
      }
      if function.timeout != other.timeout {
        tell(.operation, .extended, place, "is waited for \(other.timeout) ms, and was \(function.timeout) ms")
      }
      if function.environment != other.environment { tell(.operation, .extended, place, "gets other variables") }
      if function.secret != nil, other.secret == nil {
        tell(.security, .lost, place, "gets no signed requests any more")
      }
      if function.secret == nil, other.secret != nil { tell(.operation, .extended, place, "gets signed requests") }
    }
    for function in new.functions where !old.functions.contains(where: { $0.name == function.name }) {
      tell(.operation, .extended, "function \(function.name.named)", "is new")
    }
  }

  private mutating func channels() {
    for kind in ChannelKind.allCases where old.channel(kind) != new.channel(kind) {
      let place = "channel \(kind.name.named)"
      switch (old.channel(kind), new.channel(kind)) {
      case (nil, _): tell(.operation, .extended, place, "is there")
      case (_, nil): tell(.operation, .lost, place, "is gone: messages go to the outbox of whoever develops")
      case (let before?, let after?):
        var same = after
        (same.connections, same.perSecond) = (before.connections, before.perSecond)
        // Whoever takes messages reads them.
        let isElsewhere = same != before
        tell(
          isElsewhere ? .security : .operation, isElsewhere ? .lost : .extended, place,
          isElsewhere ? "takes messages to somewhere else, or in another way" : "sends more or fewer at once")
      }
    }
  }

  private mutating func errors() {
    for error in old.errors {
      let other = new.errors.first { $0.code == error.code }
      if let other, other.message != error.message {
        tell(.people, .extended, "error \(error.code.named)", "has other words")
      }
    }
  }

  private mutating func words() {
    func name(_ table: FlowTable) -> String? { Self.name(ofAttribute: table.localeAttribute, table) }
    if name(old) != name(new) {
      let said = name(new).map { "is taken from \($0.named)" } ?? "is taken from no attribute any more"
      tell(.people, name(old) == nil ? .extended : .lost, "", "the language of an account's owner \(said)")
    }
    if old.language != new.language {
      tell(.people, .extended, "", "is written in \(new.language.text.named), and was in \(old.language.text.named)")
    }
    let (before, after) = (old.languages, new.languages)
    for tag in before where !after.contains(tag) { tell(.people, .lost, "language \(tag.text.named)", "is gone") }
    for tag in after where !before.contains(tag) { tell(.people, .extended, "language \(tag.text.named)", "is new") }
    for tag in after where before.contains(tag) && tag != new.language {
      let (texts, others) = (old.speaking(tag).namedTexts, new.speaking(tag).namedTexts)
      let (own, otherOwn) = (old.words.first { $0.tag == tag }, new.words.first { $0.tag == tag })
      if texts.contains(where: { key, text in others[key].map { $0 != text } ?? false }) || own != otherOwn {
        tell(.people, .extended, "language \(tag.text.named)", "has other words")
      }
    }
    func key(_ template: MessageTemplate) -> String {
      [template.kind.name, template.channel?.name, template.locale.text].compactMap(\.self).joined(separator: ".")
    }
    for template in new.messages {
      let former = old.messages.first { key($0) == key(template) }
      if former.map({ words($0, old) != words(template, new) }) ?? true {
        tell(
          .people, .extended, "message \(key(template).named)",
          former == nil ? "has words of its own" : "has other words")
      }
    }
    for template in old.messages where !new.messages.contains(where: { key($0) == key(template) }) {
      if after.contains(template.locale) {
        tell(.people, .extended, "message \(key(template).named)", "has no words of its own any more")
      }
    }
  }

  /// A template with names for slots, which may be others in another version.
  private func words(_ template: MessageTemplate, _ table: FlowTable) -> [[String]] {
    template.texts.map { text in
      text.parts.map { part in
        let slot: Slot? =
          switch part {
          case .value(let variable, _): variable.slot
          case .unless(let condition, _): condition.slot
          case .literal, .skip: nil
          }
        guard let slot else { return "\(part)" }
        let name = Self.name(ofAttribute: Int32(slot) - Int32(firstAttributeSlot), table) ?? "?"
        switch part {
        case .value(_, let escape): return "value \(name) \(escape)"
        case .unless(let condition, let skip): return "unless \(name) \(condition.text ?? "") \(skip)"
        default: return ""
        }
      }
    }
  }

  private mutating func tell(_ place: String, _ old: [String], _ new: [String], lost: String, new added: String) {
    for name in old where !new.contains(name) { tell(.clients, .lost, place, "\(lost) \(name.named) any more") }
    for name in new where !old.contains(name) { tell(.clients, .extended, place, "\(added) \(name.named)") }
  }

  private mutating func tell(_ area: Change.Area, _ verdict: DifferenceVerdict, _ place: String, _ text: String) {
    changes.append(Change(area, verdict, place, text))
  }
}

extension FunctionDefinition.Target {
  /// Where the function is.
  fileprivate var words: String {
    switch self {
    case .http(let url): "at \(url.named)"
    case .command(let words): "the command \(words.joined(separator: " ").named)"
    }
  }
}

extension FlowTable {
  /// What people read, by what says it.
  fileprivate var namedTexts: [String: String] {
    var texts: [String: String] = [:]
    for attribute in attributes {
      texts["attribute \(attribute.name)"] = [
        attribute.displayLabel, attribute.hint, attribute.help, attribute.placeholder,
      ].joined(separator: "\0")
      for option in attribute.options {
        texts["option \(attribute.name) \(option)"] = attribute.label(ofOption: option)
      }
    }
    for error in errors { texts["error \(error.code)"] = error.message }
    for flow in flows {
      for state in flow.states.indices {
        let name = "\(flow.name) \(flow.states[state].name)"
        if let page = flow.page(state) {
          texts["page \(name)"] = page.title
          for event in page.events {
            texts["event \(name) \(event.name)"] = event.label
            for field in event.fields {
              texts["field \(name) \(event.name) \(self.name(of: field.slot, in: flow))"] =
                field.help + "\0" + field.placeholder
            }
          }
        }
        if let redirect = flow.end(state)?.redirect { texts["end \(name)"] = redirect }
      }
    }
    return texts
  }
}
