/// The declaration of `account.confirm`.
public enum AccountConfirm: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: String, EffectOutcome {
    case confirmed, already

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      switch self {
      case .confirmed:
        OutcomeDefinition(
          "The account may sign in from now on.", bindsAccount: true, standing: .confirmed, security: .accountConfirmed)
      case .already:
        OutcomeDefinition("It was confirmed before.", bindsAccount: true, standing: .confirmed, foundConfirmed: true)
      }
    }
  }

  /// `keep`.
  public static let keep: Key<KeptCredential> = .word(
    at: 0, "keep",
    "`password`: a password that was set before stays good, though nobody had proven an address. Without it, it is gone, unless this run has set or given it."
  )

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .accountConfirm, "account.confirm",
    "Lets a pending account sign in, and takes off it what nobody has shown to be its owner's: addresses that are not proven, and the password of a stranger.",
    parameters: [keep], demands: [.verifiedAccount], risk: "confirm an account whose address is not theirs", keeps: keep
  )
}

/// What an account keeps of what was put on it before its owner came: what `keep` of `account.confirm` says.
public enum KeptCredential: Int32, ParameterWord {
  /// Its password.
  case password = 0

  /// The word.
  public var name: String { "password" }

  /// What a flow gives up that says the word.
  public var givesUp: String? {
    "a password that was set before anybody had proven the address stays good: who opens the link is taken for who registered"
  }
}
