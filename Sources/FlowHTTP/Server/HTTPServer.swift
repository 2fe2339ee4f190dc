import CMicroHTTPD
import FlowRuntime
import Glibc
import Synchronization

/// An HTTP/1.1 server over libmicrohttpd: epoll, a pool of threads, connections that are kept alive. A connection whose
/// handler waits for something is suspended, so that it stalls no other. Serves from when it is made to `shutdown`.
public final class HTTPServer: Sendable {
  /// The port it listens at.
  public let port: UInt16
  private let core: ServerCore
  // INVARIANT: made once, before the server is shared; libmicrohttpd's own functions on it may be called by any thread.
  // It is stopped once, by the task in `ending`, and not used afterwards.
  nonisolated(unsafe) private let daemon: OpaquePointer
  private let sweep: Task<Void, Never>
  private let ending = Mutex<Task<Void, Never>?>(nil)

  /// Starts to serve. Raises the process's limit of open files, as far as it may, to what the connections need.
  public init(_ settings: ServerSettings, handler: any HTTPHandler) throws(ServerStartError) {
    if let failure = lazy_mhd_load() { throw .library(String(cString: failure)) }
    let limits = settings.limits
    Self.allowFiles(limits.connections + 256)
    var setup = lazy_mhd_setup()
    // The texts are copied by GnuTLS when the daemon starts, but libmicrohttpd keeps the pointers: they live on.
    if let tls = settings.tls {
      setup.certificate = UnsafePointer(strdup(try Self.read(tls.certificate)))
      setup.key = UnsafePointer(strdup(try Self.read(tls.key)))
    }
    let (listener, port) = try settings.address.listen()
    let threads = settings.threads ?? max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    setup.listener = listener
    setup.threads = UInt32(clamping: threads)
    setup.connections = UInt32(clamping: max(limits.connections, threads))
    setup.connections_per_address = UInt32(clamping: limits.connectionsPerAddress)
    setup.idle_seconds = UInt32(clamping: limits.clientSeconds)
    setup.connection_memory = max(limits.headerBytes * 2, 8 << 10)
    let core = ServerCore(settings, handler)
    let held = Unmanaged.passRetained(core)
    Callbacks.install(held, in: &setup)
    guard let daemon = lazy_mhd_start(&setup) else {
      held.release()
      close(listener)
      throw .library(settings.tls == nil ? "it refused its settings" : "certificate and key do not fit together")
    }
    self.core = core
    self.port = port
    self.daemon = daemon
    sweep = Task {
      while !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(min(1000, limits.clientSeconds * 100)))
        core.closeOverdue()
      }
    }
  }

  /// Stops accepting, lets requests in flight finish for as long as `grace`, answers the rest 503, and closes all
  /// connections. May be called again, and then waits for the same end.
  public func shutdown(grace: Duration = .seconds(10)) async {
    let task = ending.withLock { ending in
      let task = ending ?? Task { await stop(grace) }
      ending = task
      return task
    }
    await task.value
  }

  private func stop(_ grace: Duration) async {
    core.phase.store(.draining, ordering: .sequentiallyConsistent)
    let listener = lazy_mhd_quiesce(daemon)
    await drain(within: grace)
    core.abandon()
    await drain(within: .seconds(1))
    sweep.cancel()
    await sweep.value
    let threads = WorkerPool(threads: 1)
    await threads.run { [self] in lazy_mhd_stop(daemon) }
    threads.close()
    if listener >= 0 { close(listener) }
    // The daemon is gone, and with it the reference that its callbacks used.
    Unmanaged.passUnretained(core).release()
  }

  /// Waits until no request is in flight.
  private func drain(within limit: Duration) async {
    let end = ContinuousClock.now + limit
    while core.active.load(ordering: .sequentiallyConsistent) > 0, ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  private static func allowFiles(_ count: Int) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < rlim_t(count) else {
      return
    }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(count))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  private static func read(_ path: String) throws(ServerStartError) -> String {
    guard let file = fopen(path, "rb") else { throw .file(path, reason: systemError()) }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    guard ferror(file) == 0 else { throw .file(path, reason: systemError()) }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
