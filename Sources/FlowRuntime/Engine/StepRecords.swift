import FlowModel

/// What a step reads and writes of storage beside its accounts. Handlers have this and no transaction.
///
/// INVARIANT: what is counted of guesses, messages and calls is read and written by `Bounds.swift` alone, which has a
/// `CountingKey`; a message is written with a `Permit` that allows one.
struct StepRecords {
  private let transaction: any StorageTransaction

  init(_ transaction: any StorageTransaction) { self.transaction = transaction }

  /// All of it, for what counts.
  func counting(_: CountingKey) -> any StorageTransaction { transaction }

  // MARK: Tickets

  /// The ticket of a kind and id.
  func ticket(_ kind: TicketRecord.Kind, _ id: String) throws(StorageError) -> TicketRecord? {
    try transaction.ticket(kind, id)
  }

  /// The ticket that a text of the engine's own stands for.
  func ticket(
    _ kind: TicketRecord.Kind, standingFor text: String, tenant: String, _ key: ServerKey
  ) throws(StorageError) -> TicketRecord? {
    try transaction.ticket(kind, standingFor: text, tenant: tenant, key)
  }

  /// Writes a ticket, new or changed.
  func put(_ ticket: TicketRecord) throws(StorageError) { try transaction.put(ticket) }

  /// Marks those of an account's tickets of some kind as presented that were not yet.
  func useTickets(
    _ kind: TicketRecord.Kind, account: String, tenant: String, now: Milliseconds
  ) throws(StorageError) {
    try transaction.useTickets(kind, account: account, tenant: tenant, now: now)
  }

  /// Ends what an account was signed in by. The account is the caller's to write.
  func endSessions(of account: inout AccountRecord) throws(StorageError) {
    try transaction.endSessions(of: &account)
  }

  // MARK: Tokens

  /// The tokens of somebody else's for an account.
  func tokens(
    by issuer: any TokenIssuer, to account: AccountRecord, _ signIn: SignIn, now: Milliseconds,
    _ randomness: any Randomness
  ) throws -> TokenSigning {
    try issuer.issue(to: account, signIn: signIn, now: now, randomness: randomness, in: transaction)
  }

  /// Whether what was issued then has ended.
  func hasEnded(_ time: Milliseconds, tenant: String, by issuer: any TokenIssuer) throws -> Bool {
    try issuer.hasEnded(time, tenant: tenant, in: transaction)
  }

  // MARK: Messages

  /// The next number of a lane.
  func takeNumber(in lane: OutboxLane, until end: Milliseconds, random: [UInt8]) throws(StorageError) -> Int64 {
    try lane.takeNumber(transaction, until: end, random: random)
  }

  /// Puts a message into the outbox.
  func put(_ message: MessageRecord, _: Permit) throws(StorageError) { try transaction.put(message) }

  /// Whether the address of a lane has refused a message of late.
  func isRefusing(_ lane: OutboxLane, now: Milliseconds) throws(StorageError) -> Bool {
    try transaction.counter(lane.refusalKey).map { $0.expires > now } ?? false
  }

  // MARK: Runs

  /// Writes the run.
  func put(_ run: RunRecord) throws(StorageError) { try transaction.put(run) }
}
