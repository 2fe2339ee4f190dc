public import FlowModel

extension KeyValueTransaction: StorageTransaction {
  /// The run of an id.
  public func run(_ id: RandomID) throws(StorageError) -> RunRecord? { try read(KeyValueKey(.run, id.bytes)) }
  /// Writes a run.
  public func put(_ run: RunRecord) throws(StorageError) { try write(run) }

  /// The account of an id.
  public func account(_ id: String, tenant: String) throws(StorageError) -> AccountRecord? {
    try read(KeyValueKey(.account, texts: tenant, id))
  }
  /// The account that an identifier belongs to.
  public func account(_ identifier: Identifier, tenant: String) throws(StorageError) -> AccountRecord? {
    let owners: [AccountRecord] = try records(of: [.owner(identifier, tenant)])
    return owners.first
  }
  /// Writes an account, if its identifiers are free.
  public func put(_ account: AccountRecord) throws(StorageError) -> Bool {
    var (account, owned) = (account, Set<KeyValueKey>())
    account.identifiers = account.identifiers.filter { owned.insert(.owner($0, account.tenant)).inserted }
    account.unproven.formIntersection(account.identifiers)
    for key in owned { if let owner = try self[key], owner != account.place.bytes { return false } }
    try write(account)
    return true
  }
  /// Removes an account and frees its identifiers.
  public func removeAccount(_ id: String, tenant: String) throws(StorageError) {
    try remove(AccountRecord.self, at: KeyValueKey(.account, texts: tenant, id))
  }
  /// The accounts behind a place.
  public func accounts(after last: AccountPlace?, limit: Int) throws(StorageError) -> [AccountRecord] {
    let all = KeyValueKey(.account)
    let start = last.map { KeyValueKey(bytes: KeyValueKey(.account, texts: $0.tenant, $0.id).bytes + [0]) } ?? all
    var accounts: [AccountRecord] = []
    for key in try keys(beginning: start, before: all.end, limit: limit) {
      if let account: AccountRecord = try read(key) { accounts.append(account) }
    }
    return accounts
  }

  /// The count of a key.
  public func counter(_ key: String) throws(StorageError) -> CounterRecord? {
    try read(KeyValueKey(.counter, texts: key))
  }
  /// Writes a count.
  public func put(_ counter: CounterRecord) throws(StorageError) { try write(counter) }

  /// The secret of a name.
  public func secret(_ name: String) throws(StorageError) -> SecretRecord? {
    try read(KeyValueKey(.secret, texts: name))
  }
  /// The names of all secrets.
  public func secretNames() throws(StorageError) -> [String] {
    var names: [String] = []
    for key in try keys(beginning: KeyValueKey(.secret)) {
      if let secret: SecretRecord = try read(key) { names.append(secret.name) }
    }
    return names
  }
  /// Writes a secret.
  public func put(_ secret: SecretRecord) throws(StorageError) { try write(secret) }

  /// Appends an entry to the audit log.
  public func append(_ audit: AuditRecord) throws(StorageError) -> Bool {
    guard try self[audit.place] == nil else { return false }
    try write(audit)
    return true
  }
  /// The entries of a chain behind a place.
  public func audit(chain: Int64, after number: Int64, limit: Int) throws(StorageError) -> [AuditRecord] {
    let start = KeyValueKey(bytes: KeyValueKey.audit(chain: chain, number: number).bytes + [0])
    var entries: [AuditRecord] = []
    for key in try keys(beginning: start, before: KeyValueKey.audit(chain: chain).end, limit: limit) {
      if let entry: AuditRecord = try read(key) { entries.append(entry) }
    }
    return entries
  }

  // MARK: Tickets and messages

  /// The ticket of a kind and id.
  public func ticket(_ kind: TicketRecord.Kind, _ id: String) throws(StorageError) -> TicketRecord? {
    try read(.ticket(kind, id))
  }
  /// Writes a ticket.
  public func put(_ ticket: TicketRecord) throws(StorageError) { try write(ticket) }
  /// An account's tickets of some kind.
  public func tickets(
    _ kind: TicketRecord.Kind, account: String, tenant: String
  ) throws(StorageError) -> [TicketRecord] {
    try records(of: keys(beginning: .ticket(kind, of: account, tenant: tenant)))
  }
  /// Removes an account's tickets of some kind.
  public func removeTickets(_ kind: TicketRecord.Kind, account: String, tenant: String) throws(StorageError) {
    for ticket in try tickets(kind, account: account, tenant: tenant) {
      try remove(TicketRecord.self, at: ticket.place)
    }
  }

  /// Writes a message to the outbox.
  public func put(_ message: MessageRecord) throws(StorageError) { try write(message) }
  /// The messages that are due, the longest due first.
  public func messages(dueBy now: Milliseconds, limit: Int) throws(StorageError) -> [MessageRecord] {
    let due = KeyValueKey(.due)
    return try records(of: keys(beginning: due, before: KeyValueKey(.due, now.orderedBytes).end, limit: limit))
  }
  /// The message of an id.
  public func message(_ id: RandomID) throws(StorageError) -> MessageRecord? {
    try read(KeyValueKey(.message, id.bytes))
  }
  /// Removes a message.
  public func removeMessage(_ id: RandomID) throws(StorageError) {
    try remove(MessageRecord.self, at: KeyValueKey(.message, id.bytes))
  }

  // MARK: Tables and housekeeping

  /// The file of the table of a hash. One byte stands before it, as no value is empty.
  public func table(_ hash: ContentHash) throws(StorageError) -> [UInt8]? {
    try self[KeyValueKey(.table, hash.bytes)].map { Array($0.dropFirst()) }
  }
  /// Whether the file of the table of a hash is kept.
  public func hasTable(_ hash: ContentHash) throws(StorageError) -> Bool {
    try !keys(beginning: KeyValueKey(.table, hash.bytes), limit: 1).isEmpty
  }
  /// The tables that are kept, with how many runs are pinned to each.
  public func pinnedTables() throws(StorageError) -> [ContentHash: Int] {
    var pinned: [ContentHash: Int] = [:]
    for key in try keys(beginning: KeyValueKey(.table)) {
      guard let hash = ContentHash(bytes: Array(key.bytes.dropFirst())) else { continue }
      pinned[hash] = try keys(beginning: KeyValueKey(.pin, hash.bytes)).count
    }
    return pinned
  }
  /// Keeps the file of a table.
  public func put(table: [UInt8], hash: ContentHash) throws(StorageError) {
    try set([0] + table, of: KeyValueKey(.table, hash.bytes))
  }

  /// Removes what ended, and tables that no run is pinned to.
  public func removeExpired(before now: Milliseconds, limit: Int, keeping: [ContentHash]) throws(StorageError) -> Int {
    func remove<Record: KeyValueRecord>(_ type: Record.Type) throws(StorageError) -> Int {
      let kind = [Record.kind.rawValue]
      let ended: [Record] = try records(
        of: keys(
          beginning: KeyValueKey(.expiry, kind), before: KeyValueKey(.expiry, kind, now.orderedBytes).bytes,
          limit: limit))
      for record in ended { try self.remove(Record.self, at: record.place) }
      return ended.count
    }
    var count = try remove(RunRecord.self) + remove(CounterRecord.self)
    count += try remove(TicketRecord.self) + remove(MessageRecord.self)
    let kept = Set(keeping.map { KeyValueKey(.table, $0.bytes) })
    var free = 0
    for table in try keys(beginning: KeyValueKey(.table)) where free < limit && !kept.contains(table) {
      let pins = KeyValueKey(.pin, Array(table.bytes.dropFirst()))
      guard try keys(beginning: pins, limit: 1).isEmpty else { continue }
      try set(nil, of: table)
      free += 1
    }
    return count + free
  }
}
