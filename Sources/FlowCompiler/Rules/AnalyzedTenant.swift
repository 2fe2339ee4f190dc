/// A tenant with what several rules need to know of it, worked out once.
struct AnalyzedTenant: Sendable {
  let resolved: ResolvedTenant
  /// What the proofs follow.
  let subjects: EvidenceSubjects
  let flows: [AnalyzedFlow]
  /// What the flows do that policies bound.
  let uses: PolicyUses
  /// The second factors that the flows ask for.
  let factors: FactorUse
  /// The functions, as indices into the tenant's, whose answers decide on what a client has typed.
  let decidingFunctions: Set<Int>

  init(_ resolved: ResolvedTenant, withProofs: Bool) {
    self.resolved = resolved
    let subjects = EvidenceSubjects(resolved)
    self.subjects = subjects
    uses = PolicyUses(resolved)
    flows = Parallel.map(resolved.graphs.count, isWorthIt: resolved.isLarge) {
      AnalyzedFlow(resolved, resolved.graphs[$0], subjects, withProofs)
    }
    factors = FactorUse(flows, resolved)
    decidingFunctions = flows.decidingFunctions(resolved)
  }
}

extension AnalyzedTenant {
  /// The flows that are offered together: those of each application, with its name; without applications, all of them.
  var byApplication: [(name: String, flows: [AnalyzedFlow])] {
    let scope = resolved.scope
    if scope.tenant.applications.isEmpty { return [("", flows.filter { !$0.isUncalled })] }
    return scope.tenant.applications.map { application in
      let names = Set(application.flows.map(\.text))
      return (application.name.text, flows.filter { names.contains(scope.flows[$0.graph.root].name.text) })
    }
  }
}

/// A flow as it runs, with what is known of its paths.
struct AnalyzedFlow: Sendable {
  let graph: FlowGraph
  /// Whether this is a sub-flow that nothing calls, so that nothing is known of what came before it.
  let isUncalled: Bool
  /// Which nodes a run can come to.
  let reached: [Bool]
  /// Whether all transitions of the nodes that are reached are known.
  let isComplete: Bool
  /// What is surely collected where; nil where that cannot be told.
  let collected: DefiniteAssignment?
  /// The reads of what is not surely collected.
  let unassignedReads: [UnassignedRead]
  /// What is proven where; nil where that cannot be told.
  private(set) var evidence: Evidence?
  /// What decides where; nil where nothing is proven.
  let deciders: Deciders?
  /// The constants that a client picks; none where nothing is proven.
  let picked: PickedConstants
  /// What the tenant wants to be true of its runs.
  let properties: OwnProperties

  init(_ resolved: ResolvedTenant, _ graph: FlowGraph, _ subjects: EvidenceSubjects, _ withProofs: Bool) {
    self.graph = graph
    isUncalled = resolved.scope.flows[graph.root].isSubFlow
    var reached = [Bool](repeating: false, count: graph.nodes.count)
    for node in graph.order { reached[Int(node)] = true }
    self.reached = reached
    isComplete =
      graph.start >= 0 && !graph.isCut
      && !graph.order.contains { node in
        graph.isDoubtful(Int(node), resolved.flows)
          || graph.edgeIndices(Int(node)).contains { graph.edges[$0].target == -1 }
      }
    let parts = Set(graph.nodes.map { Int($0.flow) } + [graph.root])
    let hasAllValues = !parts.contains { resolved.flows[$0].hasUnknownValues }
    let properties = OwnProperties(graph.root, resolved, subjects)
    let isKnown = !isUncalled && graph.start >= 0 && hasAllValues
    let isProvable = withProofs && isKnown && isComplete
    let (collection, evidence) = Parallel.both(isWorthIt: Parallel.isWorthIt(states: graph.nodes.count)) {
      let collected = isKnown ? DefiniteAssignment(graph, resolved) : nil
      return (
        collected: collected, unassigned: collected?.unassignedReads(graph, resolved) ?? [],
        deciders: isProvable ? Deciders(graph, resolved) : nil,
        picked: isProvable ? PickedConstants(graph, resolved) : PickedConstants()
      )
    } _: {
      isProvable ? Evidence(graph, resolved, subjects, remembering: properties.happenings) : nil
    }
    collected = collection.collected
    unassignedReads = collection.unassigned
    self.properties = properties
    self.evidence = evidence
    deciders = collection.deciders
    picked = collection.picked
  }

  /// The flow, with what is proven where told apart by whether what the account holds decided that no second factor is
  /// asked for, and not by what its properties speak of.
  func deciding(by decisions: HeldDecisions, _ resolved: ResolvedTenant) -> AnalyzedFlow {
    var flow = self
    flow.evidence = evidence.map { Evidence(graph, resolved, $0.subjects, remembering: [], by: decisions) }
    return flow
  }

  /// The flow, with what is proven where no grant shows that the owner is here.
  func withoutGrants(_ resolved: ResolvedTenant) -> AnalyzedFlow {
    var flow = self
    flow.evidence = evidence.map { Evidence(graph, resolved, $0.subjects, remembering: [], trustingGrants: false) }
    return flow
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
