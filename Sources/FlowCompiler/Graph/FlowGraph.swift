import FlowModel
import FlowSource

/// A flow as it runs: its own states, and those of the sub-flows it calls expanded in place.
///
/// Each node is one state of the table. A call is a node that leads to its sub-flow's start; an end of a sub-flow is a
/// node that leads where the call's `then` says.
struct FlowGraph: Sendable {
  struct Node: Sendable {
    /// The flow that the state is written in.
    var flow: Int32
    /// The state, by its number in that flow.
    var state: Int32
    /// The node of the call that was expanded; -1 in the flow itself.
    var caller: Int32
    /// The node of the first state of the same expansion.
    var base: Int32
    /// What kind of state it is.
    var kind: NodeKind
  }

  /// The kind of a node's state, to look for without reading the state.
  enum NodeKind: Sendable {
    case page, effect, choose, call, end, unknown

    /// Whether a run does not rest there.
    var isAutomatic: Bool { self == .effect || self == .choose || self == .call }
  }

  struct Edge: Sendable {
    /// The next node; -1 where that is not known, and -2 where the outcome may be left out, and is: no run goes there.
    var target: Int32
    /// The node whose state the transition belongs to.
    var owner: Int32
    /// The transition, by its number in that state; -1 for the step into a sub-flow.
    var transition: Int32
    /// The number of the event, outcome or branch it answers; -1 for a time-out.
    var branch: Int32
    /// The error that it keeps, as an index into `TenantScope.errors`; -1: none.
    var error: Int32
    /// Whether it assigns slots.
    var assigns: Bool
  }

  /// The number of the flow.
  let root: Int
  /// The node a run starts in; -1 where that is not known.
  private(set) var start: Int32 = -1
  private(set) var nodes: [Node] = []
  private(set) var edges: [Edge] = []
  /// Where the edges of each node begin, and behind them the number of all edges.
  private(set) var firstEdge: [Int32] = []
  /// The nodes that a run can come to, in reverse postorder of a depth-first search: but for loops, each stands behind
  /// those that lead to it.
  private(set) var order: [Int32] = []
  /// Whether sub-flows were left out because there would be too many states.
  private(set) var isCut = false

  /// How many states a flow may have once sub-flows are expanded.
  static let limit = 100_000
  /// How many states all flows of a tenant may have together.
  static let tenantLimit = 1_000_000

  /// Expands a flow, to `room` states at the most.
  init(_ root: Int, _ flows: [ResolvedFlow], room: Int) {
    self.root = root
    var entries: [Int32: Int32] = [:]
    var pending = expand(root, caller: -1, flows)
    start = flows[root].start
    var done = 0
    while done < pending.count {
      let call = pending[done]
      done += 1
      guard case .call(let syntax) = state(Int(call), flows).kind, syntax.subFlow >= 0 else { continue }
      let callee = flows[Int(syntax.subFlow)]
      guard nodes.count + callee.states.count <= min(room, Self.limit) else {
        isCut = true
        break
      }
      let base = Int32(nodes.count)
      pending += expand(Int(syntax.subFlow), caller: call, flows)
      if callee.start >= 0 { entries[call] = base + callee.start }
    }
    connect(entries, flows)
    order = reversePostorder()
  }

  /// Adds the states of a flow; returns the nodes that call.
  private mutating func expand(_ index: Int, caller: Int32, _ flows: [ResolvedFlow]) -> [Int32] {
    let base = Int32(nodes.count)
    var calls: [Int32] = []
    nodes.reserveCapacity(nodes.count + flows[index].states.count)
    for (number, state) in flows[index].states.enumerated() {
      if case .call = state.kind { calls.append(Int32(nodes.count)) }
      nodes.append(
        Node(flow: Int32(index), state: Int32(number), caller: caller, base: base, kind: NodeKind(state.kind)))
    }
    return calls
  }

  private mutating func connect(_ entries: [Int32: Int32], _ flows: [ResolvedFlow]) {
    firstEdge.reserveCapacity(nodes.count + 1)
    for index in nodes.indices {
      firstEdge.append(Int32(edges.count))
      let owner = Int32(index)
      let transitions = transitions(index, flows)
      switch kind(index, flows) {
      case .page(let page):
        for (branch, event) in page.events.enumerated() {
          connect(owner, transitions, event.transition, branch: branch)
        }
        if page.timeoutTransition >= 0 { connect(owner, transitions, page.timeoutTransition, branch: -1) }
      case .effect(let effect):
        for (branch, transition) in effect.outcomes.enumerated() {
          connect(owner, transitions, transition, branch: branch)
          if transition < 0, effect.definition.outcomes[branch].isOptional { edges[edges.count - 1].target = -2 }
        }
      case .choose, .unknown:
        for branch in transitions.indices { connect(owner, transitions, Int32(branch), branch: branch) }
      case .call:
        edges.append(
          Edge(target: entries[owner] ?? -1, owner: owner, transition: -1, branch: 0, error: -1, assigns: false))
      case .end(let end):
        let caller = nodes[index].caller
        guard caller >= 0, case .call(let call) = kind(Int(caller), flows), call.ends.indices.contains(Int(end.index))
        else { continue }
        connect(caller, self.transitions(Int(caller), flows), call.ends[Int(end.index)], branch: 0)
      }
    }
    firstEdge.append(Int32(edges.count))
  }

  private mutating func connect(
    _ owner: Int32, _ transitions: [ResolvedTransition], _ transition: Int32, branch: Int
  ) {
    var edge = Edge(target: -1, owner: owner, transition: transition, branch: Int32(branch), error: -1, assigns: false)
    if transition >= 0 {
      let local = transitions[Int(transition)].target
      if local >= 0 { edge.target = nodes[Int(owner)].base + local }
      edge.error = transitions[Int(transition)].error
      edge.assigns = !transitions[Int(transition)].assignments.isEmpty
    }
    edges.append(edge)
  }

  /// The numbers of the edges that leave a node.
  func edgeIndices(_ node: Int) -> Range<Int> { Int(firstEdge[node])..<Int(firstEdge[node + 1]) }

  /// The node that an edge leaves. Out of a sub-flow that is one of its ends, while the edge's owner is the call.
  func source(of edge: Int) -> Int {
    var low = 0
    var high = nodes.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(firstEdge[middle]) <= edge { low = middle } else { high = middle }
    }
    return low
  }
}

extension FlowGraph.NodeKind {
  fileprivate init(_ kind: ResolvedState.Kind) {
    self =
      switch kind {
      case .page: .page
      case .effect: .effect
      case .choose: .choose
      case .call: .call
      case .end: .end
      case .unknown: .unknown
      }
  }
}

extension FlowGraph {
  /// Whether somebody is let in at a node: a session opens, a sign-in is granted, or a password is set.
  func letsIn(_ node: Int, _ resolved: ResolvedTenant) -> Bool {
    switch kind(node, resolved.flows) {
    case .effect(let call): call.definition.opensSession || call.definition.setsPassword
    case .end(let end): end.grants != nil
    default: false
    }
  }
}
