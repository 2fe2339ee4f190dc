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
  }

  struct Edge: Sendable {
    /// The next node; -1 where that is not known.
    var target: Int32
    /// The node whose state the transition belongs to.
    var owner: Int32
    /// The transition, by its number in that state; -1 for the step into a sub-flow.
    var transition: Int32
    /// The number of the event, outcome or branch it answers; -1 for a time-out.
    var way: Int32
  }

  /// The number of the flow.
  let root: Int
  /// The node a run starts in; -1 where that is not known.
  private(set) var start: Int32 = -1
  private(set) var nodes: [Node] = []
  private(set) var edges: [Edge] = []
  /// Where the edges of each node begin, and behind them the number of all edges.
  private(set) var firstEdge: [Int32] = []
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
  }

  /// Adds the states of a flow; returns the nodes that call.
  private mutating func expand(_ index: Int, caller: Int32, _ flows: [ResolvedFlow]) -> [Int32] {
    let base = Int32(nodes.count)
    var calls: [Int32] = []
    nodes.reserveCapacity(nodes.count + flows[index].states.count)
    for (number, state) in flows[index].states.enumerated() {
      if case .call = state.kind { calls.append(Int32(nodes.count)) }
      nodes.append(Node(flow: Int32(index), state: Int32(number), caller: caller, base: base))
    }
    return calls
  }

  private mutating func connect(_ entries: [Int32: Int32], _ flows: [ResolvedFlow]) {
    firstEdge.reserveCapacity(nodes.count + 1)
    for index in nodes.indices {
      firstEdge.append(Int32(edges.count))
      let state = state(index, flows)
      let owner = Int32(index)
      switch state.kind {
      case .page(let page):
        for (way, event) in page.events.enumerated() { connect(owner, state, event.transition, way: way) }
        if page.timeoutTransition >= 0 { connect(owner, state, page.timeoutTransition, way: -1) }
      case .effect(let effect):
        for (way, transition) in effect.outcomes.enumerated() { connect(owner, state, transition, way: way) }
      case .choose:
        for way in state.transitions.indices { connect(owner, state, Int32(way), way: way) }
      case .call:
        edges.append(Edge(target: entries[owner] ?? -1, owner: owner, transition: -1, way: 0))
      case .end(let end):
        let caller = nodes[index].caller
        guard caller >= 0 else { continue }
        let callState = self.state(Int(caller), flows)
        guard case .call(let call) = callState.kind, call.ends.indices.contains(Int(end.index)) else { continue }
        connect(caller, callState, call.ends[Int(end.index)], way: 0)
      case .unknown:
        for way in state.transitions.indices { connect(owner, state, Int32(way), way: way) }
      }
    }
    firstEdge.append(Int32(edges.count))
  }

  private mutating func connect(_ owner: Int32, _ state: ResolvedState, _ transition: Int32, way: Int) {
    var target: Int32 = -1
    if transition >= 0 {
      let local = state.transitions[Int(transition)].target
      if local >= 0 { target = nodes[Int(owner)].base + local }
    }
    edges.append(Edge(target: target, owner: owner, transition: transition, way: Int32(way)))
  }

  /// The state behind a node.
  func state(_ node: Int, _ flows: [ResolvedFlow]) -> ResolvedState {
    flows[Int(nodes[node].flow)].states[Int(nodes[node].state)]
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

  /// The nodes behind a node, as far as they are known.
  func successors(_ node: Int) -> [Int] {
    edgeIndices(node).compactMap { edges[$0].target >= 0 ? Int(edges[$0].target) : nil }
  }

  /// The edges that lead to each node: for each, where they begin in `sources`, and the nodes they come from.
  func predecessors() -> Predecessors {
    var first = [Int32](repeating: 0, count: nodes.count + 1)
    for edge in edges where edge.target >= 0 { first[Int(edge.target) + 1] += 1 }
    for node in nodes.indices { first[node + 1] += first[node] }
    var next = first
    var sources = [Int32](repeating: 0, count: Int(first[nodes.count]))
    for node in nodes.indices {
      for index in edgeIndices(node) where edges[index].target >= 0 {
        let target = Int(edges[index].target)
        sources[Int(next[target])] = Int32(node)
        next[target] += 1
      }
    }
    return Predecessors(first: first, sources: sources)
  }

  /// The transition of an edge; nil for the step into a sub-flow.
  func transition(_ edge: Edge, _ flows: [ResolvedFlow]) -> ResolvedTransition? {
    edge.transition >= 0 ? state(Int(edge.owner), flows).transitions[Int(edge.transition)] : nil
  }

  /// A state's name in the table: `caller/name` within a sub-flow.
  func name(_ node: Int, _ flows: [ResolvedFlow]) -> String {
    var name = state(node, flows).name.text
    var caller = nodes[node].caller
    while caller >= 0 {
      name = state(Int(caller), flows).name.text + "/" + name
      caller = nodes[Int(caller)].caller
    }
    return name
  }

  /// Which nodes a run can come to.
  func reachable() -> [Bool] {
    var reached = [Bool](repeating: false, count: nodes.count)
    guard start >= 0 else { return reached }
    var pending = [Int(start)]
    reached[Int(start)] = true
    while let node = pending.popLast() {
      for edge in edgeIndices(node) {
        let target = Int(edges[edge].target)
        guard target >= 0, !reached[target] else { continue }
        reached[target] = true
        pending.append(target)
      }
    }
    return reached
  }
}

/// The nodes before each node of a graph.
struct Predecessors: Sendable {
  fileprivate let first: [Int32]
  fileprivate let sources: [Int32]

  subscript(node: Int) -> ArraySlice<Int32> { sources[Int(first[node])..<Int(first[node + 1])] }
}
