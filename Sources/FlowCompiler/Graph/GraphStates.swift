/// What stands behind the nodes and edges of a graph. `flows` are those that it was expanded from.
extension FlowGraph {
  /// The state behind a node. The functions below give a part of it, which copies fewer references.
  func state(_ node: Int, _ flows: [ResolvedFlow]) -> ResolvedState {
    flows[Int(nodes[node].flow)].states[Int(nodes[node].state)]
  }

  /// The name of a node's state, as it is written.
  func word(_ node: Int, _ flows: [ResolvedFlow]) -> Word {
    flows[Int(nodes[node].flow)].states[Int(nodes[node].state)].name
  }

  /// What a node's state does.
  func kind(_ node: Int, _ flows: [ResolvedFlow]) -> ResolvedState.Kind {
    flows[Int(nodes[node].flow)].states[Int(nodes[node].state)].kind
  }

  /// The transitions of a node's state.
  func transitions(_ node: Int, _ flows: [ResolvedFlow]) -> [ResolvedTransition] {
    flows[Int(nodes[node].flow)].states[Int(nodes[node].state)].transitions
  }

  /// Whether some transition of a node's state is not known.
  func isDoubtful(_ node: Int, _ flows: [ResolvedFlow]) -> Bool {
    flows[Int(nodes[node].flow)].states[Int(nodes[node].state)].isDoubtful
  }

  /// The nodes of a kind.
  func nodes(_ kind: NodeKind) -> some Sequence<Int> { nodes.indices.lazy.filter { nodes[$0].kind == kind } }

  /// The effect that a node calls; nil for a node of another kind.
  func effect(_ node: Int, _ flows: [ResolvedFlow]) -> ResolvedEffect? {
    guard nodes[node].kind == .effect, case .effect(let effect) = kind(node, flows) else { return nil }
    return effect
  }

  /// The page of a node; nil for a node of another kind.
  func page(_ node: Int, _ flows: [ResolvedFlow]) -> ResolvedPage? {
    guard nodes[node].kind == .page, case .page(let page) = kind(node, flows) else { return nil }
    return page
  }

  /// The end of a node; nil for a node of another kind.
  func end(_ node: Int, _ flows: [ResolvedFlow]) -> ResolvedEnd? {
    guard nodes[node].kind == .end, case .end(let end) = kind(node, flows) else { return nil }
    return end
  }

  /// The transition of an edge; nil for the step into a sub-flow.
  func transition(_ edge: Edge, _ flows: [ResolvedFlow]) -> ResolvedTransition? {
    edge.transition >= 0 ? transitions(Int(edge.owner), flows)[Int(edge.transition)] : nil
  }

  /// What an edge assigns.
  func assignments(_ edge: Edge, _ flows: [ResolvedFlow]) -> [ResolvedAssignment] {
    edge.assigns ? transitions(Int(edge.owner), flows)[Int(edge.transition)].assignments : []
  }

  /// A state's name in the table: `caller/name` within a sub-flow.
  func name(_ node: Int, _ flows: [ResolvedFlow]) -> String {
    var name = word(node, flows).text
    var caller = nodes[node].caller
    while caller >= 0 {
      name = word(Int(caller), flows).text + "/" + name
      caller = nodes[Int(caller)].caller
    }
    return name
  }
}
