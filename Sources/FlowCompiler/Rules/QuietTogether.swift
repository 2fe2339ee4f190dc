import FlowModel
import FlowSource

/// U803: each flow is compared by itself, and two of them may tell together. Whatever a quiet flow leaves behind otherwise
/// where an account exists than where none does is held against all that any flow of the tenant shows its client of accounts.
@Sendable func quietTogether(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  // With the errors removed, something else may be left behind.
  if problems.hasErrors { return }
  let resolved = tenant.resolved
  let observers = tenant.flows.filter { !$0.isUncalled }
  let quiet = observers.filter { flow in
    resolved.scope.flows[flow.graph.root].revealsAccounts == nil && flow.isComplete && flow.writesToAccounts(resolved)
  }
  let comparisons = Parallel.map(quiet.count, isWorthIt: resolved.isLarge) {
    NonInterference(quiet[$0].graph, resolved, stopsEarly: false)
  }
  if comparisons.allSatisfy(\.remains.isEmpty) { return }
  let told = observers.map { flow in
    let isOpen = resolved.scope.flows[flow.graph.root].revealsAccounts != nil && flow.isComplete
    return isOpen ? NonInterference(flow.graph, resolved, stopsEarly: false).told : []
  }
  for (flow, comparison) in zip(quiet, comparisons) {
    var places: Set<StatePlace> = []
    for remains in comparison.remains where !places.contains(StatePlace(flow.graph.nodes[remains.node])) {
      // What is told by what is plain before what is told by a value.
      let sights = zip(observers, told).lazy.compactMap { other, told in
        other.sight(of: remains, leftBy: flow, telling: told, resolved).map { (other, $0) }
      }
      guard let (other, sight) = sights.min(by: { $0.1.rank < $1.1.rank }) else { continue }
      places.insert(StatePlace(flow.graph.nodes[remains.node]))
      problems.report(diagnostic(remains, sight, of: flow, by: other, resolved))
    }
  }
}

private func diagnostic(
  _ remains: Remains, _ sight: Sight, of flow: AnalyzedFlow, by other: AnalyzedFlow, _ resolved: ResolvedTenant
) -> Diagnostic {
  let scope = resolved.scope
  func name(_ slot: Slot) -> String { scope.name(of: slot, in: scope.flows[flow.graph.root]).quoted }
  let (isSame, finder) = (other.graph.root == flow.graph.root, scope.flows[other.graph.root].name.text.quoted)
  let guess = remains.guess.map(name)
  let isAddress = remains.guess.flatMap(scope.attribute)?.definition.type.isAddress ?? true
  let (message, why, help): (String, String, String)
  switch sight {
  case .password:
    let named = isAddress ? "address" : guess ?? "name"
    message =
      "who chooses a password for any \(named) here sees by \(finder) whether the \(named) had an account before"
    why = "only a new account has that password"
    help = "let the password be chosen behind a code to the address, or behind the link that confirms it"
  case .name(let mark) where mark == remains.guess:
    message = "who takes a new \(name(mark)) here sees by \(finder) whether another account has it"
    why = "\(finder) finds by \(name(mark)) the account that was changed here, if it was"
    help = "let it be no identifier, or say openly `reveals: [account-existence]`"
  case .name(let mark):
    let guess = guess ?? "identifier"
    message =
      "who names somebody else's \(guess) here, and an own \(name(mark)), sees by \(finder) whether an account has that \(guess)"
    let isMade = if case .made = remains.change { true } else { false }
    why = "\(finder) finds by \(name(mark)) the account that was \(isMade ? "made" : "changed") here, if it was"
    help = "let one of them be no identifier, or prove \(guess) before it; or say openly `reveals: [account-existence]`"
  case .value(let slot):
    let guess = guess ?? "identifier"
    message =
      "who names somebody else's \(guess) here sees by \(finder), in their own \(name(slot)), whether an account has it"
    why = "what this flow writes to \(name(slot)) depends on it, and \(finder) shows what the account holds"
    help = "write the same on both paths, or prove \(guess) before it; or say openly `reveals: [account-existence]`"
  case .standing:
    let guess = guess ?? "identifier"
    message =
      "who names somebody else's \(guess) here sees by \(finder), in what became of their own account, whether an account has it"
    why = "this flow changes the client's account on one of the paths alone, and \(finder) asks for it"
    help = "do the same on both paths, or prove \(guess) before it; or say openly `reveals: [account-existence]`"
  }
  let place = flow.graph.effect(remains.node, resolved.flows)?.place
  return Diagnostic(
    "U803", .warning, message, at: place ?? flow.graph.word(remains.node, resolved.flows).span,
    notes: [
      isSame
        ? "one run of this flow conceals it; two of them do not: \(why)"
        : "this flow and \(finder) each conceal it; together they do not: \(why)"
    ],
    help: help, counterexample: flow.graph.counterexample(path: remains.path, attack: "", resolved))
}

extension AnalyzedFlow {
  /// Whether it may leave something behind in an account.
  fileprivate func writesToAccounts(_ resolved: ResolvedTenant) -> Bool {
    calls(resolved).contains { call in
      call.definition.writesAttributes || call.definition.setsPassword
        || call.definition.outcomes.contains { $0.standing != nil || $0.security == .accountDeleted }
    }
  }
}
