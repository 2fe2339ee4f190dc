/// The declaration of `invitation.send`.
public enum InvitationSend: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: String, EffectOutcome {
    case sent, throttled, undeliverable

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      switch self {
      case .sent: OutcomeDefinition("The invitation is on its way.")
      case .throttled:
        OutcomeDefinition(
          "Too many links were sent to this address; nothing was sent.", security: .messageThrottled(.invitation))
      case .undeliverable:
        OutcomeDefinition("Nothing can be sent to that address.", cause: .unreachableAddress)
      }
    }
  }

  /// `to`.
  public static let to: Key<Slot> = .address(
    at: 0, "to", [.email],
    "The attribute that holds the address. Whether it has an account is not looked up: all looks the same.")
  /// `flow`.
  public static let flow: Key<FlowIndex> = .flow(
    at: 1, "flow", required: true, redeemedBy: .invitation, "The flow that redeems the invitation.")

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .invitationSend, "invitation.send",
    "Sends a link that proves the address to the flow which redeems it; no account is made, and no name is kept.",
    parameters: [to, flow], demands: [.authenticated], risk: "invite people in somebody else's name",
    needsEnabled: true,
    sends: .invitation(to: to),
    bounds: [Bound(.message, by: [.linksOfRun, .linksToAddress], usedUp: .outcome(Outcome.throttled))],
    takesTime: true)
}
