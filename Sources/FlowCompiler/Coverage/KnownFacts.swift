import FlowExpression
import FlowModel

/// What is surely known at a node, on each path to it: facts that rule outcomes of effects out.
struct KnownFacts: DataFlowProblem {
  static let direction = DataFlowDirection.forward

  struct Facts: OptionSet, Sendable {
    let rawValue: UInt8
    /// The policy has accepted the run's password, and what it is held against is as it was then.
    static let accepted = Facts(rawValue: 1)
    /// The account was bound in this very step, so that its facts are those of storage.
    static let fresh = Facts(rawValue: 2)
    /// The account waits for its confirmation, in this very step.
    static let unconfirmed = Facts(rawValue: 4)
    /// No run comes here, as far as is known yet: everything is true of all that do.
    static let unreached = Facts(rawValue: 8)
    static let all: Facts = [.accepted, .fresh, .unconfirmed, .unreached]
  }

  /// What rules an edge out: some facts, or none of them.
  struct Exclusion: Sendable {
    let facts: Facts
    let reason: String
  }

  /// What an edge takes away, what it adds, and what it adds where the account is fresh.
  private struct Change {
    var lost: Facts = []
    var gained: Facts = []
    var gainedIfFresh: Facts = []
  }

  private let start: Int
  private var changes: [Change]
  private var exclusions: [Exclusion?]

  init(_ graph: FlowGraph, _ resolved: ResolvedTenant) {
    start = Int(graph.start)
    changes = Array(repeating: Change(), count: graph.edges.count)
    exclusions = Array(repeating: nil, count: graph.edges.count)
    let identifiers = Set(resolved.scope.identifiers.map { resolved.scope.slot($0) })
    let policy = resolved.scope.tenant.passwords
    let asksAccount = policy.remember > 0 || policy.forbidsIdentifier
    for node in graph.nodes.indices {
      let kind = graph.kind(node, resolved.flows)
      for index in graph.edgeIndices(node) {
        var change = Change()
        let edge = graph.edges[index]
        let assigned = graph.assignments(edge, resolved.flows).map(\.slot)
        if policy.forbidsIdentifier, assigned.contains(where: identifiers.contains) { change.lost.insert(.accepted) }
        switch kind {
        case .page(let page):
          change.lost.formUnion([.fresh, .unconfirmed])
          let fields = edge.branch >= 0 ? page.events[Int(edge.branch)].fields.map(\.slot) : []
          let asked = fields.contains(SecretField.password.slot)
          if asked || policy.forbidsIdentifier && fields.contains(where: identifiers.contains) {
            change.lost.insert(.accepted)
          }
        case .effect(let effect):
          change = Self.change(effect, Int(edge.branch), asksAccount, change)
          exclusions[index] = Self.exclusion(effect, Int(edge.branch), policy)
        case .choose(let conditions):
          if Self.rulesOutConfirmed(conditions, Int(edge.branch), resolved) { change.gainedIfFresh = .unconfirmed }
        case .call, .end, .unknown: break
        }
        changes[index] = change
      }
    }
  }

  /// Why an edge is not taken where these facts hold; nil: it may be.
  func reason(against edge: Int, _ facts: Facts) -> String? {
    guard let exclusion = exclusions[edge], facts.isSuperset(of: exclusion.facts) else { return nil }
    return exclusion.reason
  }

  private static func exclusion(
    _ effect: ResolvedEffect, _ branch: Int, _ policy: PasswordPolicy
  ) -> Exclusion? {
    let outcome = effect.effect.definition.outcomes[branch]
    if case .refusedPassword(let complaint)? = outcome.cause {
      if complaint == .too_weak, policy.classes <= 1 {
        return Exclusion(facts: [], reason: "the policy asks for no classes of characters")
      }
      if complaint == .recently_used, policy.remember == 0 {
        return Exclusion(facts: [], reason: "the policy remembers no passwords")
      }
      // What was published since is known since, and what was compared last may have been the last that is compared.
      if effect.effect.definition.judgesPassword || complaint == .banned && policy.breaches != nil
        || complaint == .recently_used
      {
        return nil
      }
      return Exclusion(facts: .accepted, reason: "the policy has accepted this password before")
    }
    guard outcome.foundConfirmed else { return nil }
    return Exclusion(facts: .unconfirmed, reason: "the account waits for its confirmation in this very step")
  }

  private static func change(
    _ effect: ResolvedEffect, _ branch: Int, _ asksAccount: Bool, _ change: Change
  ) -> Change {
    var change = change
    let (definition, outcome) = (effect.effect.definition, effect.effect.definition.outcomes[branch])
    if definition.judgesPassword {
      change.lost.insert(.accepted)
      if outcome.cause == nil { change.gained.insert(.accepted) }
    }
    let isOther = outcome.bindsAccount || definition.rebindsAccount || !outcome.mints.isEmpty || outcome.writes != nil
    if isOther, asksAccount { change.lost.insert(.accepted) }
    if outcome.standing != nil || definition.rebindsAccount || outcome.bindsAccount {
      change.lost.formUnion([.fresh, .unconfirmed])
      if outcome.bindsAccount { change.gained.insert(.fresh) }
    }
    if case .new(unconfirmedIf: let parameter, is: let word)? = outcome.standing, effect.says(word, at: parameter) {
      change.gained.formUnion([.fresh, .unconfirmed])
    }
    return change
  }

  /// Whether a branch is taken only where the account is not confirmed.
  private static func rulesOutConfirmed(
    _ conditions: [ResolvedExpression?], _ branch: Int, _ resolved: ResolvedTenant
  ) -> Bool {
    let asked = conditions.prefix(branch + 1).map { condition in
      condition.map { resolved.expressions[Int($0.index)].logic } ?? .constant(true)
    }
    let confirmed = { (slot: Int) -> Bool? in slot == Int(AccountFact.confirmed.slot) ? true : nil }
    let fails = asked.dropLast().allSatisfy { $0.values(confirmed).canBeFalse }
    return !(fails && asked.last?.values(confirmed).canBeTrue == true)
  }

  func initial(_ node: Int) -> Facts { node == start ? [] : .all }

  func transfer(_ fact: Facts, along edge: Int) -> Facts {
    // What no run takes carries nothing on: a loop that only such edges enter does not weaken what is known before it.
    if fact.contains(.unreached) || reason(against: edge, fact) != nil { return .all }
    let change = changes[edge]
    let kept = fact.subtracting(change.lost).union(change.gained)
    return kept.contains(.fresh) ? kept.union(change.gainedIfFresh) : kept
  }

  func join(_ other: Facts, into fact: inout Facts) -> Bool {
    let joined = fact.intersection(other)
    guard joined != fact else { return false }
    fact = joined
    return true
  }
}
