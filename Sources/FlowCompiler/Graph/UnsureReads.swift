import FlowExpression
import FlowModel
import FlowSource

/// A place that reads a slot which is not surely there.
struct UnsureRead {
  let node: Int
  let slot: Int
  let span: Span
}

extension SurelyCollected {
  /// All reads of a flow that are not sure.
  func unsureReads(_ graph: FlowGraph, _ analysis: Analysis) -> [UnsureRead] {
    var found: [UnsureRead] = []
    for node in graph.nodes.indices {
      let state = graph.state(node, analysis.flows)
      func note(_ slot: Int, _ span: Span) { found.append(UnsureRead(node: node, slot: slot, span: span)) }
      switch state.kind {
      case .effect(let effect):
        for read in effect.reads where !contains(Int(read.slot), at: node) { note(Int(read.slot), read.span) }
      case .end(let end):
        for result in end.results {
          if case .slot(let slot, _) = result.result, !contains(Int(slot), at: node) { note(Int(slot), result.span) }
        }
      case .page(let page):
        if case .when(let condition) = page.skip { collect(condition, row(node), analysis, note) }
      case .choose(let conditions):
        var here = row(node)
        for condition in conditions {
          guard let condition else { continue }
          collect(condition, here, analysis, note)
          for slot in Refinement(condition, analysis.expressions).whenFalse { here.insert(slot) }
        }
      case .call, .unknown: break
      }
      for index in graph.edgeIndices(node) {
        guard let transition = graph.transition(graph.edges[index], analysis.flows), !transition.assignments.isEmpty
        else {
          continue
        }
        var here = row(node, before: index, assigning: transition.assignments.count)
        for assignment in transition.assignments {
          collect(assignment.expression, here, analysis, note)
          here.insert(Int(assignment.slot))
        }
      }
    }
    return found
  }

  private func collect(
    _ expression: ResolvedExpression, _ row: SlotRow, _ analysis: Analysis, _ note: (Int, Span) -> Void
  ) {
    for read in analysis.expressions[Int(expression.index)].reads where !read.tested && !row.contains(read.slot) {
      note(read.slot, expression.syntax.place(read.range))
    }
  }
}
