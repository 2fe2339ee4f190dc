import FlowModel
import FlowExpression
import FlowSource

/// A place that reads a slot which is not surely there.
struct UnassignedRead {
  let node: Int
  let slot: Int
  let span: SourceSpan
}

extension DefiniteAssignment {
  /// All reads of a flow that are not sure.
  func unassignedReads(_ graph: FlowGraph, _ resolved: ResolvedTenant) -> [UnassignedRead] {
    var found: [UnassignedRead] = []
    for node in graph.nodes.indices {
      func note(_ slot: Int, _ span: SourceSpan) { found.append(UnassignedRead(node: node, slot: slot, span: span)) }
      switch graph.kind(node, resolved.flows) {
      case .effect(let effect):
        for read in effect.reads where !contains(Int(read.slot), at: node) { note(Int(read.slot), read.span) }
      case .end(let end):
        for result in end.results {
          if case .slot(let slot, _) = result.result, !contains(Int(slot), at: node) { note(Int(slot), result.span) }
        }
      case .page(let page):
        if case .when(let condition) = page.skip { collect(condition, slots(at: node), resolved, note) }
      case .choose(let conditions):
        var here = slots(at: node)
        for condition in conditions {
          guard let condition else { continue }
          collect(condition, here, resolved, note)
          for slot in Refinement(condition, resolved.expressions).whenFalse { here.insert(slot) }
        }
      case .call, .unknown: break
      }
      for index in graph.edgeIndices(node) where graph.edges[index].assigns {
        var here = slots(at: node, beforeAssignmentsOf: index)
        for assignment in graph.assignments(graph.edges[index], resolved.flows) {
          collect(assignment.expression, here, resolved, note)
          here.insert(Int(assignment.slot))
        }
      }
    }
    return found
  }

  private func collect(
    _ expression: ResolvedExpression, _ slots: SlotSet, _ resolved: ResolvedTenant, _ note: (Int, SourceSpan) -> Void
  ) {
    for read in resolved.expressions[Int(expression.index)].reads where !read.tested && !slots.contains(read.slot) {
      note(read.slot, expression.syntax.place(read.range))
    }
  }
}
