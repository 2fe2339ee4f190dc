/// What `code.send` can answer.
public enum CodeSendOutcome: String, EffectOutcome {
  case sent, throttled, undeliverable

  /// What the catalogue says of it.
  public var definition: OutcomeDefinition {
    switch self {
    case .sent: OutcomeDefinition("The code is on its way.", sendsCode: true)
    case .throttled:
      OutcomeDefinition("Too soon after the last one, or too many to this address; nothing was sent.")
    case .undeliverable: OutcomeDefinition("Nothing can be sent to that address.")
    }
  }
}

/// What `code.verify` can answer.
public enum CodeVerifyOutcome: String, EffectOutcome {
  case valid, invalid, expired, exhausted

  /// What the catalogue says of it.
  public var definition: OutcomeDefinition {
    switch self {
    case .valid:
      OutcomeDefinition(
        "It is the code; it cannot be used again.", mints: [.verifiedCodeTarget], occurs: .withCode, verdict: .passes)
    case .invalid: OutcomeDefinition("It is not the code.", verdict: .refuses)
    case .expired: OutcomeDefinition("The code has outlived its time, or none was sent.", verdict: .refuses)
    case .exhausted: OutcomeDefinition("No attempts are left; nothing was compared.", verdict: .locksOut)
    }
  }
}

/// What `link.send` can answer.
public enum LinkSendOutcome: String, EffectOutcome {
  case sent, throttled, undeliverable

  /// What the catalogue says of it.
  public var definition: OutcomeDefinition {
    switch self {
    case .sent: OutcomeDefinition("The link is on its way.")
    case .throttled: OutcomeDefinition("Too many were sent to this address; nothing was sent.")
    case .undeliverable: OutcomeDefinition("Nothing can be sent to that address.")
    }
  }
}

/// What `link.redeem` can answer.
public enum LinkRedeemOutcome: String, EffectOutcome {
  case valid, invalid, expired, used

  /// What the catalogue says of it.
  public var definition: OutcomeDefinition {
    switch self {
    case .valid:
      OutcomeDefinition(
        "It is; it cannot be used again.", bindsAccount: true, mints: [.verifiedLinkTarget], verdict: .passes)
    case .invalid: OutcomeDefinition("There is no such link for this flow.", verdict: .refuses)
    case .expired: OutcomeDefinition("The link has outlived its time.", verdict: .refuses)
    case .used:
      OutcomeDefinition(
        "It was redeemed before; or it sets a password, and another such link was redeemed, or the password set, since.",
        verdict: .refuses)
    }
  }
}
