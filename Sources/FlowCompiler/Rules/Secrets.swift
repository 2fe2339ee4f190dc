import FlowExpression
import FlowModel
import FlowSource

/// U701: what a secret attribute holds, and whatever was made of it, reaches no client, no message, and no function but by
/// the parameter that is made for it, `arguments`.
@Sendable func secretsStaySecret(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows where !flow.isUncalled {
    guard let taint = Taint(flow.graph, tenant.resolved, from: tenant.resolved.scope.secrets) else { continue }
    var left = 50
    for node in flow.graph.nodes.indices where flow.reached[node] {
      for leak in leaks(node, flow.graph, taint, tenant.resolved) {
        left -= 1
        problems.report(leak.problem(at: node, flow, taint, tenant.resolved, isTraced: left >= 0))
      }
    }
  }
}

/// A place where a secret leaves the run.
private struct Leak {
  let slot: Int
  let span: SourceSpan
  /// What happens there, after "`answer` is secret, and".
  let what: String
  let attack: String
  let help: String

  func problem(
    at node: Int, _ flow: AnalyzedFlow, _ taint: Taint, _ resolved: ResolvedTenant, isTraced: Bool
  ) -> Diagnostic {
    func name(_ slot: Int) -> String {
      resolved.scope.name(of: Slot(slot), in: resolved.scope.flows[flow.graph.root])
    }
    let isSecret = taint.sources.contains(slot)
    var problem = Diagnostic(
      "U701", .error, "\(name(slot).quoted) \(isSecret ? "is secret" : "holds what was made of a secret"), and \(what)",
      at: span, help: help)
    if isSecret, let attribute = resolved.scope.attribute(of: Slot(slot)) {
      problem.labels = [Label(attribute.name.span, "declared `secret: true`")]
    }
    guard isTraced else { return problem }
    let (path, copies) = taint.path(to: node, with: slot)
    problem.counterexample = flow.graph.counterexample(
      path: path, attack: attack,
      remarks: TraceRemarks(facts: copies.mapValues { [.holdsSecret(name($0))] }), resolved)
    return problem
  }
}

private let useArguments = "hand it to a function as `arguments: …`, which is bounded by the function's `attempts`"

private func leaks(_ node: Int, _ graph: FlowGraph, _ taint: Taint, _ resolved: ResolvedTenant) -> [Leak] {
  var leaks: [Leak] = []
  func note(_ slot: Int, _ span: SourceSpan, _ what: String, _ attack: String, _ help: String) {
    guard taint.contains(slot, at: node) else { return }
    leaks.append(Leak(slot: slot, span: span, what: what, attack: attack, help: help))
  }
  func ask(_ condition: ResolvedExpression, _ what: String = "the branch that is taken tells what it is") {
    for read in resolved.expressions[Int(condition.index)].reads {
      note(
        read.slot, condition.syntax.place(read.range), what,
        "a client tries values, and sees by what follows which one is right",
        "ask only whether it is there, by `has(…)`; or \(useArguments)")
    }
  }
  switch graph.kind(node, resolved.flows) {
  case .page(let page):
    if case .when(let condition) = page.skip { ask(condition) }
    for condition in page.events.flatMap(\.fields).flatMap(\.conditions) {
      ask(condition, "what the page asks for tells what it is")
    }
    for field in page.events.flatMap(\.fields) where !taint.sources.contains(Int(field.slot)) {
      note(
        Int(field.slot), field.name.span, "this page shows what its fields hold",
        "a client reads the secret on the page",
        "collect it on a page of its own, or do not `set` it from a secret")
    }
  case .choose(let conditions): for case let condition? in conditions { ask(condition) }
  case .end(let end):
    for result in end.results {
      guard case .slot(let slot, _) = result.result else { continue }
      note(
        Int(slot), result.span, "this end hands it to the client", "a client reads the secret in the result",
        "take it out of `result`")
    }
  case .effect(let call):
    noteEffect(call, resolved.scope, note)
    for slot in resolved.attributesSaid(by: call) {
      note(
        Int(slot), call.place, "the words of this message say it", "whoever reads the message reads the secret",
        "take it out of the message, or do not `set` it from a secret")
    }
  case .call, .unknown: break
  }
  return leaks
}

/// What an effect does with what its arguments hold.
private func noteEffect(
  _ call: ResolvedEffect, _ scope: TenantScope,
  _ note: (_ slot: Int, _ span: SourceSpan, _ what: String, _ attack: String, _ help: String) -> Void
) {
  func span(_ slot: Slot) -> SourceSpan { call.reads.first { $0.slot == slot }?.span ?? call.place }
  for (parameter, argument) in zip(call.effect.definition.parameters, call.arguments) {
    switch (parameter.kind, argument) {
    case (.attributes, .slots(let slots)):
      for slot in slots {
        note(
          Int(slot), span(slot), "the function is handed it like any attribute",
          "the secret goes to wherever the function keeps what it is told", useArguments)
      }
    case (.address, .slot(let slot)):
      note(
        Int(slot), span(slot), "a message goes there", "the secret stands in the outbox, and masked in the reply",
        "send to an attribute that holds an address alone")
    case (.identifier, .slot(let slot)):
      note(
        Int(slot), span(slot), "accounts are found by it", "the secret becomes an account's name",
        "find accounts by an attribute that is no secret")
    default: break
    }
  }
  if call.definition.asksOthers {
    for index in scope.identifiers {
      note(
        Int(scope.slot(index)), call.place, "the function is told it as the username",
        "the secret goes to wherever the function keeps what it is told", "do not `set` an identifier from a secret")
    }
  }
  for (index, attribute) in scope.tenant.attributes.enumerated()
  where !attribute.definition.isTransient && call.writes(scope.slot(index)) {
    note(
      Int(scope.slot(index)), call.place, "the account keeps it openly",
      "the secret stands in the account's attributes, which profiles and tokens show",
      "mark the attribute `transient: true`, or do not `set` it from a secret")
  }
}

extension TenantScope {
  /// The slots of the secret attributes.
  var secrets: [Int] {
    tenant.attributes.indices.filter { tenant.attributes[$0].definition.isSecret }.map { Int(slot($0)) }
  }
}
