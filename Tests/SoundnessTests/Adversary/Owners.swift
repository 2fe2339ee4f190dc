import FlowExpression
import FlowModel

@testable import FlowRuntime

/// What owners do, with the engine's own steps and effects.
extension Taking {
  /// What came of an owner's act.
  struct Act {
    var ledger: Ledger
    /// The accounts that are the owner's from here on.
    var owned: Set<String> = []
    /// How many steps it took.
    var steps = 0
  }

  func perform(_ act: OwnerAct, on ledger: Ledger, seed: Int) -> Act? {
    switch act {
    case .opens(let mail): open(ledger.mail[mail], number: 100 + mail, ledger, seed: seed)
    case .resets:
      asOwner(ledger, seed: seed) { step in
        step.run[SecretField.password.slot] = .string(People.ownersPassword)
        let call = EffectCall(
          effect: .passwordSet, arguments: [.slot(SecretField.password.slot)], transitions: [])
        _ = try step.performWithinBounds(call)
      }
    case .disables:
      asOwner(ledger, seed: seed) { step in
        _ = try step.disableAccount(Call(EffectCall(effect: .accountDisable, arguments: [], transitions: [])))
      }
    case .deletes:
      asOwner(ledger, seed: seed) { try $0.accounts.discard(People.robbed, on: []) }
    }
  }

  /// A step of the owner of the account that Eve has the password of.
  private func asOwner(_ ledger: Ledger, seed: Int, _ body: (inout EffectStep) throws -> Void) -> Act? {
    guard let account = ledger.accounts[People.robbed] else { return nil }
    let started = Started(run: Run(flow: 0, of: program.table, now: Self.now), number: 100)
    let outcome = attempt(started, ledger, Surroundings(), seed: seed) { step in
      step.bind(account)
      for identifier in account.identifiers { try step.prove(identifier) }
      try body(&step)
    }
    guard case .taken(_, let after, _) = outcome.result else { return nil }
    return Act(ledger: after, owned: [People.robbed], steps: 1)
  }

  /// The owner of an address follows a link, and fills in what the pages ask, with a password of her own.
  private func open(_ message: Message, number: Int, _ ledger: Ledger, seed: Int) -> Act? {
    guard let flow = program.table.flow(named: message.flow) else { return nil }
    var started = Started(run: Run(flow: flow, of: program.table, now: Self.now), number: number)
    var act = Act(ledger: ledger)
    var event: StepEvent? = .start
    while let next = event, act.steps < 8 {
      act.steps += 1
      let outcome = take(next, started, act.ledger, Surroundings(), seed: seed + act.steps)
      guard case .taken(let run, let after, _) = outcome.result else { break }
      (started.run, act.ledger) = (run, after)
      event = answer(run, message, after)
    }
    // A tenant that lets a stranger's password stand says that whoever opens the link is who registered.
    let calls = program.table.flows[Int(flow)].calls
    let keeps = calls.contains { $0.effect == .accountConfirm && !$0.takesStrangersPassword }
    for (id, account) in act.ledger.accounts where account != ledger.accounts[id] && account.isConfirmed {
      if keeps, account.passwordHash == ledger.accounts[id]?.passwordHash { continue }
      let isHers = account.identifiers.contains { $0.value == message.to && !account.unproven.contains($0) }
      if isHers { act.owned.insert(id) }
    }
    return act
  }

  /// What she sends from the page where her run rests; nil where there is nothing to send.
  private func answer(_ run: Run, _ message: Message, _ ledger: Ledger) -> StepEvent? {
    let flow = program.table.flows[Int(run.flow)]
    let state = flow.states[Int(run.state)]
    guard state.kind == .page, let event = flow.pages[Int(state.payload)].events.first else { return nil }
    let input = event.fields.compactMap { field -> SlotValue? in
      guard let secret = program.table.secret(of: field.slot) else {
        return People.answer(of: message.to, program.table.name(of: field.slot, in: flow))
          .map { SlotValue(field.slot, $0) }
      }
      return secretText(secret, message, ledger).map { SlotValue(field.slot, .string($0)) }
    }
    return .submit(event: 0, input: input)
  }

  private func secretText(_ secret: SecretField, _ message: Message, _ ledger: Ledger) -> String? {
    switch (secret, message.content) {
    case (.password, _): return People.ownersPassword
    case (.token, .link(let token, _, _, _)): return token
    case (.tokenId, .link(_, let id, _, _)): return id
    case (.code, _):
      for sent in ledger.mail.reversed() where sent.to == message.to {
        if case .code(let code, _) = sent.content { return code }
      }
      return nil
    default: return nil
    }
  }
}
