import FlowModel

@testable import FlowRuntime

/// All that storage holds in an exploration, as a value: to go back is to keep a copy.
struct Ledger: Sendable {
  var accounts: [String: AccountRecord] = [:]
  var tickets: [TicketRecord] = []
  /// What was sent, and can be read by whoever owns the address; oldest first.
  var mail: [Message] = []
  /// The grants that ends have handed out to the adversary, with the account of each.
  var grants: [Grant] = []

  struct Grant: Hashable, Sendable {
    var secret: String
    var account: String
  }

  func account(of identifier: Identifier) -> AccountRecord? {
    accounts.values.first { $0.identifiers.contains(identifier) }
  }
}

extension Ledger {
  /// What a secret that was handed out is, however it came out this time; nil for anything else.
  func label(_ text: String) -> String? {
    for message in mail.reversed() {
      switch message.content {
      case .code(text, _): return "the code sent to \(message.to)"
      case .link(text, _, _, _), .invitation(text, _, _, _):
        return "the token sent to \(message.to) for \(message.flow)"
      case .link(_, text, _, _), .invitation(_, text, _, _):
        return "the id of the token sent to \(message.to) for \(message.flow)"
      default: break
      }
    }
    return grants.first { $0.secret == text }.map { "the grant for \(owner($0.account))" }
  }

  /// Whose account it is, however its id came out.
  func owner(_ account: String) -> String {
    accounts[account]?.identifiers.map(\.value).sorted().joined(separator: "+") ?? "nobody"
  }
}

/// A transaction over a ledger. Rates are generous, or used up, as the exploration chooses.
/// INVARIANT: used by one step on one thread.
final class LedgerTransaction: StorageTransaction {
  var ledger: Ledger
  /// What the step has looked at, and would go otherwise with.
  private(set) var looks: Set<Surroundings.Matter> = []
  private let key: ServerKey
  private let isExhausted: Bool

  init(_ ledger: Ledger, _ key: ServerKey, isExhausted: Bool) {
    self.ledger = ledger
    self.key = key
    self.isExhausted = isExhausted
  }

  func run(_ id: RandomID) -> RunRecord? { nil }
  func put(_ run: RunRecord) {}

  func account(_ id: String, tenant: String) -> AccountRecord? { ledger.accounts[id] }
  func account(_ identifier: Identifier, tenant: String) -> AccountRecord? { ledger.account(of: identifier) }

  func pinnedTables() -> [ContentHash: Int] { [:] }

  func put(_ account: AccountRecord) -> Bool {
    for identifier in account.identifiers {
      if let owner = ledger.account(of: identifier), owner.id != account.id { return false }
    }
    ledger.accounts[account.id] = account
    return true
  }

  func removeAccount(_ id: String, tenant: String) { ledger.accounts[id] = nil }

  func accounts(after last: AccountPlace?, limit: Int) -> [AccountRecord] { [] }

  func counter(_ key: String) -> CounterRecord? {
    looks.insert(.rates)
    return isExhausted ? CounterRecord(key: key, count: .max, expires: .max) : nil
  }
  func put(_ counter: CounterRecord) {}

  func ticket(_ kind: TicketRecord.Kind, _ id: String) -> TicketRecord? {
    looks.insert(.time)
    return ledger.tickets.first { $0.kind == kind && $0.id == id }
  }

  func put(_ ticket: TicketRecord) {
    if let index = ledger.tickets.firstIndex(where: { $0.kind == ticket.kind && $0.id == ticket.id }) {
      ledger.tickets[index] = ticket
    } else {
      ledger.tickets.append(ticket)
    }
  }

  func tickets(_ kind: TicketRecord.Kind, account: String, tenant: String) -> [TicketRecord] {
    ledger.tickets.filter { $0.kind == kind && $0.account == account }
  }

  func removeTickets(_ kind: TicketRecord.Kind, account: String, tenant: String) {
    ledger.tickets.removeAll { $0.kind == kind && $0.account == account }
  }

  func put(_ record: MessageRecord) {
    if let resting = RestingMessage(record, key), !resting.isDecoy { ledger.mail.append(resting.message) }
  }
  func messages(dueBy now: Milliseconds, limit: Int) -> [MessageRecord] { [] }
  func message(_ id: RandomID) -> MessageRecord? { nil }
  func removeMessage(_ id: RandomID) {}

  func table(_ hash: ContentHash) -> [UInt8]? { nil }
  func hasTable(_ hash: ContentHash) -> Bool { true }
  func put(table: [UInt8], hash: ContentHash) {}

  func secret(_ name: String) -> SecretRecord? { nil }
  func secretNames() -> [String] { [] }
  func put(_ secret: SecretRecord) {}

  // No step is decided by what was noted of those before.
  func append(_ audit: AuditRecord) -> Bool { true }
  func audit(chain: Int64, after number: Int64, limit: Int) -> [AuditRecord] { [] }

  func removeExpired(before now: Milliseconds, limit: Int, keeping: [ContentHash]) -> Int { 0 }
}
