import FlowModel

@testable import FlowRuntime

/// Judges what a step has done by its effects on people alone. It knows nothing of proofs, demands and rules.
enum Oracle {
  /// What harm a step did; nil if none.
  static func harm(_ before: Ledger, _ after: Ledger) -> String? {
    for id in People.othersAccounts.sorted() {
      guard let old = before.accounts[id] else { continue }
      guard let new = after.accounts[id] else { return "the account of \(id) was removed" }
      if new.passwordHash != old.passwordHash { return "\(id) got a password of somebody else's choice" }
      if new.isConfirmed != old.isConfirmed { return "\(id) was confirmed by somebody else" }
      if new.identifiers != old.identifiers { return "\(id) got other identifiers" }
      if new.attributes != old.attributes { return "the attributes of \(id) were changed" }
    }
    for (id, account) in after.accounts where !People.othersAccounts.contains(id) && account.isConfirmed {
      guard let theirs = account.identifiers.first(where: People.isProtected) else { continue }
      if before.accounts[id] != account { return "an account was made for \(theirs.value)" }
    }
    for ticket in after.tickets where ![.link, .reset].contains(ticket.kind) {
      guard !before.tickets.contains(where: { $0.kind == ticket.kind && $0.id == ticket.id }) else { continue }
      if People.othersAccounts.contains(ticket.account) { return "somebody else was signed in as \(ticket.account)" }
    }
    return nil
  }

  /// What a run believes that is not so; nil if nothing.
  static func error(_ run: Run) -> String? {
    for proof in run.proofs {
      switch proof {
      case .verified(let identifier) where People.isProtected(identifier):
        return "it is proven who \(identifier.value) is"
      case .authenticated(let id) where People.othersAccounts.contains(id): return "\(id) is taken to be present"
      default: break
      }
    }
    return nil
  }
}
