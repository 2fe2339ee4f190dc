import FlowModel
import FlowSource

/// What the rule of guesses has proven of each flow that has some.
func provenGuesses(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.proven {
    var (guesses, nameless) = (0, 0)
    let told = ToldValues(flow, tenant.resolved)
    for (node, effect) in flow.reachedEffects(tenant.resolved) {
      let isTold =
        effect.function != nil && flow.graph.isDecided(by: node, tenant.resolved.flows)
        && (told.map { !$0.typed(by: effect, at: node).isEmpty || $0.isNameTyped(at: node) } ?? false)
      guard isTold || effect.does(.guess, tenant.resolved.scope) else { continue }
      guesses += 1
      if effect.function != nil, !flow.namesSomebody(effect, at: node, tenant.resolved.scope) { nameless += 1 }
    }
    if guesses > 0 {
      problems.prove("U501", tenant, flow, "\(counted(guesses, "guess")) spends a counter that no new run fills up")
    }
    if nameless > 0 {
      problems.prove(
        "U501", tenant, flow,
        "\(counted(nameless, "guess")) that may name nobody spends a counter of its run, which a new run begins anew")
    }
  }
}

/// What the rule of messages has proven of each flow that sends some.
func provenMail(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.proven {
    let messages = flow.reachedEffects(tenant.resolved).count(where: { $0.effect.does(.message, tenant.resolved.scope) }
    )
    if messages == 0 { continue }
    problems.prove(
      "U601", tenant, flow, "\(counted(messages, "message")) spends a counter of its address and of its run")
  }
}

/// What the rule of secrets has proven of each flow that collects some.
func provenSecrets(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.proven {
    let secrets = flow.collectedSecrets(tenant.resolved)
    if secrets.isEmpty { continue }
    problems.prove("U701", tenant, flow, "\(secrets.listed()) leaves the run by no page, message or result")
  }
}

/// What the rule of doors has proven of each flow that has some.
func provenDoors(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.proven {
    let doors = Doors(flow, tenant.resolved)
    if doors.asked > 0 {
      problems.prove(
        "U901", tenant, flow,
        "\(counted(doors.asked, "door")) is behind a question whether the account may sign in")
    }
    if doors.known > 0 {
      problems.prove(
        "U901", tenant, flow,
        "\(counted(doors.known, "door")) opens for accounts that this run knows to be enabled and confirmed")
    }
  }
}

extension AnalyzedTenant {
  /// The flows of which something is said.
  fileprivate var proven: [AnalyzedFlow] { flows.filter { !$0.isUncalled && $0.isComplete } }
}

extension DiagnosticCollector {
  fileprivate mutating func prove(_ code: String, _ tenant: AnalyzedTenant, _ flow: AnalyzedFlow, _ sentence: String) {
    let name = tenant.resolved.scope.flows[flow.graph.root].name
    prove(Proof(code, flow: name.text, sentence, at: name.span))
  }
}

extension AnalyzedFlow {
  /// The effects that runs come to.
  fileprivate func reachedEffects(_ resolved: ResolvedTenant) -> [(node: Int, effect: ResolvedEffect)] {
    graph.nodes.indices.filter { reached[$0] }.compactMap { node in
      graph.effect(node, resolved.flows).map { (node, $0) }
    }
  }
}

extension ResolvedEffect {
  /// Whether it does something that is bounded, with its arguments and by the tenant's policies.
  fileprivate func does(_ action: Bound.Action, _ scope: TenantScope) -> Bool {
    effect.definition.bounds.contains { bound in
      bound.action == action && bound.applies(to: arguments)
        && bound.counters.contains { scope.rate(of: $0, function: function) != nil }
    }
  }
}

/// The doors of a flow: those before which it asks whether the account may sign in, and those where it is known without,
/// as of an account that the run has created.
private struct Doors {
  var (asked, known) = (0, 0)

  init(_ flow: AnalyzedFlow, _ resolved: ResolvedTenant) {
    let places = flow.graph.nodes.indices.filter { node in
      guard flow.reached[node] else { return false }
      if let call = flow.graph.effect(node, resolved.flows) {
        return call.definition.opensSession || call.definition.needsEnabled
      }
      return flow.graph.end(node, resolved.flows)?.grants != nil
    }
    if places.isEmpty { return }
    let unasked = AccountStanding(flow.graph, resolved, flow.collected, asks: false)
    for node in places {
      let needsEnabled = flow.graph.effect(node, resolved.flows)?.definition.needsEnabled == true
      let isKnown = unasked.at(node).allSatisfy { needsEnabled ? $0.isEnabled : $0.maySignIn }
      if isKnown { known += 1 } else { asked += 1 }
    }
  }
}

extension AnalyzedFlow {
  /// The secret attributes that its pages collect, by their names.
  fileprivate func collectedSecrets(_ resolved: ResolvedTenant) -> [String] {
    var found: Set<String> = []
    for node in graph.nodes.indices where reached[node] {
      for field in graph.page(node, resolved.flows)?.events.flatMap(\.fields) ?? []
      where resolved.scope.secrets.contains(Int(field.slot)) {
        found.insert(field.name.text.quoted)
      }
    }
    return found.sorted()
  }
}

/// `each of 3 guesses`, or `the one guess`.
private func counted(_ count: Int, _ thing: String) -> String {
  count == 1 ? "the one \(thing)" : "each of \(count) \(thing == "guess" ? "guesses" : thing + "s")"
}

extension AnalyzedFlow {
  /// Whether a call of a function surely is about somebody, by whom it is counted over all runs: as in the engine's
  /// `subjects(ofFunction:)`.
  fileprivate func namesSomebody(_ call: ResolvedEffect, at node: Int, _ scope: TenantScope) -> Bool {
    guard let collected else { return false }
    if call.attested != nil || collected.contains(Int(AccountFact.id.slot), at: node) { return true }
    let addresses = call.passed.filter { scope.attribute(of: $0)?.definition.type.isAddress == true }
    return (addresses + scope.identifiers.map(scope.slot)).contains { collected.contains(Int($0), at: node) }
  }
}
