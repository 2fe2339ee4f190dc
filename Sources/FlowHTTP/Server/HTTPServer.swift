import CMicroHTTPD
import FlowRuntime
import FlowThreads
import Glibc
import Synchronization

/// An HTTP/1.1 server over libmicrohttpd: epoll, a pool of threads, connections that are kept alive. A connection whose
/// handler waits for something is suspended, so that it stalls no other. Serves from when it is made to `shutdown`.
public final class HTTPServer: Sendable {
  /// The port it listens at.
  public let port: UInt16
  private let core: ServerCore
  private let tls: TLSFiles?
  private let daemons: Daemons
  private let acceptor: Acceptor
  private let ending = Mutex<Task<Void, Never>?>(nil)

  /// Starts to serve. Raises the process's limit of open files, as far as it may, to what the connections need.
  public init(_ settings: ServerSettings, handler: any HTTPHandler) throws(ServerStartError) {
    if let failure = lazy_mhd_load() { throw .library(String(cString: failure)) }
    var settings = settings
    let wanted = settings.limits.connections
    settings.limits.connections = try OpenFiles.allow(connections: wanted)
    if settings.limits.connections < wanted {
      settings.log.write(
        LogEntry(
          .warning,
          "\(settings.limits.connections) connections can be open and not \(wanted), as the process may have no more files "
            + "(`ulimit -n`)"))
    }
    let (listener, port) = try settings.address.listen()
    let core = ServerCore(settings, handler, port: port)
    let daemons: Daemons
    do throws(ServerStartError) {
      daemons = try Daemons(settings, core)
    } catch {
      close(listener)
      throw error
    }
    guard let acceptor = Acceptor(core, daemons, listener: listener) else {
      let reason = systemError()
      daemons.stop()
      close(listener)
      throw .library(reason)
    }
    guard acceptor.start() else {
      daemons.stop()
      throw .library("the system has no thread left")
    }
    tls = settings.tls
    self.core = core
    self.port = port
    self.daemons = daemons
    self.acceptor = acceptor
  }

  /// Why it cannot be served here at all: libmicrohttpd is missing; nil: it is there.
  public static var missingLibrary: String? { lazy_mhd_load().map { String(cString: $0) } }

  /// The certificate that is served.
  var servedCertificate: PEM? { daemons.pem }

  /// Reads the files of the certificate again. Connections that are opened from now on get what is in them; whether that is
  /// something new. Where it is no good, or not valid now, an error is thrown, and what was before goes on.
  @discardableResult
  public func renewCertificate() throws(ServerStartError) -> Bool {
    guard let tls else { return false }
    let pem = try PEM(tls)
    if daemons.pem.map({ !$0.isSame(as: pem) }) ?? true { try pem.demandValidity() }
    return try daemons.renew(pem)
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
    await acceptor.stop()
    await drain(within: grace)
    core.abandon()
    await drain(within: .seconds(1))
    await onThread { [daemons] in daemons.stop() }
  }

  /// Waits until no request is in flight.
  private func drain(within limit: Duration) async {
    let end = ContinuousClock.now + limit
    while core.active.load(ordering: .sequentiallyConsistent) > 0, ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }
}
