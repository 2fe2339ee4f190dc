import FlowModel
import FlowSource

/// U803: each flow is compared by itself, and two of them may tell together. Who may give any address a password of their own,
/// in a flow that conceals accounts, sees in one that takes passwords whether that was the first account of the address. So does
/// whoever may give an account that is made, or changed, something of their own by which another flow finds it.
@Sendable func quietTogether(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  // With the errors removed, the password may be chosen elsewhere.
  if problems.hasErrors { return }
  let quiet = tenant.flows.filter { flow in
    !flow.isUncalled && tenant.resolved.scope.flows[flow.graph.root].revealsAccounts == nil
  }
  passwordsOfAnybody(quiet, tenant.resolved, &problems)
  namesOfAnybody(quiet, tenant.resolved, &problems)
}

private func passwordsOfAnybody(
  _ quiet: [AnalyzedFlow], _ resolved: ResolvedTenant, _ problems: inout DiagnosticCollector
) {
  let taking = quiet.first { flow in
    flow.graph.nodes(.effect).contains { node in
      flow.reached[node] && flow.graph.effect(node, resolved.flows)?.definition.comparesPassword == true
    }
  }
  guard let taking else { return }
  let other = resolved.scope.flows[taking.graph.root].name.text.quoted
  for flow in quiet {
    guard let evidence = flow.evidence else { continue }
    for node in flow.graph.nodes(.effect) {
      guard let call = flow.graph.effect(node, resolved.flows), call.setsPassword,
        let visit = evidence.nearest(
          node,
          where: { state in
            call.definition.createsAccount
              ? !evidence.subjects.identifiers.contains { state[.verified, $0] }
              : !state[.unbound] && state[.created] && !state[.accountVerified]
          })
      else { continue }
      problems.report(
        Diagnostic(
          "U803", .warning,
          "who chooses a password for any address here sees by \(other) whether the address had an account before",
          at: call.place,
          notes: ["this flow and \(other) each conceal it; together they do not: only a new account has that password"],
          help: "let the password be chosen behind a code to the address, or behind the link that confirms it",
          counterexample: flow.graph.counterexample(
            path: evidence.path(to: visit).map(\.edge), attack: "", resolved)))
    }
  }
}

/// Where an account gets an identifier that may be another's, and one by which a quiet flow finds it and answers.
private func namesOfAnybody(
  _ quiet: [AnalyzedFlow], _ resolved: ResolvedTenant, _ problems: inout DiagnosticCollector
) {
  for flow in quiet {
    guard let evidence = flow.evidence else { continue }
    func name(_ subject: Int) -> String { resolved.scope.attributeNames[evidence.subjects.attributes[subject]].quoted }
    for node in flow.graph.nodes(.effect) where flow.reached[node] {
      guard let call = flow.graph.effect(node, resolved.flows), call.definition.writesAttributes else { continue }
      let pairs = evidence.subjects.identifiers.flatMap { guess in
        evidence.subjects.identifiers.map { (guess: guess, mark: $0) }
      }
      for (guess, mark) in pairs where (guess == mark) == !call.definition.createsAccount {
        guard let visit = evidence.nearest(node, where: { evidence.marks(mark, guessing: guess, call, $0, resolved) }),
          let other = quiet.first(where: { $0.answers(resolved.slot(mark, evidence.subjects), resolved) })
        else { continue }
        let finder = resolved.scope.flows[other.graph.root].name.text.quoted
        problems.report(
          Diagnostic(
            "U803", .warning,
            guess == mark
              ? "who takes a new \(name(guess)) here sees by \(finder) whether another account has it"
              : "who names somebody else's \(name(guess)) here, and an own \(name(mark)), sees by \(finder) whether an account has that \(name(guess))",
            at: call.place,
            notes: [
              "this flow and \(finder) each conceal it; together they do not: \(finder) finds by \(name(mark)) the account that was \(guess == mark ? "changed" : "made") here, if it was"
            ],
            help:
              "let one of them be no identifier, or prove \(name(guess)) before it; or say openly `reveals: [account-existence]`",
            counterexample: flow.graph.counterexample(
              path: evidence.path(to: visit).map(\.edge), attack: "", resolved)))
        break
      }
    }
  }
}

extension Evidence {
  /// Whether a call may write one identifier that a client only guesses, and another one that is the client's own; or one that is
  /// both, to an account that there was before.
  fileprivate func marks(
    _ mark: Int, guessing guess: Int, _ call: ResolvedEffect, _ state: EvidenceState, _ resolved: ResolvedTenant
  ) -> Bool {
    func isName(_ subject: Int) -> Bool {
      resolved.scope.attribute(of: resolved.slot(subject, subjects))?.definition.type.isAddress == false
    }
    func isWritten(_ subject: Int) -> Bool {
      state[.verified, subject] || isName(subject) || call.lookupSlot == resolved.slot(subject, subjects)
    }
    if !call.definition.createsAccount { return state.changes(guess) && !state[.verified, guess] && isName(guess) }
    return !state[.unwritten, guess] && !state[.verified, guess] && isWritten(guess)
      && !state[.unwritten, mark] && isWritten(mark)
  }
}

extension ResolvedTenant {
  fileprivate func slot(_ subject: Int, _ subjects: EvidenceSubjects) -> Slot {
    scope.slot(subjects.attributes[subject])
  }
}

extension AnalyzedFlow {
  /// Whether it finds accounts by an identifier, and sends its owner something, or takes the password.
  fileprivate func answers(_ slot: Slot, _ resolved: ResolvedTenant) -> Bool {
    let calls = graph.nodes(.effect).filter { reached[$0] }.compactMap { graph.effect($0, resolved.flows) }
    return calls.contains { !$0.definition.writesAttributes && $0.lookupSlot == slot }
      && calls.contains { $0.definition.comparesPassword || $0.definition.sendsLink || $0.isForAccount }
  }
}
