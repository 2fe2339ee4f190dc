import FlowExpression
import FlowModel
import FlowSource

/// U302: what a page collects is used behind it: by an effect, a condition, an assignment or an end. Effects that write
/// the account use all attributes that rest in it.
@Sendable func collectedAndUnused(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  // A sub-flow's field must be used behind one of its calls, not behind each.
  var unused: [FieldPlace: ResolvedField] = [:]
  var used = Set<FieldPlace>()
  for flow in tenant.flows where !flow.isUncalled {
    let uses = flow.isComplete && flow.collected != nil ? DataFlow(flow.graph, Uses(flow.graph, resolved)) : nil
    for node in flow.graph.nodes(.page) where flow.reached[node] {
      guard let page = flow.graph.page(node, resolved.flows) else { continue }
      for (event, edge) in zip(page.events.indices, flow.graph.edgeIndices(node)) {
        for field in page.events[event].fields {
          let place = FieldPlace(state: StatePlace(flow.graph.nodes[node]), event: event, slot: field.slot)
          let decides = page.events[event].fields.contains { other in
            other.conditions.contains { resolved.slots(usedBy: $0).contains(Int(field.slot)) }
          }
          if let uses, !decides, !uses.edge(flow.graph.edges[edge], uses: Int(field.slot), flow.graph, resolved) {
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
        notes: ["what would use it behind this page: \(resolved.uses(of: field.slot))"],
        help: "use it, or do not ask for it"))
  }
}

private struct FieldPlace: Hashable {
  let state: StatePlace
  let event: Int
  let slot: Slot
}

/// The slots that are used at a node or behind it, a backward analysis over sets of slots under union. Nothing ends a
/// use: what a field collects may be asked for again, and both count.
private struct Uses: DataFlowProblem {
  static let direction = DataFlowDirection.backward
  let used: [SlotSet]

  func initial(_ node: Int) -> SlotSet { used[node] }
  func transfer(_ fact: SlotSet, along edge: Int) -> SlotSet { fact }
  func join(_ other: SlotSet, into fact: inout SlotSet) -> Bool { fact.formUnion(other) }

  init(_ graph: FlowGraph, _ resolved: ResolvedTenant) {
    let attributes = resolved.scope.tenant.attributes
    let resting = attributes.indices.filter { !attributes[$0].definition.isTransient }.map {
      Int(resolved.scope.slot($0))
    }
    used = graph.nodes.indices.map { node in
      var slots = SlotSet()
      func use(_ expression: ResolvedExpression) { slots.formUnion(resolved.slots(usedBy: expression)) }
      switch graph.kind(node, resolved.flows) {
      case .effect(let effect):
        for read in effect.reads { slots.insert(Int(read.slot)) }
        slots.formUnion(SlotSet(resting.filter { effect.writes(Slot($0)) }))
        if let words = resolved.wordSlots(of: effect) { slots.formUnion(words) }
      case .choose(let conditions): for case let condition? in conditions { use(condition) }
      case .page(let page):
        if case .when(let condition) = page.skip { use(condition) }
        for field in page.events.flatMap(\.fields) { for condition in field.conditions { use(condition) } }
      case .end(let end):
        for result in end.results {
          if case .slot(let slot, _) = result.result { slots.insert(Int(slot)) }
        }
      case .call, .unknown: break
      }
      for index in graph.edgeIndices(node) {
        for assignment in graph.assignments(graph.edges[index], resolved.flows) { use(assignment.expression) }
      }
      return slots
    }
  }
}

extension DataFlow<Uses> {
  /// Whether a slot is used by an edge's assignments, or behind it.
  fileprivate func edge(_ edge: FlowGraph.Edge, uses slot: Int, _ graph: FlowGraph, _ resolved: ResolvedTenant) -> Bool
  {
    if edge.target < 0 || self[Int(edge.target)].contains(slot) { return true }
    return graph.assignments(edge, resolved.flows).contains { assignment in
      resolved.slots(usedBy: assignment.expression).contains(slot)
    }
  }
}

extension ResolvedTenant {
  /// The slots that an expression reads or asks for.
  fileprivate func slots(usedBy expression: ResolvedExpression) -> SlotSet {
    let compiled = expressions[Int(expression.index)]
    return SlotSet((compiled.reads + compiled.tests).lazy.map(\.slot))
  }

  /// What uses a field, in words.
  fileprivate func uses(of slot: Slot) -> String {
    if let secret = SecretField.allCases.first(where: { $0.slot == slot }) {
      let takers = Effect.allCases.filter { $0.definition.parameters.contains { $0.kind == .secret(secret) } }
      return takers.map(\.name).listed("or")
    }
    let writers = Effect.allCases.filter { $0.definition.writesAttributes }.map(\.name)
    let isKept = scope.attribute(of: slot)?.definition.isTransient == false
    return (isKept ? "\(writers.listed("or")), which keep it in the account; " : "")
      + "an effect that is handed it, under `with`; a condition; an end's `result`"
  }
}
