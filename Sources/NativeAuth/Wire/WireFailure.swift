import FlowClient

/// Why a request has no answer to go on with.
struct WireFailure: Error {
  var details: ErrorDetails
  /// What the server said, where it was the server.
  var refusal: Refusal?

  init(_ reason: ErrorReason, _ description: String, _ correlation: String) {
    details = ErrorDetails(reason: reason, description: description, correlationId: correlation)
  }

  init(connection error: ConnectionError, _ correlation: String) {
    self.init(.connection(error), error.message, correlation)
  }

  init(unreadable what: String, _ correlation: String) {
    self.init(.unreadableAnswer, "The server's answer cannot be read: \(what).", correlation)
  }

  /// An answer that is none of the protocol. Somebody between, such as a proxy without a server behind it, says so with a status
  /// after which the same can be tried again.
  init(status: Int, retryAfter: Int?, _ correlation: String) {
    if status == 429 || status >= 500 {
      self.init(.tryLater(seconds: retryAfter), "The server answered with the status \(status).", correlation)
    } else {
      self.init(unreadable: "status \(status), and nothing of the protocol", correlation)
    }
  }

  init(redirect reason: String?, _ correlation: String) {
    self.init(.browserRequired, reason ?? "This goes on in a browser.", correlation)
  }

  init(_ refusal: Refusal, _ correlation: String) {
    let advice =
      refusal.reason == .stateIsPast
      ? " The flow has gone on from here, or has ended: use its newest state, or start it again." : ""
    details = ErrorDetails(
      reason: refusal.reason, description: (refusal.description ?? refusal.error) + advice,
      correlationId: refusal.correlation ?? correlation, errorCodes: refusal.codes, errorUri: refusal.uri,
      serverError: refusal.error, serverSuberror: refusal.suberror)
    self.refusal = refusal
  }
}
