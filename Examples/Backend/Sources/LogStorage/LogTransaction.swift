import FlowModel
import FlowRuntime

typealias Bytes = [UInt8]

/// All records as bytes by key, and what a transaction changes of them: no bytes where it removes one.
final class LogTransaction: StorageTransaction {
  private enum Kind: UInt8 { case run, account, owner, counter, ticket, message, table, secret }

  private var kept: [Bytes: Bytes] = [:]
  var changes: [Bytes: Bytes] = [:]
  /// What the body met, after which nothing of it may be kept.
  private(set) var failure: StorageError?

  func begin() { (changes, failure) = ([:], nil) }
  func keep() { for (key, bytes) in changes { kept[key] = bytes.isEmpty ? nil : bytes } }

  private subscript(key: Bytes) -> Bytes {
    get { changes[key] ?? kept[key] ?? [] }
    set { changes[key] = newValue }
  }
  private func key(_ kind: Kind, _ name: Bytes) -> Bytes { [kind.rawValue] + name }
  /// Texts differ as their bytes do, and none has the byte that stands between two of them.
  private func key(_ kind: Kind, _ texts: String...) -> Bytes {
    key(kind, Bytes(texts.map(\.utf8).joined(separator: [0xFF])))
  }

  private func read<Record: BinaryCodable>(_ key: Bytes) throws(StorageError) -> Record? {
    if self[key].isEmpty { return nil }
    do { return try Record(encodedBytes: self[key]) } catch {
      failure = .corrupted("\(error)")
      throw .corrupted("\(error)")
    }
  }
  private func keys(_ kind: Kind) -> [Bytes] {
    Set(kept.keys).union(changes.keys).filter { $0.first == kind.rawValue && !self[$0].isEmpty }
  }
  private func all<Record: BinaryCodable>(_ kind: Kind) throws(StorageError) -> [(key: Bytes, record: Record)] {
    var found: [(Bytes, Record)] = []
    for key in keys(kind) { if let record: Record = try read(key) { found.append((key, record)) } }
    return found
  }

  func run(_ id: RandomID) throws(StorageError) -> RunRecord? { try read(key(.run, id.bytes)) }
  func put(_ run: RunRecord) { self[key(.run, run.id.bytes)] = run.encodedBytes }
  func counter(_ name: String) throws(StorageError) -> CounterRecord? { try read(key(.counter, name)) }
  func put(_ counter: CounterRecord) { self[key(.counter, counter.key)] = counter.encodedBytes }
  func secret(_ name: String) throws(StorageError) -> SecretRecord? { try read(key(.secret, name)) }
  func put(_ secret: SecretRecord) { self[key(.secret, secret.name)] = secret.encodedBytes }
  // A table may have no bytes, and so is kept with one before it.
  func table(_ hash: ContentHash) -> [UInt8]? {
    hasTable(hash) ? Bytes(self[key(.table, hash.bytes)].dropFirst()) : nil
  }
  func hasTable(_ hash: ContentHash) -> Bool { !self[key(.table, hash.bytes)].isEmpty }
  func put(table: [UInt8], hash: ContentHash) { self[key(.table, hash.bytes)] = [0] + table }

  func account(_ id: String, tenant: String) throws(StorageError) -> AccountRecord? {
    try read(key(.account, tenant, id))
  }
  func account(_ identifier: Identifier, tenant: String) throws(StorageError) -> AccountRecord? {
    guard let id: String = try read(owner(identifier, tenant)) else { return nil }
    return try account(id, tenant: tenant)
  }
  private func owner(_ name: Identifier, _ tenant: String) -> Bytes { key(.owner, tenant, name.attribute, name.value) }
  func put(_ account: AccountRecord) throws(StorageError) -> Bool {
    var (account, owned, id) = (account, Set<Bytes>(), account.id.encodedBytes)
    account.identifiers = account.identifiers.filter { owned.insert(owner($0, account.tenant)).inserted }
    account.unproven.formIntersection(account.identifiers)
    guard owned.allSatisfy({ self[$0].isEmpty || self[$0] == id }) else { return false }
    try removeAccount(account.id, tenant: account.tenant)
    for key in owned { self[key] = id }
    self[key(.account, account.tenant, account.id)] = account.encodedBytes
    return true
  }
  func removeAccount(_ id: String, tenant: String) throws(StorageError) {
    for identifier in try account(id, tenant: tenant)?.identifiers ?? [] { self[owner(identifier, tenant)] = [] }
    self[key(.account, tenant, id)] = []
  }

  private func key(_ kind: TicketRecord.Kind, _ id: String) -> Bytes {
    key(.ticket, kind.encodedBytes + Bytes(id.utf8))
  }
  func ticket(_ kind: TicketRecord.Kind, _ id: String) throws(StorageError) -> TicketRecord? { try read(key(kind, id)) }
  func put(_ ticket: TicketRecord) { self[key(ticket.kind, ticket.id)] = ticket.encodedBytes }
  func useTickets(_ kind: TicketRecord.Kind, account: String, tenant: String, now: Milliseconds) throws(StorageError) {
    for var ticket in try tickets(kind, key(.account, tenant, account)) where ticket.used == nil {
      ticket.used = now
      put(ticket)
    }
  }
  func removeTickets(_ kind: TicketRecord.Kind, account: String, tenant: String) throws(StorageError) {
    for ticket in try tickets(kind, key(.account, tenant, account)) { self[key(kind, ticket.id)] = [] }
  }
  private func tickets(_ kind: TicketRecord.Kind, _ account: Bytes) throws(StorageError) -> [TicketRecord] {
    try all(.ticket).map(\.record).filter { $0.kind == kind && key(.account, $0.tenant, $0.account) == account }
  }

  func put(_ message: MessageRecord) { self[key(.message, message.id.bytes)] = message.encodedBytes }
  func removeMessage(_ id: RandomID) { self[key(.message, id.bytes)] = [] }
  func nextMessageDue() throws(StorageError) -> Milliseconds? { try messages(dueBy: .max, limit: 1).first?.due }
  func messages(dueBy now: Milliseconds, limit: Int) throws(StorageError) -> [MessageRecord] {
    let due: [MessageRecord] = try all(.message).map(\.record).filter { $0.due <= now }
    return Array(due.sorted { $0.due < $1.due }.prefix(max(0, limit)))
  }

  func removeExpired(before now: Milliseconds, limit: Int, keeping: [ContentHash]) throws(StorageError) -> Int {
    func remove<Record: BinaryCodable>(_ kind: Kind, _ end: (Record) -> Milliseconds) throws(StorageError) -> Int {
      let ended = try all(kind).map { (key: $0.key, time: end($0.record)) }.filter { $0.time < now }
      return remove(ended.sorted { $0.time < $1.time }.map(\.key))
    }
    func remove(_ keys: [Bytes]) -> Int {
      for key in keys.prefix(max(0, limit)) { self[key] = [] }
      return min(keys.count, max(0, limit))
    }
    var count = try remove(.run) { (run: RunRecord) in run.expires }
    count += try remove(.counter) { (counter: CounterRecord) in counter.expires }
    count += try remove(.ticket) { (ticket: TicketRecord) in ticket.expires }
    count += try remove(.message) { (message: MessageRecord) in message.expires }
    let pinned: [ContentHash] = try all(.run).map { (key: Bytes, run: RunRecord) in run.table }
    let used = Set((pinned + keeping).map { key(.table, $0.bytes) })
    return count + remove(keys(.table).filter { !used.contains($0) })
  }
}
