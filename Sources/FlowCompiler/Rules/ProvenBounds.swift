import FlowModel
import FlowSource

/// What the rules of guessing, mail, secrets and doors have proven of each flow that has something they are about; it
/// comes behind them.
func proveBounds(
  _ tenant: AnalyzedTenant, unless complaints: DiagnosticCollector, _ problems: inout DiagnosticCollector
) {
  guard problems.isProving else { return }
  let scope = tenant.resolved.scope
  for flow in tenant.flows where !flow.isUncalled && flow.isComplete {
    let name = scope.flows[flow.graph.root].name
    var (guesses, messages, nameless) = (0, 0, 0)
    let doors = Doors(flow, tenant.resolved)
    let told = ToldValues(flow, tenant.resolved)
    for node in flow.graph.nodes.indices where flow.reached[node] {
      switch flow.graph.kind(node, tenant.resolved.flows) {
      case .effect(let effect):
        let bounds = effect.effect.definition.bounds.filter { $0.applies(to: effect.arguments) }
        let isTold =
          effect.function != nil && flow.graph.isDecided(by: node, tenant.resolved.flows)
          && (told.map { !$0.typed(by: effect, at: node).isEmpty || $0.isNameTyped(at: node) } ?? false)
        if isTold || bounds.contains(where: { $0.action == .guess }) {
          guesses += 1
          if effect.function != nil, !flow.namesSomebody(effect, at: node, scope) { nameless += 1 }
        }
        if bounds.contains(where: { $0.action == .message }) { messages += 1 }
      default: break
      }
    }
    func prove(_ code: String, _ sentence: String, if isAboutIt: Bool = true) {
      if isAboutIt, !complaints.holds(code) { problems.prove(Proof(code, flow: name.text, sentence, at: name.span)) }
    }
    prove("U501", "\(counted(guesses, "guess")) spends a counter that no new run fills up", if: guesses > 0)
    prove(
      "U501",
      "\(counted(nameless, "guess")) that may name nobody spends a counter of its run, which a new run begins anew",
      if: nameless > 0)
    prove("U601", "\(counted(messages, "message")) spends a counter of its address and of its run", if: messages > 0)
    let secrets = flow.collectedSecrets(tenant.resolved)
    prove("U701", "\(secrets.listed()) leaves the run by no page, message or result", if: !secrets.isEmpty)
    prove(
      "U901", "\(counted(doors.asked, "door")) is behind a question whether the account may sign in",
      if: doors.asked > 0)
    prove(
      "U901", "\(counted(doors.known, "door")) opens for accounts that this run knows to be enabled and confirmed",
      if: doors.known > 0)
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
