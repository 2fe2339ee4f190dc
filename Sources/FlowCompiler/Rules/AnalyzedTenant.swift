/// A tenant with what several rules need to know of it, worked out once.
struct JudgedTenant: Sendable {
  let analysis: Analysis
  let flows: [JudgedFlow]

  init(_ analysis: Analysis, withProofs: Bool) {
    self.analysis = analysis
    let subjects = EvidenceSubjects(analysis.scope)
    flows = analysis.graphs.map { JudgedFlow(analysis, $0, subjects, withProofs) }
  }
}

/// A flow as it runs, with what is known of its ways.
struct JudgedFlow: Sendable {
  let graph: FlowGraph
  /// Whether this is a sub-flow that nothing calls, so that nothing is known of what came before it.
  let isUncalled: Bool
  /// Which nodes a run can come to.
  let reached: [Bool]
  /// Whether all ways of the nodes that are reached are known.
  let hasAllWays: Bool
  /// What is surely collected where; nil where that cannot be told.
  let collected: SurelyCollected?
  /// What is proven where; nil where that cannot be told.
  let evidence: Evidence?
  /// What the tenant wants to be true of its runs.
  let properties: OwnProperties

  init(_ analysis: Analysis, _ graph: FlowGraph, _ subjects: EvidenceSubjects, _ withProofs: Bool) {
    self.graph = graph
    isUncalled = analysis.scope.flows[graph.root].isSubFlow
    let reached = graph.reachable()
    self.reached = reached
    var hasAllWays = graph.start >= 0 && !graph.isCut
    for node in graph.nodes.indices where reached[node] {
      if graph.state(node, analysis.flows).isDoubtful
        || graph.edgeIndices(node).contains(where: { graph.edges[$0].target < 0 })
      {
        hasAllWays = false
        break
      }
    }
    self.hasAllWays = hasAllWays
    let parts = Set(graph.nodes.map { Int($0.flow) } + [graph.root])
    let hasAllValues = !parts.contains { analysis.flows[$0].hasUnknownValues }
    collected = isUncalled || graph.start < 0 || !hasAllValues ? nil : SurelyCollected(graph, analysis)
    properties = OwnProperties(graph.root, analysis, subjects)
    evidence =
      !withProofs || collected == nil || !hasAllWays
      ? nil : Evidence(graph, analysis, subjects, remembering: properties.happenings)
  }
}

/// A state, wherever it is expanded.
struct StatePlace: Hashable {
  let flow: Int32
  let state: Int32

  init(_ node: FlowGraph.Node) {
    flow = node.flow
    state = node.state
  }
}
