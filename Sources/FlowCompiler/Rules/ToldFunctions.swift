import FlowModel
import FlowSource

/// U408: what a function attests, it was told in that call: else its `success` is about something else.
@Sendable func attestedIsTold(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let (resolved, scope) = (tenant.resolved, tenant.resolved.scope)
  for flow in tenant.flows {
    guard let evidence = flow.evidence else { continue }
    for node in flow.graph.nodes.indices where flow.reached[node] {
      guard let call = flow.graph.effect(node, resolved.flows), let attested = call.attested,
        !call.passed.contains(attested), let attribute = scope.attribute(of: attested)
      else { continue }
      // Without `pass` it is told the account's name: that of the one identifier there is.
      let isName = scope.identifiers.map(scope.slot) == [attested]
      let subject = evidence.subjects[attested]
      guard
        let visit = evidence.nearest(
          node,
          where: { state in
            !isName || subject.map { !state[.unbound] && !state[.ofAccount, $0] } ?? true
          })
      else { continue }
      let name = attribute.name.text
      let place = call.definition.parameters.indices.lazy.filter { Attested(call.argument($0)) != nil }
        .compactMap { call.argumentPlaces[$0] }.first
      problems.report(
        flow.problem(
          "U408", "the function attests \(name.quoted), and is not told what it is", at: place ?? call.place, visit,
          notes: [
            "it is told \(call.told(isName: isName, scope, flow)), and its `success` would prove whatever \(name.quoted) holds"
          ],
          help:
            "tell it: `pass: [\((call.passed.map { scope.name(of: $0, in: scope.flows[flow.graph.root]) } + [name]).joined(separator: ", "))]`",
          attack: "the function agrees to something else, and the address of another counts as proven", [:], resolved))
    }
  }
}

/// U409: a function that is handed the token of an account's link is told no address but the account's own.
@Sendable func linksOfTheirOwner(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let (resolved, scope) = (tenant.resolved, tenant.resolved.scope)
  for flow in tenant.flows {
    guard let evidence = flow.evidence else { continue }
    for node in flow.graph.nodes.indices where flow.reached[node] {
      guard let call = flow.graph.effect(node, resolved.flows), call.definition.asksOthers, call.linkFlow != nil else {
        continue
      }
      for slot in call.passed {
        guard let attribute = scope.attribute(of: slot), attribute.definition.type.isAddress,
          let visit = evidence.nearest(
            node,
            where: { state in
              evidence.subjects[slot].map { !state.isOwn($0) || state.claims(another: $0, evidence.subjects) }
                ?? !state[.unbound]
            })
        else { continue }
        let name = attribute.name.text
        problems.report(
          flow.problem(
            "U409", "the function is handed the account's link, and \(name.quoted), which may be another's address",
            at: call.reads.first { $0.slot == slot }?.span ?? call.place, visit,
            notes: [
              "nothing on this path shows that \(name.quoted) is the account's: the function may send the link there"
            ],
            help:
              "leave it out, as the function is told the account's own name; or read the account's own: `do: account.read`",
            attack: "the link of one person is sent to the address of another", [name: .ownAddress], resolved))
      }
    }
  }
}

/// U410: an update that writes a new identifier says what comes where another account has it.
@Sendable func handledConflicts(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  for flow in tenant.flows {
    guard let evidence = flow.evidence else { continue }
    for node in flow.graph.nodes.indices where flow.reached[node] {
      guard let call = flow.graph.effect(node, resolved.flows), call.definition.writesAttributes,
        !call.definition.createsAccount,
        let conflict = call.definition.outcomes.firstIndex(where: { $0.occurs == .withNamesake }),
        !call.outcomes.indices.contains(conflict) || call.outcomes[conflict] < 0
      else { continue }
      func isNew(_ subject: Int, _ state: EvidenceState) -> Bool {
        !state[.unbound] && !state[.unwritten, subject] && !state[.ofAccount, subject]
      }
      guard
        let subject = evidence.subjects.identifiers.first(where: { subject in
          call.writes(resolved.scope.slot(evidence.subjects.attributes[subject]))
            && evidence.nearest(node, where: { isNew(subject, $0) }) != nil
        }), let visit = evidence.nearest(node, where: { isNew(subject, $0) })
      else { continue }
      let name = resolved.scope.tenant.attributes[evidence.subjects.attributes[subject]].name.text
      let outcome = call.definition.outcomes[conflict].name
      problems.report(
        Diagnostic(
          "U410", .warning,
          "\(name.quoted) may be another account's, and then this ends in \"This is not possible now.\"",
          at: call.place, notes: ["\(outcome.quoted): \(call.definition.outcomes[conflict].summary)"],
          help: "say what comes then: `\(outcome): { to: …, error: user_already_exists }`",
          counterexample: flow.graph.counterexample(path: evidence.path(to: visit).map(\.edge), attack: "", resolved)))
    }
  }
}

extension EvidenceState {
  /// Whether the bound account was created by another identifier that nobody has proven: the link would prove that one.
  fileprivate func claims(another subject: Int, _ subjects: EvidenceSubjects) -> Bool {
    self[.created] && !self[.unbound]
      && subjects.identifiers.contains { other in
        other != subject && subjects.addresses.contains(other) && self[.ofAccount, other] && !self[.verified, other]
      }
  }

  /// Whether an address is the bound account's own: it was found by it or holds it, or its owner is here and has proven it.
  fileprivate func isOwn(_ subject: Int) -> Bool {
    let isPresent = self[.authenticated] || self[.accountVerified]
    return self[.unbound] || self[.ofAccount, subject]
      || isPresent && (self[.verified, subject] || self[.registered, subject])
      || self[.created] && self[.verified, subject]
  }
}

extension ResolvedEffect {
  /// What a function is told, in words.
  fileprivate func told(isName: Bool, _ scope: TenantScope, _ flow: AnalyzedFlow) -> String {
    let names = passed.map { scope.name(of: $0, in: scope.flows[flow.graph.root]) }
    return (["the account's name"] + names.map(\.quoted)).joined(separator: " and ")
  }
}

extension AnalyzedFlow {
  /// A finding at a call, with a path to it; `typed`: what the attacker types in some fields.
  fileprivate func problem(
    _ code: String, _ message: String, at span: SourceSpan, _ visit: Int, notes: [String], help: String, attack: String,
    _ typed: [String: TraceInput.Value], _ resolved: ResolvedTenant
  ) -> Diagnostic {
    guard let evidence else { return Diagnostic(code, .error, message, at: span, notes: notes, help: help) }
    let path = evidence.path(to: visit)
    let (gains, losses) = evidence.facts(path, resolved.scope)
    let inputs = evidence.inputs(path, self, resolved).mapValues { inputs in
      inputs.map { input in
        guard let value = typed[input.field] else { return input }
        return TraceInput(input.field, isRequired: input.isRequired, value: value)
      }
    }
    return Diagnostic(
      code, .error, message, at: span, notes: notes, help: help,
      counterexample: graph.counterexample(
        path: path.map(\.edge), attack: attack,
        remarks: TraceRemarks(facts: gains.merging(losses, uniquingKeysWith: +), inputs: inputs), resolved))
  }
}
