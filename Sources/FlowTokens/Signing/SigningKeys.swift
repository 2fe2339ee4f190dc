import CCJose
import FlowJSON
public import FlowModel
public import FlowRuntime
import FlowThreads
import Synchronization

/// The signing keys of the tenants, which rest in storage, sealed under the server's key, for all its processes.
///
/// Each tenant has its own, in a record of its own: what signs for one signs for no other. A key is made when it is needed
/// first, as ES256, Ed25519 and HS256 take no time; that of RSA, which takes 300 ms, only for a tenant that asks for it.
public final class SigningKeys: Sendable {
  private struct Known: Sendable {
    let sealed: [UInt8]
    let keys: KeySet
  }

  private let storage: any Storage
  private let key: ServerKey
  private let clock: any TimeSource
  private let log: any OperatorLog
  /// What was read last, by the tenants' domains.
  private let known = Mutex<[String: Known]>([:])

  /// Why no token can be signed here: libcjose is missing; nil: it is there.
  public static var missingLibrary: String? { lazy_cjose_load().map { String(cString: $0) } }

  /// Opens the keys of a storage. Throws `TokenError.unavailable` if storage or libcjose are not at hand, or the keys are
  /// sealed under another key.
  public init(
    storage: any Storage, key: ServerKey, clock: any TimeSource = SystemClock(), log: any OperatorLog = NoPorts()
  ) async throws(TokenError) {
    self.storage = storage
    self.key = key
    self.clock = clock
    self.log = log
    // Whoever opens them tells of a failure.
    try await storage.attempt(NoPorts()) { [self] transaction in
      let index = try index(in: transaction)
      if index.isOld || index.shared.version == 0 { try transaction.put(index.record(key)) }
    }
  }

  // MARK: Reading

  /// The keys of a tenant as a transaction sees them, one for an algorithm among them.
  func current(
    of tenant: String, for algorithm: SigningAlgorithm, in transaction: any StorageTransaction
  ) throws -> KeySet {
    if let keys = try current(ofDomain: AppID.domain(tenant), in: transaction), keys.has(algorithm) { return keys }
    return try add(try SigningKey(random: algorithm, now: clock.now()), to: tenant, in: transaction)
  }

  /// The keys of the tenant of a domain, as App Services' tokens name it; nil where there are none.
  func current(ofDomain domain: String, in transaction: any StorageTransaction) throws -> KeySet? {
    guard let record = try transaction.secret(Self.recordName(ofDomain: domain)) else { return nil }
    if let known = known.withLock({ $0[domain] }), known.sealed == record.sealed { return known.keys }
    let read = try KeySet(record, key)
    let before = known.withLock { known -> KeySet? in
      let before = known[domain]?.keys
      if let before, before.version > read.version { return nil }
      known[domain] = Known(sealed: record.sealed, keys: read)
      return before.flatMap { $0.version < read.version ? $0 : nil }
    }
    if let before, !read.goesOn(from: before) {
      let forgets = read.forgotten != before.forgotten
      let tenant = try index(in: transaction).tenants.first { AppID.domain($0) == domain }
      log.write(
        LogEntry(SecurityEvent(.keysRotated, reason: forgets ? "earlier_forgotten" : nil), tenant: tenant))
    }
    return read
  }

  /// Whether the keys of a tenant of a time were forgotten since, and with them all that was handed out by then.
  func hasForgotten(
    _ time: Milliseconds, tenant: String, in transaction: any StorageTransaction
  ) throws -> Bool {
    try current(ofDomain: AppID.domain(tenant), in: transaction)?.forgotten.map { time <= $0 } ?? false
  }

  /// Reads again what is known, and so tells of keys that another process has rotated.
  public func look() async throws(TokenError) {
    for domain in known.withLock({ Array($0.keys) }) {
      _ = try await storage.attempt(log) { [self] in try current(ofDomain: domain, in: $0) }
    }
  }

  /// A tenant's keys as they are now, whichever process changed them, one for an algorithm among them.
  public func current(of tenant: String, for algorithm: TokenAlgorithm = .es256) async throws(TokenError) -> KeySet {
    let algorithm = SigningAlgorithm(algorithm)
    let present = try await storage.attempt(log) { [self] in try current(ofDomain: AppID.domain(tenant), in: $0) }
    if let present, present.has(algorithm) { return present }
    guard let fresh = try await fresh([algorithm]).first else { throw .unavailable("no key was made") }
    let made = try await storage.attempt(log) { [self] transaction in
      if let keys = try current(ofDomain: AppID.domain(tenant), in: transaction), keys.has(algorithm) { return keys }
      return try add(fresh, to: tenant, in: transaction)
    }
    // What was committed is known from here on, and so whether it is replaced.
    return try await storage.attempt(log) { [self] in try current(ofDomain: AppID.domain(tenant), in: $0) } ?? made
  }

  /// Makes the keys that tenants lack, before somebody waits for one: an RSA key takes its time.
  public func make(for tables: [FlowTable]) async throws(TokenError) {
    for table in tables { _ = try await current(of: table.tenant, for: table.tokens.algorithm) }
  }

  /// The tenants that have keys.
  public func tenants() async throws(TokenError) -> [String] {
    try await storage.attempt(log) { [self] in try index(in: $0).tenants }
  }

  // MARK: Changing

  /// Makes new keys a tenant's current ones, of each algorithm that it has. What earlier keys signed goes on to verify for
  /// `retention`; nil forgets earlier keys at once, as after a leak, and then ends what no key signs as well: refresh tokens,
  /// and the sessions of the engine's own tokens. Where that fails the keys are new all the same. Other tenants feel nothing of it.
  @discardableResult
  public func rotate(_ tenant: String, retention: KeyRetention?) async throws(TokenError) -> KeySet {
    let now = clock.now()
    let domain = AppID.domain(tenant)
    let present = try await storage.attempt(log) { [self] in try current(ofDomain: domain, in: $0) } ?? KeySet()
    let fresh = try await fresh(SigningAlgorithm.allCases.filter { present.has($0) })
    let rotated = try await storage.attempt(log) { [self] transaction in
      guard let keys = try current(ofDomain: domain, in: transaction) else { return KeySet() }
      let rotated = keys.rotated(to: fresh, now: now, retention: retention)
      try transaction.put(rotated.record(Self.recordName(ofDomain: domain), key))
      return rotated
    }
    // From now on nothing of before is good; whoever asks the engine alone is to see it, too.
    if retention == nil { try await endSessions(of: tenant, begunBy: now) }
    return rotated
  }

  /// Ends the sessions of a tenant that were begun by a time, some accounts in a transaction.
  private func endSessions(of tenant: String, begunBy time: Milliseconds) async throws(TokenError) {
    var last: String? = ""
    while let place = last {
      last = try await storage.attempt(log) { transaction in
        let accounts = try transaction.accounts(of: tenant, after: place, limit: 100)
        for account in accounts {
          for kind in OpenSession.kinds {
            for ticket in try transaction.tickets(kind, account: account.id, tenant: tenant)
            where ticket.used == nil && OrderedID.time(of: ticket.id) <= time {
              try transaction.end(ticket, now: time)
            }
          }
        }
        return accounts.last?.id
      }
    }
  }

  /// Forgets the keys of before each tenant had its own, for tenants that have none yet.
  public func forgetShared() async throws(TokenError) {
    let now = clock.now()
    try await storage.attempt(log) { [self] transaction in
      var index = try index(in: transaction)
      index.shared = KeySet(version: index.shared.version, forgotten: now)
      try transaction.put(index.record(key))
    }
  }

  // MARK: Parts

  /// A record's name says whose it is, and is what its seal is bound to.
  static func recordName(ofDomain domain: String) -> String { "\(KeyIndex.name):\(domain)" }

  private func index(in transaction: any StorageTransaction) throws -> KeyIndex {
    guard let record = try transaction.secret(KeyIndex.name) else { return KeyIndex() }
    return try KeyIndex(record, key, now: clock.now())
  }

  /// Adds a key to those of a tenant; the first one brings the tenant into the index.
  private func add(
    _ fresh: SigningKey, to tenant: String, in transaction: any StorageTransaction
  ) throws -> KeySet {
    let domain = AppID.domain(tenant)
    var present = try current(ofDomain: domain, in: transaction)
    if present == nil {
      var index = try index(in: transaction)
      present = index.first
      if !index.tenants.contains(tenant) {
        index.tenants.append(tenant)
        try transaction.put(index.record(key))
      }
    }
    let keys = (present ?? KeySet()).adding(fresh)
    try transaction.put(keys.record(Self.recordName(ofDomain: domain), key))
    return keys
  }

  /// Fresh keys, made where nobody waits for the processor.
  private func fresh(_ algorithms: [SigningAlgorithm]) async throws(TokenError) -> [SigningKey] {
    let now = clock.now()
    guard algorithms.contains(.rs256) else { return try KeySet.fresh(now, algorithms) }
    let made = try? await WorkerPool(threads: 1).run {
      Result { () throws(TokenError) in try KeySet.fresh(now, algorithms) }
    }
    guard let made else { throw .unavailable("no thread to make a key on") }
    return try made.get()
  }
}

extension Storage {
  /// A transaction whose errors are `TokenError`s. Clients are told nothing of why it is not possible, so the log is.
  func attempt<Result: Sendable>(
    _ log: any OperatorLog, _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
  ) async throws(TokenError) -> Result {
    do {
      return try await transact(body)
    } catch {
      let error = error as? TokenError ?? .unavailable("\(error)")
      if case .unavailable(let reason) = error { log.write(unavailable: reason) }
      throw error
    }
  }
}

extension OperatorLog {
  /// Tells why a token could be neither made nor read.
  func write(unavailable reason: String) {
    write(LogEntry(.error, "tokens cannot be made or read: \(reason)", tenant: RequestSubject.present?.subject.tenant))
  }
}
