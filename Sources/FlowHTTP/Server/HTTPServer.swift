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
  private let acceptor: Acceptor
  /// Accepts, and at last stops the daemon.
  private let thread = WorkerPool(threads: 1)
  private let accepting: Task<Void, Never>
  private let ending = Mutex<Task<Void, Never>?>(nil)

  /// Starts to serve. Raises the process's limit of open files, as far as it may, to what the connections need.
  public init(_ settings: ServerSettings, handler: any HTTPHandler) throws(ServerStartError) {
    if let failure = lazy_mhd_load() { throw .library(String(cString: failure)) }
    Self.allowFiles(settings.limits.connections + 256)
    let pem = try settings.tls.map { files throws(ServerStartError) in
      (certificate: try Self.read(files.certificate), key: try Self.read(files.key))
    }
    do throws(WorkerPoolRefusal) {
      try thread.demandRoom()
    } catch {
      throw .library("the system has no thread left")
    }
    let (listener, port) = try settings.address.listen()
    let core = ServerCore(settings, handler)
    guard let daemon = Self.start(settings, core, pem) else {
      close(listener)
      throw .library(pem == nil ? "it refused its settings" : "certificate and key do not fit together")
    }
    guard let acceptor = Acceptor(core, daemon, listener: listener) else {
      lazy_mhd_stop(daemon)
      close(listener)
      throw .library(systemError())
    }
    self.core = core
    self.port = port
    self.daemon = daemon
    self.acceptor = acceptor
    accepting = Task { [thread] in _ = try? await thread.run { acceptor.run() } }
  }

  /// Starts the daemon, which holds a reference to the core; nil if that fails.
  private static func start(
    _ settings: ServerSettings, _ core: ServerCore, _ pem: (certificate: String, key: String)?
  ) -> OpaquePointer? {
    let threads = UInt32(clamping: settings.threads ?? max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    var setup = lazy_mhd_setup()
    setup.threads = max(2, threads)
    setup.connections = UInt32(clamping: settings.limits.connections + 1)
    setup.idle_seconds = UInt32(clamping: settings.limits.clientSeconds)
    setup.connection_memory = max(settings.limits.headerBytes * 2, 8 << 10)
    // libmicrohttpd keeps the pointers: the texts live as long as it does.
    setup.certificate = pem.flatMap { UnsafePointer(strdup($0.certificate)) }
    setup.key = pem.flatMap { UnsafePointer(strdup($0.key)) }
    let held = Unmanaged.passRetained(core)
    Callbacks.install(held, in: &setup)
    if let daemon = lazy_mhd_start(&setup) { return daemon }
    held.release()
    free(UnsafeMutablePointer(mutating: setup.certificate))
    free(UnsafeMutablePointer(mutating: setup.key))
    return nil
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
    acceptor.stop()
    await accepting.value
    await drain(within: grace)
    core.abandon()
    await drain(within: .seconds(1))
    _ = try? await thread.run { [self] in lazy_mhd_stop(daemon) }
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
