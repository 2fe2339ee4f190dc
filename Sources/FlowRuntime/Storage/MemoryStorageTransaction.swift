import FlowModel

/// What memory storage holds, and the transaction under way upon it.
/// INVARIANT: only used under `MemoryStorage`'s lock; a transaction's body cannot keep it, as it is not `Sendable`.
final class MemoryTransaction: StorageTransaction {
  var runs = ExpiringRecords<RandomID, RunRecord>()
  /// How many runs are pinned to a table; at least one.
  var pins: [ContentHash: Int] = [:]
  var accounts: [AccountKey: AccountRecord] = [:]
  var owners: [IdentifierKey: AccountKey] = [:]
  var counters = ExpiringRecords<ExactText, CounterRecord>()
  var tickets = ExpiringRecords<TicketKey, TicketRecord>()
  var ticketsOfAccount: [TicketOwner: Set<ExactText>] = [:]
  var outbox = ExpiringRecords<RandomID, MessageRecord>()
  var due = TimeQueue<RandomID> { ($0.high, $0.low) < ($1.high, $1.low) }
  var tables: [ContentHash: [UInt8]] = [:]
  var secrets: [ExactText: SecretRecord] = [:]
  var audit: [AuditKey: AuditRecord] = [:]

  var journal: [MemoryEntry] = []
  var isClosed = false

  func run(_ id: RandomID) -> RunRecord? { runs[id] }

  func put(_ run: RunRecord) { replaceRun(run.id, with: run) }

  func account(_ id: String, tenant: String) -> AccountRecord? { accounts[AccountKey(tenant: tenant, id: id)] }

  func account(_ identifier: Identifier, tenant: String) -> AccountRecord? {
    owners[IdentifierKey(tenant: tenant, identifier)].flatMap { accounts[$0] }
  }

  func put(_ account: AccountRecord) -> Bool {
    let key = AccountKey(tenant: account.tenant, id: account.id)
    var seen: Set<IdentifierKey> = []
    var account = account
    account.identifiers = account.identifiers.filter { seen.insert(IdentifierKey(tenant: account.tenant, $0)).inserted }
    account.unproven.formIntersection(account.identifiers)
    guard seen.allSatisfy({ (owners[$0] ?? key) == key }) else { return false }
    replaceAccount(key, with: account)
    return true
  }

  func removeAccount(_ id: String, tenant: String) { replaceAccount(AccountKey(tenant: tenant, id: id), with: nil) }

  func accounts(after last: AccountPlace?, limit: Int) -> [AccountRecord] {
    let last = last.map { AccountKey(tenant: $0.tenant, id: $0.id) }
    let keys = accounts.keys.filter { key in last.map { $0 < key } ?? true }.sorted()
    return keys.prefix(max(0, limit)).compactMap { accounts[$0] }
  }

  func counter(_ key: String) -> CounterRecord? { counters[ExactText(key)] }

  func put(_ counter: CounterRecord) { replaceCounter(ExactText(counter.key), with: counter) }

  func ticket(_ kind: TicketRecord.Kind, _ id: String) -> TicketRecord? {
    tickets[TicketKey(kind: kind, id: ExactText(id))]
  }

  func put(_ ticket: TicketRecord) {
    replaceTicket(TicketKey(kind: ticket.kind, id: ExactText(ticket.id)), with: ticket)
  }

  func tickets(_ kind: TicketRecord.Kind, account: String, tenant: String) -> [TicketRecord] {
    let owner = TicketOwner(kind: kind, account: AccountKey(tenant: tenant, id: account))
    return (ticketsOfAccount[owner] ?? []).compactMap { tickets[TicketKey(kind: kind, id: $0)] }
  }

  func removeTickets(_ kind: TicketRecord.Kind, account: String, tenant: String) {
    let owner = TicketOwner(kind: kind, account: AccountKey(tenant: tenant, id: account))
    for id in ticketsOfAccount[owner] ?? [] { replaceTicket(TicketKey(kind: kind, id: id), with: nil) }
  }

  func put(_ message: MessageRecord) { replaceMessage(message.id, with: message) }

  func messages(dueBy now: Milliseconds, limit: Int) -> [MessageRecord] {
    var found: [MessageRecord] = []
    var seen: Set<RandomID> = []
    while found.count < limit, let next = due.first({ outbox[$0]?.due }), next.time <= now {
      due.removeFirst()
      if seen.insert(next.key).inserted, let message = outbox[next.key] { found.append(message) }
    }
    for message in found { due.push(message.id, at: message.due) }
    return found
  }

  func message(_ id: RandomID) -> MessageRecord? { outbox[id] }

  func waitingMessages() -> Int { outbox.records.values.count { $0.due != MessageRecord.never } }

  func removeMessage(_ id: RandomID) { replaceMessage(id, with: nil) }

  func table(_ hash: ContentHash) -> [UInt8]? { tables[hash] }

  func hasTable(_ hash: ContentHash) -> Bool { tables[hash] != nil }

  func pinnedTables() -> [ContentHash: Int] {
    Dictionary(uniqueKeysWithValues: tables.keys.map { ($0, pins[$0] ?? 0) })
  }

  func put(table: [UInt8], hash: ContentHash) { replaceTable(hash, with: table) }

  func secret(_ name: String) -> SecretRecord? { secrets[ExactText(name)] }

  func secretNames() -> [String] { secrets.values.map(\.name).sorted() }

  func put(_ secret: SecretRecord) { replaceSecret(ExactText(secret.name), with: secret) }

  func append(_ audit: AuditRecord) -> Bool {
    guard self.audit[audit.key] == nil else { return false }
    replaceAudit(audit.key, with: audit)
    return true
  }

  func audit(chain: Int64, after number: Int64, limit: Int) -> [AuditRecord] {
    let found = audit.values.filter { $0.chain == chain && $0.number > number }.sorted { $0.number < $1.number }
    return Array(found.prefix(max(0, limit)))
  }

  func removeExpired(before now: Milliseconds, limit: Int, keeping: [ContentHash]) -> Int {
    func removeEach(_ removeNext: () -> Bool) -> Int {
      var count = 0
      while count < limit, removeNext() { count += 1 }
      return count
    }
    func remove<Key>(_ key: Key?, _ replace: (Key) -> Void) -> Bool {
      guard let key else { return false }
      replace(key)
      return true
    }
    let expired =
      removeEach { remove(runs.firstExpired(before: now)) { replaceRun($0, with: nil) } }
      + removeEach { remove(counters.firstExpired(before: now)) { replaceCounter($0, with: nil) } }
      + removeEach { remove(tickets.firstExpired(before: now)) { replaceTicket($0, with: nil) } }
      + removeEach { remove(outbox.firstExpired(before: now)) { replaceMessage($0, with: nil) } }
    var unused = tables.keys.filter { pins[$0] == nil && !keeping.contains($0) }
    return expired + removeEach { remove(unused.popLast()) { replaceTable($0, with: nil) } }
  }
}
