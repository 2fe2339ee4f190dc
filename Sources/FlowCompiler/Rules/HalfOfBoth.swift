import FlowModel
import FlowSource

/// The flows of an application in which a session opens with a password or a message alone, beside one that always asks for
/// both.
func halfOfBoth(
  _ application: String, _ flows: [AnalyzedFlow], _ tenant: AnalyzedTenant, _ told: inout Set<SourceSpan>,
  _ problems: inout DiagnosticCollector
) {
  let resolved = tenant.resolved
  // A link is a message: with the password before it, it is both, and is judged where it is sent.
  let links = LinksBehindPasswords(flows, tenant)
  func isHalf(_ state: EvidenceState, at door: SessionDoor, of flow: AnalyzedFlow) -> Bool {
    if door.isLink { return !state[.created] && !(state[.authenticated] && !state[.unbound]) }
    return state.hasHalfOfBoth && !(state[.byLink] && links.targets.contains(flow.graph.root))
  }
  func weakest(_ flow: AnalyzedFlow, _ door: SessionDoor) -> Int? {
    flow.evidence?.nearest(door.node) { isHalf($0, at: door, of: flow) }
  }
  func doors(_ flow: AnalyzedFlow) -> [SessionDoor] {
    tenant.factors.doors.of(flow).filter { door in
      if case .link(let target) = door.kind { links.targets.contains(target) } else { true }
    }
  }
  let asking = flows.first { flow in
    let doors = doors(flow).filter { !$0.isEnding && !$0.endsAlone }
    return !doors.isEmpty && doors.allSatisfy { weakest(flow, $0) == nil }
      && doors.contains { door in
        flow.evidence?.nearest(
          door.node,
          where: { $0[.authenticated] && (door.isLink || $0[.accountVerified]) && !$0[.unbound] && !$0[.created] })
          != nil
      }
  }
  guard let asking else { return }
  let other = resolved.scope.flows[asking.graph.root].name.text.quoted
  for flow in flows {
    for door in doors(flow) where !told.contains(door.place) {
      guard let visit = weakest(flow, door) else { continue }
      told.insert(door.place)
      problems.report(
        unproven(
          "U903",
          "\(door.opening) with one factor, and \(other)\(sharing(application)) asks for the password and a message",
          at: door.place, visit, flow, resolved,
          help:
            "ask for both here, too; or offer the two flows in different applications, whose tokens differ in `client_id` and `acr`"
        )
      )
    }
  }
}

extension EvidenceState {
  /// Whether the owner has shown the password, or to read what is sent to an address, and not both.
  fileprivate var hasHalfOfBoth: Bool {
    !self[.unbound] && !self[.created] && !self[.byGrant] && !(self[.authenticated] && self[.accountVerified])
  }
}
