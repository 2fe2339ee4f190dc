import FlowExpression
import FlowModel

/// What an edge adds to what is surely there, and what it takes away.
struct AssignmentStep: Sendable, Equatable {
  /// Slots that an effect consumes, that a client may leave blank, or that end with the binding of an account.
  var removes = SlotSet()
  var adds = SlotSet()
  /// What the transition assigns, behind all else.
  var assigns = SlotSet()
  /// Whether a code is entered, which binds an account if it was for one alone.
  var entersCode = false

  /// The bits beside the slots.
  struct Flags: Sendable {
    /// Whether a session is open.
    let session: Int
    /// Whether a code that is out, if one is, is for the bound account alone.
    let codeForAccount: Int
  }

  /// The slots of what is known of a bound account.
  static let accountFacts = SlotSet(AccountFact.allCases.map { Int($0.slot) })

  /// What is there behind the edge, but for its assignments.
  func beforeAssignments(_ slots: SlotSet, _ flags: Flags) -> SlotSet {
    var slots = slots
    slots.subtract(removes)
    if entersCode, slots.contains(flags.codeForAccount) { slots.formUnion(Self.accountFacts) }
    slots.formUnion(adds)
    return slots
  }
}

extension AssignmentStep {
  /// What an edge that leaves a node collects, shows or binds.
  init(_ graph: FlowGraph, _ node: Int, _ edge: FlowGraph.Edge, _ resolved: ResolvedTenant, _ flags: Flags) {
    switch graph.nodes[node].kind {
    case .page where edge.branch >= 0:
      if let page = graph.page(node, resolved.flows) { collect(page, event: Int(edge.branch), resolved) }
    case .effect:
      if let effect = graph.effect(node, resolved.flows) { perform(effect, outcome: Int(edge.branch), flags) }
    case .choose:
      if case .choose(let conditions) = graph.kind(node, resolved.flows) {
        adds = Self.shown(conditions.prefix(Int(edge.branch) + 1), resolved)
      }
    default: break
    }
    for assignment in graph.assignments(edge, resolved.flows) { assigns.insert(Int(assignment.slot)) }
  }

  private mutating func collect(_ page: ResolvedPage, event: Int, _ resolved: ResolvedTenant) {
    // A page passed by on a condition has collected nothing but what the condition shows to be there.
    var shown: [Int]?
    if case .when(let condition) = page.skip, event == 0,
      resolved.expressions[Int(condition.index)].constant != .bool(false)
    {
      shown = Refinement(condition, resolved.expressions).whenTrue
    }
    for field in page.events[event].fields {
      // What is left blank is taken back, and so is what a field holds that is not shown.
      if !field.isSure {
        removes.insert(Int(field.slot))
      } else if shown?.contains(Int(field.slot)) ?? true {
        adds.insert(Int(field.slot))
      }
    }
  }

  private mutating func perform(_ effect: ResolvedEffect, outcome number: Int, _ flags: Flags) {
    let definition = effect.effect.definition
    let outcome = definition.outcomes[number]
    if definition.rebindsAccount { removes.formUnion(Self.accountFacts) }
    if !outcome.keepsSecrets { consume(effect, definition) }
    if outcome.bindsAccount { adds.formUnion(Self.accountFacts) }
    switch effect.write(by: number) {
    case (.accountValue, let slot)?, (.invitedAddress, let slot)?: adds.insert(Int(slot))
    case (.nothing, let slot)?: removes.insert(Int(slot))
    case nil: break
    }
    if definition.opensSession { adds.insert(flags.session) }
    entersCode = outcome.mints.contains(.verifiedCodeTarget)
    // A code for other people is void even where none is sent, and one that was right cannot be entered again.
    if entersCode || definition.sendsCode && effect.isForAccount {
      adds.insert(flags.codeForAccount)
    } else if outcome.sendsCode {
      removes.insert(flags.codeForAccount)
    }
  }

  /// The secrets that an effect takes out of the run: what was compared is gone, and so is a password that was set or
  /// refused; one that was only accepted stays.
  private mutating func consume(_ effect: ResolvedEffect, _ definition: EffectDefinition) {
    for (parameter, argument) in zip(definition.parameters, effect.arguments) {
      if case .secret = parameter.kind, case .slot(let slot) = argument { removes.insert(Int(slot)) }
    }
  }

  /// What is shown to be there where the last of some conditions held, and those before it did not.
  private static func shown(_ conditions: ArraySlice<ResolvedExpression?>, _ resolved: ResolvedTenant) -> SlotSet {
    var slots = SlotSet()
    for (index, condition) in zip(conditions.indices, conditions) {
      guard let condition else { continue }
      let refinement = Refinement(condition, resolved.expressions)
      for slot in index == conditions.endIndex - 1 ? refinement.whenTrue : refinement.whenFalse { slots.insert(slot) }
    }
    return slots
  }
}
