import FlowModel

/// What is proven at each node of a flow, on each path to it.
///
/// All paths are followed at once, shortest first; a state is not followed where one that is as weak was at the same node
/// before. So the first state at which something is wrong was come to on a shortest such path, and where none is found
/// there is none: demands are monotone, more proof never hurts.
///
/// As a data-flow analysis: the lattice is that of sets of states of which none implies another, an edge's transfer is
/// `EvidenceStep.after`, and the join drops what is implied. It is searched for paths, as each finding shows one.
struct Evidence: Sendable {
  /// A state at a node.
  struct Position: Sendable {
    let node: Int32
    let state: EvidenceState
  }

  let subjects: EvidenceSubjects
  private var search = PathSearch<Position, Int32>()
  /// The visits of each node, nearest first.
  private var visitsOf: [[Int32]]
  private let steps: EdgeTable<EvidenceStep>
  private let decisions: HeldDecisions?

  /// How many states of a node are told apart; beyond that only what they have in common is followed.
  private static let statesPerNode = 256

  init(
    _ graph: FlowGraph, _ resolved: ResolvedTenant, _ subjects: EvidenceSubjects, remembering happenings: [Happening],
    doubting: Set<FlowModel.Evidence> = [], trustingGrants: Bool = true, by decisions: HeldDecisions? = nil
  ) {
    (self.subjects, self.decisions) = (subjects, decisions)
    visitsOf = Array(repeating: [], count: graph.nodes.count)
    steps = EdgeTable(graph, neutral: EvidenceStep()) { node, edge in
      EvidenceStep(
        graph, node, edge, resolved, subjects, happenings, doubting: doubting, trustingGrants: trustingGrants)
    }
    guard graph.start >= 0 else { return }
    visitsOf[Int(graph.start)] = [0]
    search.start(Position(node: graph.start, state: .atStart))
    while let visit = search.next() {
      let here = search.visits[visit].position
      for index in graph.edgeIndices(Int(here.node)) where graph.edges[index].target >= 0 {
        guard let state = after(here.state, by: index) else { continue }
        self.visit(graph.edges[index].target, state, from: visit, by: Int32(index))
      }
    }
  }

  /// How many visits there are; they are numbered from 0.
  var visitCount: Int { search.visits.count }

  /// The state behind an edge; nil where a run in this state never takes it.
  func after(_ state: EvidenceState, by edge: Int) -> EvidenceState? {
    guard var after = steps[edge].map({ $0.after(state) }) ?? state else { return nil }
    decisions?.note(edge, in: &after)
    return after
  }

  private mutating func visit(_ node: Int32, _ state: EvidenceState, from visit: Int, by edge: Int32) {
    let earlier = visitsOf[Int(node)]
    if earlier.contains(where: { state.implies(self.state(Int($0))) }) { return }
    var state = state
    if earlier.count >= Self.statesPerNode {
      for index in earlier where self.state(Int(index))[.unbound] == state[.unbound] {
        state = state.common(with: self.state(Int(index)))
      }
    }
    visitsOf[Int(node)].append(Int32(search.visits.count))
    search.visit(Position(node: node, state: state), from: visit, by: edge)
  }

  /// The state of a visit.
  func state(_ visit: Int) -> EvidenceState { search.visits[visit].position.state }

  /// The visits of a node, nearest first.
  func visits(of node: Int) -> some Sequence<Int> { visitsOf[node].lazy.map(Int.init) }

  /// The nearest visit of a node in a state that something is wrong with.
  func nearest(_ node: Int, where isWrong: (EvidenceState) -> Bool) -> Int? {
    visitsOf[node].first { isWrong(state(Int($0))) }.map(Int.init)
  }

  /// The nearest visit of an edge's source from which the edge leads to a state that something is wrong with.
  func nearest(before edge: Int, of node: Int, where isWrong: (EvidenceState) -> Bool) -> Int? {
    visitsOf[node].first { after(state(Int($0)), by: edge).map(isWrong) ?? false }.map(Int.init)
  }

  /// The path to a visit: its edges, and the state behind each.
  func path(to visit: Int) -> [(edge: Int, state: EvidenceState)] {
    search.path(to: visit).compactMap { visit in visit.step.map { (Int($0), visit.position.state) } }
  }
}
