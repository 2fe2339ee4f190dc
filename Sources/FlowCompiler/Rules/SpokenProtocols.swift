import FlowModel
import FlowSource

/// U150 and U151: each flow that an application offers can be spoken in the application's protocol, and does there what
/// its part is.
@Sendable func spokenProtocols(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let scope = tenant.resolved.scope
  var seen = Set<String>()
  var reported = Set<Unspoken>()
  for application in scope.tenant.applications where !application.definition.parts.isEmpty {
    requireNeededPart(application, &problems)
    var unspokenErrors = Set<Int32>()
    for (part, word) in zip(application.parts, application.flows) {
      guard let index = scope.flow(word.text), let flow = tenant.flows.first(where: { $0.graph.root == index }),
        !flow.isUncalled, flow.isComplete
      else { continue }
      let judge = SpokenFlow(tenant.resolved, flow, application, part: part, word: word)
      // A flow that is the wrong one altogether is one problem.
      guard judge.playsItsPart(&problems) else { continue }
      // What several applications offer in the same part is judged once.
      if seen.insert("\(application.spoken.name) \(part.text) \(index)").inserted {
        judge.judgePages(&reported, &problems)
      }
      judge.judgeErrors(&unspokenErrors, &problems)
    }
  }
}

private func requireNeededPart(_ application: ApplicationSyntax, _ problems: inout DiagnosticCollector) {
  guard !application.isBroken, let needed = application.definition.neededPart,
    !application.parts.contains(where: { $0.text == needed })
  else {
    return
  }
  problems.report(
    Diagnostic(
      "U151", .error, "no flow plays the part \(needed.quoted) for \(application.name.text.quoted)",
      at: application.name.span, notes: ["in the protocol \(application.spoken.name.quoted) it is what issues tokens"],
      help: "add `\(needed): …` to its `flows`"))
}

/// What has no form in a protocol, and was reported: a sub-flow is judged with each flow that calls it.
private struct Unspoken: Hashable {
  let spoken: SpokenProtocol
  let span: SourceSpan
}

/// A flow in a part of an application's protocol.
struct SpokenFlow {
  let analysis: ResolvedTenant
  let flow: AnalyzedFlow
  let application: ApplicationSyntax
  let part: Word
  let word: Word

  init(_ analysis: ResolvedTenant, _ flow: AnalyzedFlow, _ application: ApplicationSyntax, part: Word, word: Word) {
    self.analysis = analysis
    self.flow = flow
    self.application = application
    self.part = part
    self.word = word
  }

  private var protocolName: String { application.spoken.name.quoted }
  private var offered: Label { Label(word.span, "offered as \(part.text.quoted) here") }

  /// The nodes a run can come to, with their states.
  private var states: [(node: Int, state: ResolvedState)] {
    flow.graph.nodes.indices.filter { flow.reached[$0] }.map { ($0, flow.graph.state($0, analysis.flows)) }
  }

  /// U151: the effects without which a flow is not what its part says, and the grant that its end hands out.
  func playsItsPart(_ problems: inout DiagnosticCollector) -> Bool {
    let effects = Set(
      states.compactMap { _, state -> Effect? in if case .effect(let call) = state.kind { call.effect } else { nil } })
    let grants = states.contains { node, state in
      if case .end(let end) = state.kind { end.grants != nil } else { false }
    }
    guard let needed = application.definition.part(part.text) else { return true }
    var lacks = needed.effects.filter { !effects.contains($0) }.map(\.name)
    if needed.grantsSignIn, !grants { lacks.append("grants: sign-in") }
    if lacks.isEmpty { return true }
    problems.report(
      Diagnostic(
        "U151", .error,
        "the flow \(word.text.quoted) cannot play the part \(part.text.quoted): it lacks \(lacks.listed())",
        at: word.span, help: "name the flow that does it"))
    return false
  }

  /// U150: pages, and ends in a browser.
  fileprivate func judgePages(_ reported: inout Set<Unspoken>, _ problems: inout DiagnosticCollector) {
    var places = Set<StatePlace>()
    let definition = application.definition
    func report(_ node: Int, _ what: String, _ span: SourceSpan, likely: String? = nil, edit: Edit? = nil) {
      guard reported.insert(Unspoken(spoken: application.spoken, span: span)).inserted else { return }
      problems.report(unspeakable(node, what, span, likely, edit))
    }
    let start = Int(flow.graph.start)
    if start >= 0, case let state = flow.graph.state(start, analysis.flows) {
      if case .page = state.kind {
      } else {
        report(start, "begins with \(state.name.text.quoted), which is no page,", state.name.span)
      }
    }
    for (node, state) in states where places.insert(StatePlace(flow.graph.nodes[node])).inserted {
      if case .end(let end) = state.kind, let redirect = end.redirect, !end.isContradictory,
        !definition.hasRedirects
      {
        report(node, "ends with \(end.name.quoted) in a browser, which", redirect.span)
      }
      guard case .page(let page) = state.kind else { continue }
      let sends = EventSends(analysis, flow.graph, node)
      let place = PagePlace(
        part: part.text, isFirst: node == start, attributes: analysis.scope.tenant.attributes.map(\.definition))
      let unspeakable = definition.unspeakable(in: PageView(page, analysis.scope), at: place) {
        sends.codes(of: page.events[$0])
      }
      for unspeakable in unspeakable {
        switch unspeakable {
        case .page: report(node, "has the page \(state.name.text.quoted), which", state.name.span)
        case .event(let index, let likely):
          let event = page.events[index]
          // A page that is skipped follows `submit`, so it cannot go by another name.
          let isFixed = event.name == PageEvent.submit && page.isSkippable
          report(
            node, "has the event \(event.name.quoted), which", event.place, likely: likely,
            edit: isFixed ? nil : likely.map { Edit(event.place, $0) })
        case .field(let event, let field):
          let name = page.events[event].fields[field].name
          report(node, "has the field \(name.text.quoted), which", name.span)
        }
      }
    }
  }

  private func unspeakable(_ node: Int, _ what: String, _ span: SourceSpan, _ likely: String?, _ edit: Edit?)
    -> Diagnostic
  {
    let written = analysis.scope.flows[Int(flow.graph.nodes[node].flow)]
    let owner = written.isSubFlow ? "the sub-flow" : "the flow"
    let meaning = likely.flatMap { name in application.definition.events.first { $0.name == name }?.meaning }
    return Diagnostic(
      "U150", .error, "\(owner) \(written.name.text.quoted) \(what) has no form in \(protocolName)", at: span,
      labels: [offered], notes: ["its part is \(part.text.quoted)"],
      help: likely.map { "call it \($0.quoted)" + (meaning.map { ", which \($0)" } ?? "") }
        ?? "leave it out, or offer the flow in \(SpokenProtocol.ofAnyFlow.listed("or")), which speaks any",
      edit: edit)
  }

  /// U150: errors, each once for an application.
  func judgeErrors(_ seen: inout Set<Int32>, _ problems: inout DiagnosticCollector) {
    let spoken = Set(application.definition.errors + application.errors.map(\.code.text))
    for edge in flow.graph.edges where flow.reached[Int(edge.owner)] {
      guard let transition = flow.graph.transition(edge, analysis.flows), transition.error >= 0,
        !seen.contains(transition.error)
      else { continue }
      let code = analysis.scope.errors[Int(transition.error)].code
      guard !spoken.contains(code) else { continue }
      seen.insert(transition.error)
      problems.report(
        Diagnostic(
          "U150", .error, "the error \(code.quoted) has no form in \(protocolName)",
          at: transition.errorPlace ?? transition.span,
          labels: [offered],
          help: "say what it is spoken as: `errors: { \(code): denied }` in \(application.name.text.quoted)"))
    }
  }
}

extension ApplicationSyntax {
  var definition: ProtocolDefinition { spoken.definition }
}

extension PageView {
  /// A page as its author wrote it; what was not understood of it is text.
  fileprivate init(_ page: ResolvedPage, _ scope: TenantScope) {
    self.init(
      title: page.title,
      events: page.events.map { event in
        EventView(event.name, fields: event.fields.map { FieldView($0, scope) })
      })
  }
}

extension FieldView {
  fileprivate init(_ field: ResolvedField, _ scope: TenantScope) {
    if let secret = UInt8(exactly: field.slot).flatMap(SecretField.init(rawValue:)) {
      self.init(secret, isRequired: field.mayBeRequired)
    } else {
      let attribute = scope.attribute(of: field.slot)?.definition
      self.init(attribute ?? AttributeDefinition(name: field.name.text, type: .string), isRequired: field.mayBeRequired)
    }
  }
}
