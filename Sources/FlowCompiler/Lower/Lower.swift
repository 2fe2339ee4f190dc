import FlowExpression
import FlowModel
import FlowSource

/// A tenant without errors as the table that the interpreter runs, with its words in all its languages.
func lower(_ resolved: ResolvedTenant, _ texts: [TenantText], _ locales: [LocaleSyntax]) -> FlowTable {
  let language = resolved.scope.tenant.language
  let locales = locales.sorted { $0.tag.text < $1.tag.text }
  var table = lower(resolved, LocaleWords(language, files: locales.filter { $0.tag == language }, texts))
  table.words = locales.compactMap { OwnWords($0, texts) }
  table.locales = locales.filter { $0.tag != language }.map { locale in
    let fallbacks = locale.tag.fallbacks + (StandardWords.speaks(locale.tag) ? [] : language.fallbacks)
    let chain = fallbacks.compactMap { tag in locales.first { $0.tag == tag } }
    let words = LocaleWords(locale.tag, or: language, files: chain, texts)
    return TableLocale(locale.tag, texts: lower(resolved, words).texts)
  }
  return table
}

private func lower(_ resolved: ResolvedTenant, _ words: LocaleWords) -> FlowTable {
  let scope = resolved.scope
  var table = FlowTable(tenant: scope.tenant.name.text)
  table.language = scope.tenant.language
  table.localeAttribute = scope.tenant.localeAttribute.flatMap { scope.attribute($0.text) }.map { Int32($0) } ?? -1
  table.attributes = scope.tenant.attributes.map { $0.definition.saying(words, below: ["attributes"]) }
  table.passwords = scope.tenant.passwords
  if let function = scope.tenant.breachFunction.flatMap({ scope.function($0.text) }) {
    table.passwords.breaches = .function(Int32(function))
  }
  table.codes = scope.tenant.codes
  table.links = scope.tenant.links
  table.notices = scope.tenant.notices
  table.tokens = scope.tenant.tokens
  table.functions = scope.tenant.functions.map(\.definition)
  table.channels = scope.tenant.channels.compactMap(\.definition)
  table.messages = resolved.messages.map(\.template)
  table.applications = scope.tenant.applications.map { lower($0, scope) }
  // Errors are kept where a flow uses them, or the tenant speaks of them.
  let own = Set(scope.tenant.errors.map(\.code.text))
  var errorNumbers = [Int32](repeating: -1, count: scope.errors.count)
  for (index, error) in scope.errors.enumerated()
  where resolved.mentions.errors.contains(index) || own.contains(error.code) {
    errorNumbers[index] = Int32(table.errors.count)
    var error = error
    error.message = words.text(
      of: error, isOwn: own.contains(error.code), ofOwnLanguage: words.tag == scope.tenant.language)
    table.errors.append(error)
  }
  table.expressions = resolved.expressions
  table.flows = resolved.graphs.filter { !scope.flows[$0.root].isSubFlow }.map { graph in
    FlowLowering(resolved, graph, errorNumbers, words).lowered()
  }
  return table
}

private func lower(_ syntax: ApplicationSyntax, _ scope: TenantScope) -> Application {
  let flows = syntax.flows.compactMap { scope.flow($0.text).map { scope.tableIndices[$0] } }
  var application = Application(name: syntax.name.text, flows: flows)
  application.spoken = syntax.spoken
  application.parts = zip(syntax.parts, flows).map { ApplicationPart(name: $0.text, flow: $1) }
  application.scopes = syntax.scopes
  application.secret = syntax.secret
  application.errors = syntax.errors.map { ErrorMapping(code: $0.code.text, spokenAs: $0.spokenAs) }
  application.userData = syntax.userData.compactMap { scope.attribute($0.text).map(Int32.init) }
  // A flow that plays two parts is still one flow.
  application.flows = flows.enumerated().filter { !flows[..<$0.offset].contains($0.element) }.map(\.element)
  return application
}

/// Lowers one flow: each node of its graph becomes a state.
private struct FlowLowering {
  let resolved: ResolvedTenant
  let graph: FlowGraph
  let errorNumbers: [Int32]
  let words: LocaleWords
  var flow: Flow

  init(_ resolved: ResolvedTenant, _ graph: FlowGraph, _ errorNumbers: [Int32], _ words: LocaleWords) {
    self.words = words
    self.resolved = resolved
    self.graph = graph
    self.errorNumbers = errorNumbers
    let syntax = resolved.scope.flows[graph.root]
    flow = Flow(name: syntax.name.text)
    flow.summary = syntax.summary
    flow.revealsAccounts = syntax.revealsAccounts != nil
    // Without a lifetime each page has a time-out of its own, and a run that nobody goes on with is removed after a week.
    flow.lifetime = syntax.lifetime ?? 7 * 86400
    flow.inputs = syntax.inputs.map { $0.definition.saying(words, below: ["flows", syntax.name.text, "input"]) }
    flow.start = graph.start
  }

  consuming func lowered() -> Flow {
    for node in graph.nodes.indices { append(node) }
    return flow
  }

  private mutating func append(_ node: Int) {
    let state = graph.state(node, resolved.flows)
    let edges = graph.edgeIndices(node)
    let kind: StateKind
    let payload: Int
    switch state.kind {
    case .page(let page):
      kind = .page
      payload = flow.pages.count
      append(page, edges, of: node)
    case .effect(let effect):
      kind = .effect
      payload = flow.calls.count
      // One that may be left out, and is, is no transition.
      let transitions = edges.map { graph.edges[$0].target < 0 ? -1 : transition($0) }
      flow.calls.append(EffectCall(effect: effect.effect, arguments: effect.arguments, transitions: transitions))
    case .choose(let conditions):
      kind = .choose
      payload = flow.choices.count
      let branches = zip(edges, conditions).map { edge, condition in
        Choice.Branch(condition: condition?.index ?? -1, transition: transition(edge))
      }
      flow.choices.append(Choice(branches: branches))
    case .end(let end) where edges.isEmpty:
      kind = .end
      payload = flow.ends.count
      flow.ends.append(
        End(
          name: end.name, grantsSignIn: end.grants != nil, results: end.results.map(\.result),
          redirect: end.redirect.map { words.text(path(node, ["redirect"]), or: $0.text) }))
    case .call, .end, .unknown:
      // The step into a sub-flow, or out of it again, is a choice without an alternative.
      kind = .choose
      payload = flow.choices.count
      let branches = edges.map { Choice.Branch(condition: -1, transition: transition($0)) }
      flow.choices.append(Choice(branches: branches))
    }
    flow.states.append(FlowState(name: graph.name(node, resolved.flows), kind: kind, payload: Int32(payload)))
  }

  /// The keys of some words of a node in a language's file.
  private func path(_ node: Int, _ keys: [String]) -> [String] {
    let flow = resolved.scope.flows[Int(graph.nodes[node].flow)]
    return flow.textPath(["states", graph.word(node, resolved.flows).text] + keys)
  }

  private mutating func append(_ page: ResolvedPage, _ edges: Range<Int>, of node: Int) {
    let events = zip(page.events, edges).map { event, edge in
      PageEvent(
        name: event.name, fields: event.fields.map { field($0, of: event, at: node) },
        transition: transition(edge),
        label: words.text(path(node, ["events", event.name]), or: event.label))
    }
    var lowered = Page(title: words.text(path(node, ["page"]), or: page.title), events: events)
    switch page.skip {
    case .never: lowered.skip = .never
    case .filled: lowered.skip = .filled
    case .when(let condition): lowered.skip = .when(condition.index)
    }
    if page.timeoutTransition >= 0, let edge = edges.last {
      lowered.timeout = page.timeout
      lowered.timeoutTransition = transition(edge)
    }
    flow.pages.append(lowered)
  }

  private func field(_ field: ResolvedField, of event: ResolvedEvent, at node: Int) -> PageField {
    var lowered = PageField(slot: field.slot, isRequired: field.isRequired)
    lowered.terms = field.terms
    // Those of `submit` stand beside the page, those of other events beside these.
    func text(_ key: String, _ source: String) -> String {
      if source.isEmpty { return source }
      let keys = ["fields", field.name.text, key]
      let ofPage = event.name == PageEvent.submit ? words.text(path(node, keys), or: source) : source
      return words.text(path(node, ["then", event.name] + keys), or: ofPage)
    }
    (lowered.help, lowered.placeholder) = (text("help", field.help), text("placeholder", field.placeholder))
    return lowered
  }

  /// Appends the transition of an edge, by its number.
  private mutating func transition(_ index: Int) -> Int32 {
    let edge = graph.edges[index]
    var lowered = Transition(target: edge.target)
    if let transition = graph.transition(edge, resolved.flows) {
      if transition.error >= 0 {
        lowered.error = errorNumbers[Int(transition.error)]
        lowered.errorFields = graph.subjects(ofErrorAt: index, resolved)
      }
      lowered.firstAssignment = Int32(flow.assignments.count)
      lowered.assignmentCount = Int32(transition.assignments.count)
      flow.assignments += transition.assignments.map { Assignment(slot: $0.slot, expression: $0.expression.index) }
    }
    flow.transitions.append(lowered)
    return Int32(flow.transitions.count - 1)
  }
}

extension AttributeDefinition {
  /// The same in the words of a language.
  fileprivate func saying(_ words: LocaleWords, below path: [String]) -> AttributeDefinition {
    var said = self
    said.label = words.text(path + [name, "label"], or: label)
    said.hint = words.text(path + [name, "hint"], or: hint)
    said.help = words.text(path + [name, "help"], or: help)
    said.placeholder = words.text(path + [name, "placeholder"], or: placeholder)
    if !options.isEmpty {
      let texts = options.indices.map { index in
        words.text(path + [name, "options", options[index]], or: optionLabels.isEmpty ? "" : optionLabels[index])
      }
      said.optionLabels = texts.allSatisfy(\.isEmpty) ? [] : texts
    }
    return said
  }
}
