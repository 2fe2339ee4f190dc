/// What the edges of a graph do to a fact, by their numbers. Most edges do nothing, and take no room.
struct EdgeTable<Step: Sendable & Equatable>: Sendable {
  private var steps: [Step] = []
  /// The number of each edge's step; -1: it does nothing.
  private var numbers: [Int32]

  /// `step` is what an edge out of a node does; `neutral` does nothing.
  init(_ graph: FlowGraph, neutral: Step, _ step: (_ node: Int, _ edge: FlowGraph.Edge) -> Step) {
    numbers = [Int32](repeating: -1, count: graph.edges.count)
    for node in graph.nodes.indices {
      for index in graph.edgeIndices(node) {
        let step = step(node, graph.edges[index])
        if step == neutral { continue }
        numbers[index] = Int32(steps.count)
        steps.append(step)
      }
    }
  }

  /// What an edge does; nil for nothing.
  subscript(edge: Int) -> Step? { numbers[edge] >= 0 ? steps[Int(numbers[edge])] : nil }
}
