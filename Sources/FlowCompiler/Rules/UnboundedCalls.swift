import FlowModel
import FlowSource

/// A call that compares or sends, and spends no counter that bounds it in this tenant.
struct UnboundedCall {
  /// The flow in which it was found, and the call's node there.
  let flow: AnalyzedFlow
  let node: Int
  let call: ResolvedEffect
  /// The parameters that make the call do it.
  var parameters: [Int]
  /// What it is told that a client has typed.
  var typed: [Slot] = []
  /// What it is told that the account holds, and a client has typed in another run.
  var kept: [Slot] = []
  /// Whether the account that it is told of was only named.
  var isNameTyped = false
  /// The function whose `attempts` is missing.
  let function: Int
}

extension AnalyzedTenant {
  /// Calls that do something without end, by what the catalogue says they spend: the first of each function.
  ///
  /// A guess must be bounded per subject, whatever run it is made in: that bounds the guesses of one run as well. A
  /// message must be bounded per subject and per run, as one run may name one address after the other.
  ///
  /// A call whose answer decides on what a client has typed is a guess, and a call on a loop must be bounded per run.
  func unboundedCalls(_ action: Bound.Action) -> [UnboundedCall] {
    let (scope, flows) = (resolved.scope, resolved.flows)
    if scope.tenant.isOpen { return [] }
    var found: [UnboundedCall] = []
    var seen = Set<Int>()
    lazy var kept = resolved.readValues.isEmpty ? KeptValues() : KeptValues(self)
    for flow in self.flows {
      lazy var told = ToldValues(flow, resolved)
      for node in flow.graph.nodes.indices where flow.reached[node] {
        guard let call = flow.graph.effect(node, flows), let function = call.function, !seen.contains(function) else {
          continue
        }
        func isBounded(_ bound: Bound) -> Bool {
          let scopes = bound.counters.filter { scope.rate(of: $0, function: function) != nil }.map(\.scope)
          return switch action {
          case .guess: scopes.contains(.subject)
          case .message: scopes.contains(.subject) && scopes.contains(.run)
          case .call: scopes.contains(.run)
          }
        }
        var unbounded = UnboundedCall(flow: flow, node: node, call: call, parameters: [], function: function)
        let bounds = call.definition.bounds.filter { $0.applies(to: call.arguments) && !isBounded($0) }
        if let bound = bounds.first(where: { $0.action == action }), action != .call {
          unbounded.parameters = bound.parameters.filter { call.argument($0) != .absent }
        } else if action == .guess, bounds.contains(where: { $0.action == .call }),
          flow.graph.isDecided(by: node, flows), let told
        {
          unbounded.typed = told.typed(by: call, at: node)
          unbounded.isNameTyped = told.isNameTyped(at: node)
          if unbounded.typed.isEmpty, !unbounded.isNameTyped {
            guard call.passed.contains(where: { kept.typed.contains(Int($0)) }) else { continue }
            unbounded.kept = ToldValues(flow, resolved, kept: kept.typed)?.typed(by: call, at: node) ?? []
            if unbounded.kept.isEmpty { continue }
          }
        } else if action != .call || !bounds.contains(where: { $0.action == .call })
          || flow.graph.unboundedLoop(through: node, scope, flows) == nil
        {
          continue
        }
        seen.insert(function)
        found.append(unbounded)
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
    let loop = graph.unboundedLoop(through: node, resolved.scope, resolved.flows) ?? []
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
      codes: tenant.codes, links: tenant.links, notices: tenant.notices, passwords: tenant.passwords,
      function: function.map { tenant.functions[$0].definition })
  }
}

extension [AnalyzedFlow] {
  /// The functions, as indices into the tenant's, whose answers decide on what a client has typed.
  func decidingFunctions(_ resolved: ResolvedTenant) -> Set<Int> {
    var functions = Set<Int>()
    for flow in self {
      lazy var told = ToldValues(flow, resolved)
      for node in flow.graph.nodes.indices where flow.reached[node] {
        guard let call = flow.graph.effect(node, resolved.flows), let function = call.function,
          flow.graph.isDecided(by: node, resolved.flows), let told,
          !told.typed(by: call, at: node).isEmpty || told.isNameTyped(at: node)
        else { continue }
        functions.insert(function)
      }
    }
    return functions
  }
}

extension FlowGraph {
  /// The edges of a shortest loop through a node on which nothing is spent of what bounds a run; nil where there is none.
  func unboundedLoop(through node: Int, _ scope: TenantScope, _ flows: [ResolvedFlow]) -> [Int]? {
    path(from: node, to: { $0 == node }, allows: { !isBounded($0, scope, flows) })
  }

  /// Whether an edge is only taken where an effect has spent a counter of its run, which is used up some day.
  private func isBounded(_ edge: Int, _ scope: TenantScope, _ flows: [ResolvedFlow]) -> Bool {
    guard edges[edge].branch >= 0, let call = effect(source(of: edge), flows) else { return false }
    let outcome = call.definition.outcomes[Int(edges[edge].branch)]
    // Nothing is spent where nothing can be sent.
    if outcome.cause == .unreachableAddress { return false }
    return call.definition.bounds.contains { bound in
      bound.action != .guess && bound.applies(to: call.arguments) && bound.usedUp != .outcome(name: outcome.name)
        && bound.counters.contains { $0.scope == .run && scope.rate(of: $0, function: call.function) != nil }
    }
  }
}
