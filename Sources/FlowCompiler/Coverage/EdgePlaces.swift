import FlowModel
package import FlowSource

/// Where a transition of a table stands in the flows' files, so that it can be said which lines were gone through. A
/// sub-flow's are as often in the table as it is called, and once in its file: then they have the same `key`.
package struct EdgePlace: Sendable {
  /// A transition as it is written.
  package struct Key: Hashable, Sendable {
    package var flow: String
    package var state: String
    /// Its number in the state.
    package var transition: Int32
  }

  /// What takes it.
  package enum Kind: String, Sendable, CaseIterable {
    case event, timeout, outcome, branch, end
  }

  /// Which one it is; nil for the step into a sub-flow, which stands in no file.
  package var key: Key?
  /// The flow or sub-flow in whose file it stands.
  package var flow: String
  /// The state that it leaves, as that file calls it.
  package var state: String
  package var kind: Kind
  /// What takes it, in words: the event, the outcome, the condition, the time, or the end of the sub-flow.
  package var label: String
  /// The error that it keeps; nil: none.
  package var error: String?
  /// Where it stands.
  package var span: SourceSpan
  /// Why no run takes it; nil: one may.
  package var untaken: String?
}

/// The place of each transition, by flow, in the order in which they are lowered.
func edgePlaces(_ tenant: AnalyzedTenant) -> [[EdgePlace]] {
  let resolved = tenant.resolved
  return tenant.flows.filter { !$0.isUncalled }.map { flow in
    let graph = flow.graph
    let untaken = UntakenEdges(flow, resolved)
    return graph.nodes.indices.flatMap { node in
      graph.edgeIndices(node).filter { graph.edges[$0].target >= 0 }.map { index in
        EdgePlace(index, from: node, of: graph, resolved, untaken: untaken[index])
      }
    }
  }
}

extension EdgePlace {
  fileprivate init(
    _ index: Int, from node: Int, of graph: FlowGraph, _ resolved: ResolvedTenant, untaken: String?
  ) {
    let edge = graph.edges[index]
    let owner = graph.nodes[Int(edge.owner)]
    self.untaken = untaken
    flow = resolved.scope.flows[Int(owner.flow)].name.text
    state = graph.word(Int(edge.owner), resolved.flows).text
    key = edge.transition < 0 ? nil : Key(flow: flow, state: state, transition: edge.transition)
    span = graph.transition(edge, resolved.flows)?.span ?? graph.word(node, resolved.flows).span
    error = edge.error >= 0 ? resolved.scope.errors[Int(edge.error)].code : nil
    (kind, label) = (.end, "")
    switch graph.kind(node, resolved.flows) {
    case .page(let page):
      guard edge.branch >= 0 else {
        (kind, label) = (.timeout, "after \(durationText(page.timeout))")
        return
      }
      (kind, label) = (.event, page.events[Int(edge.branch)].name)
    case .effect(let effect): (kind, label) = (.outcome, effect.definition.outcomes[Int(edge.branch)].name)
    case .choose(let conditions):
      let text = conditions[Int(edge.branch)].map { "when " + $0.syntax.text.shortened }
      (kind, label) = (.branch, text ?? (conditions.count == 1 ? "always" : "otherwise"))
    case .end(let end): label = end.name
    case .call, .unknown: break
    }
  }
}
