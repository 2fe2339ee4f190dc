import FlowExpression
import FlowModel

/// What the flows of an application take for the account's own decision that no second factor is asked for. It is one where
/// some account is asked for its factor: what holds for all that an account may hold decides nothing, nor does what a client
/// picks between, nor two flows of which the one does without where the other one asks.
struct AccountsDecisions {
  /// By the flow's number.
  private var ofFlows: [Int: HeldDecisions] = [:]

  /// `factors`, and `switches`, which may decide on them: subjects.
  init(_ flows: [AnalyzedFlow], factors: [Int], switches: [Int], _ tenant: AnalyzedTenant) {
    let resolved = tenant.resolved
    let asking = flows.filter { !tenant.factors.of([$0]).isEmpty }
    for flow in asking {
      ofFlows[flow.graph.root] = HeldDecisions(flow, factors: factors, switches: switches, resolved)
    }
    let deciding = asking.filter { ofFlows[$0.graph.root] != nil }
    guard let first = deciding.first else { return }
    let asked = Dictionary(
      deciding.map { ($0.graph.root, AskedSlots($0.graph, Deciders($0.graph, resolved), resolved)) },
      uniquingKeysWith: { one, _ in one })
    let slots = switches.map { Int(resolved.scope.slot(tenant.subjects.attributes[$0])) }
    let most = deciding.map(\.graph.nodes.count).max() ?? 1
    func accounts(withAbsence: Bool) -> [[Int: Value?]] {
      HeldValues(
        of: slots, asked: asked.values.reduce(into: []) { $0.formUnion($1.expressions) }, flow: first.graph.root,
        withAbsence: withAbsence, limit: max(16, min(512, 20_000 / most)), resolved
      ).accounts
    }
    func world(_ flow: AnalyzedFlow, _ account: [Int: Value?]) -> HeldWorld? {
      guard let asked = asked[flow.graph.root] else { return nil }
      var facts = Trial.atUsualTime
      facts[Int(RunFact.flow.slot)] = .string(resolved.scope.flows[flow.graph.root].name.text)
      return HeldWorld(flow, account, asked: asked, decidesPresence: true, facts: facts, resolved)
    }
    let isByPresence = deciding.contains { ofFlows[$0.graph.root]?.isByPresence($0.graph) ?? false }
    let isDecided = accounts(withAbsence: isByPresence).contains { account in
      !deciding.contains { flow in
        guard let decisions = ofFlows[flow.graph.root], let world = world(flow, account) else { return false }
        return decisions.opens(in: world, flow.graph, resolved)
      }
    }
    if !isDecided { ofFlows = [:] }
  }

  /// Those of a flow.
  func of(_ flow: AnalyzedFlow) -> HeldDecisions? { ofFlows[flow.graph.root] }
}
