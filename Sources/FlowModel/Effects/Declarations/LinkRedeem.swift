/// The declaration of `link.redeem`.
public enum LinkRedeem: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: String, EffectOutcome {
    case valid, invalid, expired, used

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      switch self {
      case .valid:
        OutcomeDefinition(
          "It is; it cannot be used again.", bindsAccount: true, mints: [.verifiedLinkTarget], verdict: .passes)
      case .invalid:
        OutcomeDefinition(
          "There is no such link for this flow.", verdict: .refuses, cause: .wrongSecret,
          security: .proofFailed("wrong_link"))
      case .expired:
        OutcomeDefinition(
          "The link has outlived its time.", verdict: .refuses, cause: .delay, security: .proofFailed("link_expired"))
      case .used:
        OutcomeDefinition(
          "It was redeemed before; or it sets a password, and another such link was redeemed, or the password set, since.",
          verdict: .refuses, security: .proofFailed("link_used"))
      }
    }
  }

  /// `token`.
  public static let token: Key<Slot> = .secret(at: 0, .token, "The secret part.")
  /// `tokenId`.
  public static let tokenId: Key<Slot> = .secret(at: 1, .tokenId, "The part by which the link is found.")

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .linkRedeem, "link.redeem", "Consumes a link's token and binds the account that it was sent for.",
    parameters: [token, tokenId], rebindsAccount: true)
}
