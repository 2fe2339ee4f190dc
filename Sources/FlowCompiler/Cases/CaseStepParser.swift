import FlowModel
import FlowSource
import FlowYAML

/// The keys of a step that are no events.
private let actionKeys = ["start", "open", "send", "wait", "given"]
private let besideKeys = ["expect", "as", "times", "stale", "flow", "with"]
private let expectKeys = [
  "state", "page", "fields", "events", "error", "invalid", "end", "grants", "result", "locale", "messages", "asked",
  "account", "no-account",
]

extension CaseReader {
  /// One step: what is done, and what shall come of it. A key that is none of the language's is an event.
  mutating func step(_ id: YAMLNodeID) -> CaseStep? {
    guard syntax.expect(.mapping, id, "a step") else { return nil }
    var step = CaseStep(span: syntax.shortSpan(id), action: .look)
    var actions: [Word] = []
    var (flow, with): (Word?, YAMLNodeID?)
    for entry in syntax.tree.entries(id) {
      let (key, value) = (syntax.word(entry.key), entry.value)
      if !besideKeys.contains(key.text) {
        actions.append(key)
        step.span = key.span
        guard actions.count == 1 else { continue }
      }
      switch key.text {
      case "start": step.action = .start(flow: nil, input: members(value, "`start`"))
      case "open": step.action = .open(self.value(value))
      case "wait": if let seconds = syntax.seconds(value, "`wait`", 1...366 * 86_400) { step.action = .wait(seconds) }
      case "given": step.action = .given(world(value, "`given`"))
      case "send":
        if let event = word(value, "`send`", as: "an event") { step.action = .send(event, input: []) }
      case "with": with = value
      case "flow": flow = syntax.reference(value, "`flow`", as: "a flow's name")
      case "as": step.who = syntax.name(value, "somebody who acts")
      case "times": step.times = syntax.integer(value, "`times`", 1...1000) ?? 1
      case "stale": step.isStale = syntax.bool(value, "`stale`") ?? false
      case "expect": step.expected = expectation(value, key.span)
      default: step.action = .send(key, input: members(value, "the input of an event"))
      }
    }
    if actions.count > 1 {
      syntax.report(
        Diagnostic(
          "U104", .error, "a step does both \(actions[0].text.quoted) and \(actions[1].text.quoted)",
          at: actions[1].span, labels: [Label(actions[0].span, "the other one")], help: "make two steps of it"))
    }
    if case .start(_, let input) = step.action, let flow { step.action = .start(flow: flow, input: input) }
    if case .send(let event, _) = step.action, let with { step.action = .send(event, input: members(with, "`with`")) }
    return step
  }

  /// `expect`.
  private mutating func expectation(_ id: YAMLNodeID, _ key: Span) -> CaseExpectation? {
    var expected = CaseExpectation(span: key)
    var entries: [(key: String, value: YAMLNodeID)] = []
    let isMapping = syntax.eachEntry(of: id, "`expect`", keys: expectKeys) { _, key, _, value in
      entries.append((expectKeys[key], value))
    }
    guard isMapping else { return nil }
    for (key, value) in entries {
      switch key {
      case "state": expected.state = word(value, "`state`", as: "a state's name")
      case "page": expected.page = text(value, "`page`")
      case "fields": expected.fields = words(value, "`fields`")
      case "events": expected.events = words(value, "`events`")
      case "error": expected.error = word(value, "`error`", as: "an error's code")
      case "invalid": expected.invalid = words(value, "`invalid`")
      case "end": expected.end = word(value, "`end`", as: "an end's name")
      case "grants":
        if syntax.choice(value, "`grants`", of: ["sign-in", "nothing"]) != nil {
          expected.grants = syntax.tree.text(value) == "sign-in"
        }
      case "result":
        if syntax.tree.kind(value) == .mapping {
          expected.values = members(value, "`result`")
        } else {
          expected.results = words(value, "`result`")
        }
      case "locale": expected.locale = word(value, "`locale`", as: "a language, such as `de`")
      case "messages": expected.messages = messages(value)
      case "asked": expected.asked = words(value, "`asked`")
      case "account": expected.accounts = expectedAccounts(value)
      default: expected.missing = values(value)
      }
    }
    return expected
  }

  private mutating func expectedAccounts(_ id: YAMLNodeID) -> [ExpectedAccount] {
    let isList = syntax.tree.kind(id) == .sequence
    return (isList ? Array(syntax.tree.elements(id)) : [id]).map { node in
      let span = syntax.shortSpan(node)
      return ExpectedAccount(span: span, account: account(node, Word(text: "", span: span)))
    }
  }

  /// `messages`: those that the step sends, in order.
  private mutating func messages(_ id: YAMLNodeID) -> [ExpectedMessage]? {
    guard syntax.expect(.sequence, id, "`messages`") else { return nil }
    let keys = ["kind", "to", "channel", "says"]
    return syntax.tree.elements(id).map { node in
      var message = ExpectedMessage(span: syntax.shortSpan(node))
      var entries: [(key: Int, value: YAMLNodeID)] = []
      syntax.eachEntry(of: node, "a message", keys: keys) { _, key, _, value in entries.append((key, value)) }
      for (key, node) in entries {
        switch key {
        case 0: message.kind = word(node, "`kind`", as: "a kind of message")
        case 1: message.to = value(node)
        case 2:
          let channels = ChannelKind.allCases.map(\.name)
          if syntax.choice(node, "`channel`", of: channels) != nil { message.channel = syntax.word(node) }
        default: message.says = text(node, "`says`")
        }
      }
      return message
    }
  }
}
