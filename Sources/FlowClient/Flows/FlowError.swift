/// Why a call of a flow has no result. What the flow itself answers, such as a wrong code, is none of these: it is a result.
public enum FlowError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no answer. Whether the server took the step is not known, or as ``ConnectionError`` says: call the same method of
  /// the same state again. A step that was taken is answered once more, and none is taken twice. A start is a new run.
  case connection(ConnectionError)
  /// The run has gone on from this state: by another call, on this device or another one. Or it is no run of this server.
  case movedOn(FlowProblem)
  /// The run has outlived its time; start again.
  case expired(FlowProblem)
  /// The run has ended before.
  case ended(FlowProblem)
  /// This is not possible now.
  case denied(FlowProblem)
  /// Not possible at the moment: try again, after as many seconds as `retryAfter` says.
  case unavailable(FlowProblem)
  /// Too much was asked: try again, after as many seconds as `retryAfter` says.
  case tooManyRequests(FlowProblem)
  /// The server has no such flow, or not for this application.
  case notOffered(FlowProblem)
  /// The server answered something that this client does not know: its flow is another one than the client was made of. Make
  /// it again from the newest flow.
  case unexpected(UnexpectedAnswer)

  /// What a status says that comes from somebody between, such as a proxy without a server behind it: the same can be tried
  /// again.
  init?(_ status: Int, retryAfter: Int?) {
    switch status {
    case 429: self = .tooManyRequests(FlowProblem(status: status, retryAfter: retryAfter))
    case 500...: self = .unavailable(FlowProblem(status: status, retryAfter: retryAfter))
    default: return nil
    }
  }

  /// The error that a reply is, if it is none that a run goes on from.
  init?(_ status: Int, _ reply: FlowReply, retryAfter: Int?) {
    guard var problem = reply.problem else {
      if (200...299).contains(status) { return nil }
      if let error = FlowError(status, retryAfter: retryAfter) {
        self = error
        return
      }
      self = .unexpected(UnexpectedAnswer("the status \(status) without an error"))
      return
    }
    if problem.retryAfter == nil { problem = problem.waiting(retryAfter) }
    switch (status, problem.code) {
    case (429, _): self = .tooManyRequests(problem)
    case (500..., _): self = .unavailable(problem)
    case (200...299, _): return nil
    case (422, "unknown_event"), (422, "unknown_field"):
      self = .unexpected(UnexpectedAnswer("\(problem.code): \(problem.fields.joined(separator: ", "))"))
    case (422, _): return nil
    case (401, _): self = .movedOn(problem)
    case (410, _): self = .expired(problem)
    case (409, _): self = .ended(problem)
    case (403, _): self = .denied(problem)
    case (404, _), (_, "application_required"): self = .notOffered(problem)
    default: self = .unexpected(UnexpectedAnswer("the status \(status) and the error \(problem.code)"))
    }
  }

  /// What happened, without a secret.
  public var description: String {
    switch self {
    case .connection(let error): "connection: \(error)"
    case .movedOn(let problem): "moved on: \(problem.message)"
    case .expired(let problem): "expired: \(problem.message)"
    case .ended(let problem): "ended: \(problem.message)"
    case .denied(let problem): "denied: \(problem.message)"
    case .unavailable(let problem): "unavailable: \(problem.message)"
    case .tooManyRequests(let problem): "too many requests: \(problem.message)"
    case .notOffered(let problem): "not offered: \(problem.message)"
    case .unexpected(let answer): "unexpected: \(answer)"
    }
  }
}

/// Something that a server answered and a generated client does not know.
public struct UnexpectedAnswer: Hashable, Sendable, CustomStringConvertible {
  /// What it is, without a value of anybody's.
  public let description: String

  init(_ description: String) { self.description = description }
}
