import FlowJSON
import FlowModel

/// The audit log: what became of accounts, in chains. An account's entries are in one chain, in their order, so that changes of
/// different accounts seldom wait for each other.
///
/// Each link has the hash of the one before. The last of each chain is sealed under the server's key (`SecretRecord`, which
/// `usher storage seal` seals anew): whoever has not the key can make no chain that ends so. What no key can tell is a chain that
/// was put back as it once was, together with its head.
enum AuditLog {
  static let chains: Int64 = 16
  private static let start = [UInt8](repeating: 0, count: 32)

  /// The chain of an account.
  static func chain(of account: String, tenant: String) -> Int64 {
    Int64(ContentHash(of: Array("\(tenant)\0\(account)".utf8)).bytes[0]) % chains
  }

  /// The hash of a link behind another one; nil: it is the first.
  static func hash(_ content: [UInt8], chain: Int64, number: Int64, after before: [UInt8]?) -> [UInt8] {
    ContentHash(of: (before ?? start) + chain.orderedBytes + number.orderedBytes + content).bytes
  }

  /// The last link of a chain, as it is sealed.
  struct Head: Hashable {
    var number: Int64
    var hash: [UInt8]

    init(number: Int64, hash: [UInt8]) { (self.number, self.hash) = (number, hash) }

    init?(_ record: SecretRecord, _ key: ServerKey) {
      guard let content = key.open(record.sealed, context: Array(record.name.utf8)), content.count == 40 else {
        return nil
      }
      number = content.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
      hash = Array(content.dropFirst(8))
    }

    /// As it rests, `version` times changed.
    func record(of chain: Int64, version: Int64, _ key: ServerKey) -> SecretRecord {
      let name = Self.name(of: chain)
      let content = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } + hash
      return SecretRecord(name: name, version: version, sealed: key.seal(content, context: Array(name.utf8)))
    }

    static func name(of chain: Int64) -> String { "audit/\(chain)" }
  }
}

extension StorageTransaction {
  /// Writes an account, new or changed, and what is different in the audit log. False, and nothing is written, where another one
  /// has one of its identifiers.
  func put(_ account: AccountRecord, by origin: AuditOrigin, _ key: ServerKey) throws(StorageError) -> Bool {
    let before = try self.account(account.id, tenant: account.tenant)
    guard try put(account) else { return false }
    let changes = account.changes(since: before)
    if !changes.isEmpty {
      try append(AuditEntry(changes, of: account.id, tenant: account.tenant, by: origin), key)
    }
    return true
  }

  /// Appends an entry. Where the head of its chain is not what the log has, the entry says so, and goes behind the last one: what
  /// somebody has done to the log keeps nobody from their account, and `audit verify` tells it for ever.
  func append(_ entry: AuditEntry, _ key: ServerKey) throws(StorageError) {
    let chain = AuditLog.chain(of: entry.account, tenant: entry.tenant)
    let record = try secret(AuditLog.Head.name(of: chain))
    var head = record.flatMap { AuditLog.Head($0, key) }
    let version = (record?.version ?? 0) &+ 1
    if try append(entry, to: chain, after: head, version, key) { return }
    let sealed = head
    while let last = try audit(chain: chain, after: head?.number ?? 0, limit: 1000).last,
      last.number > head?.number ?? 0
    {
      head = .init(number: last.number, hash: last.hash)
    }
    var entry = entry
    entry.trouble =
      if let sealed { "the head of the chain was at \(sealed.number)" } else {
        record == nil ? "the head of the chain was gone" : "the head of the chain could not be opened"
      }
    guard try append(entry, to: chain, after: head, version, key) else { throw .corrupted("the audit log") }
  }

  private func append(
    _ entry: AuditEntry, to chain: Int64, after head: AuditLog.Head?, _ version: Int64, _ key: ServerKey
  ) throws(StorageError) -> Bool {
    let number = (head?.number ?? 0) &+ 1
    let content = entry.json.utf8()
    let hash = AuditLog.hash(content, chain: chain, number: number, after: head?.hash)
    guard try append(AuditRecord(chain: chain, number: number, content: content, hash: hash)) else { return false }
    try put(AuditLog.Head(number: number, hash: hash).record(of: chain, version: version, key))
    return true
  }
}
