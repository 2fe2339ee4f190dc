import FlowJSON
public import FlowModel
public import FlowRuntime
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
  /// What was read last, by the record's name.
  private let known = Mutex<[String: Known]>([:])

  /// Opens the keys of a storage. Throws `TokenError.unavailable` if storage or libcjose are not at hand, or the keys are
  /// sealed under another key.
  public init(
    storage: any Storage, key: ServerKey, clock: any TimeSource = SystemClock()
  ) async throws(TokenError) {
    self.storage = storage
    self.key = key
    self.clock = clock
    try await storage.attempt { [self] transaction in
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
    let name = Self.recordName(ofDomain: domain)
    guard let record = try transaction.secret(name) else { return nil }
    if let known = known.withLock({ $0[name] }), known.sealed == record.sealed { return known.keys }
    let keys = try KeySet(record, key)
    known.withLock { $0[name] = Known(sealed: record.sealed, keys: keys) }
    return keys
  }

  /// A tenant's keys as they are now, whichever process changed them, one for an algorithm among them.
  public func current(of tenant: String, for algorithm: TokenAlgorithm = .es256) async throws(TokenError) -> KeySet {
    let algorithm = SigningAlgorithm(algorithm)
    let present = try await storage.attempt { [self] in try current(ofDomain: AppID.domain(tenant), in: $0) }
    if let present, present.has(algorithm) { return present }
    guard let fresh = try await fresh([algorithm]).first else { throw .unavailable("no key was made") }
    return try await storage.attempt { [self] transaction in
      if let keys = try current(ofDomain: AppID.domain(tenant), in: transaction), keys.has(algorithm) { return keys }
      return try add(fresh, to: tenant, in: transaction)
    }
  }

  /// The tenants that have keys.
  public func tenants() async throws(TokenError) -> [String] {
    try await storage.attempt { [self] in try index(in: $0).tenants }
  }

  // MARK: Changing

  /// Makes new keys a tenant's current ones, of each algorithm that it has. What earlier keys signed goes on to verify for
  /// `retention`; nil forgets earlier keys at once, as after a leak, and ends the refresh tokens handed out until then. Other
  /// tenants feel nothing of it.
  @discardableResult
  public func rotate(_ tenant: String, retention: KeyRetention?) async throws(TokenError) -> KeySet {
    let now = clock.now()
    let domain = AppID.domain(tenant)
    let present = try await storage.attempt { [self] in try current(ofDomain: domain, in: $0) } ?? KeySet()
    let fresh = try await fresh(SigningAlgorithm.allCases.filter { present.has($0) })
    return try await storage.attempt { [self] transaction in
      guard let keys = try current(ofDomain: domain, in: transaction) else { return KeySet() }
      let rotated = keys.rotated(to: fresh, now: now, retention: retention)
      try transaction.put(rotated.record(Self.recordName(ofDomain: domain), key))
      return rotated
    }
  }

  /// Forgets the keys of before each tenant had its own, for tenants that have none yet.
  public func forgetShared() async throws(TokenError) {
    let now = clock.now()
    try await storage.attempt { [self] transaction in
      var index = try index(in: transaction)
      index.shared = KeySet(version: index.shared.version, forgotten: now)
      try transaction.put(index.record(key))
    }
  }

  /// Writes all keys as they are, sealed under the newest master key.
  public func reseal() async throws(TokenError) {
    let tenants = try await storage.attempt { [self] transaction in
      let index = try index(in: transaction)
      try transaction.put(index.record(key))
      return index.tenants
    }
    for name in tenants.map({ Self.recordName(ofDomain: AppID.domain($0)) }) {
      try await storage.attempt { [self] transaction in
        guard let record = try transaction.secret(name) else { return }
        var keys = try KeySet(record, key)
        keys.version += 1
        try transaction.put(keys.record(name, key))
      }
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
