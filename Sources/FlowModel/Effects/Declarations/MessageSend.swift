/// The declaration of `message.send`.
public enum MessageSend: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: String, EffectOutcome {
    case sent, throttled, undeliverable

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      switch self {
      case .sent: OutcomeDefinition("The notice is on its way.")
      case .throttled:
        OutcomeDefinition(
          "Too many were sent to this address; nothing was sent.", security: .messageThrottled(.notice))
      case .undeliverable:
        OutcomeDefinition("Nothing can be sent to that address.", cause: .unreachableAddress)
      }
    }
  }

  /// `message`.
  public static let message: Key<NoticeName> = .notice(at: 0, "message", "Which notice, by its name.")
  /// `to`.
  public static let to: Key<Slot> = .address(
    at: 1, "to", [.email, .phone],
    "The attribute that holds the address: the account's own, one that it was found by in this run, or one that is proven. Without an account nothing is sent, and all looks the same."
  )

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .messageSend, "message.send",
    "Sends a notice without any secret, such as that the address was changed.",
    parameters: [message, to], demands: [.verifiedParameter(to), .ownAddress(to)],
    risk: "send the tenant's mail to whomever they like", sends: .notice(to: to),
    bounds: [Bound(.message, by: [.noticesOfRun, .noticesToAddress], usedUp: .outcome(Outcome.throttled))],
    takesTime: true)
}
