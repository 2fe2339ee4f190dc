import FlowExpression
import FlowModel
import FlowSource

/// U302: what a page collects is used behind it: by an effect, a condition, an assignment or an end. Effects that write
/// the account use all attributes that rest in it.
@Sendable func collectedAndUnused(_ tenant: JudgedTenant, _ problems: inout DiagnosticCollector) {
  let analysis = tenant.analysis
  // A sub-flow's field must be used behind one of its calls, not behind each.
  var unused: [FieldPlace: ResolvedField] = [:]
  var used = Set<FieldPlace>()
  for flow in tenant.flows where !flow.isUncalled {
    let uses = flow.hasAllWays && flow.collected != nil ? usedBehind(flow.graph, analysis) : nil
    for node in flow.graph.nodes.indices where flow.reached[node] {
      guard case .page(let page) = flow.graph.state(node, analysis.flows).kind else { continue }
      for (event, edge) in zip(page.events.indices, flow.graph.edgeIndices(node)) {
        for field in page.events[event].fields {
          let place = FieldPlace(state: StatePlace(flow.graph.nodes[node]), event: event, slot: field.slot)
          if let uses, !uses.edge(edge, uses: Int(field.slot), flow.graph, analysis) {
            unused[place] = field
          } else {
            used.insert(place)
          }
        }
      }
    }
  }
  for (place, field) in unused where !used.contains(place) {
    problems.report(
      Diagnostic(
        "U302", .warning, "\(field.name.text.quoted) is collected here and never used", at: field.name.span,
        help: "use it, or do not ask for it"))
  }
}

private struct FieldPlace: Hashable {
  let state: StatePlace
  let event: Int
  let slot: Slot
}

/// The slots that are used at a node or behind it.
private struct Uses {
  var sets: SlotSets

  /// Whether a slot is used by an edge's assignments, or behind it.
  func edge(_ index: Int, uses slot: Int, _ graph: FlowGraph, _ analysis: Analysis) -> Bool {
    let edge = graph.edges[index]
    if edge.target < 0 || sets.contains(Int(edge.target), slot) { return true }
    return graph.transition(edge, analysis.flows)?.assignments.contains { assignment in
      let expression = analysis.expressions[Int(assignment.expression.index)]
      return (expression.reads + expression.tests).contains { $0.slot == slot }
    } ?? false
  }
}

private func usedBehind(_ graph: FlowGraph, _ analysis: Analysis) -> Uses {
  let scope = analysis.scope
  let slots =
    Int(firstAttributeSlot) + scope.tenant.attributes.count + scope.flows[graph.root].inputs.count
  let resting = scope.tenant.attributes.indices.filter { !scope.tenant.attributes[$0].definition.isTransient }
    .map { Int(scope.slot($0)) }
  var sets = SlotSets(rows: graph.nodes.count, slots: slots, full: false)
  let predecessors = graph.predecessors()
  for node in graph.nodes.indices {
    func use(_ expression: ResolvedExpression) {
      let compiled = analysis.expressions[Int(expression.index)]
      for read in compiled.reads + compiled.tests { sets.insert(node, read.slot) }
    }
    switch graph.state(node, analysis.flows).kind {
    case .effect(let effect):
      for read in effect.reads { sets.insert(node, Int(read.slot)) }
      if effect.definition.writesAttributes {
        for slot in resting { sets.insert(node, slot) }
      }
    case .choose(let conditions): for case let condition? in conditions { use(condition) }
    case .page(let page):
      if case .when(let condition) = page.skip { use(condition) }
    case .end(let end):
      for result in end.results {
        if case .slot(let slot, _) = result.result { sets.insert(node, Int(slot)) }
      }
    case .call, .unknown: break
    }
    for index in graph.edgeIndices(node) {
      for assignment in graph.transition(graph.edges[index], analysis.flows)?.assignments ?? [] {
        use(assignment.expression)
      }
    }
  }
  var pending = Array(graph.nodes.indices)
  var isPending = [Bool](repeating: true, count: graph.nodes.count)
  while let node = pending.popLast() {
    isPending[node] = false
    for predecessor in predecessors[node] where sets.unite(Int(predecessor), with: node) && !isPending[Int(predecessor)]
    {
      isPending[Int(predecessor)] = true
      pending.append(Int(predecessor))
    }
  }
  return Uses(sets: sets)
}
