import CCJose
import FlowJSON
public import FlowRuntime
import Synchronization

/// The signing keys of a server, which rest in storage, sealed under the server's key, for all its processes.
public final class SigningKeys: Sendable {
  static let name = "signing-keys"

  private let storage: any Storage
  private let key: ServerKey
  private let clock: any TimeSource
  private let log: any OperatorLog
  private let known: Mutex<KeySet>

  /// Why no token can be signed here: libcjose is missing; nil: it is there.
  public static var missingLibrary: String? { lazy_cjose_load().map { String(cString: $0) } }

  /// Reads the keys, or makes them where there are none yet. Throws `TokenError.unavailable` if storage or libcjose are
  /// not at hand, or the keys are sealed under another key.
  public init(
    storage: any Storage, key: ServerKey, clock: any TimeSource = SystemClock(), log: any OperatorLog = NoPorts()
  ) async throws(TokenError) {
    let present = try await storage.attempt { try $0.secret(Self.name).map { try KeySet($0, key) } }
    if let present {
      known = Mutex(present)
    } else {
      let made = try KeySet(random: clock.now())
      // Another process may have been first.
      known = Mutex(
        try await storage.attempt { transaction in
          if let present = try transaction.secret(Self.name) { return try KeySet(present, key) }
          try transaction.put(made.record(Self.name, key))
          return made
        })
    }
    self.storage = storage
    self.key = key
    self.clock = clock
    self.log = log
  }

  /// The keys as a transaction sees them.
  func current(in transaction: any StorageTransaction) throws -> KeySet {
    guard let record = try transaction.secret(Self.name) else {
      throw TokenError.unavailable("the signing keys are gone")
    }
    let known = known.withLock { $0 }
    if known.version == record.version { return known }
    let read = try KeySet(record, key)
    let isNew = self.known.withLock { known in
      guard known.version < read.version else { return false }
      defer { known = read }
      return known.keys.map(\.id) != read.keys.map(\.id)
    }
    if isNew {
      let forgets = read.forgotten != nil && read.forgotten != known.forgotten
      log.write(LogEntry(SecurityEvent(.keysRotated, reason: forgets ? "earlier_forgotten" : nil)))
    }
    return read
  }

  /// The keys as they are now, whichever process changed them.
  public func current() async throws(TokenError) -> KeySet {
    try await storage.attempt { [self] in try current(in: $0) }
  }

  /// Writes the keys as they are, sealed under the newest master key.
  public func reseal() async throws(TokenError) {
    try await storage.attempt { [self] transaction in
      var keys = try current(in: transaction)
      keys.version += 1
      try transaction.put(keys.record(Self.name, key))
    }
  }

  /// Makes a new key of each algorithm the current one. What earlier keys signed goes on to verify for `retention`
  /// milliseconds: no less than the longest lifetime of a token, unless the tokens are to end with their keys; nil
  /// forgets earlier keys at once, as after a leak, and ends the refresh tokens handed out until then.
  @discardableResult
  public func rotate(retention: Milliseconds?) async throws(TokenError) -> KeySet {
    let now = clock.now()
    let fresh = try KeySet.fresh(now)
    return try await storage.attempt { [self] transaction in
      let rotated = try current(in: transaction).rotated(to: fresh, now: now, retention: retention)
      try transaction.put(rotated.record(Self.name, key))
      return rotated
    }
  }
}

extension Storage {
  /// A transaction whose errors are `TokenError`s.
  func attempt<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
  ) async throws(TokenError) -> Result {
    do {
      return try await transact(body)
    } catch let error as TokenError {
      throw error
    } catch {
      throw .unavailable("\(error)")
    }
  }
}
