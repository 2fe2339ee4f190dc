import Synchronization

/// Keeps requests waiting until a test opens it.
public final class Gate: Sendable {
  private let state = Mutex((isOpen: false, arrived: 0))

  /// A gate that is shut.
  public init() {}

  /// Whether it was opened.
  public var isOpen: Bool { state.withLock(\.isOpen) }

  /// How many have come so far.
  public var arrived: Int { state.withLock(\.arrived) }

  /// Lets all through that wait or will come.
  public func open() { state.withLock { $0.isOpen = true } }

  /// Comes to the gate, and goes on when it is open.
  public func pass() async {
    state.withLock { $0.arrived += 1 }
    while !isOpen { try? await Task.sleep(for: .milliseconds(2)) }
  }

  /// Waits until so many have come.
  public func arrived(_ count: Int) async {
    while arrived < count { try? await Task.sleep(for: .milliseconds(2)) }
  }
}
