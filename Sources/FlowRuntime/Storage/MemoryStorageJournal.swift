import FlowModel

/// A record of some kind by its key; nil: there is none.
enum MemoryEntry {
  case run(RandomID, RunRecord?)
  case account(AccountKey, AccountRecord?)
  case counter(ExactText, CounterRecord?)
  case ticket(TicketKey, TicketRecord?)
  case message(RandomID, MessageRecord?)
  case table(ContentHash, [UInt8]?)
  case secret(ExactText, SecretRecord?)
  case audit(AuditKey, AuditRecord?)
}

/// The writes, each of which notes in the journal what was there, and keeps the indices.
extension MemoryTransaction {
  /// Puts back what was there before the transaction.
  func undo() {
    var written: [MemoryEntry] = []
    swap(&written, &journal)
    for entry in written.reversed() { replace(with: entry) }
    journal.removeAll()
  }

  /// Writes an entry's record, or removes what is there.
  func replace(with entry: MemoryEntry) {
    switch entry {
    case .run(let id, let record): replaceRun(id, with: record)
    case .account(let key, let record): replaceAccount(key, with: record)
    case .counter(let key, let record): replaceCounter(key, with: record)
    case .ticket(let key, let record): replaceTicket(key, with: record)
    case .message(let id, let record): replaceMessage(id, with: record)
    case .table(let hash, let file): replaceTable(hash, with: file)
    case .secret(let name, let record): replaceSecret(name, with: record)
    case .audit(let key, let record): replaceAudit(key, with: record)
    }
  }

  /// Whether an entry is what is there.
  func holds(_ entry: MemoryEntry) -> Bool {
    switch entry {
    case .run(let id, let record): runs[id] == record
    case .account(let key, let record): accounts[key] == record
    case .counter(let key, let record): counters[key] == record
    case .ticket(let key, let record): tickets[key] == record
    case .message(let id, let record): outbox[id] == record
    case .table(let hash, let file): tables[hash] == file
    case .secret(let name, let record): secrets[name] == record
    case .audit(let key, let record): audit[key] == record
    }
  }

  func replaceRun(_ id: RandomID, with record: RunRecord?) {
    let old = runs.replace(id, with: record)
    if old?.table != record?.table {
      if let record { pins[record.table, default: 0] += 1 }
      if let old { pins[old.table] = pins[old.table].flatMap { $0 > 1 ? $0 - 1 : nil } }
    }
    journal.append(.run(id, old))
  }

  func replaceAccount(_ key: AccountKey, with record: AccountRecord?) {
    let old = accounts[key]
    accounts[key] = record
    for identifier in old?.identifiers ?? [] { owners[IdentifierKey(tenant: key.tenant.text, identifier)] = nil }
    for identifier in record?.identifiers ?? [] { owners[IdentifierKey(tenant: key.tenant.text, identifier)] = key }
    journal.append(.account(key, old))
  }

  func replaceCounter(_ key: ExactText, with record: CounterRecord?) {
    journal.append(.counter(key, counters.replace(key, with: record)))
  }

  func replaceTicket(_ key: TicketKey, with record: TicketRecord?) {
    let old = tickets.replace(key, with: record)
    if let old {
      ticketsOfAccount[old.owner]?.remove(key.id)
      if ticketsOfAccount[old.owner]?.isEmpty == true { ticketsOfAccount[old.owner] = nil }
    }
    if let record { ticketsOfAccount[record.owner, default: []].insert(key.id) }
    journal.append(.ticket(key, old))
  }

  func replaceMessage(_ id: RandomID, with record: MessageRecord?) {
    let old = outbox.replace(id, with: record)
    if let record { due.move(id, from: old?.due, to: record.due, among: outbox.records) { $0.due } }
    journal.append(.message(id, old))
  }

  func replaceTable(_ hash: ContentHash, with file: [UInt8]?) {
    let old = tables[hash]
    tables[hash] = file
    journal.append(.table(hash, old))
  }

  func replaceSecret(_ name: ExactText, with record: SecretRecord?) {
    let old = secrets[name]
    secrets[name] = record
    journal.append(.secret(name, old))
  }

  func replaceAudit(_ key: AuditKey, with record: AuditRecord?) {
    let old = audit[key]
    audit[key] = record
    journal.append(.audit(key, old))
  }
}

extension TicketRecord {
  /// With whom it is removed.
  var owner: TicketOwner { TicketOwner(kind: kind, account: AccountKey(tenant: tenant, id: account)) }
}
