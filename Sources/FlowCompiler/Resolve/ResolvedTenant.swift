import FlowExpression
import FlowModel
import FlowSource

/// A tenant with its names resolved and its sub-flows expanded: what rules judge and lowering takes.
///
/// An object, as it is handed on for each edge of a flow.
final class ResolvedTenant: Sendable {
  let scope: TenantScope
  /// All flows and sub-flows, numbered as in `scope.flows`.
  let flows: [ResolvedFlow]
  /// All expressions.
  let expressions: [CompiledExpression]
  /// The text of each.
  let expressionTexts: [String]
  /// What the flows mention.
  let mentions: Mentions
  /// Whether a flow has an error, behind which it may use what no other one does.
  let hidesMentions: Bool
  /// Each flow as it runs, in the order of `scope.flows`; and behind them each sub-flow that nothing calls.
  let graphs: [FlowGraph]
  /// The tenant's own words of messages.
  let messages: [ResolvedMessage]
  /// What the flows send, with what its words are made of.
  let sentMessages: [(message: SentMessage, slots: SlotSet)]

  init(
    scope: TenantScope, flows: [ResolvedFlow], expressions: ExpressionPool, mentions: Mentions,
    graphs: [FlowGraph], messages: [ResolvedMessage], hidesMentions: Bool
  ) {
    self.scope = scope
    self.flows = flows
    self.expressions = expressions.compiled
    expressionTexts = expressions.texts
    self.mentions = mentions
    self.graphs = graphs
    self.messages = messages
    sentMessages = SentMessage.all(flows, scope).map { sent in
      let slots = messages.reduce(into: SlotSet()) { slots, message in
        if message.isSaid(of: sent, among: messages) { slots.formUnion(message.slots) }
      }
      return (sent, slots)
    }
    self.hidesMentions = hidesMentions
  }

  /// Whether its parts are worth to be judged on several threads.
  var isLarge: Bool { Parallel.isWorthIt(states: graphs.reduce(0) { $0 + $1.nodes.count }) }

  /// Whether all names were found. A flow alone may name others that are not there, which is no error of its own.
  var isWhole: Bool { !flows.contains { $0.hasUnknownValues || $0.states.contains(where: \.isDoubtful) } }
}

/// Resolves all names of a tenant and expands its sub-flows.
func resolve(_ tenant: TenantSyntax, _ syntaxes: [FlowSyntax], _ problems: inout DiagnosticCollector) -> ResolvedTenant
{
  let called = CalledFlows(syntaxes, tenant)
  problems.add(called.problems)
  let scope = TenantScope(tenant: tenant, flows: called.flows)
  checkDeclarations(scope, &problems)
  var resolver = Resolver(scope, problems)
  if let word = tenant.breachFunction { _ = resolver.function(word) }
  var flows = scope.flows.indices.map { resolver.resolve($0, calledAt: called.callers[$0]) }
  problems = resolver.problems
  var mentions = resolver.mentions
  let sent = SentMessage.all(flows, scope)
  let messages =
    resolveMessages(scope, sending: Set(sent.map(\.kind)), &problems) + messages(of: tenant.locales, sending: sent)
  mentions.attributes.formUnion(messages.flatMap(\.reads).map { Int($0.slot - firstAttributeSlot) })
  refuseRecursion(&flows, &problems)
  var graphs: [FlowGraph] = []
  var room = FlowGraph.tenantLimit
  let roots =
    scope.flows.indices.filter { !scope.flows[$0].isSubFlow }
    + scope.flows.indices.filter {
      scope.flows[$0].isSubFlow && !scope.flows[$0].isTemplate && !mentions.calledFlows.contains($0)
    }
  for root in roots {
    let graph = FlowGraph(root, flows, room: room)
    room -= graph.nodes.count
    if graph.isCut {
      problems.report(
        Diagnostic(
          "U139", .error,
          "the calls of \(scope.flows[root].name.text.quoted) expand to too many states",
          at: scope.flows[root].name.span,
          notes: ["a flow may have \(FlowGraph.limit) states, all flows of a tenant \(FlowGraph.tenantLimit)"],
          help: "call fewer sub-flows, or make them smaller"))
    }
    graphs.append(graph)
  }
  return ResolvedTenant(
    scope: scope, flows: flows, expressions: resolver.expressions, mentions: mentions, graphs: graphs,
    messages: messages,
    hidesMentions: problems.problems.contains { $0.severity == .error && $0.span.file != tenant.file })
}

/// Equal flow names, and what applications name.
private func checkDeclarations(_ scope: TenantScope, _ problems: inout DiagnosticCollector) {
  for (index, flow) in scope.flows.enumerated() {
    guard flow.arguments == nil, let first = scope.flow(flow.name.text), first != index else { continue }
    problems.report(
      Diagnostic(
        "U118", .error, "the tenant has two flows called \(flow.name.text.quoted)", at: flow.name.span,
        labels: [Label(scope.flows[first].name.span, "first here")], help: "rename one of the two"))
  }
  if let word = scope.tenant.localeAttribute { check(localeFrom: word, scope, &problems) }
  for application in scope.tenant.applications {
    for word in application.userData { check(userData: word, scope, &problems) }
    for word in application.flows {
      guard let index = scope.flow(word.text) else {
        if scope.hasLostFlows { continue }
        let guess = Guess(word, among: scope.flows.lazy.filter { !$0.isSubFlow }.map(\.name.text))
        problems.report(
          Diagnostic(
            "U108", .error, "there is no flow \(word.text.quoted) in this tenant", at: word.span,
            notes: scope.whereabouts(ofFlow: word.text), help: guess?.help, edit: guess?.edit(word)))
        continue
      }
      guard scope.flows[index].isSubFlow else { continue }
      problems.report(
        Diagnostic(
          "U120", .error, "\(word.text.quoted) is a sub-flow, which no application can start", at: word.span,
          labels: [Label(scope.flows[index].name.span, "declared here")], help: "remove it, or make it a `flow:`"))
    }
    for (code, _) in application.errors
    where scope.error(code.text) == nil && !scope.tenant.lost.contains(.errors) {
      let guess = Guess(code, among: scope.errors.map(\.code))
      problems.report(
        Diagnostic(
          "U116", .error, "there is no error \(code.text.quoted)", at: code.span,
          help: guess?.help ?? "declare it under `errors` in tenant.yaml", edit: guess?.edit(code)))
    }
  }
}

/// The attribute that holds the language of an account's owner.
private func check(localeFrom word: Word, _ scope: TenantScope, _ problems: inout DiagnosticCollector) {
  guard let index = scope.attribute(word.text) else {
    if scope.tenant.lost.contains(.attributes) { return }
    let guess = Guess(word, among: scope.attributeNames)
    return problems.report(
      Diagnostic(
        "U109", .error, "the tenant has no attribute \(word.text.quoted)", at: word.span,
        help: guess?.help ?? "declare it under `attributes`, such as `locale: { type: string, max-length: 35 }`",
        edit: guess?.edit(word)))
  }
  let attribute = scope.tenant.attributes[index]
  let definition = attribute.definition
  guard !definition.holdsLanguage else { return }
  let reason = definition.isTransient || definition.isSecret ? "no account holds it" : "it is no text"
  problems.report(
    Diagnostic(
      "U113", .error, "the attribute \(word.text.quoted) cannot say in which language somebody reads: \(reason)",
      at: word.span, labels: [Label(attribute.name.span, "declared here")],
      help: "name one of the type `string` or `choice` that rests in accounts"))
}

/// What an application names as its users' custom data, which is an attribute that accounts hold.
private func check(userData word: Word, _ scope: TenantScope, _ problems: inout DiagnosticCollector) {
  if SecretField(name: word.text) != nil {
    return problems.report(
      Diagnostic(
        "U113", .error, "the secret input \(word.text.quoted) cannot be custom data", at: word.span,
        help: "secrets never go back to a client"))
  }
  guard let index = scope.attribute(word.text) else {
    if scope.tenant.lost.contains(.attributes) { return }
    let guess = Guess(word, among: scope.attributeNames)
    return problems.report(
      Diagnostic(
        "U109", .error, "the tenant has no attribute \(word.text.quoted)", at: word.span,
        help: guess?.help ?? "declare it under `attributes` in tenant.yaml", edit: guess?.edit(word)))
  }
  let attribute = scope.tenant.attributes[index]
  guard attribute.definition.isTransient else { return }
  problems.report(
    Diagnostic(
      "U113", .error,
      "no account holds the attribute \(word.text.quoted): it is \(attribute.definition.isSecret ? "secret" : "transient")",
      at: word.span, labels: [Label(attribute.name.span, "declared here")],
      help: "name an attribute that rests in accounts"))
}
