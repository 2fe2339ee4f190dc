import FlowExpression
import FlowModel
import FlowSource

/// Flows of which each lets in for some values of the account alone: whoever starts one after the other finds the value. That is
/// right where the value is no secret, as where staff and customers have a sign-in each, so that it is told as assumed.
struct StartedFlows {
  /// By the flow's number: what is assumed of its account.
  private(set) var assumptions: [Int: [String]] = [:]
  /// By the flow's number: whether conditions ask for what the account holds.
  private(set) var asking: Set<Int> = []

  init(_ tenant: AnalyzedTenant) {
    let resolved = tenant.resolved
    for (_, offered) in tenant.byApplication {
      let flows = offered.compactMap { StartedFlow($0, resolved) }
      asking.formUnion(flows.map(\.root))
      let slots = flows.reduce(into: Set<Int>()) { $0.formUnion($1.slots) }.sorted()
      guard flows.count > 1, let first = flows.first else { continue }
      let most = flows.map(\.flow.graph.nodes.count).max() ?? 1
      let accounts = HeldValues(
        of: slots, asked: flows.reduce(into: []) { $0.formUnion($1.asked.expressions) }, flow: first.root,
        withAbsence: false, limit: max(16, min(256, 10_000 / most)), resolved
      ).accounts
      let tolls = flows.map { flow in accounts.map { flow.toll($0, resolved) } }
      let best = accounts.indices.map { account in tolls.map { $0[account] }.min() ?? .max }
      let open = accounts.indices.filter { best[$0] < .max }
      func isBest(_ flow: Int, for account: Int) -> Bool { tolls[flow][account] == best[account] }
      if flows.indices.contains(where: { flow in open.allSatisfy { isBest(flow, for: $0) } }) { continue }
      let deciding = flows.indices.filter { flow in
        open.contains { isBest(flow, for: $0) } && open.contains { !isBest(flow, for: $0) }
      }
      let names = slots.filter { slot in
        open.contains { one in
          open.contains { other in
            accounts[one].allSatisfy { $0 == slot || accounts[other][$0] == .some($1) }
              && deciding.contains { isBest($0, for: one) != isBest($0, for: other) }
          }
        }
      }.map { resolved.scope.name(of: Slot($0), in: resolved.scope.flows[first.root]).quoted }
      guard !names.isEmpty else { continue }
      let started = deciding.map { resolved.scope.flows[flows[$0].root].name.text.quoted }
      let assumption =
        "\(names.joined(separator: ", ")) of the account \(names.count == 1 ? "is" : "are") no secret:"
        + " which of \(started.joined(separator: ", ")) lets in depends on it, and anybody may start each of them"
      for flow in deciding where !(assumptions[flows[flow].root] ?? []).contains(assumption) {
        assumptions[flows[flow].root, default: []].append(assumption)
      }
    }
  }
}

/// A flow that lets in who has an account already, as accounts decide on it.
private struct StartedFlow {
  let flow: AnalyzedFlow
  let asked: AskedSlots
  /// What it reads of the account, and asks for.
  let slots: [Int]
  private let goals: [Bool]
  private let ofEdges: Tolls

  var root: Int { flow.graph.root }

  /// nil: it lets in nobody who had an account before, or asks nothing of what that holds.
  init?(_ flow: AnalyzedFlow, _ resolved: ResolvedTenant) {
    guard let evidence = flow.evidence, let deciders = flow.deciders else { return nil }
    let doors = flow.graph.doors(resolved)
    goals = doors.indices.map { node in
      doors[node] && flow.reached[node] && evidence.nearest(node) { !$0[.created] } != nil
    }
    guard goals.contains(true) else { return nil }
    self.flow = flow
    asked = AskedSlots(flow.graph, deciders, resolved)
    let asked = asked
    slots = flow.valuesRead(resolved).filter { asked.slots.contains($0) }
    if slots.isEmpty { return nil }
    ofEdges = Tolls(flow.graph, resolved)
  }

  /// What it takes at the least to be let in.
  func toll(_ account: [Int: Value?], _ resolved: ResolvedTenant) -> Int {
    var facts = Trial.atUsualTime
    facts[Int(RunFact.flow.slot)] = .string(resolved.scope.flows[root].name.text)
    let world = HeldWorld(flow, account, asked: asked, decidesPresence: false, facts: facts, resolved)
    return WorldTolls(world, ofEdges, [], to: goals).fromStart
  }
}

/// What the rule of comparisons has proven of each flow whose conditions ask for what accounts hold.
func provenComparisons(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let started = StartedFlows(tenant)
  for flow in tenant.flows where started.asking.contains(flow.graph.root) {
    let name = tenant.resolved.scope.flows[flow.graph.root].name
    problems.prove(
      Proof(
        "U503", flow: name.text, "nothing that is typed or picked within a run is a guess at what the account holds",
        assuming: started.assumptions[flow.graph.root] ?? [], at: name.span))
  }
}
