import FlowModel
import FlowSource

/// A call that compares or sends, and spends no counter that bounds it in this tenant.
struct UnboundedCall {
  /// The flow in which it was found, and the call's node there.
  let flow: AnalyzedFlow
  let node: Int
  let call: ResolvedEffect
  /// The parameters that make the call do it.
  let parameters: [Int]
  /// The function whose `attempts` is missing.
  let function: Int
}

extension AnalyzedTenant {
  /// Calls that do something without end, by what the catalogue says they spend: the first of each function.
  ///
  /// A guess must be bounded per subject, whatever run it is made in: that bounds the guesses of one run as well. A
  /// message must be bounded per subject and per run, as one run may name one address after the other.
  func unboundedCalls(_ action: Bound.Action) -> [UnboundedCall] {
    let (scope, flows) = (resolved.scope, resolved.flows)
    if scope.tenant.isOpen { return [] }
    var found: [UnboundedCall] = []
    var seen = Set<Int>()
    for flow in self.flows {
      for node in flow.graph.nodes.indices where flow.reached[node] {
        guard let call = flow.graph.effect(node, flows), let function = call.function,
          !seen.contains(function),
          let bound = call.effect.definition.bounds.first(where: { bound in
            guard bound.action == action, bound.applies(to: call.arguments) else { return false }
            let scopes = bound.counters.filter { scope.rate(of: $0, function: function) != nil }.map(\.scope)
            return !scopes.contains(.subject) || (action == .message && !scopes.contains(.run))
          })
        else { continue }
        seen.insert(function)
        found.append(
          UnboundedCall(
            flow: flow, node: node, call: call,
            parameters: bound.parameters.filter {
              call.arguments.indices.contains($0) && call.arguments[$0] != .absent
            },
            function: function))
      }
    }
    return found
  }
}

extension UnboundedCall {
  /// How a client comes to do it again: round a loop of the flow, or in another run.
  private func again(_ attack: String, _ resolved: ResolvedTenant) -> Counterexample {
    let graph = flow.graph
    let first = graph.path(to: node)
    let loop = graph.path(from: node, to: { $0 == node }) ?? []
    var remarks = TraceRemarks()
    if loop.isEmpty {
      remarks.facts[first.count] = [.countsNothing, .repeats(.nextRun)]
    } else {
      remarks.facts[first.count] = [.countsNothing]
      remarks.facts[first.count + loop.count] = [.countsNothing, .repeats(.always)]
    }
    return graph.counterexample(path: first + loop, attack: attack, remarks: remarks, resolved)
  }

  /// The problem of the function that has no `attempts`.
  func problem(
    _ code: String, _ message: String, attack: String, notes: [String], _ resolved: ResolvedTenant
  ) -> Diagnostic {
    let name = resolved.scope.tenant.functions[function].name
    return Diagnostic(
      code, .error, message, at: call.place, labels: [Label(name.span, "declared without `attempts`")], notes: notes,
      help: "say how often it may be asked: `\(name.text): { …, attempts: 10 per 1h }`",
      counterexample: again(attack, resolved))
  }
}

extension TenantScope {
  /// How often something that is counted may be done; nil for calls of a function without `attempts`.
  func rate(of counter: Counter, function: Int? = nil) -> Rate? {
    counter.rate(
      codes: tenant.codes, links: tenant.links, passwords: tenant.passwords,
      function: function.map { tenant.functions[$0].definition })
  }
}
