import FlowExpression
import FlowModel

/// Why whoever operates the server cannot invite somebody.
public enum InvitationRefusal: Error, Hashable, Sendable {
  /// The tenant has no such flow, or the flow redeems no invitations.
  case noFlow
  /// It is no address that the flow takes.
  case noAddress
}

extension Engine {
  /// Invites an address to a flow that redeems invitations, on behalf of whoever operates the server: nobody is asked for a
  /// proof, and nothing is counted. The message is in the outbox then, and leaves with the others.
  ///
  /// Throws `InvitationRefusal`, or what storage throws.
  public func invite(_ address: String, to name: String, tenant: String) async throws {
    guard let program = program(of: tenant), let flow = program.table.flow(named: name),
      let attribute = program.table.invitedAttribute(of: program.table.flows[Int(flow)])
    else { throw InvitationRefusal.noFlow }
    guard attribute.complaint(about: .string(address)) == nil else { throw InvitationRefusal.noAddress }
    let target = Identifier(attribute: attribute.name, value: attribute.normalised(address))
    let attempts = StepAttempts(seed: ports.randomness.bytes(Expansion.seedSize), now: ports.clock.now())
    try await storage.transact { [ports] transaction in
      var step = EffectStep(
        ports, program, transaction, attempts: attempts, runID: RandomID(high: 0, low: 0),
        run: Run(flow: flow, of: program.table, now: attempts.now))
      try step.invite(target, over: .email, to: FlowIndex(flow))
    }
  }
}

extension FlowTable {
  /// The attribute into which a flow takes over the address that was invited; nil where it redeems no invitations.
  func invitedAttribute(of flow: Flow) -> AttributeDefinition? {
    for call in flow.calls where call.definition.redeems == .invitation {
      guard let slot = Call<InvitationRedeem>(call)[InvitationRedeem.into] else { continue }
      return definition(of: slot, in: flow)
    }
    return nil
  }
}
