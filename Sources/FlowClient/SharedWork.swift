import Synchronization

/// Work that many may ask for at once and that is done once for all of them, such as the refresh of a token.
///
/// A caller who is cancelled leaves at once, and the others go on waiting.
package final class SharedWork<Value: Sendable, Failure: Error>: Sendable {
  /// What becomes of work that nobody waits for any more.
  package enum Abandoned: Sendable {
    /// It is cancelled; whoever comes then begins anew.
    case isCancelled
    /// It goes on, as what it does cannot be done twice; whoever comes then waits for it.
    case goesOn
  }

  private typealias Waiter = CheckedContinuation<Result<Value, Failure>, Never>

  private struct State {
    /// Counts the times that it was done or given up: what comes of an earlier time is for nobody.
    var time = 0
    var task: Task<Void, Never>?
    var latest = 0
    var waiters: [Int: Waiter] = [:]
  }

  private let abandoned: Abandoned
  private let state = Mutex(State())

  package init(abandoned: Abandoned) { self.abandoned = abandoned }

  /// What comes of the work: of that under way, or of this one where none is. `cancelled`: the error of a caller who is.
  package func value(
    cancelled: Failure, _ work: @escaping @Sendable () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
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
        if isLate { waiter.resume(returning: .failure(cancelled)) }
      }
    } onCancel: {
      leave(number, cancelled)
    }
    return try result.get()
  }

  private func start(
    _ work: @escaping @Sendable () async throws(Failure) -> Value, time: Int
  ) -> Task<Void, Never> {
    Task {
      let result: Result<Value, Failure>
      do throws(Failure) {
        result = .success(try await work())
      } catch {
        result = .failure(error)
      }
      let waiters = state.withLock { state in state.time == time ? Self.end(&state) : [] }
      for waiter in waiters { waiter.resume(returning: result) }
    }
  }

  private func leave(_ number: Int, _ cancelled: Failure) {
    let (waiter, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
      let waiter = state.waiters.removeValue(forKey: number)
      guard abandoned == .isCancelled, waiter != nil, state.waiters.isEmpty else { return (waiter, nil) }
      let task = state.task
      _ = Self.end(&state)
      return (waiter, task)
    }
    task?.cancel()
    waiter?.resume(returning: .failure(cancelled))
  }

  /// Nothing is under way any more; those who waited.
  private static func end(_ state: inout State) -> [Waiter] {
    defer { state.waiters = [:] }
    state.task = nil
    state.time += 1
    return Array(state.waiters.values)
  }
}
