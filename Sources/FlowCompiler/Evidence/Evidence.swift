import FlowModel

/// What is proven at each node of a flow, on each way to it.
///
/// All ways are gone at once, shortest first; a state is not followed where one that is as weak was at the same node
/// before. So the first state at which something is wrong was come to on a shortest such way, and where none is found
/// there is none: demands are monotone, more proof never hurts.
struct Evidence: Sendable {
  /// A state at a node, and how a run comes to it.
  struct Visit: Sendable {
    let node: Int32
    let state: EvidenceState
    /// The visit before it; -1 at the start.
    let parent: Int32
    /// The edge from there.
    let edge: Int32
  }

  let subjects: EvidenceSubjects
  /// All visits, nearest first.
  private(set) var visits: [Visit] = []
  /// The visits of each node.
  private var visitsOf: [[Int32]]
  private let steps: [EvidenceStep]

  /// How many states of a node are told apart; beyond that only what they have in common is followed.
  private static let statesPerNode = 48

  init(_ graph: FlowGraph, _ analysis: Analysis, _ subjects: EvidenceSubjects, remembering happenings: [Happening]) {
    self.subjects = subjects
    visitsOf = Array(repeating: [], count: graph.nodes.count)
    var steps: [EvidenceStep] = []
    steps.reserveCapacity(graph.edges.count)
    for node in graph.nodes.indices {
      for index in graph.edgeIndices(node) {
        steps.append(EvidenceStep(graph, node, graph.edges[index], analysis, subjects, happenings))
      }
    }
    self.steps = steps
    guard graph.start >= 0 else { return }
    visit(graph.start, .atStart, from: -1, by: -1)
    var next = 0
    while next < visits.count {
      let here = visits[next]
      for index in graph.edgeIndices(Int(here.node)) where graph.edges[index].target >= 0 {
        guard let state = steps[index].after(here.state) else { continue }
        visit(graph.edges[index].target, state, from: Int32(next), by: Int32(index))
      }
      next += 1
    }
  }

  private mutating func visit(_ node: Int32, _ state: EvidenceState, from parent: Int32, by edge: Int32) {
    let earlier = visitsOf[Int(node)]
    if earlier.contains(where: { state.implies(visits[Int($0)].state) }) { return }
    var state = state
    if earlier.count >= Self.statesPerNode {
      for index in earlier where visits[Int(index)].state[.unbound] == state[.unbound] {
        state = state.common(with: visits[Int(index)].state)
      }
    }
    visitsOf[Int(node)].append(Int32(visits.count))
    visits.append(Visit(node: node, state: state, parent: parent, edge: edge))
  }

  /// The nearest visit of a node in a state that something is wrong with.
  func nearest(_ node: Int, where isWrong: (EvidenceState) -> Bool) -> Int? {
    visitsOf[node].first { isWrong(visits[Int($0)].state) }.map(Int.init)
  }

  /// The nearest visit of an edge's source from which the edge leads to a state that something is wrong with.
  func nearest(before edge: Int, of node: Int, where isWrong: (EvidenceState) -> Bool) -> Int? {
    visitsOf[node].first { steps[edge].after(visits[Int($0)].state).map(isWrong) ?? false }.map(Int.init)
  }

  /// The way to a visit: its edges, and the state behind each.
  func way(to visit: Int) -> [(edge: Int, state: EvidenceState)] {
    var way: [(edge: Int, state: EvidenceState)] = []
    var at = visit
    while visits[at].parent >= 0 {
      way.append((Int(visits[at].edge), visits[at].state))
      at = Int(visits[at].parent)
    }
    return way.reversed()
  }
}
