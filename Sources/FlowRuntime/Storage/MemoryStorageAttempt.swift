import FlowModel

/// What a transaction read, and what it wants to be written.
struct MemoryChanges: Sendable {
  var reads: [MemoryEntry] = []
  var owners: [(identifier: IdentifierKey, account: AccountKey?)] = []
  var writes: [MemoryEntry] = []
}

extension MemoryTransaction {
  /// Whether all that was read is still so.
  func isCurrent(_ changes: MemoryChanges) -> Bool {
    changes.reads.allSatisfy(holds) && changes.owners.allSatisfy { owners[$0.identifier] == $0.account }
  }

  /// Writes all that is to be written.
  func write(_ changes: MemoryChanges) {
    for entry in changes.writes { replace(with: entry) }
    journal.removeAll(keepingCapacity: true)
  }
}

/// A transaction whose body runs without the lock: it notes what it read, and keeps what it writes to itself until it is
/// committed. Several reads may be of different moments; then the body is run again, whatever came of it.
final class MemoryAttempt: StorageTransaction {
  private let storage: MemoryStorage
  private(set) var changes = MemoryChanges()
  /// Whether the body asked for what can be done under the lock alone: it concerns records that are not named, or indices.
  private(set) var needsLock = false

  init(reading storage: MemoryStorage) {
    self.storage = storage
  }

  /// Ends the attempt: the body runs again, under the lock.
  private func demandLock() -> StorageError {
    needsLock = true
    return .unavailable("this needs the lock")
  }

  /// What a record is: as written here, or as committed.
  private func find<Value: Sendable>(
    written: (MemoryEntry) -> Value??, committed: @Sendable (MemoryTransaction) -> Value?, read: (Value?) -> MemoryEntry
  ) -> Value? {
    for entry in changes.writes.reversed() { if let value = written(entry) { return value } }
    let value = storage.read(committed)
    changes.reads.append(read(value))
    return value
  }

  // MARK: Records

  func run(_ id: RandomID) -> RunRecord? {
    find {
      if case .run(id, let record) = $0 { .some(record) } else { nil }
    } committed: {
      $0.runs[id]
    } read: {
      .run(id, $0)
    }
  }

  func put(_ run: RunRecord) { changes.writes.append(.run(run.id, run)) }

  func account(_ id: String, tenant: String) -> AccountRecord? { account(AccountKey(tenant: tenant, id: id)) }

  func account(_ identifier: Identifier, tenant: String) -> AccountRecord? {
    let key = IdentifierKey(tenant: tenant, identifier)
    let owner = storage.read { $0.owners[key] }
    changes.owners.append((key, owner))
    return owner.flatMap { account($0) }
  }

  /// No account is ever among the writes.
  private func account(_ key: AccountKey) -> AccountRecord? {
    let account = storage.read { $0.accounts[key] }
    changes.reads.append(.account(key, account))
    return account
  }

  func put(_ account: AccountRecord) throws(StorageError) -> Bool { throw demandLock() }

  func removeAccount(_ id: String, tenant: String) throws(StorageError) { throw demandLock() }

  func accounts(after last: AccountPlace?, limit: Int) throws(StorageError) -> [AccountRecord] { throw demandLock() }

  func counter(_ key: String) -> CounterRecord? {
    let key = ExactText(key)
    return find {
      if case .counter(key, let record) = $0 { .some(record) } else { nil }
    } committed: {
      $0.counters[key]
    } read: {
      .counter(key, $0)
    }
  }

  func put(_ counter: CounterRecord) { changes.writes.append(.counter(ExactText(counter.key), counter)) }

  func ticket(_ kind: TicketRecord.Kind, _ id: String) -> TicketRecord? {
    let key = TicketKey(kind: kind, id: ExactText(id))
    return find {
      if case .ticket(key, let record) = $0 { .some(record) } else { nil }
    } committed: {
      $0.tickets[key]
    } read: {
      .ticket(key, $0)
    }
  }

  func put(_ ticket: TicketRecord) {
    changes.writes.append(.ticket(TicketKey(kind: ticket.kind, id: ExactText(ticket.id)), ticket))
  }

  func tickets(
    _ kind: TicketRecord.Kind, account: String, tenant: String
  ) throws(StorageError) -> [TicketRecord] { throw demandLock() }

  func removeTickets(_ kind: TicketRecord.Kind, account: String, tenant: String) throws(StorageError) {
    throw demandLock()
  }

  func put(_ message: MessageRecord) { changes.writes.append(.message(message.id, message)) }

  func messages(dueBy now: Milliseconds, limit: Int) throws(StorageError) -> [MessageRecord] { throw demandLock() }

  func message(_ id: RandomID) -> MessageRecord? {
    find {
      if case .message(id, let record) = $0 { .some(record) } else { nil }
    } committed: {
      $0.outbox[id]
    } read: {
      .message(id, $0)
    }
  }

  func removeMessage(_ id: RandomID) { changes.writes.append(.message(id, nil)) }

  func table(_ hash: ContentHash) -> [UInt8]? {
    find {
      if case .table(hash, let file) = $0 { .some(file) } else { nil }
    } committed: {
      $0.tables[hash]
    } read: {
      .table(hash, $0)
    }
  }

  func hasTable(_ hash: ContentHash) -> Bool { table(hash) != nil }

  func pinnedTables() throws(StorageError) -> [ContentHash: Int] { throw demandLock() }

  func put(table: [UInt8], hash: ContentHash) { changes.writes.append(.table(hash, table)) }

  func secret(_ name: String) -> SecretRecord? {
    let name = ExactText(name)
    return find {
      if case .secret(name, let record) = $0 { .some(record) } else { nil }
    } committed: {
      $0.secrets[name]
    } read: {
      .secret(name, $0)
    }
  }

  func secretNames() throws(StorageError) -> [String] { throw demandLock() }

  func put(_ secret: SecretRecord) { changes.writes.append(.secret(ExactText(secret.name), secret)) }

  func append(_ audit: AuditRecord) -> Bool {
    let key = audit.key
    let present = find {
      if case .audit(key, let record) = $0 { .some(record) } else { nil }
    } committed: {
      $0.audit[key]
    } read: {
      .audit(key, $0)
    }
    guard present == nil else { return false }
    changes.writes.append(.audit(key, audit))
    return true
  }

  func audit(chain: Int64, after number: Int64, limit: Int) throws(StorageError) -> [AuditRecord] {
    throw demandLock()
  }

  func removeExpired(before now: Milliseconds, limit: Int, keeping: [ContentHash]) throws(StorageError) -> Int {
    throw demandLock()
  }
}
