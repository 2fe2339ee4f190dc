import FlowModel
import Synchronization

/// A storage whose rows nobody can read, write, move or swap without the server's key: what lies over any backend that rests
/// where others may come to, as a file or a database server.
///
/// - Accounts are sealed, and found by keyed hashes of their identifiers (`AccountsAtRest.sealed`), or rest in clear behind a
///   keyed tag (`.plain`).
/// - Tickets and counters carry a keyed tag over all that they say. The states of runs and the bodies of messages are sealed
///   by the engine, bound to the rest of their row.
/// - A row that is not as this server wrote it is refused and told to the log: an account ends the step, a ticket is good for
///   nothing, a counter counts as used up.
///
/// What no key can tell is that a row was deleted, or put back as it once was: see docs/threat-model.md.
public struct SealedStorage: Storage {
  private let base: any Storage
  private let sealing: RowSealing
  private let log: any OperatorLog

  /// Lays the seals over a backend. For one that others have written to there is `open`.
  public init(
    over base: any Storage, key: ServerKey, accounts: AccountsAtRest = .sealed, log: any OperatorLog = NoPorts()
  ) {
    self.base = base
    self.log = log
    sealing = RowSealing(key: key, form: accounts)
  }

  /// Runs `body` in one transaction of the backend.
  public func transact<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
  ) async throws -> Result {
    let refused = RefusedRows()
    do {
      let result = try await base.transact { [sealing] transaction in
        refused.begin()
        try sealing.demandForm(transaction)
        return try body(SealedTransaction(base: transaction, sealing: sealing, refused: refused))
      }
      refused.tell(log)
      return result
    } catch {
      refused.tell(log, after: error)
      throw error
    }
  }

  /// Ends the use of the backend.
  public func close() async { await base.close() }
}

/// How accounts rest.
public enum AccountsAtRest: String, Hashable, Sendable, CaseIterable {
  /// Sealed. Their identifiers are keyed hashes: who has not the key can neither read nor look for one.
  case sealed
  /// In clear, for whoever needs to read them with the database's own tools, behind a keyed tag.
  case plain
}

/// The keys that the rows of a storage are sealed with.
final class RowSealing: Sendable {
  let key: ServerKey
  let form: AccountsAtRest
  /// What is opened where there is no account: it takes as long.
  private let decoy: AccountRecord

  init(key: ServerKey, form: AccountsAtRest) {
    self.key = key
    self.form = form
    var decoy = AccountRecord(
      id: String(repeating: "0", count: 24), tenant: "", isConfirmed: true,
      identifiers: [Identifier(attribute: "email", value: "somebody@example.com")],
      attributes: #"{"email":"somebody@example.com","country":"Norway","city":"Oslo","age":36,"newsletter":false}"#,
      created: 0)
    decoy.passwordHash = RestingPassword.decoy
    self.decoy = decoy
    sealedDecoy = SealedAccount.close(decoy, form, key)
  }

  private let sealedDecoy: AccountRecord
  /// When to look next whether the rows still rest in the form.
  private let nextLook = Mutex(ContinuousClock.now)

  /// How long it takes at most until a server sees that the form of rows is being changed: less than `reseal` waits.
  static let lookInterval = Duration.seconds(1)

  /// Throws where the rows are being brought to another form, or under a key that is not at hand: what is written now would be
  /// lost.
  func demandForm(_ transaction: any StorageTransaction) throws(StorageError) {
    let isDue = nextLook.withLock { next in
      let now = ContinuousClock.now
      guard now >= next else { return false }
      next = now + Self.lookInterval
      return true
    }
    guard isDue, let trouble = transaction.sealingTrouble(key, form) else { return }
    // The next one looks, too.
    nextLook.withLock { $0 = .now }
    throw trouble
  }

  /// Opens the decoy.
  func openDecoy() { _ = SealedAccount.open(sealedDecoy, key) }
}
