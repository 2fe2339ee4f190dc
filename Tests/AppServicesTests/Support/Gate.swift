import Synchronization

/// A gate that is shut until it is opened, and knows when somebody has come to it.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var hasCome = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var watching: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Comes to the gate, and goes on when it is open.
  func pass() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let (isOpen, watching) = state.withLock { state in
        state.hasCome = true
        if !state.isOpen { state.waiting.append(continuation) }
        defer { state.watching = [] }
        return (state.isOpen, state.watching)
      }
      for one in watching { one.resume() }
      if isOpen { continuation.resume() }
    }
  }

  /// Waits until somebody has come.
  func somebodyComes() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let hasCome = state.withLock { state in
        if !state.hasCome { state.watching.append(continuation) }
        return state.hasCome
      }
      if hasCome { continuation.resume() }
    }
  }

  /// Lets everybody through.
  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in waiting { one.resume() }
  }
}
