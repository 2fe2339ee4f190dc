import FlowExpression
import FlowModel

@testable import FlowRuntime

/// One of Eve's runs, or an owner's.
struct Started: Sendable {
  var run: Run
  /// Tells it from others.
  let number: Int
}

/// Where an exploration can be: what storage holds, and the runs that are under way.
struct Position: Sendable {
  var ledger: Ledger
  var run: Started?
  /// The other run of Eve's, which rests at a page.
  var waiting: Started?
  /// How many runs she has started.
  var runs = 0
  /// The accounts of others: those that are there from the beginning, and those that their owners have come to.
  var owned = People.othersAccounts
  /// The accounts of others that Eve can change by what she knows from the beginning.
  var mayChange: Set<String> = []
  /// What owners have done.
  var acts: [OwnerAct] = []
  /// The position before it, and the move from there.
  var parent = -1
  var move: Move?
}

extension Message {
  /// The ticket that its link stands for.
  fileprivate var ticket: String? {
    switch content {
    case .link(_, let id, _, _), .invitation(_, let id, _, _): id
    case .code, .notice: nil
    }
  }
}

/// What of a position matters for what can come of it; times and random numbers do not.
struct PositionKey: Hashable {
  private var parts: [String] = []

  init(_ position: Position, _ taking: Taking) {
    let ledger = position.ledger
    for account in ledger.accounts.values {
      let flags = "\(account.isConfirmed) \(account.isEnabled) \(position.owned.contains(account.id))"
      let unproven = account.unproven.map(\.value).sorted()
      parts.append(
        "a \(ledger.owner(account.id)) \(flags) \(unproven) \(account.passwordHash ?? "-") \(account.attributes)")
    }
    for ticket in ledger.tickets where ticket.kind != .session || position.owned.contains(ticket.account) {
      let label = ledger.mail.firstIndex { $0.ticket == ticket.id }
      let target = label.map { "\(ledger.mail[$0].to) \(ledger.mail[$0].flow)" } ?? ""
      parts.append("t \(ticket.kind) \(ledger.owner(ticket.account)) \(ticket.used != nil) \(target)")
    }
    parts.sort()
    parts.append("\(position.acts.count) \(position.acts.last.map { "\($0)" } ?? "")")
    if let started = position.run { add(started.run, ledger, taking) }
    if let started = position.waiting {
      parts.append("and")
      add(started.run, ledger, taking)
    }
  }

  private mutating func add(_ run: Run, _ ledger: Ledger, _ taking: Taking) {
    let isCurrent = run.account.flatMap { ledger.accounts[$0] }.map { taking.isUnchanged($0, run) } ?? true
    parts.append(
      "r \(run.flow) \(run.state) \(run.account.map(ledger.owner) ?? "-") \(isCurrent) \(run.error?.error ?? -1)")
    let secrets = Int(SecretField.allCases.count)
    for slot in run.slots.indices where slot < secrets || slot >= Int(firstAttributeSlot) {
      guard let value = run.slots[slot] else { continue }
      guard case .string(let text) = value else {
        parts.append("\(slot)=\(value.telling)")
        continue
      }
      parts.append("\(slot)=\(ledger.label(text) ?? text)")
    }
    if let challenge = run.challenge {
      let owner =
        switch challenge.owner {
        case .anyone: "anyone"
        case .nobody: "nobody"
        case .account(let id): ledger.owner(id)
        }
      parts.append("c \(challenge.target.value) \(owner)")
    }
    let proofs = run.proofs.map { proof in
      switch proof {
      case .verified(let identifier):
        "v \(identifier.value) \(run.provenFor[identifier] == ledger.account(of: identifier)?.credentialsVersion ?? 0)"
      case .authenticated(let id): "u \(ledger.owner(id))"
      case .created(let id): "n \(ledger.owner(id))"
      }
    }
    parts += Set(proofs).sorted()
    parts += run.formerAddresses.map { "f \($0.value)" }.sorted()
  }
}

extension Taking {
  /// Whether what a run has proven of its account still counts.
  fileprivate func isUnchanged(_ account: AccountRecord, _ run: Run) -> Bool {
    let attempts = StepAttempts(seed: [], now: Self.now)
    let transaction = LedgerTransaction(Ledger(), key, isExhausted: false)
    return EffectStep(fair, program, transaction, attempts: attempts, runID: RandomID(high: 0, low: 0), run: run)
      .isUnchanged(account)
  }
}
