import FlowExpression
import FlowModel

/// Where what an account holds decides that no second factor is asked for: the edges that lead past it, and that an account
/// takes by what was read of it, whatever a client types.
///
/// A branch of a `choose` is such an edge where a value of the account's own alone can close it: of `a.trusted && a.wish`
/// the true one, of `a.trusted || a.wish` the false one. It must be the factor that is decided on: another branch leads to
/// it, and this one does not, or the other leads to no session without.
struct HeldDecisions: Sendable {
  private let edges: Set<Int>
  /// The edges that lead to no session past the factors: where one was shown, or the account is another one, or none.
  private let closed: Set<Int>
  /// The edges by which another account is bound.
  private let rebinding: Set<Int>
  /// What an evidence state remembers it by.
  private static let happening = 0

  /// Whether a state was come to by such an edge.
  static func led(to state: EvidenceState) -> Bool { state.hasHappened(happening) }

  func note(_ edge: Int, in state: inout EvidenceState) {
    if rebinding.contains(edge) { state.forget(Self.happening) }
    if edges.contains(edge) { state.note(Self.happening) }
  }

  /// `factors`, and `switches`, which may decide on them: subjects. Nil where nothing decides.
  init?(_ flow: AnalyzedFlow, factors: [Int], switches: [Int], _ resolved: ResolvedTenant) {
    guard let evidence = flow.evidence, !switches.isEmpty, flow.graph.start >= 0 else { return nil }
    let slots = SlotSet(switches.map { Int(resolved.scope.slot(evidence.subjects.attributes[$0])) })
    let graph = flow.graph
    let foreign = DataFlow(graph, SlotFlow(notHeldIn: graph, slots, resolved))
    var candidates: [(edge: Int, node: Int)] = []
    for node in graph.nodes.indices where flow.reached[node] {
      let decided: [Int]
      switch graph.kind(node, resolved.flows) {
      case .effect(let call):
        decided = graph.edgeIndices(node).filter { edge in
          graph.edges[edge].branch >= 0
            && call.write(by: Int(graph.edges[edge].branch)).map { slots.contains(Int($0.slot)) } ?? false
        }
      case .choose(let conditions):
        let settled = conditions.map { condition in
          condition.map { condition in
            resolved.expressions[Int(condition.index)].code.settled { !foreign[node].contains($0) }
          }
        }
        decided = graph.edgeIndices(node).filter { edge in
          let branch = Int(graph.edges[edge].branch)
          return settled.prefix(branch).contains { $0?.toTrue ?? false } || settled[branch]?.toFalse ?? false
        }
      default: continue
      }
      candidates += decided.map { ($0, node) }
    }
    let ways = FactorPaths(flow, evidence, factors, resolved)
    var (found, last): (Set<Int>, Int) = ([], -1)
    while found.count != last {
      last = found.count
      for (edge, node) in candidates where !found.contains(edge) {
        let others = graph.edgeIndices(node).filter {
          graph.edges[$0].target != graph.edges[edge].target && ways.ask(behind: $0, of: node)
        }
        // That an account holds anything at all decides only where nothing is asked behind it.
        let isValue = graph.nodes[node].kind == .choose
        if others.isEmpty { continue }
        if !ways.ask(behind: edge, of: node)
          || isValue && others.contains(where: { !ways.open(behind: $0, of: node, found) })
        {
          found.insert(edge)
        }
      }
    }
    if found.isEmpty { return nil }
    edges = found
    closed = ways.settled.union(graph.edges(leavingAccount: resolved))
    rebinding = Set(
      graph.nodes(.effect).filter { graph.effect($0, resolved.flows)?.definition.rebindsAccount == true }
        .flatMap { graph.edgeIndices($0) })
  }
}

extension HeldDecisions {
  /// Whether it decides, too, that an account holds anything at all.
  func isByPresence(_ graph: FlowGraph) -> Bool {
    edges.contains { graph.nodes[graph.source(of: $0)].kind == .effect }
  }

  /// Whether a session opens where the account holds given values, and has a factor and shows none, whichever way on a client
  /// takes.
  func opens(in world: HeldWorld, _ graph: FlowGraph, _ resolved: ResolvedTenant) -> Bool {
    var seen: Set<Int> = [0]
    var pending = world.situations.isEmpty ? [] : [0]
    while let next = pending.popLast() {
      if graph.opens(world.situations[next].node, resolved) { return true }
      for (edge, target) in world.steps[next] where !closed.contains(edge) && seen.insert(target).inserted {
        pending.append(target)
      }
    }
    return false
  }
}

extension SlotFlow {
  /// Which slots may hold anything but what the bound account holds in some attributes, or what is made of that alone. A
  /// constant holds what decided that it is assigned, and so does what is made of held values, unless others have a say in
  /// which of them it is.
  fileprivate init(notHeldIn graph: FlowGraph, _ switches: SlotSet, _ resolved: ResolvedTenant) {
    let count =
      Int(firstAttributeSlot) + resolved.scope.tenant.attributes.count + resolved.scope.flows[graph.root].inputs.count
    let ruled = RuledSlots(graph, held: switches, resolved).slots
    var written: [Int: [Write]] = [:]
    for node in graph.nodes.indices {
      for index in graph.edgeIndices(node) {
        let edge = graph.edges[index]
        var writes: [Write] = []
        var asked: [Int]?
        if edge.branch >= 0, let page = graph.page(node, resolved.flows) {
          writes = page.events[Int(edge.branch)].fields.map { Write(slot: Int($0.slot), isSource: true) }
        } else if edge.branch >= 0, let call = graph.effect(node, resolved.flows) {
          if call.definition.rebindsAccount { writes = (0..<count).map { Write(slot: $0, isSource: true) } }
          if let (_, slot) = call.write(by: Int(edge.branch)) {
            let isSwitch = switches.contains(Int(slot))
            if isSwitch { asked = [] }
            writes.append(Write(slot: Int(slot), isSource: !isSwitch))
          }
        } else if case .choose(let conditions) = graph.kind(node, resolved.flows), edge.branch >= 0 {
          let read = conditions.prefix(Int(edge.branch) + 1).compactMap { condition in
            condition.map { resolved.expressions[Int($0.index)].code.slotsRead }
          }
          if !read.isEmpty { asked = read.flatMap(\.self) }
        }
        for assignment in graph.assignments(edge, resolved.flows) {
          let own = resolved.expressions[Int(assignment.expression.index)].code.slotsRead
          writes.append(
            Write(
              slot: Int(assignment.slot),
              isSource: own.isEmpty && asked == nil || ruled.contains(Int(assignment.slot)),
              reads: SlotSet(own + (asked ?? [])), isAssigned: true))
        }
        if !writes.isEmpty { written[index] = writes }
      }
    }
    self.init(start: Int(graph.start), atStart: SlotSet(below: count), writes: written)
  }
}

extension FlowGraph {
  /// The edges behind which the account is none that was there before, or one that something stands for which was handed out.
  fileprivate func edges(leavingAccount resolved: ResolvedTenant) -> Set<Int> {
    Set(
      nodes(.effect).flatMap { node in
        guard let definition = effect(node, resolved.flows)?.definition else { return [Int]() }
        return edgeIndices(node).filter { edge in
          let branch = Int(edges[edge].branch)
          return definition.createsAccount || definition.redeemsGrants || definition.redeemsLinks
            || definition.rebindsAccount && branch >= 0 && !definition.outcomes[branch].bindsAccount
        }
      })
  }

  /// Whether a session opens at a node, or a sign-in is granted.
  func opens(_ node: Int, _ resolved: ResolvedTenant) -> Bool {
    effect(node, resolved.flows)?.definition.opensSession ?? (end(node, resolved.flows)?.grants != nil)
  }
}
