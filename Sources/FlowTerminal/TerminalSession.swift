import FlowJSON
public import FlowModel
public import FlowRuntime

/// A person at a terminal goes through a flow, field by field.
public struct TerminalSession: Sendable {
  /// How the session came to its end.
  public enum Ending: Hashable, Sendable {
    /// The run is over.
    case ended(Reply.EndView)
    /// The person left, by Ctrl-C, the end of input or `/quit`; the token goes on with the run.
    case left(token: String?)
    /// There is no run to go on with: it never started, or another client took it further, or it is too old.
    case failed(Reply.ErrorView?)
  }

  private let service: any FlowService
  private let io: any TerminalIO
  private let style: TerminalStyle
  private let resumeCommand: (@Sendable (String) -> String)?
  private let words: @Sendable (LanguageTag) -> StandardWords

  /// A session. `resumeCommand` makes the command that goes on with the run of a token; nil where none can, because
  /// the storage ends with the process. `words` are what the terminal says by itself in a run's language, such as
  /// `FlowTable.standardWords(in:)`.
  public init(
    service: any FlowService, io: any TerminalIO, style: TerminalStyle = TerminalStyle(),
    resumeCommand: (@Sendable (String) -> String)?,
    words: @escaping @Sendable (LanguageTag) -> StandardWords = { StandardWords(for: $0) }
  ) {
    self.words = words
    self.service = service
    self.io = io
    self.style = style
    self.resumeCommand = resumeCommand
  }

  /// Talks until the run is over or the person leaves. Leaving prints how to go on to standard error.
  public func run(_ entry: RunEntry) async -> Ending {
    var reply = await entry.reply(of: service)
    var renderer = ReplyRenderer(style: style)
    var conversation = Conversation(reply)
    var memory = PageMemory()
    var event: String?
    var sent: Reply.Sent?
    while true {
      // An error of no run is in no language that the run speaks.
      if let locale = reply.locale, reply.isAtRest || reply.end != nil || !conversation.standing.isAtRest {
        renderer.standard = words(locale)
      }
      if let end = reply.end {
        await write((reply.error.map { renderer.error($0) } ?? []) + renderer.end(end))
        return .ended(end)
      }
      if !reply.isAtRest, conversation.standing.isAtRest, let error = reply.error,
        [EngineError.unavailable.code, EngineError.busy.code].contains(error.code)
      {
        reply = conversation.refusal(error.said(in: renderer.standard))
      }
      guard reply.isAtRest else {
        await write(reply.error.map { renderer.error($0) } ?? [])
        return .failed(reply.error)
      }
      let isNew = memory.turn(to: reply)
      let first = isNew || !memory.hasProblems ? PageDialogue.defaultEvent(of: reply) : event
      await show(reply, renderer, beginning: first, isNew: isNew, after: event, knowing: sent)
      sent = reply.sent
      let dialogue = PageDialogue(io: io, renderer: renderer, reply: reply)
      switch await dialogue.ask(first, &memory) {
      case .send(let next):
        event = next.event
        reply = await conversation.send(next, to: service)
      case .look:
        guard let token = conversation.token else { return .failed(nil) }
        event = nil
        reply = await RunEntry.resume(token: token).reply(of: service)
        conversation.take(reply)
      case .leave:
        if let token = conversation.token, let resumeCommand {
          let command = MessageValue.text(safe(resumeCommand(token)))
          await io.writeError(renderer.standard.text(.terminalToGoOn, ["command": command]) + "\n")
        }
        return .left(token: conversation.token)
      }
    }
  }

  private func show(
    _ reply: Reply, _ renderer: ReplyRenderer, beginning first: String?, isNew: Bool, after event: String?,
    knowing earlier: Reply.Sent?
  ) async {
    var lines = isNew ? reply.page.map(renderer.title) ?? [] : []
    if let error = reply.error {
      lines += renderer.error(error, beside: first.flatMap { reply.page?.event($0) }?.fields.map(\.name) ?? [])
    }
    if let held = reply.held { lines += renderer.held(held) }
    if let sent = reply.sent {
      // A reply repeats what was sent as long as it is of use: say it once, and again after events such as `resend`.
      let isKnown = earlier?.to == sent.to && earlier?.channel == sent.channel && earlier?.length == sent.length
      if !isKnown || reply.error == nil && event != "submit" {
        lines += renderer.sent(sent)
      } else if reply.error != nil {
        lines += renderer.another(sent)
      }
    }
    if isNew, let first { lines += renderer.otherEvents(reply.events.filter { $0 != first }, among: reply.events) }
    await write(lines)
  }

  private func write(_ lines: [String]) async {
    if !lines.isEmpty { await io.write(lines.map { $0 + "\n" }.joined()) }
  }
}

extension Reply.ErrorView {
  /// An error of the engine's in other words: those that the run speaks.
  fileprivate func said(in words: StandardWords) -> Self {
    guard let known = EngineError.all.first(where: { $0.code == code }) else { return self }
    var view = self
    (view.message, view.locale) = (words.text(known), words.language)
    return view
  }
}
