/// What `function.call` can answer.
public enum FunctionCallOutcome: String, EffectOutcome {
  case success, pending, fail

  /// What the catalogue says of it.
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

/// What `grant.redeem` can answer.
public enum GrantRedeemOutcome: String, EffectOutcome {
  case valid, invalid, expired, used

  /// What the catalogue says of it.
  public var definition: OutcomeDefinition {
    switch self {
    case .valid:
      OutcomeDefinition(
        "It is; it cannot be used again.", bindsAccount: true, mints: [.authenticated], verdict: .passes)
    case .invalid: OutcomeDefinition("There is no such grant.", verdict: .refuses)
    case .expired: OutcomeDefinition("The grant has outlived its time.", verdict: .refuses)
    case .used: OutcomeDefinition("It was redeemed before.", verdict: .refuses)
    }
  }
}

/// What `token.issue` can answer.
public enum TokenIssueOutcome: String, EffectOutcome {
  case issued

  /// What the catalogue says of it.
  public var definition: OutcomeDefinition { OutcomeDefinition("The session is open.") }
}
