import FlowModel
import FlowSource

/// What a tenant's cases can name: states, events, fields and ends of each flow, as it runs.
struct CaseScope {
  /// What can be named of one flow, or of several.
  struct Names {
    /// The states where a run rests or ends, and the others with what they are.
    var resting: Set<String> = []
    var passing: [String: String] = [:]
    /// The fields of each event.
    var events: [String: Set<String>] = [:]
    var ends: Set<String> = []
    /// What the end of a state is called.
    var endStates: [String: String] = [:]
    /// What a run can be started with.
    var inputs: Set<String> = []
  }

  let resolved: ResolvedTenant
  private var known: [Int: Names] = [:]

  init(_ resolved: ResolvedTenant) { self.resolved = resolved }

  var scope: TenantScope { resolved.scope }

  /// What can be named of a flow; nil: of any flow of the tenant.
  mutating func names(_ flow: Int?) -> Names {
    guard let flow else {
      return scope.flows.indices.filter { !scope.flows[$0].isSubFlow }.reduce(into: Names()) { all, flow in
        let names = self.names(flow)
        all.resting.formUnion(names.resting)
        all.passing.merge(names.passing) { first, _ in first }
        all.events.merge(names.events) { $0.union($1) }
        all.ends.formUnion(names.ends)
        all.endStates.merge(names.endStates) { first, _ in first }
        all.inputs.formUnion(names.inputs)
      }
    }
    if let names = known[flow] { return names }
    // A sub-flow with parameters is what a call makes of it.
    let template = scope.flows[flow]
    let called =
      template.isTemplate
      ? scope.flows.firstIndex { $0.arguments != nil && $0.name.text == template.name.text } : nil
    let names = read(called ?? flow)
    known[flow] = names
    return names
  }

  private func read(_ flow: Int) -> Names {
    let graph =
      resolved.graphs.first { $0.root == flow } ?? FlowGraph(flow, resolved.flows, room: FlowGraph.tenantLimit)
    let syntax = scope.flows[flow]
    var names = Names()
    names.ends = Set(scope.ends[flow])
    names.inputs = Set(syntax.inputs.map(\.name.text))
    // A sub-flow is given what its callers would have collected before.
    if syntax.isSubFlow { names.inputs.formUnion(scope.attributeNames + ["account"]) }
    for node in graph.nodes.indices {
      let name = graph.name(node, resolved.flows)
      switch graph.kind(node, resolved.flows) {
      case .page(let page):
        names.resting.insert(name)
        for event in page.events {
          let fields = event.fields.map(\.name.text)
          names.events[event.name, default: []].formUnion(fields)
          if Int32(node) == graph.start || isPassedBy(graph, node) { names.inputs.formUnion(fields) }
        }
      case .end(let end) where graph.nodes[node].caller < 0:
        names.endStates[name] = end.name
        if syntax.isSubFlow {
          names.passing[name] = "an end: write `end: \(end.name)`"
        } else {
          names.resting.insert(name)
        }
      case .end: names.passing[name] = "an end of a sub-flow"
      case .effect(let effect): names.passing[name] = "a `do: \(effect.effect.name)`"
      case .choose: names.passing[name] = "a `choose`"
      case .call: names.passing[name] = "a `call`"
      case .unknown: names.passing[name] = "of no kind"
      }
    }
    return names
  }

  /// Whether a start may come to a page without having rested before: then it may bring that page's fields.
  private func isPassedBy(_ graph: FlowGraph, _ page: Int) -> Bool {
    var seen: Set<Int32> = [graph.start]
    var pending = [graph.start]
    while let node = pending.popLast(), node >= 0 {
      if Int(node) == page { return true }
      if graph.nodes[Int(node)].kind == .page { continue }
      for index in graph.edgeIndices(Int(node)) where graph.edges[index].target >= 0 {
        if seen.insert(graph.edges[index].target).inserted { pending.append(graph.edges[index].target) }
      }
    }
    return false
  }
}

extension TenantScope {
  /// All codes that a reply can have as its error.
  var errorCodes: [String] {
    var seen = Set<String>()
    return (errors + EngineError.all).map(\.code).filter { seen.insert($0).inserted }
  }

  /// The kinds of messages that the tenant can send.
  var messageKinds: [String] { MessageKind.carrying.map(\.name) + notices }
}
