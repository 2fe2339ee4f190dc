import FlowHTTP
import FlowRuntime
import FlowThreads
import FlowTokens
import Glibc

/// What a running server reads again: its flows and its certificate. Each says in the log what came of it.
struct Reload: Sendable {
  let settings: ServeSettings
  let tenants: ServedTenants
  let engine: Engine
  let keys: SigningKeys
  let lastGood: LastGoodTables
  let log: ServeLog

  /// Reads the flows again. Those before them go on where there are problems.
  func flows() async {
    let changes = await tenants.load(into: engine, lastGood) { log.write($0) }
    log.write(
      changes.map { LogEntry(.info, "the flows were read again: \($0.text(settings.retired))") }
        ?? LogEntry(.error, "the flows have problems; those before them go on"))
    if let changes {
      // A failure is in the log; whoever needs a key then asks for it again.
      try? await keys.make(for: tenants.directory.tables)
      tenants.tell(engine, only: changes.added + changes.changed)
    }
    MachineNeeds.tellLacks(of: tenants.directory.tables, log)
  }

  /// Reads the certificate again, if there is one. The one before it goes on where the new one is no good.
  func certificate(of server: HTTPServer) async {
    guard settings.tls != nil else { return }
    do throws(ServerStartError) {
      let isNew = try await onThread { Result { () throws(ServerStartError) in try server.renewCertificate() } }.get()
      log.write(
        LogEntry(.info, "the certificate was read again: \(isNew ? "new connections get it" : "it is the same")"))
    } catch {
      log.write(LogEntry(.error, "the certificate before goes on: \(error)"))
    }
  }

  /// Reads the certificate again when its files have changed, and have then rested for a second.
  func watch(_ files: TLSFiles, of server: HTTPServer) -> Task<Void, Never> {
    watch({ [files.certificate, files.key].map(fingerprint) }) { await certificate(of: server) }
  }

  /// Reads the flows again when their files have changed, and have then rested for a second.
  func watch() -> Task<Void, Never> { watch(tenants.fingerprint, flows) }

  private func watch(
    _ fingerprint: @escaping @Sendable () -> [String], _ reload: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    Task {
      var served = await onThread(fingerprint)
      var seen = served
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(1))
        let now = await onThread(fingerprint)
        if now == seen, now != served {
          served = now
          await reload()
        }
        seen = now
      }
    }
  }
}

/// What changes when a file does: its name, size and time; its name alone where there is none.
private func fingerprint(_ path: String) -> String {
  var status = stat()
  guard stat(path, &status) == 0 else { return path }
  return "\(path) \(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
}
