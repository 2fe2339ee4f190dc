import FlowExpression
import FlowModel

/// Whether it is worth something to have a decision come out in one way or another: who guesses right comes more easily to
/// where somebody is let in, or a second factor gets another value, than who guesses wrong; or the other way round.
struct GuessWorth {
  private let graph: FlowGraph
  private let resolved: ResolvedTenant
  private let tolls: Tolls
  /// Where somebody is let in, and where a factor gets another value.
  private let doors: [Bool]
  private let changes: [Bool]
  /// What is known of the codes that a client reads: nothing, or which of them go to what was typed.
  private let codes: [Tolls.Codes]

  /// `factors`: subjects, whose replacement counts. `links`: the flows whose links let in.
  init(
    _ flow: AnalyzedFlow, _ values: ComparedValues, _ factors: [Int], _ links: Set<Int>, _ resolved: ResolvedTenant
  ) {
    (graph, self.resolved, tolls) = (flow.graph, resolved, Tolls(flow.graph, resolved))
    doors = graph.doors(links: links, resolved)
    changes = graph.nodes.indices.map { flow.replaces(factors, at: $0, resolved) }
    let typed = flow.codesToTyped(values, resolved)
    codes = typed.isEmpty ? [Tolls.Codes()] : [Tolls.Codes(), Tolls.Codes(own: typed)]
  }

  func isAny(_ decider: Decider, at node: Int) -> Bool {
    let edges = Array(graph.edgeIndices(node))
    switch decider.kind {
    // It is asked for behind the page, or nowhere.
    case .field: return false
    case .branch(let branch): return isAny(branch, decider, edges, node)
    case .skip:
      // Whoever is not led past the page may send the same, and other things besides.
      return differs(edges, node) { all in all.dropFirst().contains { $0 < all[0] } }
    case .lookUp:
      let told = edges.filter { edge in
        graph.edges[edge].branch == 0 || outcome(edge, node)?.occurs != .whetherOrNot
      }
      return differs(told, node) { Set($0).count > 1 }
    case .reading, .told: return differs(edges, node) { Set($0).count > 1 }
    case .address:
      return differs(edges, node) { Set($0).count > 1 } || isAnywhere(edges, node)
    }
  }

  private func isAny(_ branch: Int, _ decider: Decider, _ edges: [Int], _ node: Int) -> Bool {
    let isFound = codes.contains { codes in
      let all = least(edges, node, codes, doors)
      return all.dropFirst(branch + 1).contains { $0 != all[branch] }
    }
    if isFound { return true }
    // Whoever says that the new one is not the old one guesses nothing.
    if decider.condition.map({ resolved.expressions[Int($0.index)].code.isNegative }) ?? false { return false }
    let ahead = least(edges, node, Tolls.Codes(), changes)
    return ahead.dropFirst(branch + 1).contains { $0 > ahead[branch] }
  }

  /// Whether it is worth something that a code goes to the client, and to nobody else.
  private func isAnywhere(_ edges: [Int], _ node: Int) -> Bool {
    guard let call = graph.effect(node, resolved.flows), !call.isForAccount else { return false }
    let sending = edges.filter { outcome($0, node)?.sendsCode ?? false }
    return [doors, changes].contains { goals in
      codes.contains { codes in
        var own = codes
        own.isFirstOwn = true
        return least(sending, node, codes, goals) != least(sending, node, own, goals)
      }
    }
  }

  private func differs(_ edges: [Int], _ node: Int, by isOther: ([Int]) -> Bool) -> Bool {
    [doors, changes].contains { goals in codes.contains { isOther(least(edges, node, $0, goals)) } }
  }

  private func least(_ edges: [Int], _ node: Int, _ codes: Tolls.Codes, _ goals: [Bool]) -> [Int] {
    goals.contains(true)
      ? edges.map { tolls.least(from: $0, past: node, to: goals, codes: codes) } : edges.map { _ in .max }
  }

  private func outcome(_ edge: Int, _ node: Int) -> OutcomeDefinition? {
    guard graph.edges[edge].branch >= 0 else { return nil }
    return graph.effect(node, resolved.flows)?.definition.outcomes[Int(graph.edges[edge].branch)]
  }
}

extension AnalyzedFlow {
  /// Whether an update at a node may write another value of one of some factors.
  func replaces(_ factors: [Int], at node: Int, _ resolved: ResolvedTenant) -> Bool {
    guard let evidence, let call = graph.effect(node, resolved.flows), call.definition.writesAttributes,
      !call.definition.createsAccount
    else { return false }
    return factors.contains { factor in
      call.writes(resolved.scope.slot(evidence.subjects.attributes[factor]))
        && evidence.nearest(node) { $0.changes(factor) } != nil
    }
  }
}
