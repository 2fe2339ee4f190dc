import FlowExpression
public import FlowJSON
public import FlowModel

/// What a client sees of a page whatever the run: made once, when the table is loaded.
struct PageTemplate: Sendable {
  /// Where an event sends a code: to what a slot holds.
  struct Target: Sendable {
    var event: String
    var slot: Slot
    var channel: ChannelKind
  }

  var page: Reply.PageView
  var events: [String]
  var targets: [Target]
}

extension PageTemplate {
  init(_ page: Page, in flow: Flow, of table: FlowTable) {
    self.page = Reply.PageView(
      title: page.title,
      fields: page.events.flatMap { event in event.fields.map { Reply.FieldView($0, event, flow, table) } })
    events = page.events.map(\.name)
    targets = page.events.compactMap { event in
      guard let call = flow.sending(behind: event.transition), let slot = call.address,
        table.definition(of: slot, in: flow)?.isSecret == false
      else { return nil }
      return Target(event: event.name, slot: slot, channel: table.channel(of: call, to: slot, in: flow))
    }
  }
}

extension Flow {
  /// The sending of a code that a transition comes to at once: nothing lies between but the way into sub-flows. So who takes it
  /// has a code sent to just what the slot holds now; what conditions and other effects would make of it, nobody is told.
  fileprivate func sending(behind index: Int32) -> EffectCall? {
    var transition = transitions[Int(index)]
    // No sub-flow calls itself; a table made by hand might go round in a circle.
    for _ in states where transition.assignmentCount == 0 {
      let state = states[Int(transition.target)]
      switch state.kind {
      case .effect:
        let call = calls[Int(state.payload)]
        return call.definition.sendsCode ? call : nil
      case .choose:
        let branches = choices[Int(state.payload)].branches
        guard branches.count == 1, branches[0].condition < 0 else { return nil }
        transition = transitions[Int(branches[0].transition)]
      case .page, .end: return nil
      }
    }
    return nil
  }
}

extension FlowTable {
  /// The channel of a message: the word given, or what the address' type asks for.
  func channel(of call: EffectCall, to slot: Slot, in flow: Flow) -> ChannelKind {
    call.channel ?? ChannelKind(to: definition(of: slot, in: flow)?.type)
  }
}

extension Reply.FieldView {
  /// A field of a page's event as clients see it in any run.
  public init(_ field: PageField, _ event: PageEvent, _ flow: Flow, _ table: FlowTable) {
    if let secret = table.secret(of: field.slot) {
      self.init(
        name: secret.name, type: secret.name, label: secret.label, isRequired: field.isRequired, event: event.name)
      return
    }
    guard let definition = table.definition(of: field.slot, in: flow) else {
      let name = table.name(of: field.slot, in: flow)
      self.init(name: name, type: "string", label: name, isRequired: field.isRequired, event: event.name)
      return
    }
    self.init(definition, isRequired: field.isRequired, event: event.name)
  }

  /// An attribute or parameter as a field.
  public init(_ definition: AttributeDefinition, isRequired: Bool, event: String) {
    self.init(
      name: definition.name, type: definition.type.name, label: definition.displayLabel, isRequired: isRequired,
      event: event)
    options = definition.options
    isSecret = definition.isSecret
    limits = [
      ("minLength", definition.minLength.map { .int(Int64($0)) }),
      ("maxLength", definition.maxLength.map { .int(Int64($0)) }),
      ("minimum", definition.minimum.map(JSON.number)), ("maximum", definition.maximum.map(JSON.number)),
      ("pattern", definition.pattern.map(JSON.string)),
    ].compactMap { name, value in value.map { (name, $0) } }
  }
}

extension Reply.FieldView {
  /// Why the service would refuse a value, as far as the field tells: the very check that the service makes, for clients
  /// that check while a person types.
  public func complaint(about json: JSON) -> String? {
    guard let type = AttributeType.allCases.first(where: { $0.name == self.type }) else { return nil }
    var definition = AttributeDefinition(name: name, type: type)
    definition.options = options
    for limit in limits {
      switch limit.name {
      case "minLength": definition.minLength = limit.value.int.map { Int($0) }
      case "maxLength": definition.maxLength = limit.value.int.map { Int($0) }
      case "minimum": definition.minimum = limit.value.double
      case "maximum": definition.maximum = limit.value.double
      case "pattern": definition.pattern = limit.value.string
      default: break
      }
    }
    return (try? SlotRule(definition))?.complaint(about: Value(json, for: type))
  }
}

extension JSON {
  fileprivate var double: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// A bound as people wrote it: whole numbers without a fraction.
  public static func number(_ value: Double) -> JSON { Int64(exactly: value).map(JSON.int) ?? .double(value) }
}
