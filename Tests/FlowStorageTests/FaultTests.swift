import FlowModel
import FlowRuntime
import FlowStorageContract
import Synchronization
import Testing

/// The contract notices what backends get wrong.
@Suite struct FaultTests {
  @Test(arguments: Fault.allCases)
  func `a fault breaks a promise`(_ fault: Fault) async {
    var broken: [String] = []
    for promise in StorageContract.all {
      do { try await promise.check(FaultyStorage(fault)) } catch { broken.append(promise.name) }
    }
    #expect(!broken.isEmpty)
  }

  @Test(arguments: StoreFault.allCases)
  func `a fault of a store of keys and values breaks a promise`(_ fault: StoreFault) async {
    var broken: [String] = []
    for promise in StorageContract.all {
      do { try await promise.check(DictionaryStorage(fault)) } catch { broken.append(promise.name) }
    }
    #expect(!broken.isEmpty)
  }

  @Test func `a backend that loses its last transaction is noticed when it is opened again`() async {
    for promise in ReopeningContract.all {
      await #expect(throws: BrokenPromise.self) { try await promise.check { MemoryStorage() } }
    }
  }
}

extension FaultTests {
  @Test func `a backend that writes nothing to the disk is noticed, though it opens what it held again`() async {
    let held = Undying()
    for promise in CrashContract.all {
      await #expect(throws: BrokenPromise.self) { try await promise.check(held) { MemoryStorage() } }
    }
  }

  @Test func `a backend that answers before its group is written is noticed`() async {
    let memory = Undying()
    for promise in CrashContract.all {
      await #expect(throws: (any Error).self) { try await promise.check(Hasty(memory)) { memory } }
    }
  }

  @Test func `a backend that forgets an error of its own is noticed`() async throws {
    await #expect(throws: BrokenPromise.self) {
      try await StorageContract.checkSwallowedError(MemoryStorage()) { _ in throw StorageError.unavailable("full") }
    }
  }
}

/// Memory that outlives its closing.
private struct Undying: Storage {
  let memory = MemoryStorage()

  func transact<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
  ) async throws -> Result { try await memory.transact(body) }

  func close() async {}
}

/// Answers, and writes a little later.
private struct Hasty: Storage {
  let base: Undying

  init(_ base: Undying) { self.base = base }

  func transact<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
  ) async throws -> Result {
    do {
      return try await base.memory.transact { throw Dropped(value: try body($0)) }
    } catch let dropped as Dropped<Result> {
      Task {
        try await Task.sleep(for: .milliseconds(20))
        _ = try await base.transact(body)
      }
      return dropped.value
    }
  }

  func close() async {}
}

/// What a backend may get wrong.
enum Fault: CaseIterable {
  case forgetsWrites, keepsWhatThrew, refusesCancelledTasks, answersEarly, goesOnAfterClose
  case takesSecondOwner, keepsIdentifiers, ordersMessagesByChance, ignoresLimits, forgetsExpiry, removesPinnedTables
  case listsOneTicket, mixesTenants, composesTexts, scansFromTheFirst
  case runsTwice, returnsTheFirst, ignoresRemovalLimits, ordersEqualTimesByChance, forgetsWhatWaitsWhenCancelled
  case changesAudit
}

/// What a transaction throws whose result is handed out all the same.
private struct Dropped<Value: Sendable>: Error { let value: Value }

/// Memory with a fault.
private final class FaultyStorage: Storage {
  private let memory = MemoryStorage()
  private let fault: Fault
  private let begun = Mutex(0)

  init(_ fault: Fault) { self.fault = fault }

  func transact<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
  ) async throws -> Result {
    let number = begun.withLock { begun in
      begun += 1
      return begun
    }
    switch fault {
    case .refusesCancelledTasks: try Task.checkCancellation()
    case .forgetsWrites where number.isMultiple(of: 2):
      do {
        return try await memory.transact { throw Dropped(value: try body($0)) }
      } catch let dropped as Dropped<Result> { return dropped.value }
    case .forgetsWhatWaitsWhenCancelled:
      await Task.yield()
      try Task.checkCancellation()
    case .runsTwice:
      _ = try await memory.transact(body)
    case .returnsTheFirst:
      do {
        return try await memory.transact { throw Dropped(value: try body($0)) }
      } catch let dropped as Dropped<Result> {
        _ = try await memory.transact(body)
        return dropped.value
      }
    case .keepsWhatThrew:
      return try await memory.transact { transaction in Swift.Result { try body(transaction) } }.get()
    case .answersEarly:
      let result: Result
      do {
        result = try await memory.transact { throw Dropped(value: try body($0)) }
      } catch let dropped as Dropped<Result> { result = dropped.value }
      Task {
        try await Task.sleep(for: .milliseconds(5))
        _ = try await memory.transact(body)
      }
      return result
    default: break
    }
    return try await memory.transact { [fault] in try body(FaultyTransaction($0, fault)) }
  }

  func close() async { if fault != .goesOnAfterClose { await memory.close() } }
}

private struct FaultyTransaction: StorageTransaction {
  private let base: any StorageTransaction
  private let fault: Fault

  init(_ base: any StorageTransaction, _ fault: Fault) { (self.base, self.fault) = (base, fault) }

  private func tenant(_ name: String) -> String { fault == .mixesTenants ? "one" : name }
  private func text(_ text: String) -> String { fault == .composesTexts && text.contains("é") ? "é" : text }

  func run(_ id: RandomID) throws(StorageError) -> RunRecord? { try base.run(id) }
  func put(_ run: RunRecord) throws(StorageError) {
    var run = run
    if fault == .forgetsExpiry { run.expires = try base.run(run.id)?.expires ?? run.expires }
    try base.put(run)
  }
  func account(_ id: String, tenant: String) throws(StorageError) -> AccountRecord? {
    try base.account(id, tenant: self.tenant(tenant))
  }
  func account(_ identifier: Identifier, tenant: String) throws(StorageError) -> AccountRecord? {
    try base.account(
      Identifier(attribute: identifier.attribute, value: text(identifier.value)), tenant: self.tenant(tenant))
  }
  func pinnedTables() throws(StorageError) -> [ContentHash: Int] { try base.pinnedTables() }
  func put(_ account: AccountRecord) throws(StorageError) -> Bool {
    var account = account
    account.tenant = tenant(account.tenant)
    for index in account.identifiers.indices {
      account.identifiers[index].value = text(account.identifiers[index].value)
    }
    if fault == .keepsIdentifiers, let old = try base.account(account.id, tenant: account.tenant) {
      account.identifiers += old.identifiers
    }
    return try base.put(account) || fault == .takesSecondOwner
  }
  func removeAccount(_ id: String, tenant: String) throws(StorageError) {
    try base.removeAccount(id, tenant: self.tenant(tenant))
  }
  func accounts(after last: AccountPlace?, limit: Int) throws(StorageError) -> [AccountRecord] {
    let last = fault == .scansFromTheFirst ? last.map { AccountPlace(tenant: $0.tenant, id: "") } : last
    return try base.accounts(after: last, limit: fault == .ignoresLimits ? .max : limit)
  }
  func counter(_ key: String) throws(StorageError) -> CounterRecord? { try base.counter(key) }
  func put(_ counter: CounterRecord) throws(StorageError) { try base.put(counter) }
  func ticket(_ kind: TicketRecord.Kind, _ id: String) throws(StorageError) -> TicketRecord? {
    try base.ticket(kind, id)
  }
  func put(_ ticket: TicketRecord) throws(StorageError) { try base.put(ticket) }
  func tickets(_ kind: TicketRecord.Kind, account: String, tenant: String) throws(StorageError) -> [TicketRecord] {
    let tickets = try base.tickets(kind, account: account, tenant: tenant)
    return fault == .listsOneTicket ? Array(tickets.prefix(1)) : tickets
  }
  func removeTickets(_ kind: TicketRecord.Kind, account: String, tenant: String) throws(StorageError) {
    try base.removeTickets(kind, account: account, tenant: tenant)
  }
  func put(_ message: MessageRecord) throws(StorageError) { try base.put(message) }
  func messages(dueBy now: Milliseconds, limit: Int) throws(StorageError) -> [MessageRecord] {
    let found = try base.messages(dueBy: now, limit: fault == .ignoresLimits ? .max : limit)
    if fault == .ordersEqualTimesByChance {
      return found.sorted { ($0.due, $1.id.hex) < ($1.due, $0.id.hex) }
    }
    return fault == .ordersMessagesByChance ? found.sorted { $0.id.hex < $1.id.hex } : found
  }
  func message(_ id: RandomID) throws(StorageError) -> MessageRecord? { try base.message(id) }
  func removeMessage(_ id: RandomID) throws(StorageError) { try base.removeMessage(id) }
  func table(_ hash: ContentHash) throws(StorageError) -> [UInt8]? { try base.table(hash) }
  func hasTable(_ hash: ContentHash) throws(StorageError) -> Bool { try base.hasTable(hash) }
  func put(table: [UInt8], hash: ContentHash) throws(StorageError) { try base.put(table: table, hash: hash) }
  func secret(_ name: String) throws(StorageError) -> SecretRecord? { try base.secret(name) }
  func secretNames() throws(StorageError) -> [String] { try base.secretNames() }
  func put(_ secret: SecretRecord) throws(StorageError) { try base.put(secret) }
  func append(_ audit: AuditRecord) throws(StorageError) -> Bool {
    // What was there is written over.
    if fault == .changesAudit, try !base.audit(chain: audit.chain, after: audit.number - 1, limit: 1).isEmpty {
      return true
    }
    return try base.append(audit)
  }
  func audit(chain: Int64, after number: Int64, limit: Int) throws(StorageError) -> [AuditRecord] {
    try base.audit(chain: chain, after: number, limit: limit)
  }
  func removeExpired(before now: Milliseconds, limit: Int, keeping: [ContentHash]) throws(StorageError) -> Int {
    let limit = fault == .ignoresRemovalLimits ? .max : limit
    return try base.removeExpired(before: now, limit: limit, keeping: fault == .removesPinnedTables ? [] : keeping)
  }
}
