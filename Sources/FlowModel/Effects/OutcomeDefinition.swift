/// The entry of one answer of an effect in the catalogue.
public struct OutcomeDefinition: Sendable {
  /// The name, a key of `then:`; that of the `EffectOutcome` it describes.
  public internal(set) var name = ""
  /// When it comes, in one sentence.
  public let summary: String
  /// Whether the account is bound, and its facts known, after it.
  public let bindsAccount: Bool
  /// What it makes of the bound account; nil: what it was.
  public let standing: StandingChange?
  /// What it proves.
  public let mints: [Evidence]
  /// Whether a fresh code is on its way after it.
  public let sendsCode: Bool
  /// What it writes into the run.
  public let writes: SlotWrite?
  /// Whether the account has the identifiers that the run has proven, after it.
  public let takesIdentifiers: Bool
  /// Whether it depends on the account that it comes at all.
  public let occurs: Occurrence
  /// Whether it comes only where the account was confirmed before.
  public let foundConfirmed: Bool
  /// What it says of a client that is held at this gate.
  public let verdict: Verdict
  /// What a client does to make it come; nil where that is nothing special.
  public let cause: Cause?
  /// Whether the secrets that the effect was handed stay in the run; else they are gone behind it.
  public let keepsSecrets: Bool
  /// Whether a flow need not handle it: where it does not, the step is refused. Such outcomes are the last ones.
  public let isOptional: Bool
  /// The index of the parameter without which it never comes, so that a flow must not handle it; nil: none. Such outcomes
  /// are the last ones.
  public let needs: Int?
  /// What the log of security events is told of it; nil: nothing.
  public let security: SecurityNote?

  init(
    _ summary: String, bindsAccount: Bool = false, standing: StandingChange? = nil, mints: [Evidence] = [],
    sendsCode: Bool = false, writes: SlotWrite? = nil, takesIdentifiers: Bool = false,
    occurs: Occurrence = .whetherOrNot, foundConfirmed: Bool = false, verdict: Verdict = .none, cause: Cause? = nil,
    keepsSecrets: Bool = false,
    isOptional: Bool = false, needs: Int? = nil, security: SecurityNote? = nil
  ) {
    self.summary = summary
    self.bindsAccount = bindsAccount
    self.standing = standing
    self.mints = mints
    self.sendsCode = sendsCode
    self.writes = writes
    self.takesIdentifiers = takesIdentifiers
    self.occurs = occurs
    self.foundConfirmed = foundConfirmed
    self.verdict = verdict
    self.cause = cause
    self.keepsSecrets = keepsSecrets
    self.isOptional = isOptional
    self.needs = needs
    self.security = security
  }
}

/// What an outcome is to whoever watches over accounts and the ways into them. Reasons are words such as `wrong_password`.
public enum SecurityNote: Sendable, Hashable {
  /// The account was made, confirmed, disabled or deleted.
  case accountCreated, accountConfirmed, accountDisabled, accountDeleted
  /// The account's attributes were written. It is told where it is found or reached by other addresses then.
  case addressChanged
  /// A session was opened.
  case signedIn
  /// A password was set. It is a reset where there was one and it was not given.
  case passwordSet
  /// The password is right. It fails all the same where the account may not sign in.
  case passwordMatched
  /// A code is right. It is a second factor where the first one was shown.
  case codeMatched
  /// A code is not right. Of what it would have been a proof is told by the run.
  case codeRefused(String)
  /// A sign-in failed.
  case signInFailed(String)
  /// An address was not proven.
  case proofFailed(String)
  /// Nothing was compared, as it was tried too often.
  case guessesUsedUp(String)
  /// Nothing was sent, as there were too many messages.
  case messageThrottled(MessageContent)
  /// What signs in once came again.
  case reused(String)
}

/// What an answer says of a client that is held at a gate.
public enum Verdict: Sendable, Hashable {
  /// Nothing.
  case none
  /// What was shown is right.
  case passes
  /// It is not.
  case refuses
  /// Nothing was compared: it was tried too often.
  case locksOut
}

/// What a client does to make an answer come: a search for inputs asks for it, never for the answer's name.
public enum Cause: Sendable, Hashable {
  /// It sends a secret that is not the right one.
  case wrongSecret
  /// It sends a password that the policy refuses.
  case refusedPassword(PasswordComplaint)
  /// It names an address to which nothing can be sent.
  case unreachableAddress
  /// It waits until what it has is too old.
  case delay
}

/// What an outcome makes of the bound account's right to sign in.
public enum StandingChange: Sendable, Hashable {
  /// It is a new one, enabled, and confirmed but for where a parameter has a word.
  case new(unconfirmedIf: Int, is: String)
  /// It is confirmed.
  case confirmed
  /// It is disabled.
  case disabled

  static func new<Owner, Word: ParameterWord>(unconfirmedIf key: Parameter<Owner, Word>, is word: Word) -> Self {
    .new(unconfirmedIf: key.index, is: word.name)
  }
}

/// What an outcome writes into the run: the slot of the attribute that a parameter names. What was proven of the value
/// there before is not proven of the new one.
public enum SlotWrite: Sendable, Hashable {
  /// The value that the bound account holds; it is the account's own until another account is bound.
  case accountValue(of: Int)
  /// None: whatever was collected is taken back.
  case nothing(of: Int)
  /// An address, over which the client has proven control to whoever makes an account: the proof ends where one is found.
  case invitedAddress(of: Int)

  static func accountValue<Owner>(of key: Parameter<Owner, Slot>) -> Self { .accountValue(of: key.index) }
  static func nothing<Owner>(of key: Parameter<Owner, Slot>) -> Self { .nothing(of: key.index) }
  static func invitedAddress<Owner>(of key: Parameter<Owner, Slot>) -> Self { .invitedAddress(of: key.index) }

  /// The index of the parameter that names the attribute.
  public var parameter: Int {
    switch self {
    case .accountValue(let parameter), .nothing(let parameter), .invitedAddress(let parameter): parameter
    }
  }
}

/// What an outcome tells of the account that the effect looks up by its identifier, or else of the bound one.
public enum Occurrence: Sendable, Hashable {
  /// Nothing: what it depends on is the same whether there is an account or not.
  case whetherOrNot
  /// It comes only where there is one.
  case withAccount
  /// It comes only where there is none.
  case withoutAccount
  /// It comes where another account has an identifier that is written.
  case withNamesake
  /// It comes only where a code was sent and, if that was for the bound account alone, one is bound.
  case withCode
}
