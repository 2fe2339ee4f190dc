import FlowModel

/// The flows that open a session by their link alone, and whose links some flow of an application sends behind the password:
/// signing in takes both there. Where the password alone opens a session as well, such a link is none.
struct LinksBehindPasswords {
  private(set) var targets: Set<Int> = []

  init(_ flows: [AnalyzedFlow], _ tenant: AnalyzedTenant) {
    let doors = tenant.factors.doors
    let opensByPassword = flows.contains { flow in
      doors.of(flow).contains { door in
        !door.isLink && !door.isEnding && !door.endsAlone
          && flow.evidence?.nearest(door.node, where: \.hasPasswordAlone) != nil
      }
    }
    // What links lead past a second factor is judged with that.
    if opensByPassword || !tenant.factors.of(flows).isEmpty { return }
    for flow in flows {
      for door in doors.of(flow) where !door.endsAlone {
        guard case .link(let target) = door.kind,
          flow.evidence?.nearest(door.node, where: { $0[.authenticated] && !$0[.unbound] && !$0[.created] }) != nil,
          tenant.flows.contains(where: { $0.graph.root == target && $0.opensByLinkAlone(doors, tenant.resolved) })
        else { continue }
        targets.insert(target)
      }
    }
  }
}

extension AnalyzedFlow {
  /// Whether some door of it is come to without a password being set before.
  fileprivate func opensByLinkAlone(_ doors: SessionDoors, _ resolved: ResolvedTenant) -> Bool {
    guard graph.start >= 0 else { return false }
    let goals = Set(doors.of(self).filter { !$0.isLink && !$0.isEnding }.map(\.node))
    return graph.path(
      from: Int(graph.start), to: goals.contains,
      allows: { graph.effect(graph.source(of: $0), resolved.flows)?.definition.setsPassword != true }) != nil
  }
}

extension EvidenceState {
  /// Whether the owner has shown the password and nothing else.
  fileprivate var hasPasswordAlone: Bool {
    !self[.unbound] && !self[.created] && !self[.byGrant] && !self[.byLink] && self[.authenticated]
      && !self[.accountVerified]
  }
}
