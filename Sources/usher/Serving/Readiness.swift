import FlowRuntime
import FlowThreads
import Synchronization

/// Whether the server can do its work, as `/readyz` tells it. The reasons are short and name nothing: whoever can reach the server
/// can read them, and the log has the rest.
final class Readiness: Sendable {
  /// What may be wrong with storage, as it is told.
  private enum Trouble: String {
    case unwritten = "storage cannot be written"
    case key = "the key that storage was written under is missing"
  }

  private struct State {
    var isEnding = false
    /// When storage was tried last, and whether it could be written.
    var tried: ContinuousClock.Instant?
    var trouble: Trouble?
    /// The trial under way.
    var trial: Task<Trouble?, Never>?
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
    if let trouble = await storageTrouble() { reasons.append(trouble.rawValue) }
    // A mail server elsewhere that is away is no reason to ask another instance: it is away for that, too.
    if let trouble = engine.status.undelivered, trouble.isOfMachine, trouble.attempts > 1,
      SystemClock().now() - trouble.since >= Self.outboxPatience
    {
      reasons.append("messages are not delivered")
    }
    if log.isStuck { reasons.append("the log is not written") }
    return reasons
  }

  private func storageTrouble() async -> Trouble? {
    let trial: Task<Trouble?, Never>? = state.withLock { state in
      if let tried = state.tried, .now - tried < Self.freshness, state.trial == nil { return nil }
      let trial = state.trial ?? Task { await tryStorage() }
      state.trial = trial
      return trial
    }
    guard let trial else { return state.withLock { $0.trouble } }
    // One that takes long goes on, and whoever comes next waits for the same one.
    return await value(of: Task { await trial.value }, within: Self.patience) ?? .unwritten
  }

  /// Writes a page, and says so in the log where that is no longer, or again, possible.
  private func tryStorage() async -> Trouble? {
    var failure: (any Error)?
    var trouble: Trouble?
    do {
      try await storage.transact { transaction in
        let version = try transaction.secret("readiness")?.version ?? 0
        let page = [UInt8](repeating: UInt8(truncatingIfNeeded: version), count: 4096)
        try transaction.put(SecretRecord(name: "readiness", version: version &+ 1, sealed: page))
      }
    } catch {
      failure = error
      trouble = if case .keyMissing? = error as? StorageError { .key } else { .unwritten }
    }
    let before = state.withLock { state in
      defer { (state.tried, state.trial, state.trouble) = (.now, nil, trouble) }
      return state.trouble
    }
    if before != trouble { tell(before, failure) }
    return trouble
  }

  private func tell(_ before: Trouble?, _ failure: (any Error)?) {
    if let failure { return log.write(LogEntry(.error, "storage cannot be written: \(failure)")) }
    if before != nil { log.write(LogEntry(.info, "storage can be written again")) }
  }
}
