/// Orders and neighbours of the nodes of a graph.
extension FlowGraph {
  /// The nodes behind a node, as far as they are known.
  func successors(_ node: Int) -> [Int] {
    edgeIndices(node).compactMap { edges[$0].target >= 0 ? Int(edges[$0].target) : nil }
  }

  /// `order`.
  func reversePostorder() -> [Int32] {
    guard start >= 0 else { return [] }
    var order: [Int32] = []
    order.reserveCapacity(nodes.count)
    var nextEdge = firstEdge
    var isSeen = [Bool](repeating: false, count: nodes.count)
    var stack = [start]
    isSeen[Int(start)] = true
    while let node = stack.last {
      let at = Int(node)
      guard nextEdge[at] < firstEdge[at + 1] else {
        order.append(node)
        stack.removeLast()
        continue
      }
      let target = edges[Int(nextEdge[at])].target
      nextEdge[at] += 1
      guard target >= 0, !isSeen[Int(target)] else { continue }
      isSeen[Int(target)] = true
      stack.append(target)
    }
    order.reverse()
    return order
  }

  /// The edges that lead to each node.
  func incomingEdges() -> IncomingEdges {
    var first = [Int32](repeating: 0, count: nodes.count + 1)
    for edge in edges where edge.target >= 0 { first[Int(edge.target) + 1] += 1 }
    for node in nodes.indices { first[node + 1] += first[node] }
    var next = first
    var links = [IncomingEdges.Link](repeating: .init(edge: 0, source: 0), count: Int(first[nodes.count]))
    for node in nodes.indices {
      for index in edgeIndices(node) where edges[index].target >= 0 {
        let target = Int(edges[index].target)
        links[Int(next[target])] = IncomingEdges.Link(edge: Int32(index), source: Int32(node))
        next[target] += 1
      }
    }
    return IncomingEdges(first: first, links: links)
  }
}

/// The edges that lead to each node of a graph, with the nodes that they leave.
struct IncomingEdges: Sendable {
  struct Link: Sendable {
    let edge: Int32
    let source: Int32
  }

  fileprivate let first: [Int32]
  fileprivate let links: [Link]

  subscript(node: Int) -> ArraySlice<Link> { links[Int(first[node])..<Int(first[node + 1])] }
}
