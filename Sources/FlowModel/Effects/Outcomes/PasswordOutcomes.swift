/// Why the password policy refuses a password: common to `password.check` and `password.set`.
public enum PasswordComplaint: String, CaseIterable, Sendable {
  case too_short, too_long, too_weak, banned, recently_used

  fileprivate var definition: OutcomeDefinition {
    switch self {
    case .too_short: OutcomeDefinition("It has fewer characters than the policy asks for.", verdict: .refuses)
    case .too_long: OutcomeDefinition("It has more characters than the policy allows.", verdict: .refuses)
    case .too_weak: OutcomeDefinition("It uses too few kinds of characters.", verdict: .refuses)
    case .banned: OutcomeDefinition("It is a common password, or contains the identifier.", verdict: .refuses)
    case .recently_used: OutcomeDefinition("It is one of the account's last passwords.", verdict: .refuses)
    }
  }
}

/// What `password.check` can answer.
public enum PasswordCheckOutcome: EffectOutcome {
  case accepted
  case refused(PasswordComplaint)

  /// The acceptance, and then the complaints.
  public static let allCases = [.accepted] + PasswordComplaint.allCases.map(Self.refused)

  /// The name, a key of `then:`.
  public var name: String {
    switch self {
    case .accepted: "accepted"
    case .refused(let complaint): complaint.rawValue
    }
  }

  /// What the catalogue says of it.
  public var definition: OutcomeDefinition {
    switch self {
    case .accepted: OutcomeDefinition("The policy allows it.", verdict: .passes, keepsSecrets: true)
    case .refused(let complaint): complaint.definition
    }
  }
}

/// What `password.set` can answer.
public enum PasswordSetOutcome: EffectOutcome {
  case set
  case refused(PasswordComplaint)

  /// The success, and then the complaints.
  public static let allCases = [.set] + PasswordComplaint.allCases.map(Self.refused)

  /// The name, a key of `then:`.
  public var name: String {
    switch self {
    case .set: "set"
    case .refused(let complaint): complaint.rawValue
    }
  }

  /// What the catalogue says of it.
  public var definition: OutcomeDefinition {
    switch self {
    case .set: OutcomeDefinition("It signs the account in from now on.", bindsAccount: true, verdict: .passes)
    case .refused(let complaint): complaint.definition
    }
  }
}

/// What `password.verify` can answer.
public enum PasswordVerifyOutcome: String, EffectOutcome {
  case match, mismatch, locked

  /// What the catalogue says of it.
  public var definition: OutcomeDefinition {
    switch self {
    case .match:
      OutcomeDefinition(
        "It is the account's password.", bindsAccount: true, mints: [.authenticated], occurs: .withAccount,
        verdict: .passes)
    case .mismatch: OutcomeDefinition("It is not, or the account has none.", verdict: .refuses)
    case .locked: OutcomeDefinition("It was tried too often of late; nothing was compared.", verdict: .locksOut)
    }
  }
}
