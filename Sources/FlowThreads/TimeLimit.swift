import Synchronization

/// The value of a task, or nil where it takes longer than `limit`: then the task is cancelled and left to itself. Whoever
/// waits is not let go earlier, even if cancelled.
package func value<Result: Sendable>(of task: Task<Result, Never>, within limit: Duration) async -> Result? {
  await withCheckedContinuation { caller in
    let waiting = FirstAnswer(caller)
    let timer = Task {
      do { try await Task.sleep(for: limit) } catch { return }
      if waiting.answer(nil) { task.cancel() }
    }
    Task {
      waiting.answer(await task.value)
      timer.cancel()
    }
  }
}

/// Whoever waits for the first of several answers.
private final class FirstAnswer<Answer: Sendable>: Sendable {
  private let caller: Mutex<CheckedContinuation<Answer?, Never>?>

  init(_ caller: CheckedContinuation<Answer?, Never>) { self.caller = Mutex(caller) }

  /// Gives an answer; whether it was the first.
  @discardableResult
  func answer(_ answer: Answer?) -> Bool {
    let first = caller.withLock { caller in
      defer { caller = nil }
      return caller
    }
    first?.resume(returning: answer)
    return first != nil
  }
}
