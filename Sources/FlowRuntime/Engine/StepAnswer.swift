import FlowJSON

/// What a committed step answers with.
struct StepAnswer: Sendable {
  /// The reply, whose tokens may not be signed yet.
  var reply: Reply
  /// What is left to do for them.
  var signing: TokenSigning?
  /// What the log is told once the step is committed.
  var events: [SecurityEvent] = []
  /// What is counted of the step.
  var measured: MeasuredStep?

  init(
    _ reply: Reply, signing: TokenSigning? = nil, events: [SecurityEvent] = [], measured: MeasuredStep? = nil
  ) {
    self.reply = reply
    self.signing = signing
    self.events = events
    self.measured = measured
  }

  init(error: Reply.ErrorView) { self.init(Reply(error: error)) }

  /// The reply with its tokens.
  func signed() throws -> Reply {
    guard let signing, reply.end?.result?["tokens"] != nil else { return reply }
    var reply = reply
    reply.end?.result?["tokens"] = .object(try signing())
    return reply
  }
}
