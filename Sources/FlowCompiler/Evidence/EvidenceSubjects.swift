import FlowExpression
import FlowModel

/// The subjects of a tenant by their slots: its attributes that hold addresses or identify accounts, behind those
/// the second factors that functions show, and the ones that some flow reads of the account to decide by.
struct EvidenceSubjects: Sendable {
  /// The attributes, as indices into the tenant's.
  let attributes: [Int]
  /// The subjects that identify accounts.
  let identifiers: [Int]
  /// The subjects that hold addresses.
  let addresses: [Int]
  private let bySlot: [Slot: Int]
  /// The subjects that hold copies of others.
  let copies: [SubjectCopy]
  /// The flags by their slots: the bools that some flow assigns and some condition asks for.
  private let flags: [Slot: Int]

  init(_ resolved: ResolvedTenant) {
    let scope = resolved.scope
    let definitions = scope.tenant.attributes.map(\.definition)
    let all = definitions.indices.filter { definitions[$0].isIdentifier || definitions[$0].type.isAddress }
    let identifiersFirst =
      all.filter { definitions[$0].isIdentifier } + all.filter { !definitions[$0].isIdentifier }
    let copied = resolved.copiedAttributes
    let decisive = resolved.decisiveAttributes(copied).filter { !all.contains($0) }
    let shown = resolved.shownFactors.filter { !all.contains($0) && !decisive.contains($0) }
    attributes = Array((identifiersFirst + shown + decisive).prefix(EvidenceState.subjectLimit))
    identifiers = attributes.indices.filter { [attributes] in definitions[attributes[$0]].isIdentifier }
    addresses = attributes.indices.filter { [attributes] in definitions[attributes[$0]].type.isAddress }
    bySlot = Dictionary(uniqueKeysWithValues: attributes.enumerated().map { (scope.slot($1), $0) })
    let bySlot = bySlot
    copies = copied.compactMap { copy in
      guard let source = bySlot[copy.source], let target = bySlot[copy.target] else { return nil }
      return SubjectCopy(source: source, target: target)
    }
    let flags = resolved.assignedFlags.prefix(EvidenceState.flagLimit)
    self.flags = Dictionary(uniqueKeysWithValues: flags.enumerated().map { ($1, $0) })
  }

  /// The number of the flag that a slot is; nil where it is none.
  func flag(of slot: Slot) -> Int? { flags[slot] }

  /// The subjects whose values a subject may hold: those it is a copy of, and then itself.
  func sources(of subject: Int) -> [Int] { copies.filter { $0.target == subject }.map(\.source) + [subject] }

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

/// A subject that some transition fills from another one.
struct SubjectCopy: Sendable, Hashable {
  let source: Int
  let target: Int
}

extension ResolvedTenant {
  /// The attribute that an assignment copies as it is; nil where it makes something of it.
  func copied(by assignment: ResolvedAssignment) -> Slot? {
    let expression = assignment.expression
    guard let read = expressions[Int(expression.index)].reads.first,
      read.range == 0..<expression.syntax.text.utf8.count
    else { return nil }
    return Slot(read.slot)
  }

  /// All copies that transitions make.
  fileprivate var copiedAttributes: [(source: Slot, target: Slot)] {
    var found: [(source: Slot, target: Slot)] = []
    for transition in flows.lazy.flatMap(\.states).flatMap(\.transitions) {
      for assignment in transition.assignments {
        guard let source = copied(by: assignment),
          !found.contains(where: { $0 == (source, assignment.slot) })
        else { continue }
        found.append((source, assignment.slot))
      }
    }
    return found
  }

  /// The attributes that functions show as second factors.
  fileprivate var shownFactors: [Int] {
    var slots: Set<Slot> = []
    for state in flows.lazy.flatMap(\.states) {
      if case .effect(let call) = state.kind, let slot = call.shownFactor { slots.insert(slot) }
    }
    return scope.tenant.attributes.indices.filter { slots.contains(scope.slot($0)) }
  }

  /// The bools that some transition assigns, and some condition asks for.
  fileprivate var assignedFlags: [Slot] {
    let bools = scope.tenant.attributes.indices.filter { scope.tenant.attributes[$0].definition.type == .boolean }
    if bools.isEmpty { return [] }
    var assigned: Set<Slot> = []
    for flow in flows {
      for state in flow.states {
        for transition in state.transitions { assigned.formUnion(transition.assignments.map(\.slot)) }
      }
    }
    return bools.map(scope.slot).filter(assigned.contains)
  }

  /// The attributes that some flow reads of the account, and some condition asks for.
  fileprivate func decisiveAttributes(_ copies: [(source: Slot, target: Slot)]) -> [Int] {
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
    for copy in copies where asked.contains(copy.target) { asked.insert(copy.source) }
    return scope.tenant.attributes.indices.filter { read.contains(scope.slot($0)) && asked.contains(scope.slot($0)) }
  }
}
