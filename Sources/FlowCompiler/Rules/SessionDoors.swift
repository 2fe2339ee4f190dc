import FlowModel
import FlowSource

/// A place of a flow at which a session opens, or the account ends, or at which something is handed out by which that happens
/// in another flow.
struct SessionDoor: Sendable {
  enum Kind: Sendable, Hashable {
    /// `token.issue`.
    case session
    /// `account.delete` or `account.disable`: as much is asked before it as before a session.
    case ending
    /// An end with `grants: sign-in`.
    case grant
    /// A message, or a function's call, with a link to the flow of this number.
    case link(to: Int)
  }

  let kind: Kind
  let node: Int
  let place: SourceSpan
  /// Whether what is handed out there opens no session, and ends the account alone.
  var endsAlone = false

  /// What happens there, as the beginning of a sentence.
  var opening: String {
    switch kind {
    case .session: "a session opens here"
    case .ending: "the account is taken away here"
    case .grant: "a sign-in, with which \(deed), is granted here"
    case .link: "a link, with which \(deed), is sent here"
    }
  }

  /// That it does not happen, as the beginning of a sentence.
  var none: String {
    switch kind {
    case .session: "no session opens"
    case .ending: "no account is taken away"
    case .grant: "no sign-in, with which \(deed), is granted"
    case .link: "no link, with which \(deed), is sent"
    }
  }

  private var deed: String { endsAlone ? "the account is taken away" : "a session opens" }

  var isLink: Bool { if case .link = kind { true } else { false } }
  var isEnding: Bool { kind == .ending }

  fileprivate func ending(alone: Bool) -> SessionDoor {
    var door = self
    door.endsAlone = alone
    return door
  }
}

/// The doors of a tenant's flows: of ends that grant, and of links, those by which some flow opens a session or ends an
/// account.
struct SessionDoors: Sendable {
  private let ofFlows: [Int: [SessionDoor]]

  init(_ flows: [AnalyzedFlow], _ resolved: ResolvedTenant) {
    let called = flows.filter { !$0.isUncalled }
    let redeeming = called.filter { $0.redeems(\.redeemsGrants, resolved) }
    let opensByGrant = redeeming.contains { $0.hasDoor(resolved) }
    let grantsEndAlone = !redeeming.contains { $0.opensSession(resolved) }
    let targets = Set(
      called.filter { flow in
        flow.redeems(\.redeemsLinks, resolved)
          && (flow.hasDoor(resolved) || opensByGrant && !flow.grantingEnds(resolved).isEmpty)
      }.map(\.graph.root))
    let letIn = Set(
      called.filter { $0.opensSession(resolved) || !grantsEndAlone && !$0.grantingEnds(resolved).isEmpty }
        .map(\.graph.root))
    ofFlows = Dictionary(
      flows.map { flow in
        let calls = flow.calls(resolved).compactMap { node, call -> SessionDoor? in
          if call.definition.opensSession { return SessionDoor(kind: .session, node: node, place: call.place) }
          if call.definition.endsAccount { return SessionDoor(kind: .ending, node: node, place: call.place) }
          guard let target = call.linkFlow.flatMap({ resolved.flow(inTable: $0) }), targets.contains(target) else {
            return nil
          }
          return SessionDoor(
            kind: .link(to: target), node: node, place: call.place, endsAlone: !letIn.contains(target))
        }
        let grants = opensByGrant ? flow.grantingEnds(resolved) : []
        return (flow.graph.root, calls + grants.map { $0.ending(alone: grantsEndAlone) })
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The doors of a flow.
  func of(_ flow: AnalyzedFlow) -> [SessionDoor] { ofFlows[flow.graph.root] ?? [] }
}

/// Which of the things that flows hand out open sessions without some second factors being asked for once more: for those,
/// handing out is what is judged.
struct UnaskedDoors {
  /// Whether a grant does.
  private let byGrant: Bool
  /// The flows in which a link does, and which of these links is sent to whoever has shown none of the factors, by a flow that
  /// asks for none itself.
  private let byLink: Set<Int>
  private let weakLinks: Set<Int>

  /// `flows` are those of an application; a link is good wherever it comes from.
  init(_ flows: [AnalyzedFlow], past factors: [Int], _ tenant: AnalyzedTenant) {
    let use = tenant.factors
    func opens(_ flow: AnalyzedFlow, _ kinds: Set<SessionDoor.Kind>, _ fact: EvidenceState.Fact?) -> Bool {
      use.doors.of(flow).contains { door in
        kinds.contains(door.kind)
          && flow.evidence?.nearest(
            door.node,
            where: { state in
              fact.map { state[$0] } ?? true && state.doesWithout(factors)
            }) != nil
      }
    }
    let doors: Set<SessionDoor.Kind> = [.session, .ending]
    let byGrant = flows.contains { opens($0, doors, .byGrant) }
    let byLink = Set(flows.filter { opens($0, byGrant ? doors.union([.grant]) : doors, .byLink) }.map(\.graph.root))
    let asking = Set(flows.filter { !use.of([$0]).isEmpty }.map(\.graph.root))
    let careless = tenant.flows.filter { !$0.isUncalled && !asking.contains($0.graph.root) }
    weakLinks = byLink.filter { target in
      careless.contains { opens($0, [.link(to: target)], nil) }
    }
    (self.byGrant, self.byLink) = (byGrant, byLink)
  }

  /// Whether what is handed out at a door is to be judged there.
  func isJudged(_ door: SessionDoor) -> Bool {
    switch door.kind {
    case .session, .ending: true
    case .grant: byGrant
    case .link(let target): byLink.contains(target)
    }
  }

  /// Whether what a state rests on was judged where it was handed out, in another flow.
  func isJudgedElsewhere(_ state: EvidenceState, in flow: AnalyzedFlow) -> Bool {
    !state[.unbound] && (state[.byGrant] || state[.byLink] && !weakLinks.contains(flow.graph.root))
  }
}

extension EvidenceState {
  /// Whether the account may have one of some factors, and none of them was shown.
  func doesWithout(_ factors: [Int]) -> Bool {
    !self[.unbound] && !self[.created] && factors.contains { !self[.absent, $0] }
      && !factors.contains { self[.factor, $0] }
  }
}

extension AnalyzedFlow {
  /// The effects that a run can come to.
  fileprivate func calls(_ resolved: ResolvedTenant) -> [(node: Int, call: ResolvedEffect)] {
    graph.nodes(.effect).compactMap { node in
      guard reached[node], let call = graph.effect(node, resolved.flows) else { return nil }
      return (node, call)
    }
  }

  /// Whether a run can come to an effect that opens a session.
  fileprivate func opensSession(_ resolved: ResolvedTenant) -> Bool {
    calls(resolved).contains { $0.call.definition.opensSession }
  }

  /// Whether a run can come to an effect that opens a session, or that ends the account.
  fileprivate func hasDoor(_ resolved: ResolvedTenant) -> Bool {
    calls(resolved).contains { $0.call.definition.opensSession || $0.call.definition.endsAccount }
  }

  /// Whether a run can come to an effect that redeems something.
  func redeems(_ what: (EffectDefinition) -> Bool, _ resolved: ResolvedTenant) -> Bool {
    calls(resolved).contains { what($0.call.definition) }
  }

  /// The ends that grant a sign-in, as doors.
  func grantingEnds(_ resolved: ResolvedTenant) -> [SessionDoor] {
    graph.nodes(.end).compactMap { node in
      guard reached[node], let grants = graph.end(node, resolved.flows)?.grants else { return nil }
      return SessionDoor(kind: .grant, node: node, place: grants)
    }
  }
}

extension ResolvedTenant {
  /// The flow with a number in the table.
  func flow(inTable index: Int) -> Int? { scope.tableIndices.firstIndex(of: Int32(index)) }
}
