import FlowJSON
import FlowModel
import FlowRuntime

/// Asks a person for one event of a page, or to let a held code go.
struct PageDialogue {
  /// What came of it.
  enum Outcome {
    /// An event to send.
    case send(ClientEvent)
    /// Nothing can be sent; ask the service where the run stands now.
    case look
    /// The person left.
    case leave
  }

  private enum Step {
    case done(Outcome)
    case change(to: String)
    case text(String)
  }

  let io: any TerminalIO
  let renderer: ReplyRenderer
  /// Where the run rests.
  let reply: Reply

  private var events: [String] { reply.events }
  private var standard: StandardWords { renderer.standard }

  /// The event taken when nobody chooses: `submit`, or the only one; nil: a menu asks.
  static func defaultEvent(of reply: Reply) -> String? {
    let hasSubmit = reply.events.contains("submit")
    let needMenu = !hasSubmit || reply.page?.events.contains { $0.name != "submit" && !$0.fields.isEmpty } == true
    return reply.events.count > 1 && needMenu ? nil : hasSubmit ? "submit" : reply.events.first
  }

  /// Asks, beginning with an event, or by a menu with nil.
  func ask(_ first: String?, _ memory: inout PageMemory) async -> Outcome {
    var event = first
    while true {
      let step: Step
      if let event {
        step = await fields(of: event, &memory)
      } else if events.isEmpty {
        step = await idle()
      } else {
        step = await menu()
      }
      switch step {
      case .done(let outcome): return outcome
      case .change(let other): event = other
      case .text: continue
      }
    }
  }

  private func fields(of event: String, _ memory: inout PageMemory) async -> Step {
    let fields = reply.page?.event(event)?.fields ?? []
    var input = JSONObject()
    var answers = reply.page.map { FieldAnswers($0) }
    for view in fields {
      // What was said before decides whether the field is there, is needed, and offers what.
      guard let field = answers == nil ? view : answers?.field(view) else {
        memory.keep(nil, for: view)
        continue
      }
      if let problem = memory.problem(with: field) { await write(["  " + complaint(problem)]) }
      let prompt = FieldPrompt(field, kept: memory.kept(for: field, at: reply.page), in: standard)
      await write(prompt.lines)
      asking: while true {
        let step = await line(prompt.prompt(length: reply.sent?.length), isHidden: field.isHidden)
        guard case .text(let text) = step else { return step }
        switch prompt.read(text) {
        case .value(let value):
          input[field.name] = value
          memory.keep(value, for: field)
          answers?.take(value, for: field)
          break asking
        case .leftOut:
          memory.keep(nil, for: field)
          answers?.take(JSON?.none, for: field)
          break asking
        case .complaint(let problem): await write(["  " + complaint(problem)])
        }
      }
    }
    if fields.isEmpty, let prompt = Self.confirmation[event], case let step = await line("  \(standard.text(prompt)): ")
    {
      guard case .text = step else { return step }
    }
    return .done(.send(ClientEvent(event, input: input)))
  }

  private static let submit = "submit"
  /// What is asked before events that are taken without being chosen and have nothing to fill in.
  private static let confirmation = [
    submit: StandardText.terminalPressEnter, ClientEvent.release: .terminalPressEnterToSend,
  ]

  private func menu() async -> Step {
    let names = events.map { event in
      let hasLabel = reply.page?.event(event)?.label != nil
      return event == Self.submit && !hasLabel ? standard.text(.terminalGoOn) : renderer.label(of: event, reply.page)
    }
    await write(
      zip(events, names).enumerated().map { index, choice in
        "    \(index + 1)) \(choice.1)\(what(choice.0))\(renderer.target(of: choice.0, reply.targets))"
      })
    while true {
      let step = await line("  \(standard.text(.terminalWhichWay)) [1]: ")
      guard case .text(let line) = step else { return step }
      let text = trimmed(line)
      if text.isEmpty, let first = events.first { return .change(to: first) }
      if let event = FieldPrompt.option(text, of: events) { return .change(to: event) }
      if let name = FieldPrompt.option(text, of: names), let index = names.firstIndex(of: name) {
        return .change(to: events[index])
      }
      await write(["  " + complaint(standard.text(.terminalChooseFromList))])
    }
  }

  /// What an event asks for, where its author has no words for it.
  private func what(_ event: String) -> String {
    guard let view = reply.page?.event(event), view.label == nil, !view.fields.isEmpty else { return "" }
    return ": " + view.fields.map { safe($0.label) }.joined(separator: ", ")
  }

  private func idle() async -> Step {
    let step = await line("  \(standard.text(.terminalNothingToSend)): ")
    if case .text = step { return .done(.look) }
    return step
  }

  /// A line that is no command.
  private func line(_ prompt: String, isHidden: Bool = false) async -> Step {
    while true {
      switch await io.readLine(prompt: prompt, isHidden: isHidden) {
      case .interrupted, .end: return .done(.leave)
      case .notText: await write(["  " + complaint(standard.text(.terminalNotUtf8))])
      case .tooLong: await write(["  " + complaint(standard.text(.complaintTooManyBytes))])
      case .line(let line):
        switch SlashCommand(line, events: events, isHidden: isHidden) {
        case .text(let text): return .text(text)
        case .event(let event): return .change(to: event)
        case .quit: return .done(.leave)
        case .help: await write(renderer.help(events, reply.page, reply.targets))
        case .unknown(let name):
          await write(["  " + complaint(standard.text(.terminalNoCommand, ["name": .text(safe(name))]))])
        }
      }
    }
  }

  private func complaint(_ text: String) -> String { renderer.style.error(safe(text)) }

  private func write(_ lines: [String]) async {
    if !lines.isEmpty { await io.write(lines.map { $0 + "\n" }.joined()) }
  }
}
