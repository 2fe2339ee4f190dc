/// A monotone data-flow problem over a flow graph: a lattice of finite height, what each edge makes of a fact, and how
/// facts are joined where edges meet. `DataFlow` solves it; an analysis states these and nothing else.
protocol DataFlowProblem {
  /// An element of the lattice.
  associatedtype Fact
  /// Which facts an edge carries on: from its source to its target, or from its target to its source.
  static var direction: DataFlowDirection { get }
  /// What is known of a node before any edge is followed; where nothing is, the neutral element of `join`.
  func initial(_ node: Int) -> Fact
  /// The transfer function: what an edge makes of a fact.
  func transfer(_ fact: Fact, along edge: Int) -> Fact
  /// Joins a fact into another; tells whether that changed it.
  func join(_ other: Fact, into fact: inout Fact) -> Bool
}

enum DataFlowDirection { case forward, backward }

/// The solution of a data-flow problem: for each node its fact at the fixpoint nearest to `initial`.
///
/// Nodes wait in reverse postorder (Kam and Ullman 1976), backwards in postorder: without loops one pass is enough, and a
/// loop costs a further pass for each time a fact changes round it.
struct DataFlow<Problem: DataFlowProblem> {
  let problem: Problem
  /// The fact of each node: on entering it forwards, and backwards of what lies at it and behind it.
  private(set) var facts: [Problem.Fact]

  init(_ graph: FlowGraph, _ problem: Problem) {
    self.problem = problem
    facts = graph.nodes.indices.map(problem.initial)
    switch Problem.direction {
    case .forward: solveForward(graph, problem)
    case .backward: solveBackward(graph, problem)
    }
  }

  subscript(node: Int) -> Problem.Fact { facts[node] }

  private mutating func solveForward(_ graph: FlowGraph, _ problem: Problem) {
    guard graph.start >= 0 else { return }
    var pending = PendingNodes(graph.order, of: graph.nodes.count)
    pending.insert(graph.start)
    // A node is entered for the first time even by a fact that changes nothing.
    var isEntered = [Bool](repeating: false, count: graph.nodes.count)
    while let node = pending.next() {
      for index in graph.edgeIndices(node) where graph.edges[index].target >= 0 {
        let target = Int(graph.edges[index].target)
        let hasChanged = problem.join(problem.transfer(facts[node], along: index), into: &facts[target])
        guard hasChanged || !isEntered[target] else { continue }
        isEntered[target] = true
        pending.insert(Int32(target))
      }
    }
  }

  private mutating func solveBackward(_ graph: FlowGraph, _ problem: Problem) {
    let incoming = graph.incomingEdges()
    // Nodes that no run comes to have facts as well; they come last.
    var isReached = [Bool](repeating: false, count: graph.nodes.count)
    for node in graph.order { isReached[Int(node)] = true }
    let order = graph.order.reversed() + graph.nodes.indices.filter { !isReached[$0] }.map(Int32.init)
    var pending = PendingNodes(order, of: graph.nodes.count)
    for node in order { pending.insert(node) }
    while let node = pending.next() {
      for link in incoming[node] {
        let source = Int(link.source)
        let fact = problem.transfer(facts[node], along: Int(link.edge))
        if problem.join(fact, into: &facts[source]) { pending.insert(link.source) }
      }
    }
  }
}

extension DataFlow: Sendable where Problem: Sendable, Problem.Fact: Sendable {}

/// The work-list: nodes that wait, taken in a given order, over and over.
private struct PendingNodes {
  private let order: [Int32]
  private var rank: [Int32]
  private var waits: [Bool]
  private var count = 0
  private var position = 0

  init(_ order: [Int32], of nodes: Int) {
    self.order = order
    rank = [Int32](repeating: -1, count: nodes)
    for (number, node) in order.enumerated() { rank[Int(node)] = Int32(number) }
    waits = [Bool](repeating: false, count: order.count)
  }

  mutating func insert(_ node: Int32) {
    let rank = Int(rank[Int(node)])
    if waits[rank] { return }
    waits[rank] = true
    count += 1
  }

  mutating func next() -> Int? {
    guard count > 0 else { return nil }
    while !waits[position] { position = position + 1 < order.count ? position + 1 : 0 }
    waits[position] = false
    count -= 1
    return Int(order[position])
  }
}
