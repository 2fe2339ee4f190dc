import FlowExpression
import FlowModel

/// What flows write to accounts, and other runs read there: what a client has typed, and what came of comparing such with
/// what the account holds.
struct KeptValues: Equatable {
  private(set) var typed = SlotSet()
  private(set) var compared = SlotSet()

  /// Nothing.
  init() {}

  /// Of all flows of a tenant; `ofSecret`: of comparisons with that attribute alone. `following`: also what was written, or
  /// was not, as a comparison led there.
  init(_ tenant: AnalyzedTenant, ofSecret secret: Slot? = nil, following: Bool = true) {
    typed = tenant.pickedByFlow
    var isOther = true
    while isOther {
      isOther = false
      for flow in tenant.flows where !flow.isUncalled && flow.changesAccount(tenant.resolved) {
        guard
          let values = ComparedValues(flow, tenant.resolved, kept: self, ofSecret: secret, following: following)
        else { continue }
        isOther = keep(flow, values, tenant.resolved) || isOther
      }
    }
  }

  /// Whether there is something new.
  private mutating func keep(_ flow: AnalyzedFlow, _ values: ComparedValues, _ resolved: ResolvedTenant) -> Bool {
    var (typed, compared) = (SlotSet(), SlotSet())
    for node in flow.graph.nodes(.effect)
    where flow.reached[node] && flow.graph.effect(node, resolved.flows)?.changesAccount == true {
      for (index, attribute) in resolved.scope.tenant.attributes.enumerated() where !attribute.definition.isTransient {
        let slot = resolved.scope.slot(index)
        let isWritten = flow.graph.effect(node, resolved.flows)?.writes(slot) == true
        if values.isTyped(slot, at: node) || values.wasTyped(slot, at: node)
          || isWritten && flow.picked.slots.contains(Int(slot)) && !flow.assignsOneConstant(to: slot, resolved)
        {
          typed.insert(Int(slot))
        }
        let isDecided = isWritten && values.isDecided(slot, at: node)
        if isDecided || values.tells(slot, at: node) { compared.insert(Int(slot)) }
      }
    }
    let changes = [self.typed.formUnion(typed), self.compared.formUnion(compared)]
    return changes.contains(true)
  }
}

extension AnalyzedTenant {
  /// What a client picks by which flow it starts: one writes this constant to its account, and another one that, and no function
  /// is asked before.
  fileprivate var pickedByFlow: SlotSet {
    var values: [Int: [Int: Set<Value>]] = [:]
    for flow in flows where !flow.isUncalled && flow.changesAccount(resolved) {
      for (slot, written) in flow.constantsWritten(resolved) { values[slot, default: [:]][flow.graph.root] = written }
    }
    return SlotSet(
      values.filter { $0.value.count > 1 && $0.value.values.reduce(Set()) { $0.union($1) }.count > 1 }.map(\.key))
  }
}

extension AnalyzedFlow {
  /// Whether a slot gets the same constant wherever something is assigned to it.
  fileprivate func assignsOneConstant(to slot: Slot, _ resolved: ResolvedTenant) -> Bool {
    let assignments = graph.edges.filter(\.assigns).flatMap { graph.assignments($0, resolved.flows) }
    let values = assignments.filter { $0.slot == slot }.map { resolved.expressions[Int($0.expression.index)].constant }
    return Set(values).count == 1 && values.first != .some(nil)
  }

  /// By the slot: the constants that it writes to the account, on ways on which no function answers.
  fileprivate func constantsWritten(_ resolved: ResolvedTenant) -> [Int: Set<Value>] {
    let free = graph.edges.indices.filter { edge in
      graph.edges[edge].target >= 0 && graph.effect(graph.source(of: edge), resolved.flows)?.function == nil
    }
    var (ahead, before) = ([Int: [Int]](), [Int: [Int]]())
    for edge in free {
      let (source, target) = (graph.source(of: edge), Int(graph.edges[edge].target))
      ahead[source, default: []].append(target)
      before[target, default: []].append(source)
    }
    func reached(from start: [Int], by next: [Int: [Int]]) -> Set<Int> {
      Set(
        reachablePositions(over: graph.nodes.count, from: start) { node, steps in
          for (index, other) in (next[node] ?? []).enumerated() { steps.take(index, to: other) }
        })
    }
    let come = reached(from: [Int(graph.start)], by: ahead)
    var writing: [Slot: Set<Int>] = [:]
    var found: [Int: Set<Value>] = [:]
    for edge in free where graph.edges[edge].assigns && come.contains(graph.source(of: edge)) {
      for assignment in graph.assignments(graph.edges[edge], resolved.flows) {
        let slot = assignment.slot
        guard let value = resolved.expressions[Int(assignment.expression.index)].constant else { continue }
        let writers =
          writing[slot]
          ?? reached(
            from: graph.nodes(.effect).filter { node in
              graph.effect(node, resolved.flows).map { $0.changesAccount && $0.writes(slot) } ?? false
            }, by: before)
        writing[slot] = writers
        if writers.contains(Int(graph.edges[edge].target)) { found[Int(slot), default: []].insert(value) }
      }
    }
    return found
  }

  fileprivate func changesAccount(_ resolved: ResolvedTenant) -> Bool {
    graph.nodes(.effect).contains { reached[$0] && graph.effect($0, resolved.flows)?.changesAccount == true }
  }
}

extension ResolvedTenant {
  /// The attributes, besides addresses, that some flow reads of an account.
  var readValues: Set<Slot> {
    var slots: Set<Slot> = []
    for state in flows.lazy.flatMap(\.states) {
      guard case .effect(let call) = state.kind, case (.accountValue, let slot)? = call.write(by: 0),
        scope.attribute(of: slot)?.definition.tellsPeopleApart == false
      else { continue }
      slots.insert(slot)
    }
    return slots
  }
}
