import FlowModel

@testable import FlowRuntime

/// Judges what a step has done by its effects on people alone. It knows nothing of proofs, demands and rules.
enum Oracle {
  /// What a step of Eve's has changed of the accounts that others own; nil if nothing.
  static func change(_ before: Ledger, _ after: Ledger, of owned: Set<String>) -> String? {
    for id in owned.sorted() {
      let whose = People.othersAccounts.contains(id) ? id : before.owner(id)
      guard let old = before.accounts[id] else {
        if after.accounts[id] != nil { return "the account of \(whose) is there again" }
        continue
      }
      guard let new = after.accounts[id] else { return "the account of \(whose) was removed" }
      if new.passwordHash != old.passwordHash { return "\(whose) got a password of somebody else's choice" }
      if new.isConfirmed != old.isConfirmed { return "\(whose) was confirmed by somebody else" }
      if new.isEnabled != old.isEnabled { return "\(whose) was disabled or enabled by somebody else" }
      if new.identifiers != old.identifiers { return "\(whose) got other identifiers" }
      if new.attributes != old.attributes { return "the attributes of \(whose) were changed" }
    }
    return nil
  }

  /// The address of somebody else that a step of Eve's made her account's own; nil if none.
  static func address(_ before: Ledger, _ after: Ledger, besides owned: Set<String>) -> String? {
    for (id, account) in after.accounts where !owned.contains(id) && account.isConfirmed {
      // With `status: unproven` the tenant says that whoever comes first may use an address, until its owner comes.
      let theirs = account.identifiers.first { People.isProtected($0) && !account.unproven.contains($0) }
      if let theirs, before.accounts[id] != account { return "an account was made for \(theirs.value)" }
    }
    return nil
  }

  /// The account of somebody else that a step of Eve's was let into; nil if none.
  static func entry(_ before: Ledger, _ after: Ledger, of owned: Set<String>) -> String? {
    for ticket in after.tickets where ![.link, .reset].contains(ticket.kind) && owned.contains(ticket.account) {
      let isNew = !before.tickets.contains { $0.kind == ticket.kind && $0.id == ticket.id }
      if isNew { return "somebody else was signed in as \(after.owner(ticket.account))" }
    }
    return nil
  }

  /// What Eve still has of an account after its owner has come to it: she stays signed in.
  static func remains(_ before: Ledger, _ after: Ledger, of owned: Set<String>) -> String? {
    for ticket in after.tickets where [.session, .refresh].contains(ticket.kind) && owned.contains(ticket.account) {
      let isOld = before.tickets.contains { $0.kind == ticket.kind && $0.id == ticket.id }
      if isOld { return "somebody else stays signed in as \(after.owner(ticket.account)), though the owner came" }
    }
    return nil
  }

  /// Somebody without an account whom a step of Eve's has sent a notice; nil if nobody.
  static func notice(_ before: Ledger, _ after: Ledger) -> String? {
    for message in after.mail.dropFirst(before.mail.count) {
      guard case .notice = message.content, !People.reads(message.to) else { continue }
      let isKnown = [before, after].contains { ledger in
        ledger.accounts.values.contains { $0.identifiers.contains { $0.value == message.to } }
      }
      if !isKnown { return "a notice was sent to \(message.to), who has no account" }
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

extension Program {
  /// Whether a run is over.
  func ends(_ run: Run) -> Bool { table.flows[Int(run.flow)].states[Int(run.state)].kind == .end }

  /// An end that says what is not so: a sign-up that is `completed` without an account.
  func lie(_ run: Run, _ ledger: Ledger) -> String? {
    let flow = table.flows[Int(run.flow)]
    let end = flow.ends[Int(flow.states[Int(run.state)].payload)]
    guard end.name == "completed", flow.calls.contains(where: { $0.effect == .accountCreate }) else { return nil }
    let owner = run.account.map { ledger.owner($0) }
    if owner == nil { return "the sign-up is completed without an account" }
    return People.othersAccounts.contains(run.account ?? "") ? "the sign-up is completed with another's account" : nil
  }
}
