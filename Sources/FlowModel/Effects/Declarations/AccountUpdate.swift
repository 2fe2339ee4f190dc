/// The declaration of `account.update`.
public enum AccountUpdate: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: String, EffectOutcome {
    case updated, conflict

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      switch self {
      case .updated: OutcomeDefinition("They are written.", takesIdentifiers: true)
      case .conflict:
        OutcomeDefinition(
          "Another account has a new identifier, or the account is no longer what this run has read; nothing was changed.",
          occurs: .withNamesake, isOptional: true)
      }
    }
  }

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .accountUpdate, "account.update",
    "Writes the attributes collected in this run to the bound account; what is as it was read stays as it is.",
    demands: [.authenticated, .created], risk: "change an account that is not theirs", impliedReads: .identifiers,
    writesAttributes: true)
}
