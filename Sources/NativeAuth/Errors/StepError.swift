/// The error of a step, with the state to go on from. It has the predicates of its cause:
///
/// ```swift
/// do {
///   try await state.submitCode(code)
/// } catch {
///   if error.isInvalidCode, let state = error.newState { … }
/// }
/// ```
@dynamicMemberLookup
public struct StepError<Cause: NativeAuthError, State: Sendable>: Error, CustomStringConvertible {
  /// What went wrong.
  public let cause: Cause
  /// The state to go on from, as after a wrong code; nil: there is none, and the flow is started again.
  public let newState: State?

  /// An error.
  public init(_ cause: Cause, newState: State?) {
    self.cause = cause
    self.newState = newState
  }

  /// What the cause says.
  public subscript<Value>(dynamicMember member: KeyPath<Cause, Value>) -> Value { cause[keyPath: member] }

  /// The error in words.
  public var description: String { cause.description }
}
