/// The declaration of `password.verify`.
public enum PasswordVerify: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: String, EffectOutcome {
    case match, mismatch, locked

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      switch self {
      case .match:
        OutcomeDefinition(
          "It is the account's password.", bindsAccount: true, mints: [.authenticated], occurs: .withAccount,
          verdict: .passes, security: .passwordMatched)
      case .mismatch:
        OutcomeDefinition(
          "It is not, or the account has none.", verdict: .refuses, cause: .wrongSecret,
          security: .signInFailed("wrong_password"))
      case .locked:
        OutcomeDefinition(
          "It was tried too often of late; nothing was compared.", verdict: .locksOut,
          security: .guessesUsedUp("password_attempts"))
      }
    }
  }

  /// `password`.
  public static let password: Key<Slot> = .secret(at: 0, .password, "The password to compare.")

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .passwordVerify, "password.verify",
    "Compares a password with the bound account's; without one it takes as long, and never matches.",
    parameters: [password],
    bounds: [
      Bound(
        .guess, by: [.guessesAtName, .guessesAtAccount], usedUp: .outcome(Outcome.locked), isCommitted: true,
        isRenewed: true)
    ],
    takesTime: true)
}
