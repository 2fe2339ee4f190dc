import CMicroHTTPD
import FlowRuntime
import FlowThreads
import Glibc

/// Accepts connections on a thread of its own, as many as the limits allow, and gives them to the newest daemon. On the way it
/// looks after clients that take too long.
///
/// INVARIANT: daemons are not stopped before `run` has returned. The descriptors are closed once, when it is over.
final class Acceptor: Sendable {
  private let core: ServerCore
  private let daemons: Daemons
  private let listener: Int32
  private let wakeUp: Int32
  /// Is finished when `run` has returned.
  private let ended = WorkQueue<Void>()

  /// Takes a listening socket; nil where there are no more descriptors.
  init?(_ core: ServerCore, _ daemons: Daemons, listener: Int32) {
    self.core = core
    self.daemons = daemons
    self.listener = listener
    wakeUp = connection_wake_up()
    if wakeUp < 0 { return nil }
  }

  /// Accepts from now on, however busy Swift's pool is; false where the system has no thread left, and nothing is open then.
  func start() -> Bool {
    let isStarted =
      startThread {
        self.run()
        self.closeAll()
        self.ended.finish()
      } == 0
    if !isStarted { closeAll() }
    return isStarted
  }

  /// Accepts no more, and closes the listener.
  func stop() async {
    var one: UInt64 = 1
    _ = write(wakeUp, &one, 8)
    await ended.finished()
  }

  private func closeAll() {
    close(listener)
    close(wakeUp)
  }

  private func run() {
    let sweep = Int64(min(1000, max(1, core.limits.clientSeconds) * 100)) * 1_000_000
    var nextSweep = monotonicNanoseconds() + sweep
    var isShort = false
    while true {
      // Where there is no room, those who come wait in the system's queue until some is made.
      let isFull = isShort || core.isFull
      var ends = [
        pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0), pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
      ]
      poll(&ends, isFull ? 1 : 2, isFull ? 20 : Int32(sweep / 1_000_000))
      if ends[0].revents != 0 { return }
      isShort = ends[1].revents != 0 && !accept()
      let now = monotonicNanoseconds()
      if isFull, !isShort { core.makeRoom(at: now) }
      if now >= nextSweep {
        core.closeOverdue(at: now)
        nextSweep = now + sweep
      }
    }
  }

  /// Takes what waits; false where the system is short of descriptors or memory.
  private func accept() -> Bool {
    var storage = sockaddr_storage()
    for _ in 0..<64 where !core.isFull {
      var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let isDone: Bool? = withUnsafeMutableBytes(of: &storage) { bytes in
        guard let daemon = daemons.newest, let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
        else { return true }
        let connection = connection_accept(listener, address, &size)
        if connection < 0 {
          return [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(errno) ? nil : errno != EINTR && errno != ECONNABORTED
        }
        let peer = text(of: address)
        if !core.admit(peer) {
          close(connection)
          core.noteClosed(peer)
        } else if lazy_mhd_add(daemon, connection, address, size) == 0 {
          core.release(peer)
        }
        return false
      }
      guard let isDone else { return false }
      if isDone { return true }
    }
    return true
  }
}
