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
          "The account holds none, or none that its type allows; the run has none either now. Of an address, or of what a second factor rests on, the step is refused where its type does not allow what is held.",
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
