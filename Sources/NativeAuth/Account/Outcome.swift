import Synchronization

/// A value that comes later, for any number of tasks that wait. A cancelled task waits no longer.
final class Outcome<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var waiting: [Int: CheckedContinuation<Value?, Never>] = [:]
    var cancelled: Set<Int> = []
    var next = 0
  }

  private let state = Mutex(State())

  /// The value has come; only the first counts.
  func set(_ value: Value) {
    let waiting = state.withLock { state in
      guard state.value == nil else { return [CheckedContinuation<Value?, Never>]() }
      state.value = value
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.resume(returning: value) }
  }

  /// Waits for it; nil where the task is cancelled.
  func value() async -> Value? {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let now: Value?? = state.withLock { state in
          if let value = state.value { return .some(value) }
          if state.cancelled.remove(number) != nil { return .some(nil) }
          state.waiting[number] = continuation
          return nil
        }
        if let now { continuation.resume(returning: now) }
      }
    } onCancel: {
      let continuation = state.withLock { state -> CheckedContinuation<Value?, Never>? in
        if let waiting = state.waiting.removeValue(forKey: number) { return waiting }
        if state.value == nil { state.cancelled.insert(number) }
        return nil
      }
      continuation?.resume(returning: nil)
    }
  }
}
