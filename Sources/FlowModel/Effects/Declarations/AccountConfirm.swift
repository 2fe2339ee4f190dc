/// The declaration of `account.confirm`.
public enum AccountConfirm: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: String, EffectOutcome {
    case confirmed, already

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      switch self {
      case .confirmed:
        OutcomeDefinition("The account may sign in from now on.", bindsAccount: true, standing: .confirmed)
      case .already: OutcomeDefinition("It was confirmed before.", bindsAccount: true, standing: .confirmed)
      }
    }
  }

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .accountConfirm, "account.confirm", "Lets a pending account sign in.",
    demands: [.verifiedAccount], risk: "confirm an account whose address is not theirs")
}
