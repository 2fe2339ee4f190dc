import FlowExpression
import FlowModel

/// What holds a factor, or something that flows have made of it.
struct MadeOf {
  let name: String
  /// The attributes of accounts.
  private(set) var kept: SlotSet
  private let isNoted: Bool

  /// `noted`: also what is assigned where a condition on it has decided that.
  init(_ factor: Slot, _ tenant: AnalyzedTenant, noted: Bool = false) {
    let resolved = tenant.resolved
    isNoted = noted
    name = resolved.scope.attribute(of: factor)?.name.text ?? ""
    kept = SlotSet([Int(factor)])
    var isOther = true
    while isOther {
      isOther = false
      for flow in tenant.flows where !flow.isUncalled {
        guard let holders = holders(in: flow, resolved) else { continue }
        for node in flow.graph.nodes(.effect) where flow.reached[node] {
          guard let call = flow.graph.effect(node, resolved.flows), call.definition.writesAttributes else { continue }
          for (index, attribute) in resolved.scope.tenant.attributes.enumerated() {
            let slot = Int(resolved.scope.slot(index))
            guard !attribute.definition.isTransient, call.writes(Slot(slot)), holders[node].contains(slot),
              !kept.contains(slot)
            else {
              continue
            }
            kept.insert(slot)
            isOther = true
          }
        }
      }
    }
  }

  /// Which slots may hold what was read of them, or made of that, on entering each node; nil where nothing is read.
  func holders(in flow: AnalyzedFlow, _ resolved: ResolvedTenant) -> DataFlow<SlotFlow>? {
    let graph = flow.graph
    var writes: [Int: [SlotFlow.Write]] = [:]
    var isRead = false
    for node in graph.nodes.indices where graph.start >= 0 {
      for index in graph.edgeIndices(node) {
        let edge = graph.edges[index]
        var own: [SlotFlow.Write] = []
        if edge.branch >= 0, let page = graph.page(node, resolved.flows) {
          own = page.events[Int(edge.branch)].fields.map { SlotFlow.Write(slot: Int($0.slot)) }
        } else if edge.branch >= 0, let (write, slot) = graph.effect(node, resolved.flows)?.write(by: Int(edge.branch))
        {
          var isSource = false
          if case .accountValue = write { isSource = kept.contains(Int(slot)) }
          isRead = isRead || isSource
          own = [SlotFlow.Write(slot: Int(slot), isSource: isSource)]
        }
        own += graph.assignments(edge, resolved.flows).map { assignment in
          let asked = isNoted ? graph.slotsAsked(by: edge, of: node, resolved) : []
          return SlotFlow.Write(
            slot: Int(assignment.slot),
            reads: SlotSet(resolved.expressions[Int(assignment.expression.index)].reads.map(\.slot) + asked),
            isAssigned: true)
        }
        if !own.isEmpty { writes[index] = own }
      }
    }
    guard isRead else { return nil }
    return DataFlow(graph, SlotFlow(start: Int(graph.start), atStart: SlotSet(), writes: writes))
  }
}
