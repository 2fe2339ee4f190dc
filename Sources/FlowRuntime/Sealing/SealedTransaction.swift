import FlowModel

/// A transaction that seals what it writes and opens what it reads.
struct SealedTransaction: StorageTransaction {
  let base: any StorageTransaction
  let sealing: RowSealing
  let refused: RefusedRows

  // MARK: Accounts

  func account(_ id: String, tenant: String) throws(StorageError) -> AccountRecord? {
    try open(base.account(id, tenant: tenant)) { $0.id == id && $0.tenant == tenant }
  }

  func account(_ identifier: Identifier, tenant: String) throws(StorageError) -> AccountRecord? {
    try open(atRest(identifier, tenant)) { $0.tenant == tenant && $0.identifiers.contains(identifier) }
  }

  private func atRest(_ identifier: Identifier, _ tenant: String) throws(StorageError) -> AccountRecord? {
    // All of them, whether there is one or not: the time does not tell.
    var found: AccountRecord?
    for form in identifier.forms(sealing.form, tenant, sealing.key) {
      if let record = try base.account(form, tenant: tenant), found == nil { found = record }
    }
    return found
  }

  func put(_ account: AccountRecord) throws(StorageError) -> Bool {
    var account = account
    var seen: Set<Identifier> = []
    account.identifiers = account.identifiers.filter { seen.insert($0).inserted }
    account.unproven.formIntersection(seen)
    // With more than one master key, the backend does not see that two hashes are of one identifier.
    if sealing.key.fingerprints.count > 1 {
      for identifier in account.identifiers {
        if let owner = try atRest(identifier, account.tenant), owner.id != account.id { return false }
      }
    }
    return try base.put(SealedAccount.close(account, sealing.form, sealing.key))
  }

  func removeAccount(_ id: String, tenant: String) throws(StorageError) { try base.removeAccount(id, tenant: tenant) }

  func accounts(after last: AccountPlace?, limit: Int) throws(StorageError) -> [AccountRecord] {
    // Whoever looks through all of them goes on past those that nobody can read, which are told.
    var (accounts, place) = ([AccountRecord](), last)
    while accounts.isEmpty {
      let records = try base.accounts(after: place, limit: limit)
      guard let end = records.last else { break }
      for record in records {
        if let account = SealedAccount.open(record, sealing.key) {
          accounts.append(account)
        } else {
          refused.note("account \(record.id)", tenant: record.tenant)
        }
      }
      place = AccountPlace(tenant: end.tenant, id: end.id)
    }
    return accounts
  }

  /// Opens an account, and refuses one that is not what was looked for. Where there is none, another one is opened: the time
  /// does not tell.
  private func open(
    _ record: AccountRecord?, where isSought: (AccountRecord) -> Bool
  ) throws(StorageError) -> AccountRecord? {
    guard let record else {
      sealing.openDecoy()
      return nil
    }
    guard let account = SealedAccount.open(record, sealing.key), isSought(account) else {
      refused.note("account \(record.id)", tenant: record.tenant)
      throw .forged("account \(record.id)")
    }
    return account
  }

  // MARK: Tickets and counters

  func ticket(_ kind: TicketRecord.Kind, _ id: String) throws(StorageError) -> TicketRecord? {
    try base.ticket(kind, id).flatMap { $0.kind == kind && $0.id == id ? sealing.open($0, refused) : nil }
  }

  func put(_ ticket: TicketRecord) throws(StorageError) { try base.put(sealing.close(ticket)) }

  func tickets(
    _ kind: TicketRecord.Kind, account: String, tenant: String
  ) throws(StorageError) -> [TicketRecord] {
    try base.tickets(kind, account: account, tenant: tenant).compactMap { sealing.open($0, refused) }
  }

  func removeTickets(_ kind: TicketRecord.Kind, account: String, tenant: String) throws(StorageError) {
    try base.removeTickets(kind, account: account, tenant: tenant)
  }

  func counter(_ key: String) throws(StorageError) -> CounterRecord? {
    try base.counter(key).map { sealing.open($0, refused) }
  }

  func put(_ counter: CounterRecord) throws(StorageError) { try base.put(sealing.close(counter)) }

  // MARK: What is sealed already

  func run(_ id: RandomID) throws(StorageError) -> RunRecord? { try base.run(id) }

  func put(_ run: RunRecord) throws(StorageError) { try base.put(run) }

  func put(_ message: MessageRecord) throws(StorageError) { try base.put(message) }

  func messages(dueBy now: Milliseconds, limit: Int) throws(StorageError) -> [MessageRecord] {
    try base.messages(dueBy: now, limit: limit)
  }

  func message(_ id: RandomID) throws(StorageError) -> MessageRecord? { try base.message(id) }

  func waitingMessages() throws(StorageError) -> Int { try base.waitingMessages() }

  func unreadableMessages() throws(StorageError) -> Int { try base.unreadableMessages() }

  func removeMessage(_ id: RandomID) throws(StorageError) { try base.removeMessage(id) }

  func table(_ hash: ContentHash) throws(StorageError) -> [UInt8]? { try base.table(hash) }

  func hasTable(_ hash: ContentHash) throws(StorageError) -> Bool { try base.hasTable(hash) }

  func pinnedTables() throws(StorageError) -> [ContentHash: Int] { try base.pinnedTables() }

  func put(table: [UInt8], hash: ContentHash) throws(StorageError) { try base.put(table: table, hash: hash) }

  func secret(_ name: String) throws(StorageError) -> SecretRecord? { try base.secret(name) }

  func secretNames() throws(StorageError) -> [String] { try base.secretNames() }

  func put(_ secret: SecretRecord) throws(StorageError) { try base.put(secret) }

  func append(_ audit: AuditRecord) throws(StorageError) -> Bool { try base.append(audit) }

  func audit(chain: Int64, after number: Int64, limit: Int) throws(StorageError) -> [AuditRecord] {
    try base.audit(chain: chain, after: number, limit: limit)
  }

  func removeExpired(before now: Milliseconds, limit: Int, keeping: [ContentHash]) throws(StorageError) -> Int {
    try base.removeExpired(before: now, limit: limit, keeping: keeping)
  }
}
