import FlowRuntime
import FlowThreads
import Synchronization

/// Whether the server can do its work, as `/readyz` tells it. The reasons are short and name nothing: whoever can reach the server
/// can read them, and the log has the rest.
final class Readiness: Sendable {
  private struct State {
    var isEnding = false
    /// When storage was tried last, and whether it could be written.
    var tried: ContinuousClock.Instant?
    var isWritten = true
    /// The trial under way.
    var trial: Task<Bool, Never>?
  }

  /// How long what was found of storage holds.
  private static let freshness = Duration.seconds(1)
  /// How long storage may take.
  private static let patience = Duration.seconds(2)
  /// For how long the channel may fail, in milliseconds.
  private static let outboxPatience: Int64 = 5_000

  private let storage: any Storage
  private let engine: Engine
  private let log: ServeLog
  private let state = Mutex(State())

  init(_ storage: any Storage, _ engine: Engine, _ log: ServeLog) {
    self.storage = storage
    self.engine = engine
    self.log = log
  }

  /// From now on the server is not ready any more.
  func end() { state.withLock { $0.isEnding = true } }

  /// Why it is not ready; empty: it is. Storage is written to where nobody has looked for a second.
  func reasons() async -> [String] {
    if state.withLock({ $0.isEnding }) { return ["the server is ending"] }
    var reasons: [String] = []
    if await !isStorageWritten() { reasons.append("storage cannot be written") }
    // A mail server elsewhere that is away is no reason to ask another instance: it is away for that, too.
    if let trouble = engine.status.undelivered, trouble.isOfMachine, trouble.attempts > 1,
      SystemClock().now() - trouble.since >= Self.outboxPatience
    {
      reasons.append("messages are not delivered")
    }
    if log.isStuck { reasons.append("the log is not written") }
    return reasons
  }

  private func isStorageWritten() async -> Bool {
    let trial: Task<Bool, Never>? = state.withLock { state in
      if let tried = state.tried, .now - tried < Self.freshness, state.trial == nil { return nil }
      let trial = state.trial ?? Task { await tryStorage() }
      state.trial = trial
      return trial
    }
    guard let trial else { return state.withLock { $0.isWritten } }
    // One that takes long goes on, and whoever comes next waits for the same one.
    return await value(of: Task { await trial.value }, within: Self.patience) ?? false
  }

  /// Writes a page, and says so in the log where that is no longer, or again, possible.
  private func tryStorage() async -> Bool {
    var failure: (any Error)?
    do {
      try await storage.transact { transaction in
        let version = try transaction.secret("readiness")?.version ?? 0
        let page = [UInt8](repeating: UInt8(truncatingIfNeeded: version), count: 4096)
        try transaction.put(SecretRecord(name: "readiness", version: version &+ 1, sealed: page))
      }
    } catch {
      failure = error
    }
    let isWritten = failure == nil
    let hasChanged = state.withLock { state in
      defer { (state.tried, state.trial, state.isWritten) = (.now, nil, isWritten) }
      return state.isWritten != isWritten
    }
    if hasChanged {
      log.write(
        failure.map { LogEntry(.error, "storage cannot be written: \($0)") }
          ?? LogEntry(.info, "storage can be written again"))
    }
    return isWritten
  }
}
