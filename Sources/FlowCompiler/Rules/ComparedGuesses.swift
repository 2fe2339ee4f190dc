import FlowExpression
import FlowModel
import FlowSource

/// U503: a condition that compares what a client types with what the account holds, at once or by what was kept of it, and
/// decides on whether a session opens, a password is set, or a factor is passed by or replaced, is a guess that spends no
/// counter.
@Sendable func comparedGuesses(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  let factors = tenant.factors.of(tenant.flows.filter { !$0.isUncalled })
  for flow in tenant.flows {
    guard let values = ComparedValues(flow, resolved) else { continue }
    for node in flow.graph.nodes(.choose) where flow.reached[node] {
      guard case .choose(let conditions) = flow.graph.kind(node, resolved.flows) else { continue }
      for (branch, condition) in conditions.enumerated() {
        guard let condition, let comparison = values.comparison(by: condition, at: node),
          flow.isWorthGuessing(condition, branch, of: node, factors, resolved)
        else { continue }
        problems.report(flow.guess(comparison, by: condition, at: node, resolved))
      }
    }
  }
}

extension AnalyzedFlow {
  /// Whether who guesses right comes more easily to what is worth it than who guesses wrong, or the other way round.
  fileprivate func isWorthGuessing(
    _ condition: ResolvedExpression, _ branch: Int, of node: Int, _ factors: [Int], _ resolved: ResolvedTenant
  ) -> Bool {
    func tolls(_ isGoal: (Int) -> Bool) -> (right: Int, wrong: [Int]) {
      let all = graph.edgeIndices(node).map { graph.toll(from: $0, past: node, to: isGoal, resolved) }
      return (all[branch], Array(all.dropFirst(branch + 1)))
    }
    let doors = tolls { graph.letsIn($0, resolved) }
    if doors.wrong.contains(where: { $0 != doors.right }) { return true }
    // Whoever says that the new one is not the old one guesses nothing.
    if resolved.expressions[Int(condition.index)].code.isNegative { return false }
    let changes = tolls { replaces(factors, at: $0, resolved) }
    return changes.wrong.contains { $0 > changes.right }
  }

  /// Whether an update at a node may write another value of one of some factors.
  private func replaces(_ factors: [Int], at node: Int, _ resolved: ResolvedTenant) -> Bool {
    guard let evidence, let call = graph.effect(node, resolved.flows), call.definition.writesAttributes,
      !call.definition.createsAccount
    else { return false }
    return factors.contains { factor in
      evidence.nearest(node) { !$0[.unbound] && !$0[.unwritten, factor] && !$0[.registered, factor] } != nil
    }
  }

  fileprivate func guess(
    _ comparison: ComparedValues.Comparison, by condition: ResolvedExpression, at node: Int, _ resolved: ResolvedTenant
  ) -> Diagnostic {
    func name(_ slot: Int) -> String { resolved.scope.name(of: Slot(slot), in: resolved.scope.flows[graph.root]) }
    let path = graph.path(to: node)
    let (message, secret, help): (String, String, String)
    switch comparison {
    case .made(let typed, let held):
      secret = name(held).quoted
      message = "\(name(typed).quoted) is compared with \(secret) of the account, as often as somebody likes"
      help =
        "let a function with `attempts` compare it: `do: function.call, with: { function: …, pass: [\(name(typed))] }`"
    case .kept(let slot):
      secret = "what the account holds"
      message =
        "\(name(slot).quoted) tells whether what was typed is what the account holds, as often as somebody likes"
      help = "let a function with `attempts` compare it, and go on by what it answers"
    }
    return Diagnostic(
      "U503", .error, message, at: condition.syntax.place(0..<condition.syntax.text.utf8.count),
      notes: ["a condition spends no counter: whoever comes here finds \(secret) by trying"], help: help,
      counterexample: graph.counterexample(
        path: path, attack: "what the account holds is found by trying",
        remarks: TraceRemarks(facts: [path.count: [.countsNothing, .repeats(.nextRun)]]), resolved))
  }
}

extension FlowGraph {
  /// What it takes at the least to come by an edge to a goal without coming to a node again: a proof that must be given on
  /// the path, or, which counts for more than any of these, another account or one that holds less. `Int.max`: nothing
  /// leads there.
  fileprivate func toll(
    from edge: Int, past node: Int, to isGoal: (Int) -> Bool, _ resolved: ResolvedTenant
  ) -> Int {
    var tolls = [Int](repeating: .max, count: nodes.count)
    var pending: [Int] = []
    var done = 0
    func come(by edge: Int, _ toll: Int) {
      let target = Int(edges[edge].target)
      guard target >= 0, target != node, toll < tolls[target] else { return }
      tolls[target] = toll
      pending.append(target)
    }
    come(by: edge, 0)
    var nearest = Int.max
    while done < pending.count {
      let at = pending[done]
      done += 1
      if isGoal(at) { nearest = min(nearest, tolls[at]) }
      for next in edgeIndices(at) { come(by: next, tolls[at] + toll(of: next, from: at, resolved)) }
    }
    return nearest
  }

  private func toll(of edge: Int, from node: Int, _ resolved: ResolvedTenant) -> Int {
    guard edges[edge].branch >= 0, let call = effect(node, resolved.flows) else { return 0 }
    let branch = Int(edges[edge].branch)
    if call.definition.rebindsAccount { return 1000 }
    if case .nothing? = call.write(by: branch)?.write { return 1000 }
    return call.definition.outcomes[branch].mints.isEmpty ? 0 : 1
  }
}
