import Synchronization

/// What a state goes on with. Who prints a state prints no token.
struct Step: Sendable, CustomStringConvertible, CustomReflectable {
  let wire: Wire
  /// The continuation token.
  let token: String
  let correlation: String
  let username: String
  /// The scopes that a sign-in asks for.
  var scopes: [String] = []
  let turn = Turn()

  init(_ wire: Wire, token: String, _ correlation: String, username: String, scopes: [String] = []) {
    self.wire = wire
    self.token = token
    self.correlation = correlation
    self.username = username
    self.scopes = scopes
  }

  var description: String { "step of \(correlation)" }
  var customMirror: Mirror { Mirror(self, children: []) }

  /// The next step of the same flow.
  func with(_ token: String, scopes: [String]? = nil) -> Step {
    Step(wire, token: token, correlation, username: username, scopes: scopes ?? self.scopes)
  }
}

/// Whose turn it is on a state: of one call at a time, and of none once the flow has gone on.
final class Turn: Sendable {
  private enum Phase {
    case free, taken, past
  }

  private struct State {
    var phase = Phase.free
    /// A token that a part of the step has led to, and what it was taken with.
    var kept: (input: String, token: String)?
  }

  private let state = Mutex(State())

  /// Takes the turn; the reason where it cannot be had.
  func take() -> (reason: ErrorReason, description: String)? {
    state.withLock { state in
      switch state.phase {
      case .free:
        state.phase = .taken
        return nil
      case .taken: return (.stateInUse, "Another call on this state is under way: what it comes to counts.")
      case .past: return (.stateIsPast, "The flow has gone on from this state: use its newest state.")
      }
    }
  }

  /// Gives the turn back: the state can be used again, unless the flow has gone on.
  func end(isPast: Bool) { state.withLock { $0.phase = isPast ? .past : .free } }

  /// Keeps what a part of the step has led to, so that the rest alone is tried again.
  func keep(_ token: String, for input: String) { state.withLock { $0.kept = (input, token) } }

  /// What is kept for the same input.
  func kept(for input: String) -> String? {
    state.withLock { $0.kept.flatMap { $0.input == input ? $0.token : nil } }
  }
}

/// A place in a flow from which it goes on.
protocol FlowState: Sendable {
  var step: Step { get }
  init(_ step: Step)
}

extension FlowState {
  /// Takes a step, as the only one on this state. `mayRepeat`: whether the state is good for another try whatever was wrong.
  func take<Answer: Sendable, Cause: NativeAuthError>(
    _ failing: Cause.Type, mayRepeat: Bool = false, _ work: @Sendable (Step) async throws(WireFailure) -> Answer
  ) async throws(StepError<Cause, Self>) -> Answer {
    if let (reason, description) = step.turn.take() {
      let details = ErrorDetails(reason: reason, description: description, correlationId: step.correlation)
      throw StepError(Cause(details), newState: nil)
    }
    do {
      let answer = try await work(step)
      step.turn.end(isPast: true)
      return answer
    } catch {
      step.turn.end(isPast: false)
      let reason = error.details.reason
      throw StepError(
        Cause(error.details), newState: reason.keepsState || mayRepeat && !reason.endsState ? self : nil)
    }
  }
}
