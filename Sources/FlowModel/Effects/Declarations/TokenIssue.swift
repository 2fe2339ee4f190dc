/// The declaration of `token.issue`.
public enum TokenIssue: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: String, EffectOutcome {
    case issued

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition { OutcomeDefinition("The session is open.", security: .signedIn) }
  }

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .tokenIssue, "token.issue",
    "Opens a session for the bound account; an end hands its tokens out as `result: [tokens]`.",
    demands: [.authenticated], risk: "be signed in to an account that is not theirs", opensSession: true,
    takesTime: true)
}
