import FlowModel
import FlowSource
import FlowYAML

/// The keys of a step that are no events.
private let actionKeys = Array(Shapes.step.keys.prefix(Shapes.stepActions))
private let besideKeys = Array(Shapes.step.keys.dropFirst(Shapes.stepActions))

extension SyntaxReader {
  /// The key of a step that stands beside what it does, by a slip of the pen; reported, and nil for others. A step alone may
  /// be an event of any name.
  fileprivate mutating func besideKey(_ id: YAMLNodeID, of step: YAMLNodeID) -> Word? {
    let key = word(id)
    let keys = tree.entries(step).map { tree.text($0.key) }
    guard !actionKeys.contains(key.text), !besideKeys.contains(key.text),
      keys.contains(where: { $0 != key.text && !besideKeys.contains($0) }),
      let guess = Guess(key, among: besideKeys), guess.isSlip, !keys.contains(guess.name)
    else { return nil }
    report(
      Diagnostic(
        "U101", .error, "a step has no key \(key.text.quoted)", at: key.span,
        notes: ["beside what it does are \(besideKeys.listed())"], help: guess.help, edit: guess.edit(key)))
    return Word(text: guess.name, span: key.span)
  }
}

extension CaseReader {
  /// One step: what is done, and what shall come of it. A key that is none of the language's is an event.
  mutating func step(_ id: YAMLNodeID) -> CaseStep? {
    guard syntax.expect(.mapping, id, "a step") else { return nil }
    var step = CaseStep(span: syntax.shortSpan(id), action: .look)
    var actions: [Word] = []
    var (flow, with): (Word?, YAMLNodeID?)
    for entry in syntax.tree.entries(id) {
      let (key, value) = (syntax.besideKey(entry.key, of: id) ?? syntax.word(entry.key), entry.value)
      if !besideKeys.contains(key.text) {
        actions.append(key)
        step.span = key.span
        guard actions.count == 1 else { continue }
      }
      switch key.text {
      case "start": step.action = .start(flow: nil, input: startFields(value))
      case "open": step.action = .open(link(value))
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

  /// What a start is given; whoever names a flow there is told where that belongs.
  private mutating func startFields(_ id: YAMLNodeID) -> [CaseMember] {
    if syntax.tree.kind(id) == .scalar, case let name = syntax.tree.text(id), name.isName, !syntax.tree.isNothing(id) {
      syntax.wrongKind(
        id, "`start`", "a mapping",
        help:
          "write the fields that it is given, `start: { … }`; another flow than the file's is named beside it, `flow: \(name.shortened)`"
      )
      return []
    }
    return members(id, "`start`")
  }

  /// A link, which comes from a message.
  private mutating func link(_ id: YAMLNodeID) -> CaseValue {
    let link = value(id)
    if case .text(let text) = link, text.places.isEmpty, !text.source.contains("://"), !text.source.contains("{{") {
      syntax.invalid(id, "`open` takes a link", help: "write `\"{{ mail.link }}\"`, the link of the newest mail")
    }
    return link
  }

  /// `expect`.
  private mutating func expectation(_ id: YAMLNodeID, _ key: SourceSpan) -> CaseExpectation? {
    var expected = CaseExpectation(span: key)
    if syntax.tree.kind(id) == .scalar, case let name = syntax.tree.text(id), name.isName, !syntax.tree.isNothing(id) {
      syntax.wrongKind(
        id, "`expect`", "a mapping", help: "write `{ state: \(name.shortened) }`, or `{ end: \(name.shortened) }`")
      return nil
    }
    var entries: [(key: ExpectKey, value: YAMLNodeID)] = []
    let isMapping = syntax.eachEntry(of: id, "`expect`", ExpectKey.self) { _, key, word, value in
      entries.append((key, value))
      expected.places[key.rawValue] = word.span
    }
    guard isMapping else { return nil }
    for (key, value) in entries {
      switch key {
      case .state: expected.state = word(value, "`state`", as: "a state's name")
      case .page: expected.page = text(value, "`page`")
      case .fields: expected.fields = words(value, "`fields`")
      case .events: expected.events = words(value, "`events`")
      case .error: expected.error = word(value, "`error`", as: "an error's code")
      case .invalid: expected.invalid = words(value, "`invalid`")
      case .end: expected.end = word(value, "`end`", as: "an end's name")
      case .grants:
        if syntax.choice(value, "`grants`", of: ["sign-in", "nothing"]) != nil {
          expected.grants = syntax.tree.text(value) == "sign-in"
        }
      case .result:
        if syntax.tree.kind(value) == .mapping {
          expected.values = members(value, "`result`")
        } else {
          expected.results = words(value, "`result`")
        }
      case .locale: expected.locale = word(value, "`locale`", as: "a language, such as `de`")
      case .messages: expected.messages = messages(value)
      case .asked: expected.asked = words(value, "`asked`")
      case .account: expected.accounts = expectedAccounts(value)
      case .noAccount: expected.missing = values(value)
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
    return syntax.tree.elements(id).map { node in
      var message = ExpectedMessage(span: syntax.shortSpan(node))
      var entries: [(key: MessageKey, value: YAMLNodeID)] = []
      syntax.eachEntry(of: node, "a message", MessageKey.self) { _, key, word, value in
        entries.append((key, value))
        message.places[key.rawValue] = word.span
      }
      for (key, node) in entries {
        switch key {
        case .kind: message.kind = word(node, "`kind`", as: "a kind of message")
        case .to: message.to = value(node)
        case .channel:
          let channels = ChannelKind.allCases.map(\.name)
          if syntax.choice(node, "`channel`", of: channels) != nil { message.channel = syntax.word(node) }
        case .subject: message.subject = text(node, "`subject`")
        case .says: message.says = text(node, "`says`")
        }
      }
      return message
    }
  }
}
