/// The declaration of `account.discard`.
public enum AccountDiscard: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: String, EffectOutcome {
    case discarded

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      OutcomeDefinition("It is gone, and its identifier is free.", security: .accountDeleted)
    }
  }

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .accountDiscard, "account.discard",
    "Removes the account that this run created, as if it had never been.",
    demands: [.created], risk: "remove an account that is not theirs", rebindsAccount: true)
}
