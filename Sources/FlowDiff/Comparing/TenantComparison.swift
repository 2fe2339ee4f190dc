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
      tell(.clients, .lost, "", "is called \(new.tenant.quoted), and was called \(old.tenant.quoted)")
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
      let place = "attribute \(attribute.name.quoted)"
      if let other = new.attributes.first(where: { $0.name == attribute.name }) {
        changes += AttributeComparison(attribute, other, place, nil).changes
      } else {
        tell(.clients, .lost, place, "is gone")
      }
    }
    for attribute in new.attributes where !old.attributes.contains(where: { $0.name == attribute.name }) {
      tell(.clients, .extended, "attribute \(attribute.name.quoted)", "is new")
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
      let place = "application \(application.name.quoted)"
      guard let other = new.applications.first(where: { $0.name == application.name }) else {
        if !new.applications.isEmpty { tell(.clients, .lost, place, "is gone") }
        continue
      }
      compare(application, other, place)
    }
    if old.applications.isEmpty { return }
    for application in new.applications where !old.applications.contains(where: { $0.name == application.name }) {
      tell(.clients, .extended, "application \(application.name.quoted)", "is new")
    }
  }

  private mutating func compare(_ application: Application, _ other: Application, _ place: String) {
    if application.spoken != other.spoken {
      tell(.clients, .lost, place, "speaks \(other.spoken.name.quoted), and spoke \(application.spoken.name.quoted)")
    }
    let (flows, others) = (
      application.flows.map { old.flows[Int($0)].name }, other.flows.map { new.flows[Int($0)].name }
    )
    tell(place, flows, others, lost: "does not start the flow", new: "starts the flow")
    for part in application.parts {
      let flow = old.flows[Int(part.flow)].name
      guard let now = other.flow(playing: part.name).map({ new.flows[Int($0)].name }) else {
        tell(.clients, .lost, place, "has no \(part.name.quoted) any more")
        continue
      }
      if now != flow {
        tell(.people, .extended, place, "\(part.name.quoted) is the flow \(now.quoted), and was \(flow.quoted)")
      }
    }
    for part in other.parts where application.flow(playing: part.name) == nil {
      tell(.clients, .extended, place, "has a \(part.name.quoted)")
    }
    for error in application.errors {
      let now = other.errors.first { $0.code == error.code }?.spokenAs
      if now != error.spokenAs {
        tell(
          .clients, .lost, place, "the error \(error.code.quoted) is not spoken as \(error.spokenAs.quoted) any more")
      }
    }
    tell(place, application.scopes.map(\.text), other.scopes.map(\.text), lost: "has no scope", new: "has the scope")
    let (told, toldNow) = (
      application.userData.compactMap { Self.name(ofAttribute: $0, old) },
      other.userData.compactMap { Self.name(ofAttribute: $0, new) }
    )
    tell(place, told, toldNow, lost: "does not tell of", new: "tells of")
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
      let place = "function \(function.name.quoted)"
      guard let other = new.functions.first(where: { $0.name == function.name }) else {
        tell(.operation, .extended, place, "is gone")
        continue
      }
      if function.target != other.target { tell(.operation, .extended, place, "is somewhere else") }
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
      tell(.operation, .extended, "function \(function.name.quoted)", "is new")
    }
  }

  private mutating func channels() {
    for kind in ChannelKind.allCases where old.channel(kind) != new.channel(kind) {
      let text =
        switch (old.channel(kind), new.channel(kind)) {
        case (nil, _): "is there"
        case (_, nil): "is gone: messages go to the outbox of whoever develops"
        default: "is another one, or has other settings"
        }
      tell(.operation, .extended, "channel \(kind.name.quoted)", text)
    }
  }

  private mutating func errors() {
    for error in old.errors {
      let other = new.errors.first { $0.code == error.code }
      if let other, other.message != error.message {
        tell(.people, .extended, "error \(error.code.quoted)", "has other words")
      }
    }
  }

  private mutating func words() {
    if old.language != new.language {
      tell(.people, .extended, "", "is written in \(new.language.text.quoted), and was in \(old.language.text.quoted)")
    }
    let (before, after) = (old.languages, new.languages)
    for tag in before where !after.contains(tag) { tell(.people, .lost, "language \(tag.text.quoted)", "is gone") }
    for tag in after where !before.contains(tag) { tell(.people, .extended, "language \(tag.text.quoted)", "is new") }
    for tag in after where before.contains(tag) && tag != new.language {
      let (texts, others) = (old.locales.first { $0.tag == tag }?.texts, new.locales.first { $0.tag == tag }?.texts)
      let (own, otherOwn) = (old.words.first { $0.tag == tag }, new.words.first { $0.tag == tag })
      if texts != others || own != otherOwn {
        tell(.people, .extended, "language \(tag.text.quoted)", "has other words")
      }
    }
    func key(_ template: MessageTemplate) -> String {
      [template.kind.name, template.channel?.name, template.locale.text].compactMap(\.self).joined(separator: ".")
    }
    for template in new.messages {
      let former = old.messages.first { key($0) == key(template) }
      if former.map({ words($0, old) != words(template, new) }) ?? true {
        tell(
          .people, .extended, "message \(key(template).quoted)",
          former == nil ? "has words of its own" : "has other words")
      }
    }
    for template in old.messages where !new.messages.contains(where: { key($0) == key(template) }) {
      if after.contains(template.locale) {
        tell(.people, .extended, "message \(key(template).quoted)", "has no words of its own any more")
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
    for name in old where !new.contains(name) { tell(.clients, .lost, place, "\(lost) \(name.quoted) any more") }
    for name in new where !old.contains(name) { tell(.clients, .extended, place, "\(added) \(name.quoted)") }
  }

  private mutating func tell(_ area: Change.Area, _ verdict: DifferenceVerdict, _ place: String, _ text: String) {
    changes.append(Change(area, verdict, place, text))
  }
}
