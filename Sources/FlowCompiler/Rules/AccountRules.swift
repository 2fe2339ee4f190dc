import FlowModel
import FlowSource

/// U303: `account.…` is asked only where an account is bound on every way.
@Sendable func accountBeforeFacts(_ tenant: JudgedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows {
    guard let collected = flow.collected else { continue }
    var ways = TraceBudget()
    for read in collected.unsureReads(flow.graph, tenant.analysis) where read.isAccountFact {
      let name = tenant.analysis.scope.name(of: Slot(read.slot), in: tenant.analysis.scope.flows[flow.graph.root])
      let way = ways.way(to: read, in: flow, .readsOfNoAccount(name), tenant.analysis)
      problems.report(
        Diagnostic(
          "U303", .error, "\(name.quoted) is asked here, and there may be no account yet", at: read.span,
          help: "lead every way here through an effect that finds, creates or binds an account", counterexample: way))
    }
  }
}

/// U304: an end hands out tokens only where a session was opened, and a grant only where an account is bound.
@Sendable func promisesOfEnds(_ tenant: JudgedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows {
    guard let collected = flow.collected else { continue }
    var ways = TraceBudget()
    for node in flow.graph.nodes.indices {
      guard case .end(let end) = flow.graph.state(node, tenant.analysis.flows).kind, !end.isContradictory else {
        continue
      }
      for result in end.results where result.result == .tokens && !collected.contains(collected.session, at: node) {
        let missing = UnsureRead(node: node, slot: collected.session, span: result.span)
        let way = ways.way(to: missing, in: flow, .lacksSession, tenant.analysis)
        problems.report(
          Diagnostic(
            "U304", .error, "this end hands out tokens, and there may be no session", at: result.span,
            help: "lead every way here through `token.issue`", counterexample: way))
      }
      let account = Int(AccountFact.id.slot)
      if let grants = end.grants, !collected.contains(account, at: node) {
        let missing = UnsureRead(node: node, slot: account, span: grants)
        let way = ways.way(to: missing, in: flow, .lacksAccount, tenant.analysis)
        problems.report(
          Diagnostic(
            "U304", .error, "this end grants a sign-in, and there may be no account", at: grants,
            help: "lead every way here through an effect that finds, creates or binds an account",
            counterexample: way))
      }
    }
  }
}

/// U305: effects on the bound account come only where one is bound on every way.
@Sendable func accountBeforeEffects(_ tenant: JudgedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows {
    guard let collected = flow.collected else { continue }
    let account = Int(AccountFact.id.slot)
    var ways = TraceBudget()
    for node in flow.graph.nodes.indices {
      guard case .effect(let effect) = flow.graph.state(node, tenant.analysis.flows).kind,
        effect.effect.definition.needsAccount, !collected.contains(account, at: node)
      else { continue }
      let missing = UnsureRead(node: node, slot: account, span: effect.place)
      let way = ways.way(to: missing, in: flow, .lacksAccount, tenant.analysis)
      problems.report(
        Diagnostic(
          "U305", .error, "\(effect.effect.name.quoted) needs an account, and there may be none yet", at: effect.place,
          help: "lead every way here through an effect that finds, creates or binds an account", counterexample: way))
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
