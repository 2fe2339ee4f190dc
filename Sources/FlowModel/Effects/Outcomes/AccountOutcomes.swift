/// What `account.find` can answer.
public enum AccountFindOutcome: String, EffectOutcome {
  case found, missing

  /// What the catalogue says of it.
  public var definition: OutcomeDefinition {
    switch self {
    case .found:
      OutcomeDefinition(
        "There is one; `account.…` is known from here on.", bindsAccount: true, occurs: .withAccount)
    case .missing: OutcomeDefinition("There is none.", occurs: .withoutAccount)
    }
  }
}

/// What `account.create` can answer.
public enum AccountCreateOutcome: String, EffectOutcome {
  case created, exists

  /// What the catalogue says of it.
  public var definition: OutcomeDefinition {
    switch self {
    case .created:
      OutcomeDefinition(
        "It exists now.", bindsAccount: true, mints: [.created], takesIdentifiers: true, occurs: .withoutAccount)
    case .exists:
      OutcomeDefinition("An account has that identifier already; nothing was changed.", occurs: .withAccount)
    }
  }
}

/// What `account.confirm` can answer.
public enum AccountConfirmOutcome: String, EffectOutcome {
  case confirmed, already

  /// What the catalogue says of it.
  public var definition: OutcomeDefinition {
    switch self {
    case .confirmed: OutcomeDefinition("The account may sign in from now on.", bindsAccount: true)
    case .already: OutcomeDefinition("It was confirmed before.", bindsAccount: true)
    }
  }
}

/// What `account.update` can answer.
public enum AccountUpdateOutcome: String, EffectOutcome {
  case updated

  /// What the catalogue says of it.
  public var definition: OutcomeDefinition { OutcomeDefinition("They are written.", takesIdentifiers: true) }
}

/// What `account.discard` can answer.
public enum AccountDiscardOutcome: String, EffectOutcome {
  case discarded

  /// What the catalogue says of it.
  public var definition: OutcomeDefinition { OutcomeDefinition("It is gone, and its identifier is free.") }
}

/// What `account.read` can answer.
public enum AccountReadOutcome: String, EffectOutcome {
  case present, absent

  /// What the catalogue says of it.
  public var definition: OutcomeDefinition {
    switch self {
    case .present:
      OutcomeDefinition(
        "The run has the account's value now, instead of its own.", writes: .accountValue(of: Parameter.attribute))
    case .absent:
      OutcomeDefinition(
        "The account holds none, or none that its type allows; the run has none either now.",
        writes: .nothing(of: Parameter.attribute))
    }
  }
}
