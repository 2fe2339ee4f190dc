import FlowModel
import FlowSource

/// U303: `account.…` is asked only where an account is bound on every path.
@Sendable func accountBeforeFacts(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows {
    var paths = TraceBudget()
    for read in flow.unassignedReads where read.isAccountFact {
      let name = tenant.resolved.scope.name(of: Slot(read.slot), in: tenant.resolved.scope.flows[flow.graph.root])
      let path = paths.path(to: read, in: flow, .readsOfNoAccount(name), tenant.resolved)
      problems.report(
        Diagnostic(
          "U303", .error, "\(name.quoted) is asked here, and there may be no account yet", at: read.span,
          help: "lead every path here through an effect that finds, creates or binds an account", counterexample: path))
    }
  }
}

/// U304: an end hands out tokens only where a session was opened, and a grant only where an account is bound.
@Sendable func promisesOfEnds(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows {
    guard let collected = flow.collected else { continue }
    var paths = TraceBudget()
    for node in flow.graph.nodes.indices {
      guard let end = flow.graph.end(node, tenant.resolved.flows), !end.isContradictory else {
        continue
      }
      for result in end.results where result.result == .tokens && !collected.contains(collected.session, at: node) {
        let missing = UnassignedRead(node: node, slot: collected.session, span: result.span)
        let path = paths.path(to: missing, in: flow, .lacksSession, tenant.resolved)
        problems.report(
          Diagnostic(
            "U304", .error, "this end hands out tokens, and there may be no session", at: result.span,
            help: "lead every path here through \(Effect.names(where: \.opensSession))", counterexample: path))
      }
      let account = Int(AccountFact.id.slot)
      if let grants = end.grants, !collected.contains(account, at: node) {
        let missing = UnassignedRead(node: node, slot: account, span: grants)
        let path = paths.path(to: missing, in: flow, .lacksAccount, tenant.resolved)
        problems.report(
          Diagnostic(
            "U304", .error, "this end grants a sign-in, and there may be no account", at: grants,
            help: "lead every path here through an effect that finds, creates or binds an account",
            counterexample: path))
      }
    }
  }
}

/// U305: effects on the bound account come only where one is bound on every path.
@Sendable func accountBeforeEffects(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows {
    guard let collected = flow.collected else { continue }
    let account = Int(AccountFact.id.slot)
    var paths = TraceBudget()
    for node in flow.graph.nodes.indices {
      guard let effect = flow.graph.effect(node, tenant.resolved.flows),
        effect.effect.definition.needsAccount, !collected.contains(account, at: node)
      else { continue }
      let missing = UnassignedRead(node: node, slot: account, span: effect.place)
      let path = paths.path(to: missing, in: flow, .lacksAccount, tenant.resolved)
      problems.report(
        Diagnostic(
          "U305", .error, "\(effect.effect.name.quoted) needs an account, and there may be none yet", at: effect.place,
          help: "lead every path here through an effect that finds, creates or binds an account", counterexample: path))
    }
  }
}

extension EffectDefinition {
  /// Whether it works on the bound account. Those that only compare or send play along without one, so that nobody
  /// learns which accounts there are; they demand nothing of it.
  var needsAccount: Bool {
    demands.contains { [.verifiedAccount, .created, .authenticated].contains($0) }
  }
}
