import CMicroHTTPD
import Synchronization

/// What the callbacks of a running server share.
final class ServerCore: Sendable {
  /// How far the server is from its end.
  enum Phase: Int, AtomicRepresentable {
    /// Requests are taken.
    case serving
    /// Requests are finished, and their connections then closed.
    case draining
    /// No request is handled any more; those that were are answered 503.
    case closing
  }

  let handler: any HTTPHandler
  let limits: HTTPLimits
  let isSecure: Bool
  let accessLog: (@Sendable (AccessRecord) -> Void)?
  let log: @Sendable (String) -> Void
  let phase = Atomic<Phase>(.serving)
  /// How many requests are between their headers and their end.
  let active = Atomic<Int>(0)
  /// The size of all bodies in memory.
  let bodyBytes = Atomic<Int>(0)
  private let peers = Mutex<[ObjectIdentifier: Peer]>([:])

  init(_ settings: ServerSettings, _ handler: any HTTPHandler) {
    self.handler = handler
    limits = settings.limits
    isSecure = settings.tls != nil
    accessLog = settings.accessLog
    log = settings.log
  }

  /// A connection was opened.
  func open(_ connection: OpaquePointer) -> Peer {
    let peer = Peer(
      address: text(of: lazy_mhd_address(connection)), descriptor: lazy_mhd_descriptor(connection), limits: limits)
    peers.withLock { $0[ObjectIdentifier(peer)] = peer }
    return peer
  }

  /// A connection is about to be closed; its descriptor is still its own.
  func close(_ peer: Peer) {
    peers.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(peer)) }
  }

  /// Ends the connections of clients that take too long.
  func closeOverdue() {
    let now = monotonicNanoseconds()
    // INVARIANT: a descriptor is used under the lock under which its peer is removed before it is closed.
    peers.withLock { peers in
      for peer in peers.values { peer.close(ifOverdueAt: now) }
    }
  }

  /// Answers the requests that are still being handled, so that no connection stays suspended.
  func abandon() {
    phase.store(.closing, ordering: .sequentiallyConsistent)
    for peer in peers.withLock({ Array($0.values) }) {
      peer.exchange.withLock { $0 }?.abandon()
    }
  }
}

extension ServerCore.Phase {
  typealias AtomicRepresentation = Int.AtomicRepresentation
}
