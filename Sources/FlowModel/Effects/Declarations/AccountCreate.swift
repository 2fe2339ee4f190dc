/// The declaration of `account.create`.
public enum AccountCreate: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: EffectOutcome {
    case created, exists
    case refused(PasswordComplaint)

    /// What became of the account, and then the complaints about the password that it is handed. A new account has no
    /// earlier passwords.
    public static let allCases =
      [.created, .exists] + PasswordComplaint.allCases.filter { $0 != .recently_used }.map(Self.refused)

    /// The name, a key of `then:`.
    public var name: String {
      switch self {
      case .created: "created"
      case .exists: "exists"
      case .refused(let complaint): complaint.rawValue
      }
    }

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      switch self {
      case .created:
        OutcomeDefinition(
          "It exists now.", bindsAccount: true, standing: .new(unconfirmedIf: status, is: .pending), mints: [.created],
          takesIdentifiers: true, occurs: .withoutAccount, security: .accountCreated)
      case .exists:
        OutcomeDefinition("An account has that identifier already; nothing was changed.", occurs: .withAccount)
      case .refused(let complaint): complaint.definition(needs: password)
      }
    }
  }

  /// `identifier`.
  public static let identifier: Key<Slot> = .identifier(at: 0)
  /// `status`.
  public static let status: Key<AccountStatus> = .word(
    at: 1, "status",
    "`pending`: it cannot sign in before `account.confirm`; `unproven`: it can, and nobody has proven its address; the default is `active`."
  )
  /// `password`.
  public static let password: Key<Slot> = .secret(
    at: 2, .password, required: false,
    "Its password, which the policy must allow: the account is created with it, or not at all.")

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .accountCreate, "account.create",
    "Creates an account with all attributes collected so far and binds it to the run.",
    parameters: [identifier, status, password],
    demands: [
      .verifiedParameter(identifier), .parameterIs(status, .pending), .optedOut(status, .unproven),
      .noAddress(identifier),
    ],
    risk: "create an account for an address that is not theirs", rebindsAccount: true, impliedReads: .identifiers,
    writesAttributes: true, passwordOfAccount: password)
}

/// What a new account may do: what `status` of `account.create` says.
public enum AccountStatus: Int32, ParameterWord {
  /// It may sign in, as its address is proven. It is what is meant where nothing is said.
  case active = 0
  /// It may not sign in before `account.confirm`.
  case pending = 1
  /// It may sign in although nobody has proven its address.
  case unproven = 2

  /// The word.
  public var name: String {
    switch self {
    case .active: "active"
    case .pending: "pending"
    case .unproven: "unproven"
    }
  }

  /// What a flow gives up that says the word.
  public var givesUp: String? {
    switch self {
    case .active: nil
    case .pending: "the account is created whatever was proven, and cannot sign in before it is confirmed"
    case .unproven: "the account may sign in with nothing proven: it belongs to the first client that names the address"
    }
  }
}
