import CMicroHTTPD
import Glibc
import Synchronization

/// The daemons of libmicrohttpd that serve connections. A daemon keeps its certificate, so a new one comes with another
/// daemon, which gets the connections from then on. Those before it stay to the end of the server, as connections that are
/// kept alive are theirs: two idle threads for each time that a certificate was renewed.
final class Daemons: Sendable {
  // INVARIANT: a daemon is valid until `stop`, which is called once, when nothing adds connections any more; libmicrohttpd's
  // functions on it may be called by any thread.
  struct Daemon: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  private struct State {
    var all: [Daemon]
    var pem: PEM?
  }

  private let core: ServerCore
  private let threads: UInt32
  private let state: Mutex<State>

  /// Starts the first daemon.
  init(_ settings: ServerSettings, _ core: ServerCore) throws(ServerStartError) {
    let pem = try settings.tls.map { files throws(ServerStartError) in try PEM(files) }
    threads = UInt32(clamping: max(2, settings.threads ?? sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    self.core = core
    state = Mutex(State(all: [try Self.start(core, pem, threads: threads)], pem: pem))
  }

  /// The one that new connections are given to.
  var newest: OpaquePointer? { state.withLock { $0.all.last }?.pointer }

  /// The certificate that new connections get.
  var pem: PEM? { state.withLock { $0.pem } }

  /// Serves new connections with another certificate, unless it is the same; whether it is not.
  func renew(_ pem: PEM) throws(ServerStartError) -> Bool {
    guard state.withLock({ !$0.all.isEmpty && !($0.pem?.isSame(as: pem) ?? false) }) else { return false }
    let daemon = try Self.start(core, pem, threads: threads)
    state.withLock { state in
      state.all.append(daemon)
      state.pem = pem
    }
    return true
  }

  /// Ends all connections and daemons. Nothing may be suspended.
  func stop() {
    let all = state.withLock { state in
      defer { state.all = [] }
      return state.all
    }
    for daemon in all {
      lazy_mhd_stop(daemon.pointer)
      // It is gone, and with it the reference that its callbacks used.
      Unmanaged.passUnretained(core).release()
    }
  }

  /// Starts a daemon, which holds a reference to the core.
  private static func start(
    _ core: ServerCore, _ pem: PEM?, threads: UInt32
  ) throws(ServerStartError) -> Daemon {
    var setup = lazy_mhd_setup()
    setup.threads = threads
    setup.connections = UInt32(clamping: core.limits.connections + 1)
    setup.idle_seconds = UInt32(clamping: core.limits.clientSeconds)
    setup.connection_memory = max(core.limits.headerBytes * 2, 8 << 10)
    // libmicrohttpd keeps the pointers: the texts live as long as it does.
    setup.certificate = pem.flatMap { UnsafePointer(strdup($0.certificate)) }
    setup.key = pem.flatMap { UnsafePointer(strdup($0.key)) }
    let held = Unmanaged.passRetained(core)
    Callbacks.install(held, in: &setup)
    if let pointer = lazy_mhd_start(&setup) { return Daemon(pointer: pointer) }
    held.release()
    free(UnsafeMutablePointer(mutating: setup.certificate))
    free(UnsafeMutablePointer(mutating: setup.key))
    throw pem == nil
      ? .library("it refused its settings, or the system has no file or thread for it")
      : .certificate("certificate and key do not fit together")
  }
}
