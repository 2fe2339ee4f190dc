/// The declaration of `account.read`.
public enum AccountRead: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: String, EffectOutcome {
    case present, absent

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      switch self {
      case .present:
        OutcomeDefinition(
          "The run has the account's value now, instead of its own.", writes: .accountValue(of: attribute))
      case .absent:
        OutcomeDefinition(
          "The account holds none, or, where no second factor can rest on it, none that its type allows; the run has none either now.",
          writes: .nothing(of: attribute))
      }
    }
  }

  /// `attribute`.
  public static let attribute: Key<Slot> = .attribute(
    at: 0, "attribute", "What is read: an attribute that accounts hold.")

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .accountRead, "account.read", "Takes what the bound account holds of an attribute over into the run.",
    parameters: [attribute], demands: [.authenticated], risk: "read what somebody else's account holds")
}
