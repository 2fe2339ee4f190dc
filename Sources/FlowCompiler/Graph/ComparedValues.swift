import FlowExpression
import FlowModel
import FlowSource

/// Which slots may hold what a client has typed, which what the account holds and is no address, and which what came of
/// comparing the two: a forward may-analysis. A slot that holds the one on some path and the other on another is no
/// comparison. What flows have written to accounts comes back as what it was there.
///
/// What came of a comparison is also what a run has, or has not, by the way that it took after one, wherever these ways meet.
struct ComparedValues {
  /// A comparison that a decider makes, or that was made before.
  enum Comparison {
    case made(typed: Int, held: Int)
    case kept(Int)
    /// What the account holds is held against the names of other accounts, which anybody may take.
    case lookedUp(Int)
  }

  private let resolved: ResolvedTenant
  private let deciders: Deciders
  private let kept: KeptValues
  private let isOfAddresses: Bool
  private var kinds: DataFlow<ComparedFlow>
  /// By a node that runs come to by a comparison alone: what was compared there.
  private var decided: [Int: SlotSet] = [:]
  /// What the flow writes into runs.
  private var written = SlotSet()

  /// `secret`: the one attribute that is looked at as held, whatever else is read; nil: all but addresses, or, with
  /// `ofAddresses`, these alone. `following`: also what hangs on a comparison. Nil where it is not known what is proven.
  init?(
    _ flow: AnalyzedFlow, _ resolved: ResolvedTenant, kept: KeptValues = KeptValues(), ofSecret secret: Slot? = nil,
    ofAddresses: Bool = false, following: Bool = true
  ) {
    guard let evidence = flow.evidence, let deciders = flow.deciders, flow.graph.start >= 0 else { return nil }
    let graph = flow.graph
    (self.resolved, self.kept, self.deciders) = (resolved, kept, deciders)
    var problem = ComparedFlow(start: Int(graph.start), changeable: kept.typed)
    for slot in resolved.scope.flows[graph.root].inputs.indices {
      problem.atStart.typed.insert(Int(resolved.scope.inputSlot(slot)))
    }
    for node in graph.nodes.indices {
      for edge in graph.edgeIndices(node) {
        var step = ComparedFlow.Step(
          edge, of: node, graph, resolved, evidence, deciders, kept, ofSecret: secret, ofAddresses: ofAddresses)
        step.picked = flow.picked.metByAll[edge] ?? SlotSet()
        if step.isEmpty { continue }
        problem.steps[edge] = step
        written.formUnion(step.writes)
      }
    }
    (isOfAddresses, kinds) = (ofAddresses, DataFlow(graph, problem))
    if following { follow(flow, evidence) }
  }

  /// The same, with what hangs on a comparison.
  func following(_ flow: AnalyzedFlow) -> ComparedValues {
    var values = self
    if let evidence = flow.evidence { values.follow(flow, evidence) }
    return values
  }

  private mutating func follow(_ flow: AnalyzedFlow, _ evidence: Evidence) {
    let graph = flow.graph
    var problem = kinds.problem
    // What hangs on a comparison may be compared again.
    var writes: [SlotSet]?
    var pending = Set(graph.nodes.indices.filter { flow.reached[$0] && deciders[$0].contains(where: \.isWay) })
    while case let found = pending.compactMap({ node in compares(at: node, evidence).map { (node, $0) } }),
      !found.isEmpty
    {
      for (node, compared) in found {
        pending.remove(node)
        let written = writes ?? problem.writes(errorSlot: deciders.errorSlot, graph)
        writes = written
        let behind = Dependence(on: node, graph, writes: written)
        for other in behind.nodes { decided[other, default: SlotSet()].formUnion(compared) }
        for edge in behind.meetings { problem.steps[edge, default: ComparedFlow.Step()].met.formUnion(behind.slots) }
      }
      kinds = DataFlow(graph, problem)
    }
  }

  /// What is compared at a node, by a client's bare word, so that it depends on that where the run goes on; nil: nothing.
  private func compares(at node: Int, _ evidence: Evidence) -> SlotSet? {
    var found: SlotSet?
    for decider in deciders[node] where decider.isWay {
      guard let comparison = comparison(by: decider, at: node) else { continue }
      if case .made(let typed, _) = comparison, let subject = evidence.subjects[Slot(typed)],
        evidence.nearest(node, where: { !$0.knows(subject) }) == nil
      {
        continue
      }
      found = found ?? SlotSet()
      found?.formUnion(SlotSet(decider.slots))
    }
    return found
  }

  /// What a decider compares on entering a node; nil where it is no guess at what an account holds.
  func comparison(by decider: Decider, at node: Int) -> Comparison? {
    let here = kinds[node]
    switch decider.kind {
    case .reading: return decider.slots.first(where: kept.compared.contains).map(Comparison.kept)
    case .branch, .skip, .field, .told, .address, .lookUp: break
    }
    if let condition = decider.condition,
      let (typed, held) = kinds.problem.guess(by: resolved.expressions[Int(condition.index)].code, here)
    {
      return .made(typed: typed, held: held)
    }
    if let slot = decider.slots.first(where: here.compared.contains) { return .kept(slot) }
    guard decider.kind == .lookUp, !isOfAddresses else { return nil }
    return decider.slots.first(where: here.held.contains).map(Comparison.lookedUp)
  }

  /// Whether a slot tells on entering a node what came of a comparison.
  func tells(_ slot: Slot, at node: Int) -> Bool { kinds[node].compared.contains(Int(slot)) }

  /// Whether a slot holds on entering a node what was read of the account.
  func isHeld(_ slot: Slot, at node: Int) -> Bool { kinds[node].held.contains(Int(slot)) }

  /// Whether a slot may hold on entering a node what was read of an account that the run has left.
  func isFormer(_ slot: Slot, at node: Int) -> Bool { kinds[node].former.contains(Int(slot)) }

  /// Whether a slot may hold on entering a node what was typed.
  func isTyped(_ slot: Slot, at node: Int) -> Bool { kinds[node].typed.contains(Int(slot)) }

  /// Whether a slot may hold on entering a node what was typed in another run, and rested in the account.
  func wasTyped(_ slot: Slot, at node: Int) -> Bool { kinds[node].changeable.contains(Int(slot)) }

  /// Whether what is written to the account at a node tells by that alone what came of a comparison: of what was not compared
  /// itself.
  func isDecided(_ slot: Slot, at node: Int) -> Bool {
    guard let compared = decided[node], !compared.contains(Int(slot)) else { return false }
    return written.contains(Int(slot))
  }
}
