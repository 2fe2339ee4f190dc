import FlowModel
import FlowSource

/// Holds cases against the tenant that they are about: all that they name must be there (U170, U171, U173 to U175).
struct CaseJudge {
  var scope: CaseScope
  var problems: DiagnosticCollector
  private var flow: Int?
  /// The flows whose runs each of those who act has under way; nil: one that a link decides.
  private var running: [String: Int?] = [:]
  /// The given accounts that are told already: what a file gives is given to each of its cases.
  var doubled: Set<SourceSpan> = []

  init(_ resolved: ResolvedTenant, _ problems: DiagnosticCollector) {
    scope = CaseScope(resolved)
    self.problems = problems
  }

  mutating func judge(_ file: inout CaseFile) {
    flow = scope.scope.flow(file.flow.text)
    guard let flow else {
      unknown(file.flow, "there is no flow", among: scope.scope.flows.map(\.name.text))
      return
    }
    file.isSubFlow = scope.scope.flows[flow].isSubFlow
    file.ends = scope.scope.ends[flow]
    var first: [String: SourceSpan] = [:]
    for one in file.cases {
      if let earlier = first[one.name.text], earlier != one.name.span {
        problems.report(
          Diagnostic(
            "U173", .error, "two cases of this file are called \(one.name.text.quoted)", at: one.name.span,
            labels: [Label(earlier, "first here")], help: "say of each what it alone shows"))
      }
      first[one.name.text] = first[one.name.text] ?? one.name.span
      judge(one)
    }
  }

  private mutating func judge(_ one: FlowCase) {
    running = [:]
    judge(one.given)
    refuseDoubled(one.given)
    for step in one.steps { judge(step) }
  }

  // MARK: Steps

  private mutating func judge(_ step: CaseStep) {
    let who = step.who?.text ?? ""
    switch step.action {
    case .start(let other, let input):
      let started = other.map { scope.scope.flow($0.text) } ?? flow
      if let other, started.map({ scope.scope.flows[$0].isSubFlow }) ?? true {
        let flows = scope.scope.flows.filter { !$0.isSubFlow }.map(\.name.text)
        unknown(other, "there is no flow to start", among: flows)
      }
      running[who] = .some(started)
      let inputs = scope.names(started).inputs
      for member in input where !inputs.contains(member.name.text) {
        unknown(member.name, "a start takes no field", among: inputs.sorted())
      }
    case .open: running[who] = .some(nil)
    case .send(let event, let input):
      guard let current = running[who] else {
        // One that is missing is told once.
        running[who] = .some(flow)
        guard let guess = Guess(event, among: stepKeys), guess.isSlip else { return tooEarly(step, who) }
        return unknown(event, "there is no step or event", among: [], also: stepKeys)
      }
      let events = scope.names(current).events
      guard let fields = events[event.text] else {
        return unknown(event, "there is no event", among: events.keys.sorted(), also: stepKeys)
      }
      for member in input where !fields.contains(member.name.text) {
        unknown(member.name, "the event \(event.text.quoted) has no field", among: fields.sorted())
      }
    case .wait: break
    case .given(let world): judge(world)
    case .look:
      if running[who] == nil, step.expected?.asksReply == true {
        running[who] = .some(flow)
        tooEarly(step, who)
      }
    }
    if let expected = step.expected { judge(expected, running[who] ?? nil) }
  }

  private mutating func tooEarly(_ step: CaseStep, _ who: String) {
    let whose = who.isEmpty ? "no run is started before this step" : "\(who.quoted) has no run before this step"
    problems.report(Diagnostic("U175", .error, whose, at: step.span, help: "begin with `- start: { … }`"))
  }

  private mutating func judge(_ expected: CaseExpectation, _ flow: Int?) {
    let names = scope.names(flow)
    if let state = expected.state, !names.resting.contains(state.text) {
      if let kind = names.passing[state.text] {
        problems.report(
          Diagnostic(
            "U170", .error, "no run rests at \(state.text.quoted), which is \(kind)", at: state.span,
            help: "name the page or the end that the run comes to"))
      } else {
        unknown(
          state, "there is no state", among: names.resting.sorted(),
          help: names.ends.contains(state.text) ? "it is an end: write `end: \(state.text)`" : nil)
      }
    }
    if let end = expected.end, !names.ends.contains(end.text) {
      unknown(
        end, "there is no end", among: names.ends.sorted(),
        help: names.endStates[end.text].map { "the end of the state \(end.text.quoted) is called \($0.quoted)" })
    }
    if let error = expected.error, error.text != "none", !scope.scope.errorCodes.contains(error.text) {
      unknown(error, "there is no error", among: scope.scope.errorCodes)
    }
    for event in expected.events ?? [] where names.events[event.text] == nil {
      unknown(event, "there is no event", among: names.events.keys.sorted())
    }
    let fields = fieldNames
    for field in (expected.fields ?? []) + (expected.invalid ?? []) where !fields.contains(field.text) {
      unknown(field, "there is no field", among: fields)
    }
    for function in expected.asked ?? [] where scope.scope.function(function.text) == nil {
      unknown(function, "there is no function", among: scope.scope.tenant.functions.map(\.name.text))
    }
    for message in expected.messages ?? [] {
      if let kind = message.kind, !scope.scope.messageKinds.contains(kind.text) {
        unknown(kind, "there is no message", among: scope.scope.messageKinds)
      }
    }
    for account in expected.accounts { judge(account.account, isGiven: false, at: account.span) }
    if let page = expected.end ?? expected.state, expected.end != nil, expected.fields?.isEmpty == false {
      problems.report(
        Diagnostic(
          "U171", .error, "a run that is over has no fields", at: page.span, help: "leave out `fields`, or `end`"))
    }
  }

  private var fieldNames: [String] {
    scope.scope.attributeNames + SecretField.allCases.map(\.name)
      + scope.scope.flows.flatMap { $0.inputs.map(\.name.text) }
  }

  // MARK: What is reported

  mutating func unknown(
    _ word: Word, _ message: String, among names: [String], also others: [String] = [],
    calling words: [String: String] = [:], help: String? = nil
  ) {
    let guess = help == nil ? Guess(word, among: names + others, calling: words) : nil
    problems.report(
      Diagnostic(
        "U170", .error, "\(message) \(word.text.quoted)", at: word.span,
        notes: names.isEmpty ? [] : ["known: \(names.listed())"], help: help ?? guess?.help, edit: guess?.edit(word)))
  }
}

/// The keys of a step, for whoever misspells one of them.
private let stepKeys = ["start", "open", "send", "wait", "given", "expect", "as", "times", "stale"]

extension CaseExpectation {
  /// Whether something of the reply is asked.
  fileprivate var asksReply: Bool {
    state != nil || page != nil || fields != nil || events != nil || error != nil || end != nil || results != nil
      || !values.isEmpty || locale != nil || grants != nil
  }
}
