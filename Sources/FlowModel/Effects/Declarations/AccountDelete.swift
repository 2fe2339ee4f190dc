/// The declaration of `account.delete`.
public enum AccountDelete: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: String, EffectOutcome {
    case deleted

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      OutcomeDefinition("It is gone, and its identifiers are free.", security: .accountDeleted)
    }
  }

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .accountDelete, "account.delete",
    "Deletes the bound account with all that it was handed, and ends its sessions.",
    demands: [.authenticated], risk: "delete an account that is not theirs", rebindsAccount: true,
    endsAccount: true, needsEnabled: true)
}
