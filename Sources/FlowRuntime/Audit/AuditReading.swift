import FlowModel

/// Reads the audit log, and looks whether it is as the servers wrote it.
public struct AuditReading: Sendable {
  private let storage: any Storage
  private let key: ServerKey

  /// A reading of a storage under its key.
  public init(_ storage: any Storage, key: ServerKey) { (self.storage, self.key) = (storage, key) }

  /// What is wrong with the log.
  public struct Break: Hashable, Sendable {
    /// The chain.
    public var chain: Int64
    /// The place in it.
    public var number: Int64
    /// What is wrong, as a sentence without a full stop.
    public var reason: String
  }

  /// What was found.
  public struct Verdict: Hashable, Sendable {
    /// How many entries there are.
    public var entries = 0
    /// What is wrong, in the order of chains and places.
    public var breaks: [Break] = []
    /// The hash over the last link of each chain: that of a log which nobody has written to since is the same.
    public var digest = ""
  }

  private static let batch = 500

  /// Goes through all chains. Servers may write meanwhile.
  public func verify() async throws -> Verdict {
    var verdict = Verdict()
    var ends: [UInt8] = []
    for chain in 0..<AuditLog.chains {
      var last: AuditLog.Head?
      var isAstray = false
      while true {
        let after = last?.number ?? 0
        let (records, record) = try await storage.transact { transaction in
          (
            try transaction.audit(chain: chain, after: after, limit: Self.batch),
            try transaction.secret(AuditLog.Head.name(of: chain))
          )
        }
        for record in records {
          // What says that it stands elsewhere leads nowhere.
          guard record.chain == chain, record.number > last?.number ?? 0 else {
            verdict.breaks.append(
              Break(chain: chain, number: record.number, reason: "it says that it stands elsewhere"))
            isAstray = true
            break
          }
          if let reason = Self.fault(of: record, after: last) {
            verdict.breaks.append(Break(chain: chain, number: record.number, reason: reason))
          }
          last = .init(number: record.number, hash: record.hash)
          verdict.entries += 1
        }
        if records.count == Self.batch, !isAstray { continue }
        // The head was read with the last of them.
        if let reason = fault(of: record, at: last) {
          verdict.breaks.append(Break(chain: chain, number: last?.number ?? 0, reason: reason))
        }
        break
      }
      ends += last?.hash ?? []
    }
    verdict.digest = ContentHash(of: ends).description
    return verdict
  }

  /// What is wrong with a link; nil: nothing.
  private static func fault(of record: AuditRecord, after last: AuditLog.Head?) -> String? {
    let expected = (last?.number ?? 0) &+ 1
    if record.number > expected {
      return record.number == expected &+ 1
        ? "the entry before it is gone" : "\(record.number &- expected) entries before it are gone"
    }
    let hash = AuditLog.hash(record.content, chain: record.chain, number: record.number, after: last?.hash)
    if hash != record.hash { return "it was changed, or the one before it was" }
    guard let entry = AuditEntry(record.content) else { return "it is no entry" }
    return entry.trouble.map { "when it was written, \($0): somebody had changed the log" }
  }

  /// What is wrong at the end of a chain; nil: nothing.
  private func fault(of record: SecretRecord?, at last: AuditLog.Head?) -> String? {
    guard let record else { return last == nil ? nil : "the head of the chain is gone" }
    guard let head = AuditLog.Head(record, key) else { return "the head of the chain cannot be opened with this key" }
    if head == last { return nil }
    let number = last?.number ?? 0
    if head.number > number { return "the entries from \(number &+ 1) to \(head.number) are gone from the end" }
    return head.number < number
      ? "the head of the chain is that of entry \(head.number), and was put back"
      : "the last entry is not the one that was written"
  }

  /// The entries, the oldest first: of one account, of one tenant, or all.
  public func entries(account: AccountPlace? = nil, tenant: String? = nil) async throws -> [AuditEntry] {
    let chains =
      account.map { AuditLog.chain(of: $0.id, tenant: $0.tenant) }.map { $0...$0 } ?? 0...(AuditLog.chains - 1)
    var entries: [AuditEntry] = []
    for chain in chains {
      var last: Int64 = 0
      while true {
        let after = last
        let records = try await storage.transact { try $0.audit(chain: chain, after: after, limit: Self.batch) }
        guard let end = records.last, end.number > after else { break }
        last = end.number
        entries += records.compactMap { AuditEntry($0.content) }.filter { entry in
          (account.map { $0.id == entry.account && $0.tenant == entry.tenant } ?? true)
            && (tenant.map { $0 == entry.tenant } ?? true)
        }
      }
    }
    // Those of one account stay in their order, also where a clock was set back.
    return entries.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }
}
