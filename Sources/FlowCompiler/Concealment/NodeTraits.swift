import FlowExpression
import FlowModel

/// What the comparison of two runs asks of each node over and over.
struct NodeTraits: OptionSet, Sendable {
  let rawValue: UInt8

  /// An effect that takes time.
  static let takesTime = NodeTraits(rawValue: 1)
  /// An effect or a `choose` that must not be come to without an account.
  static let needsAccount = NodeTraits(rawValue: 2)
  /// A page that can be passed by.
  static let isSkippable = NodeTraits(rawValue: 4)
  /// An end of the run.
  static let isOver = NodeTraits(rawValue: 8)

  /// Those of each node of a graph.
  static func all(of graph: FlowGraph, _ resolved: ResolvedTenant) -> [NodeTraits] {
    return graph.nodes.indices.map { node in
      switch graph.nodes[node].kind {
      case .effect:
        guard let effect = graph.effect(node, resolved.flows) else { return [] }
        return NodeTraits(effect)
      case .choose:
        guard case .choose(let conditions) = graph.kind(node, resolved.flows) else { return [] }
        let asks = conditions.contains { condition in
          condition.map { resolved.expressions[Int($0.index)].reads.contains(where: \.isAccountFact) } ?? false
        }
        return asks ? .needsAccount : []
      case .page: return graph.page(node, resolved.flows)?.isSkippable == true ? .isSkippable : []
      case .end: return graph.edgeIndices(node).isEmpty ? .isOver : []
      case .call, .unknown: return []
      }
    }
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  private init(_ effect: ResolvedEffect) {
    self = []
    if effect.takesTime { insert(.takesTime) }
    if effect.definition.needsAccount { insert(.needsAccount) }
  }
}
