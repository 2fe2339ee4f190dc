import FlowExpression
import FlowModel
import FlowSource

/// U411: where passwords are the only way in, a run does not rest or end between an account and its password. Whoever leaves
/// there has an account that nobody signs in to, and an address that is taken.
@Sendable func accountsWithoutPassword(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  guard tenant.signsInByPasswordAlone else { return }
  for flow in tenant.flows where !flow.isUncalled {
    let graph = flow.graph
    for node in graph.nodes(.effect) where flow.reached[node] {
      guard let call = graph.effect(node, resolved.flows), call.definition.createsAccount, !call.createsWithPassword,
        let created = graph.edgeIndices(node).first, graph.edges[created].target >= 0,
        let path = graph.pathToRest(behind: created, resolved), let last = path.last
      else { continue }
      let rest = Int(graph.edges[last].target)
      let name = graph.name(rest, resolved.flows).quoted
      problems.report(
        Diagnostic(
          "U411", .warning, "who stops at \(name) has an account without a password, and no other way to sign in",
          at: call.place,
          labels: [Label(graph.word(rest, resolved.flows).span, "the run rests here, and the address is taken")],
          help:
            "create the account with its password: `with: { password: password }`; or remove it with `account.discard`",
          counterexample: graph.counterexample(path: graph.path(to: node) + path, attack: "", resolved)))
    }
  }
}

extension AnalyzedTenant {
  /// Whether some flow lets in who has the right password, and none lets in, or gives a password to, an account that has
  /// none.
  fileprivate var signsInByPasswordAlone: Bool {
    var asksForPasswords = false
    for flow in flows where !flow.isUncalled {
      if flow.graph.letsInWithoutPassword(resolved) { return false }
      asksForPasswords = asksForPasswords || flow.graph.hasPasswordGate(resolved)
    }
    return asksForPasswords
  }
}

extension FlowGraph {
  /// The edges of a shortest path from where an account was created, that edge first, to a page or an end, on which it gets no
  /// password and is not removed.
  fileprivate func pathToRest(behind created: Int, _ resolved: ResolvedTenant) -> [Int]? {
    func isRest(_ node: Int) -> Bool {
      nodes[node].kind == .page || nodes[node].kind == .end && nodes[node].caller < 0
    }
    let first = Int(edges[created].target)
    if isRest(first) { return [created] }
    let path = path(from: first, to: isRest) { edge in
      guard let call = effect(source(of: edge), resolved.flows), edges[edge].branch >= 0 else { return true }
      return
        !(call.definition.succeeds(by: edges[edge].branch) && (call.setsPassword || call.definition.rebindsAccount))
    }
    return path.map { [created] + $0 }
  }

  /// Whether a run comes to a session, a grant or a new password for an account that was there before and has no password.
  func letsInWithoutPassword(_ resolved: ResolvedTenant) -> Bool {
    guard start >= 0 else { return false }
    return path(from: Int(start), to: { letsIn($0, resolved) }, allows: { !isOwnDoing($0, resolved) }) != nil
  }

  /// Whether an edge is one that who comes back to an account without a password does not take: the account is created just
  /// now, its password is right, or a grant is good, which was for once.
  fileprivate func isOwnDoing(_ edge: Int, _ resolved: ResolvedTenant) -> Bool {
    let branch = Int(edges[edge].branch)
    guard branch >= 0 else { return false }
    switch kind(source(of: edge), resolved.flows) {
    case .effect(let call):
      guard call.definition.succeeds(by: edges[edge].branch) else { return false }
      return call.definition.createsAccount || call.definition.comparesPassword || call.definition.redeemsGrants
    case .choose(let conditions):
      guard conditions.indices.contains(branch), let condition = conditions[branch] else { return false }
      let values = resolved.expressions[Int(condition.index)].logic.values {
        $0 == Int(AccountFact.has_password.slot) ? false : nil
      }
      return !values.canBeTrue
    default: return false
    }
  }

  fileprivate func hasPasswordGate(_ resolved: ResolvedTenant) -> Bool {
    nodes(.effect).contains { effect($0, resolved.flows)?.definition.comparesPassword == true }
  }
}
