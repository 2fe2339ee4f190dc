/// The declaration of `grant.redeem`.
public enum GrantRedeem: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: String, EffectOutcome {
    case valid, invalid, expired, used

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      switch self {
      case .valid:
        OutcomeDefinition(
          "It is; it cannot be used again.", bindsAccount: true, mints: [.authenticated], verdict: .passes)
      case .invalid:
        OutcomeDefinition(
          "There is no such grant.", verdict: .refuses, cause: .wrongSecret, security: .signInFailed("wrong_grant"))
      case .expired:
        OutcomeDefinition(
          "The grant has outlived its time.", verdict: .refuses, cause: .delay, security: .signInFailed("grant_expired")
        )
      case .used: OutcomeDefinition("It was redeemed before.", verdict: .refuses, security: .reused("grant"))
      }
    }
  }

  /// `grant`.
  public static let grant: Key<Slot> = .secret(at: 0, .grant, "The grant.")

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .grantRedeem, "grant.redeem",
    "Consumes a grant that an earlier flow's end handed out, and binds its account.",
    parameters: [grant], rebindsAccount: true)
}
