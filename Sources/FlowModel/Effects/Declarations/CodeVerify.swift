/// The declaration of `code.verify`.
public enum CodeVerify: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: String, EffectOutcome {
    case valid, invalid, expired, exhausted

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      switch self {
      case .valid:
        OutcomeDefinition(
          "It is the code; it cannot be used again.", mints: [.verifiedCodeTarget], occurs: .withCode, verdict: .passes,
          security: .codeMatched)
      case .invalid:
        OutcomeDefinition(
          "It is not the code.", verdict: .refuses, cause: .wrongSecret, security: .codeRefused("wrong_code"))
      case .expired:
        OutcomeDefinition(
          "The code has outlived its time, or none was sent.", verdict: .refuses, cause: .delay,
          security: .codeRefused("code_expired"))
      case .exhausted:
        OutcomeDefinition(
          "No attempts are left; nothing was compared.", verdict: .locksOut, security: .guessesUsedUp("code_attempts"))
      }
    }
  }

  /// `code`.
  public static let code: Key<Slot> = .secret(at: 0, .code, "The code to compare.")

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .codeVerify, "code.verify",
    "Compares a code with the one that was sent last, after spending one attempt.",
    parameters: [code],
    bounds: [Bound(.guess, by: [.guessesOfCode, .guessesAtAddress], usedUp: .outcome(Outcome.exhausted))])
}
