import FlowExpression
import FlowModel

/// What taking an edge does to what is proven: all of it follows from the effect catalogue.
struct EvidenceStep: Sendable, Equatable {
  enum Action: Sendable, Hashable {
    case unbind
    case bind(by: Int?)
    /// What comes next happens to a bound account alone.
    case needAccount
    case takeOver([Int])
    case write(Int)
    case read(into: Int, isIdentifier: Bool)
    case readNothing(of: Int)
    case sendCode(to: Int, forAccount: Bool)
    case keepCode(of: Int, forAccount: Bool)
    case redeemCode
    case verify(Int)
    case verifyAccount
    case create
    case authenticate
    case redeemGrant
    case note(Int)
  }

  private(set) var actions: [Action] = []

  /// A step that does nothing.
  init() {}

  /// The state behind the edge; nil where a run in this state never takes it.
  func after(_ state: EvidenceState) -> EvidenceState? {
    var state = state
    for action in actions {
      switch action {
      case .unbind: state.unbind()
      case .bind(let subject): state.bind(by: subject)
      case .needAccount: if state[.unbound] { return nil }
      case .takeOver(let identifiers): state.takeOver(identifiers)
      case .write(let subject): state.write(subject)
      case .read(let subject, let isIdentifier):
        // It was asked before, and held none: whatever changes that ends what this run has proven.
        if state[.absent, subject], !state[.unbound] { return nil }
        state.read(into: subject, isIdentifier: isIdentifier)
      case .readNothing(let subject): state.readNothing(of: subject)
      case .sendCode(let subject, let forAccount): state.sendCode(to: subject, forAccount: forAccount)
      case .keepCode(let subject, let forAccount): state.keepCode(of: subject, forAccount: forAccount)
      case .redeemCode:
        if !state.acceptsCode { return nil }
        state.redeemCode()
      case .verify(let subject): state.verify(subject)
      case .verifyAccount: state[.accountVerified] = true
      case .create: state[.created] = true
      case .authenticate: state[.authenticated] = true
      case .redeemGrant: state[.byGrant] = true
      case .note(let number): state.note(number)
      }
    }
    return state
  }

  /// The step of an edge that leaves a node.
  init(
    _ graph: FlowGraph, _ node: Int, _ edge: FlowGraph.Edge, _ resolved: ResolvedTenant, _ subjects: EvidenceSubjects,
    _ happenings: [Happening], doubting: Set<FlowModel.Evidence> = []
  ) {
    let place = graph.nodes[node]
    for (number, happening) in happenings.enumerated() {
      if case .visited(let state) = happening, place.caller < 0, place.state == state { actions.append(.note(number)) }
    }
    if edge.branch >= 0, let page = graph.page(node, resolved.flows) {
      // What is left blank is taken back: that, too, is another value.
      for field in page.events[Int(edge.branch)].fields { write(field.slot, subjects) }
    } else if let effect = graph.effect(node, resolved.flows) {
      add(effect, effect.effect.definition.outcomes[Int(edge.branch)], subjects, doubting)
      if let number = happenings.firstIndex(of: .outcome(effect.effect, Int(edge.branch))) {
        actions.append(.note(number))
      }
      if let (write, slot) = effect.write(by: Int(edge.branch)), let subject = subjects[slot] {
        add(write, to: subject, isIdentifier: resolved.scope.attribute(of: slot)?.definition.isIdentifier ?? false)
      }
    }
    for assignment in graph.assignments(edge, resolved.flows) { write(assignment.slot, subjects) }
  }

  private mutating func write(_ slot: Slot, _ subjects: EvidenceSubjects) {
    if let subject = subjects[slot] { actions.append(.write(subject)) }
  }

  private mutating func add(_ write: SlotWrite, to subject: Int, isIdentifier: Bool) {
    switch write {
    // Control over an address that the account merely holds is no proof of the account: nothing is found by it.
    case .accountValue: actions.append(.read(into: subject, isIdentifier: isIdentifier))
    case .nothing: actions.append(.readNothing(of: subject))
    }
  }

  private mutating func add(
    _ effect: ResolvedEffect, _ outcome: OutcomeDefinition, _ subjects: EvidenceSubjects,
    _ doubted: Set<FlowModel.Evidence>
  ) {
    let definition = effect.effect.definition
    if definition.rebindsAccount {
      actions.append(.unbind)
      if outcome.bindsAccount {
        let identifier = definition.parameters.firstIndex { $0.kind == .identifier }
        actions.append(.bind(by: identifier.flatMap { subjects[effect, $0] }))
      }
    } else if outcome.bindsAccount {
      actions.append(.needAccount)
    }
    if outcome.takesIdentifiers { actions.append(.takeOver(subjects.identifiers)) }
    if let target = definition.codeTarget.flatMap({ subjects[effect, $0] }) {
      actions.append(
        outcome.sendsCode
          ? .sendCode(to: target, forAccount: effect.isForAccount)
          : .keepCode(of: target, forAccount: effect.isForAccount))
    }
    for evidence in outcome.mints where !doubted.contains(evidence) {
      switch evidence {
      case .verifiedCodeTarget: actions.append(.redeemCode)
      case .verifiedLinkTarget: actions.append(.verifyAccount)
      case .created: actions.append(.create)
      case .authenticated:
        actions.append(.authenticate)
        if definition.rebindsAccount { actions.append(.redeemGrant) }
      case .attested:
        if let subject = effect.attested.flatMap({ subjects[$0] }) {
          actions.append(.verify(subject))
        }
      }
    }
  }
}

/// The subjects of a tenant by their slots: its attributes that hold addresses or identify accounts, and behind those the
/// ones that some flow reads of the account to decide by.
struct EvidenceSubjects: Sendable {
  /// The attributes, as indices into the tenant's.
  let attributes: [Int]
  /// The subjects that identify accounts.
  let identifiers: [Int]
  private let bySlot: [Slot: Int]

  init(_ resolved: ResolvedTenant) {
    let scope = resolved.scope
    let definitions = scope.tenant.attributes.map(\.definition)
    let all = definitions.indices.filter { definitions[$0].isIdentifier || definitions[$0].type.isAddress }
    let identifiersFirst =
      all.filter { definitions[$0].isIdentifier } + all.filter { !definitions[$0].isIdentifier }
    let decisive = resolved.decisiveAttributes.filter { !all.contains($0) }
    attributes = Array((identifiersFirst + decisive).prefix(EvidenceState.subjectLimit))
    identifiers = attributes.indices.filter { [attributes] in definitions[attributes[$0]].isIdentifier }
    bySlot = Dictionary(uniqueKeysWithValues: attributes.enumerated().map { (scope.slot($1), $0) })
  }

  /// The subject of an attribute's slot.
  subscript(slot: Slot) -> Int? { bySlot[slot] }

  /// The subject that an argument names.
  subscript(effect: ResolvedEffect, parameter: Int) -> Int? {
    guard effect.arguments.indices.contains(parameter), case .slot(let slot) = effect.arguments[parameter] else {
      return nil
    }
    return self[slot]
  }
}

extension ResolvedTenant {
  /// The attributes that some flow reads of the account, and some condition asks for.
  fileprivate var decisiveAttributes: [Int] {
    var read: Set<Slot> = []
    var asked: Set<Slot> = []
    for state in flows.lazy.flatMap(\.states) {
      switch state.kind {
      case .effect(let call):
        for outcome in call.outcomes.indices { if let (_, slot) = call.write(by: outcome) { read.insert(slot) } }
      case .choose(let conditions):
        for condition in conditions.lazy.compactMap(\.self) {
          asked.formUnion(expressions[Int(condition.index)].reads.lazy.map { Slot($0.slot) })
        }
      default: break
      }
    }
    return scope.tenant.attributes.indices.filter { read.contains(scope.slot($0)) && asked.contains(scope.slot($0)) }
  }
}
