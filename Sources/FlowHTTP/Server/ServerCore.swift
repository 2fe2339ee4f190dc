import CMicroHTTPD
import FlowRuntime
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
  /// Where it listens, as a URL.
  let localURL: String
  let proxies: TrustedProxies
  let accessLog: (@Sendable (AccessRecord) -> Void)?
  let log: any OperatorLog
  let phase = Atomic<Phase>(.serving)
  /// How many requests are between their headers and their end.
  let active = Atomic<Int>(0)
  /// The size of all bodies in memory.
  let bodyBytes = Atomic<Int>(0)
  private let peers = Mutex<[ObjectIdentifier: Peer]>([:])
  private let admitted = Mutex(Admitted())
  private let closings = MinuteCount()
  private let noRequests = MinuteCount()
  private let strangers = Mutex<Int64>(.min)

  /// How many connections there are, in all and by network.
  private struct Admitted {
    var count = 0
    var byNetwork: [String: Int] = [:]
  }

  init(_ settings: ServerSettings, _ handler: any HTTPHandler, port: UInt16) {
    self.handler = handler
    limits = settings.limits
    isSecure = settings.tls != nil
    localURL = (isSecure ? "https://" : "http://") + ListenAddress(host: settings.address.host, port: port).description
    proxies = settings.proxies
    accessLog = settings.accessLog
    log = settings.log
  }

  /// Whether there is room for no more connections.
  var isFull: Bool { admitted.withLock { $0.count } >= limits.connections }

  /// Makes room for a connection from an address; false where its network has as many as it may.
  func admit(_ address: String) -> Bool {
    let network = ClientNetwork.of(address)
    let isProxy = proxies.trusts(address)
    return admitted.withLock { admitted in
      guard isProxy || admitted.byNetwork[network, default: 0] < limits.connectionsPerAddress else { return false }
      admitted.byNetwork[network, default: 0] += 1
      admitted.count += 1
      return true
    }
  }

  /// Tells of connections that were closed at once: a line a minute, however many they are.
  func noteClosed(_ address: String) {
    guard let count = closings.add() else { return }
    log.write(
      LogEntry(
        .warning,
        "\(count == 1 ? "a connection was" : "\(count) connections were") closed at once, the last of \(address): one "
          + "address may have \(limits.connectionsPerAddress) at a time. A proxy that asks for others has to be trusted to "
          + "have more"))
  }

  /// Tells of connections over which something came that is no request: a line a minute, however many they are.
  private func noteNoHTTP(_ address: String) {
    guard let count = noRequests.add() else { return }
    let what = count == 1 ? "a connection has" : "\(count) connections have"
    log.write(
      LogEntry(.info, "\(what) brought something, and no HTTP request; the last was of \(ClientNetwork.of(address))"))
  }

  /// Tells of a proxy that is not trusted: a line an hour, as clients may write what proxies do.
  func noteStranger(_ address: String) {
    let now = monotonicNanoseconds()
    let isDue = strangers.withLock { next in
      guard now >= next else { return false }
      next = now + 3_600_000_000_000
      return true
    }
    guard isDue else { return }
    log.write(
      LogEntry(
        .warning,
        "\(address) says that it asks for others (`\(proxies.header.rawValue)`), and is no proxy that is trusted: all that "
          + "come through it are one client to the limits"))
  }

  /// A connection that was admitted is gone.
  func release(_ address: String) {
    let network = ClientNetwork.of(address)
    admitted.withLock { admitted in
      admitted.count -= 1
      let rest = admitted.byNetwork[network, default: 1] - 1
      admitted.byNetwork[network] = rest > 0 ? rest : nil
    }
  }

  /// An admitted connection was opened.
  func open(_ connection: OpaquePointer) -> Peer {
    let peer = Peer(
      address: text(of: lazy_mhd_address(connection)), descriptor: lazy_mhd_descriptor(connection), limits: limits)
    peers.withLock { $0[ObjectIdentifier(peer)] = peer }
    return peer
  }

  /// A connection is about to be closed; its descriptor is still its own.
  func close(_ peer: Peer) {
    if peer.isNoHTTP { noteNoHTTP(peer.address) }
    peers.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(peer)) }
    release(peer.address)
  }

  /// Ends the connections of clients that take too long, or have left in the middle of a request.
  func closeOverdue(at now: Int64) {
    // INVARIANT: a descriptor is used under the lock under which its peer is removed before it is closed.
    peers.withLock { peers in
      for peer in peers.values { peer.close(ifOverdueAt: peer.hasLeft(limits, at: now) ? .max : now) }
    }
  }

  /// Makes room where there is none: of the clients that have kept us waiting for a moment, ends those of the networks with
  /// the most connections first, and of these the slowest.
  func makeRoom(at now: Int64) {
    let crowds = admitted.withLock { $0.byNetwork }
    // INVARIANT: as of `closeOverdue`.
    peers.withLock { peers in
      let waiting = peers.values.compactMap { peer -> (peer: Peer, crowd: Int, since: Int64)? in
        guard let since = peer.waiting(limits), now - since > Self.patience else { return nil }
        return (peer, crowds[ClientNetwork.of(peer.address), default: 0], since)
      }
      let first = waiting.sorted { ($1.crowd, $0.since) < ($0.crowd, $1.since) }.prefix(64)
      for (peer, _, _) in first { peer.close(ifOverdueAt: .max) }
    }
  }

  /// How long a client may keep us waiting while others find no room, in nanoseconds.
  private static let patience: Int64 = 250_000_000

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
