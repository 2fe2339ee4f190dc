public import FlowModel

/// Why storage could not do what was asked.
public enum StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The backend failed (disk full, file not readable, connection lost); with its own words.
  case unavailable(String)
  /// What is stored was written by a newer version of this program.
  case newerSchema(found: Int, known: Int)
  /// What is stored was written under master keys that are not at hand, given by their fingerprints.
  case keyMissing([String])
  /// What is stored does not make sense.
  case corrupted(String)
  /// What is stored is not as this server wrote it.
  case forged(String)

  /// The answer to the use of storage after its end.
  public static var closed: StorageError { .unavailable("it was closed") }

  /// A sentence for people.
  public var description: String {
    switch self {
    case .unavailable(let reason): "storage is not available: \(reason)"
    case .newerSchema(let found, let known):
      "storage has schema version \(found), and this program knows up to \(known): use a newer one"
    case .keyMissing(let names):
      "storage is not available: rows were written under a master key that this server has not: "
        + names.joined(separator: ", ")
    case .corrupted(let what): "storage is damaged: \(what)"
    case .forged(let what): "\(what) is not as this server wrote it"
    }
  }
}

/// A place where runs, accounts and messages rest.
///
/// One step of a run is one transaction. Backends may gather the transactions of several runs into one commit, as long
/// as each is all or nothing and none returns before it is as safe as the backend promises. Texts are the same only when
/// their bytes in UTF-8 are: whoever writes normalises.
public protocol Storage: Sendable {
  /// Runs `body` in one serializable transaction, which is committed when it returns and undone when it throws.
  ///
  /// - `body` may run on a thread of the backend's own, must not block, and may be run again from the start when the backend
  ///   has to. What an earlier attempt wrote is gone then, and what is returned is what the last one returned.
  /// - Throws what `body` throws, or a `StorageError`; after one that `body` met, nothing is committed even if `body` went on,
  ///   and that error is thrown.
  /// - Returns when what was written is as safe as the backend promises, and not before: whoever opens the storage then finds
  ///   it, without anybody having closed it.
  /// - A cancelled task's transaction is carried out all the same.
  func transact<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
  ) async throws -> Result

  /// Ends the use of the backend after the transactions under way. Later ones throw `StorageError.closed`.
  func close() async
}

/// What can be read and written within a transaction. A transaction sees its own writes. Over keys and values there is a
/// `KeyValueTransaction`.
public protocol StorageTransaction {
  /// The run of an id.
  func run(_ id: RandomID) throws(StorageError) -> RunRecord?
  /// Writes a run, new or changed.
  func put(_ run: RunRecord) throws(StorageError)

  /// The account of an id.
  func account(_ id: String, tenant: String) throws(StorageError) -> AccountRecord?
  /// The account that an identifier belongs to.
  func account(_ identifier: Identifier, tenant: String) throws(StorageError) -> AccountRecord?
  /// Writes an account, new or changed, with its identifiers. False, and nothing is written, if one of the identifiers
  /// belongs to another account of the tenant. An identifier that is listed twice is kept once.
  func put(_ account: AccountRecord) throws(StorageError) -> Bool
  /// Removes an account and frees its identifiers.
  func removeAccount(_ id: String, tenant: String) throws(StorageError)
  /// The accounts behind a place, or from the first on, not more than `limit`, and none where it is 0 or less: in the order
  /// of the bytes of their tenants, and of their ids. For looking through all of them in batches.
  func accounts(after last: AccountPlace?, limit: Int) throws(StorageError) -> [AccountRecord]

  /// The count of a key; nil if nothing was counted.
  func counter(_ key: String) throws(StorageError) -> CounterRecord?
  /// Writes a count.
  func put(_ counter: CounterRecord) throws(StorageError)

  /// The ticket of a kind and id.
  func ticket(_ kind: TicketRecord.Kind, _ id: String) throws(StorageError) -> TicketRecord?
  /// Writes a ticket, new or changed.
  func put(_ ticket: TicketRecord) throws(StorageError)
  /// All tickets of some kind that an account was handed, in any order.
  func tickets(_ kind: TicketRecord.Kind, account: String, tenant: String) throws(StorageError) -> [TicketRecord]
  /// Removes all tickets of some kind that an account was handed.
  func removeTickets(_ kind: TicketRecord.Kind, account: String, tenant: String) throws(StorageError)

  /// Writes a message to the outbox, new or to be tried again.
  func put(_ message: MessageRecord) throws(StorageError)
  /// The messages that are due by `now`, the longest due first, and those due at the same time by the bytes of their ids; of
  /// these not more than the first `limit`, and none where it is 0 or less.
  func messages(dueBy now: Milliseconds, limit: Int) throws(StorageError) -> [MessageRecord]
  /// The message of an id.
  func message(_ id: RandomID) throws(StorageError) -> MessageRecord?
  /// How many messages wait, those that are due `never` left out; where a backend cannot count them, as many as it can look at.
  func waitingMessages() throws(StorageError) -> Int
  /// How many messages have no readable id or tenant: somebody has edited them, and `messages` leaves them out.
  func unreadableMessages() throws(StorageError) -> Int
  /// Removes a message that was delivered or given up.
  func removeMessage(_ id: RandomID) throws(StorageError)

  /// The file of the table of a hash.
  func table(_ hash: ContentHash) throws(StorageError) -> [UInt8]?
  /// Whether the file of the table of a hash is kept.
  func hasTable(_ hash: ContentHash) throws(StorageError) -> Bool
  /// The tables that are kept, and how many runs are pinned to each.
  func pinnedTables() throws(StorageError) -> [ContentHash: Int]
  /// Keeps the file of a table for the runs that are pinned to it.
  func put(table: [UInt8], hash: ContentHash) throws(StorageError)

  /// The secret of a name.
  func secret(_ name: String) throws(StorageError) -> SecretRecord?
  /// The names of all secrets.
  func secretNames() throws(StorageError) -> [String]
  /// Writes a secret, new or changed.
  func put(_ secret: SecretRecord) throws(StorageError)

  /// Appends an entry to the audit log. False, and nothing is written, where its place is taken: no entry is ever changed, and
  /// none removed.
  func append(_ audit: AuditRecord) throws(StorageError) -> Bool
  /// The entries of a chain of the audit log behind a place, in their order: not more than `limit`, and none where it is 0 or
  /// less.
  func audit(chain: Int64, after number: Int64, limit: Int) throws(StorageError) -> [AuditRecord]

  /// Removes runs, counters, tickets and messages that ended before `now`, and tables (but `keeping`) that no run is
  /// pinned to, at most `limit` of each, those that ended first before others; none where it is 0 or less. Returns how many
  /// records went.
  func removeExpired(before now: Milliseconds, limit: Int, keeping: [ContentHash]) throws(StorageError) -> Int
}

extension StorageTransaction {
  /// None: for a backend whose rows cannot be so.
  public func unreadableMessages() throws(StorageError) -> Int { 0 }

  /// How many messages wait, ten thousand at most: for a backend that does not count.
  public func waitingMessages() throws(StorageError) -> Int {
    try messages(dueBy: MessageRecord.never - 1, limit: 10_000).count
  }

  /// The accounts of a tenant whose ids come after one, or from the first on after an empty one, not more than `limit`.
  public func accounts(of tenant: String, after id: String, limit: Int) throws(StorageError) -> [AccountRecord] {
    Array(try accounts(after: AccountPlace(tenant: tenant, id: id), limit: limit).prefix { $0.tenant == tenant })
  }

  /// Marks those of an account's tickets of some kind as presented that were not yet.
  public func useTickets(
    _ kind: TicketRecord.Kind, account: String, tenant: String, now: Milliseconds
  ) throws(StorageError) {
    for var ticket in try tickets(kind, account: account, tenant: tenant) where ticket.used == nil {
      ticket.used = now
      try put(ticket)
    }
  }
}
