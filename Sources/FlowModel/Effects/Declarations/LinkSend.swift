/// The declaration of `link.send`.
public enum LinkSend: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: String, EffectOutcome {
    case sent, throttled, undeliverable

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      switch self {
      case .sent: OutcomeDefinition("The link is on its way.")
      case .throttled:
        OutcomeDefinition("Too many were sent to this address; nothing was sent.", security: .messageThrottled(.link))
      case .undeliverable:
        OutcomeDefinition("Nothing can be sent to that address.", cause: .unreachableAddress)
      }
    }
  }

  /// `to`.
  public static let to: Key<Slot> = .address(
    at: 0, "to", [.email],
    "The attribute that holds the address. Only the bound account's own gets the link, by which it is found; to any other nothing is sent, and all looks the same."
  )
  /// `flow`.
  public static let flow: Key<FlowIndex> = .flow(
    at: 1, "flow", required: true, redeemedBy: .link, "The flow that redeems the link.")

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .linkSend, "link.send",
    "Sends the bound account a link with a fresh token that another flow redeems.",
    parameters: [to, flow], sends: .link(to: to),
    bounds: [Bound(.message, by: [.linksOfRun, .linksToAddress], usedUp: .outcome(Outcome.throttled))],
    takesTime: true)
}
