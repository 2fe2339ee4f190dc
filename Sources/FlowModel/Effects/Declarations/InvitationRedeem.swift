/// The declaration of `invitation.redeem`.
public enum InvitationRedeem: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: String, EffectOutcome {
    case valid, invalid, expired, used, known

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      switch self {
      case .valid:
        OutcomeDefinition(
          "It is; it cannot be used again, and the run has the address.", writes: .invitedAddress(of: into),
          verdict: .passes)
      case .invalid:
        OutcomeDefinition(
          "There is no such invitation for this flow, it was withdrawn, or whoever sent it is disabled, or gone.",
          verdict: .refuses, cause: .wrongSecret,
          security: .proofFailed("wrong_invitation"))
      case .expired:
        OutcomeDefinition(
          "The invitation has outlived its time.", verdict: .refuses, cause: .delay,
          security: .proofFailed("invitation_expired"))
      case .used:
        OutcomeDefinition("It was redeemed before.", verdict: .refuses, security: .proofFailed("invitation_used"))
      case .known:
        OutcomeDefinition(
          "The address has an account by now: an invitation lets nobody into it. It cannot be used again.",
          verdict: .refuses)
      }
    }
  }

  /// `token`.
  public static let token: Key<Slot> = .secret(at: 0, .token, "The secret part.")
  /// `tokenId`.
  public static let tokenId: Key<Slot> = .secret(at: 1, .tokenId, "The part by which the invitation is found.")
  /// `into`.
  public static let into: Key<Slot> = .proven(
    at: 2, "into", [.email], "The attribute that gets the address which was invited, and is proven.")

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .invitationRedeem, "invitation.redeem",
    "Consumes an invitation's token and takes over the address that it was sent to.",
    parameters: [token, tokenId, into])
}
