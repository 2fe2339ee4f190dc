/// The declaration of `function.call`.
public enum FunctionCall: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: String, EffectOutcome {
    case success, pending, fail

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      switch self {
      case .success:
        OutcomeDefinition("The function agrees.", mints: [.attested], verdict: .passes, keepsSecrets: true)
      case .pending:
        OutcomeDefinition(
          "The function goes on by itself; a link finishes it.", verdict: .refuses, keepsSecrets: true)
      case .fail:
        OutcomeDefinition(
          "The function refuses, did not answer as it should, or was asked too often of late.", verdict: .refuses,
          keepsSecrets: true)
      }
    }
  }

  /// `function`.
  public static let function: Key<FunctionIndex> = .function(at: 0, "function", "The function.")
  /// `pass`.
  public static let pass: Key<[Slot]> = .attributes(at: 1, "pass", "The attributes it is handed.")
  /// `arguments`.
  public static let arguments: Key<Slot> = .list(at: 2, "arguments", "A list from the client, handed on as it is.")
  /// `password`.
  public static let password: Key<Slot> = .secret(
    at: 3, .password, required: false, "The proposed password, where the function decides on it.")
  /// `link`.
  public static let link: Key<FlowIndex> = .flow(
    at: 4, "link", required: false, redeemedBy: .link, "The flow that redeems the fresh link token it is handed.")
  /// `attests`: what the answer `success` proves.
  public static let attests: Key<Attested> = .evidence(
    at: 5, "attests", "What `success` proves, as `verified(email)`.")
  /// `factor`: the second factor that the answer `success` shows.
  public static let factor: Key<Slot> = .factor(
    at: 6, "factor", "The attribute of the account whose second factor `success` shows, such as an authenticator.")

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .functionCall, "function.call",
    "Asks one of the tenant's functions; no answer in time, or none that fits, is `fail`.",
    parameters: [function, pass, arguments, password, link, attests, factor], impliedReads: .identifiers,
    bounds: bounds,
    takesTime: true, asksOthers: true)

  private static let counters: [Counter] = [.callsForSubject, .callsOfRun]
  // Each call spends the same: one whose answer decides on what a client has typed is a guess, too, and only the flow tells
  // whether it is.
  private static let bounds = [
    Bound(.call, by: counters, usedUp: .outcome(Outcome.fail), isCommitted: true),
    Bound(
      .guess, by: counters, with: [attests, arguments, password, factor], usedUp: .outcome(Outcome.fail),
      isCommitted: true),
    Bound(.message, by: counters, with: [link], usedUp: .outcome(Outcome.fail), isCommitted: true),
    // What the function does may tell the client whether the password holds. One is asked for a locked account all
    // the same: a function that does not need the password can still help.
    Bound(.guess, by: [.guessesAtName, .guessesAtAccount], with: [password], usedUp: .withheld, isCommitted: true),
  ]
}
