import FlowExpression
import FlowModel

@testable import FlowRuntime

/// Where an exploration can be: what storage holds, and the run that is under way.
struct Position: Sendable {
  var ledger: Ledger
  var run: Run?
  /// The number of the run.
  var runs = 0
  /// The position before it, and the move from there.
  var parent = -1
  var move: Move?
}

/// What of a position matters for what can come of it; times and random numbers do not.
struct PositionKey: Hashable {
  private var parts: [String] = []

  init(_ position: Position) {
    let ledger = position.ledger
    for account in ledger.accounts.values {
      parts.append(
        "a \(ledger.owner(account.id)) \(account.isConfirmed) \(account.passwordHash ?? "-") \(account.attributes)")
    }
    for ticket in ledger.tickets where ticket.kind != .session {
      let label = ledger.mail.firstIndex { if case .link(_, ticket.id, _, _) = $0.content { true } else { false } }
      let target = label.map { "\(ledger.mail[$0].to) \(ledger.mail[$0].flow)" } ?? ""
      parts.append("t \(ticket.kind) \(ledger.owner(ticket.account)) \(ticket.used != nil) \(target)")
    }
    parts.sort()
    guard let run = position.run else { return }
    parts.append("r \(run.flow) \(run.state) \(run.account.map(ledger.owner) ?? "-") \(run.error?.error ?? -1)")
    let secrets = Int(SecretField.allCases.count)
    for slot in run.slots.indices where slot < secrets || slot >= Int(firstAttributeSlot) {
      guard case .string(let text)? = run.slots[slot] else { continue }
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
      case .verified(let identifier): "v \(identifier.value)"
      case .authenticated(let id): "u \(ledger.owner(id))"
      case .created(let id): "n \(ledger.owner(id))"
      }
    }
    parts += Set(proofs).sorted()
  }
}
