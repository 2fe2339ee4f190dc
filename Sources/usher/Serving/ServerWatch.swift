import FlowHTTP
import FlowRuntime
import FlowTokens

/// What a running server looks at by itself, now and then.
struct ServerWatch {
  let server: HTTPServer
  let keys: SigningKeys
  let log: ServeLog

  /// Looks until it is cancelled.
  func start() -> Task<Void, Never> {
    Task {
      await withDiscardingTaskGroup { group in
        group.addTask {
          // Who rotates them is another process; the keys tell of it themselves.
          while await rests(.seconds(5)) { try? await keys.look() }
        }
        group.addTask {
          tellCertificate()
          while await rests(.seconds(86_400)) { tellCertificate() }
        }
      }
    }
  }

  /// Tells of a certificate that ends soon, or has ended.
  func tellCertificate() {
    guard let problem = server.certificateProblem else { return }
    log.write(LogEntry(problem.isOver ? .error : .warning, problem.text))
  }

  /// Waits; false where it is cancelled.
  private func rests(_ time: Duration) async -> Bool {
    try? await Task.sleep(for: time)
    return !Task.isCancelled
  }
}
