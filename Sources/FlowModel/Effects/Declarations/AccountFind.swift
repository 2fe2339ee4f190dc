/// The declaration of `account.find`.
public enum AccountFind: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: String, EffectOutcome {
    case found, missing

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      switch self {
      case .found:
        OutcomeDefinition(
          "There is one; `account.…` is known from here on.", bindsAccount: true, occurs: .withAccount)
      case .missing: OutcomeDefinition("There is none.", occurs: .withoutAccount)
      }
    }
  }

  /// `identifier`.
  public static let identifier: Key<Slot> = .identifier(at: 0)

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .accountFind, "account.find", "Looks for the account of an identifier and binds it to the run.",
    parameters: [identifier], rebindsAccount: true)
}
