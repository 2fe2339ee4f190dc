/// The declaration of `account.disable`.
public enum AccountDisable: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: String, EffectOutcome {
    case disabled

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      OutcomeDefinition(
        "Nobody signs in to it any more; its identifier stays taken.", bindsAccount: true, standing: .disabled,
        security: .accountDisabled)
    }
  }

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .accountDisable, "account.disable",
    "Disables the bound account, and ends its sessions and whatever else would sign it in.",
    demands: [.authenticated], risk: "lock somebody else out of their account", endsAccount: true)
}
