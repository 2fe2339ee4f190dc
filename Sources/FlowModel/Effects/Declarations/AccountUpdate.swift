/// The declaration of `account.update`.
public enum AccountUpdate: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: String, EffectOutcome {
    case updated

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition { OutcomeDefinition("They are written.", takesIdentifiers: true) }
  }

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .accountUpdate, "account.update", "Writes the attributes collected in this run to the bound account.",
    demands: [.authenticated, .created], risk: "change an account that is not theirs", writesAttributes: true)
}
