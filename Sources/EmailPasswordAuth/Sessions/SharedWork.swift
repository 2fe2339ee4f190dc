import Synchronization

/// Work that many may ask for at once and that is done once for all of them, such as the refresh of a token.
///
/// A caller who is cancelled leaves at once, and the others go on waiting. Work that nobody waits for any more is cancelled;
/// whoever comes then begins anew.
final class SharedWork<Value: Sendable>: Sendable {
  private typealias Waiter = CheckedContinuation<Result<Value, AppError>, Never>

  private struct State {
    /// Counts the times that it was done or given up: what comes of an earlier time is for nobody.
    var time = 0
    var task: Task<Void, Never>?
    var latest = 0
    var waiters: [Int: Waiter] = [:]
  }

  private let state = Mutex(State())

  /// What comes of the work: of that under way, or of this one where none is.
  func value(
    _ work: @escaping @Sendable () async throws(AppError) -> Value
  ) async throws(AppError) -> Value {
    let number = state.withLock { state in
      state.latest += 1
      return state.latest
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isLate = state.withLock { state in
          // INVARIANT: `leave` runs under the lock after the task is marked, so that either it finds the waiter or this
          // finds the mark.
          if Task.isCancelled { return true }
          state.waiters[number] = waiter
          if state.task == nil { state.task = start(work, time: state.time) }
          return false
        }
        if isLate { waiter.resume(returning: .failure(.cancelled)) }
      }
    } onCancel: {
      leave(number)
    }
    return try result.get()
  }

  private func start(
    _ work: @escaping @Sendable () async throws(AppError) -> Value, time: Int
  ) -> Task<Void, Never> {
    Task {
      let result: Result<Value, AppError>
      do throws(AppError) {
        result = .success(try await work())
      } catch {
        result = .failure(error)
      }
      let waiters = state.withLock { state in state.time == time ? Self.end(&state) : [] }
      for waiter in waiters { waiter.resume(returning: result) }
    }
  }

  private func leave(_ number: Int) {
    let (waiter, abandoned) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
      let waiter = state.waiters.removeValue(forKey: number)
      guard waiter != nil, state.waiters.isEmpty else { return (waiter, nil) }
      let task = state.task
      _ = Self.end(&state)
      return (waiter, task)
    }
    abandoned?.cancel()
    waiter?.resume(returning: .failure(.cancelled))
  }

  /// Nothing is under way any more; those who waited.
  private static func end(_ state: inout State) -> [Waiter] {
    defer { state.waiters = [:] }
    state.task = nil
    state.time += 1
    return Array(state.waiters.values)
  }
}
