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

  /// A slot whose value is shown beside its fields.
  struct Shown: Sendable {
    var slot: Slot
    var name: String
  }

  let page: PageView
  /// The page's fields in the table, by their events; nil where none depends on anything.
  let dependent: [[PageField]]?
  let names: [Slot: String]
  let shown: [Shown]
  let targets: [Target]
}

extension PageTemplate {
  init(_ page: Page, in flow: Flow, of table: FlowTable) {
    self.page = PageView(page, in: flow, of: table)
    dependent =
      page.events.contains { $0.fields.contains { $0.terms != nil } } ? page.events.map(\.fields) : nil
    names = Dictionary(
      page.events.flatMap(\.fields).map { ($0.slot, table.name(of: $0.slot, in: flow)) }, uniquingKeysWith: { $1 })
    var shown: [Shown] = []
    for field in page.events.flatMap(\.fields) where !shown.contains(where: { $0.slot == field.slot }) {
      guard let attribute = table.definition(of: field.slot, in: flow), !attribute.isSecret else { continue }
      shown.append(Shown(slot: field.slot, name: attribute.name))
    }
    self.shown = shown
    targets = page.events.compactMap { event in
      guard let call = flow.sending(behind: event.transition), let slot = call.address,
        table.definition(of: slot, in: flow)?.isSecret == false
      else { return nil }
      return Target(event: event.name, slot: slot, channel: table.channel(of: call, to: slot, in: flow))
    }
  }

  /// The page as a run has it: with the values that it keeps for the page's next event, or has.
  func page(of run: borrowing Run) -> PageView {
    var page = page
    if let dependent { page.events = zip(page.events, dependent).map { open($0, $1, run.slots) } }
    for field in shown {
      let draft = run.drafts.first { $0.slot == field.slot }?.value
      if dependent != nil, !page.fields.contains(where: { $0.name == field.name }) { continue }
      if let value = draft ?? run.slots[Int(field.slot)] { page.values.append(FieldValue(field.name, value)) }
    }
    return page
  }
}

extension PageTemplate {
  /// An event with what is decided of its fields' conditions left out: all that came before the page is known to the run, and
  /// no client is told it. What is left asks for fields of the event.
  private func open(_ event: EventView, _ fields: [PageField], _ slots: [Value?]) -> EventView {
    let own = Set(fields.map(\.slot))
    var event = event
    event.fields = zip(event.fields, fields).compactMap { view, field in
      guard let terms = field.terms else { return view }
      let open = terms.map(
        { names[$0] ?? "" },
        decided: { part in own.isDisjoint(with: part.fields) ? part.holds { slots[Int($0)] } : nil })
      guard let open else { return nil }
      var view = view
      view.terms = open.terms
      view.isRequired = field.isRequired || open.isRequired
      return view
    }
    return event
  }
}

extension Flow {
  /// The sending of a code that a transition comes to at once: nothing lies between but the entry of sub-flows. So who takes it
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

extension FieldView {
  /// Why the service would refuse a value, as far as the field tells: the very check that the service makes, for clients
  /// that check while a person types. Nothing of a secret.
  public func complaint(about json: JSON) -> FieldComplaint? {
    guard let attribute else { return nil }
    guard let rule = try? SlotRule(attribute) else { return nil }
    return rule.complaint(aboutGiven: rule.tidied(Value(json, for: attribute.type)))
  }
}
