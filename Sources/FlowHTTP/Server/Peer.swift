import CMicroHTTPD
import Glibc
import Synchronization

/// A connection, from when it is opened to when it is closed.
final class Peer: Sendable {
  /// The client's IP address.
  let address: String
  /// The request it is at.
  let exchange = Mutex<Exchange?>(nil)
  /// Whether it has sent the line of a request.
  let hasAsked = Atomic(false)
  private let descriptor: Int32
  /// When the client has taken too long; `Int64.max` while it waits for us.
  private let deadline: Atomic<Int64>

  init(address: String, descriptor: Int32, limits: HTTPLimits) {
    self.address = address
    self.descriptor = descriptor
    deadline = Atomic(Self.deadline(limits))
  }

  /// The client's time begins anew.
  func restart(_ limits: HTTPLimits) { deadline.store(Self.deadline(limits), ordering: .relaxed) }

  /// The client waits for us: it has no deadline.
  func pause() { deadline.store(.max, ordering: .relaxed) }

  /// Whether it has sent something, and no request. Must not be called once it is closed.
  var isNoHTTP: Bool { !hasAsked.load(ordering: .relaxed) && connection_has_received(descriptor) != 0 }

  /// Since when the client keeps us waiting, on the clock of deadlines; nil while it waits for us.
  func waiting(_ limits: HTTPLimits) -> Int64? {
    let end = deadline.load(ordering: .relaxed)
    return end == .max ? nil : end - Int64(limits.clientSeconds) * 1_000_000_000
  }

  /// Whether a request will never be whole: its client sends no more. Must not be called once it is closed.
  func hasLeft(_ limits: HTTPLimits, at now: Int64) -> Bool {
    guard let since = waiting(limits), now - since > 250_000_000 else { return false }
    return connection_has_ended(descriptor) != 0
  }

  /// Ends the connection if its time is over, as if the client had. Must not be called once it is closed, when its
  /// descriptor may be another's.
  func close(ifOverdueAt now: Int64) {
    guard deadline.load(ordering: .relaxed) < now else { return }
    pause()
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  private static func deadline(_ limits: HTTPLimits) -> Int64 {
    monotonicNanoseconds() + Int64(limits.clientSeconds) * 1_000_000_000
  }
}
