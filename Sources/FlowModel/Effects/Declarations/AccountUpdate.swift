/// The declaration of `account.update`.
public enum AccountUpdate: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: String, EffectOutcome {
    case updated, conflict, taken

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      switch self {
      case .updated: OutcomeDefinition("They are written.", takesIdentifiers: true, security: .addressChanged)
      case .conflict:
        OutcomeDefinition(
          "The account is no longer what this run has read of it; nothing was changed.", isOptional: true)
      case .taken:
        OutcomeDefinition(
          "Another account has a new identifier; nothing was changed.", occurs: .withNamesake, isOptional: true)
      }
    }
  }

  /// `attributes`: what is written.
  public static let attributes: Key<[Slot]> = .written(
    at: 0, "attributes", "What is written, where the run has it; all that was collected if left out.")

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .accountUpdate, "account.update",
    "Writes attributes collected in this run to the bound account; what is as it was read stays as it is.",
    parameters: [attributes],
    demands: [.authenticated, .created], risk: "change an account that is not theirs", impliedReads: .identifiers,
    writesAttributes: true)
}
