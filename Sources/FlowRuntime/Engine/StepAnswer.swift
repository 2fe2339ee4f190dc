import FlowJSON

/// What a committed step answers with.
struct StepAnswer: Sendable {
  /// The reply, whose tokens may not be signed yet.
  var reply: Reply
  /// What is left to do for them.
  var signing: TokenSigning?

  init(_ reply: Reply, signing: TokenSigning? = nil) {
    self.reply = reply
    self.signing = signing
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
