private let callCounters: [Counter] = [.callsForSubject, .callsOfRun]

private let identifierParameter = ParameterDefinition(
  "identifier", .identifier, "The attribute that identifies the account; may be left out where the tenant has just one."
)

/// The index of each parameter that handlers and demands speak of.
public enum Parameter {
  /// `account.find`, `.create`, `.confirm`: `identifier`.
  public static let identifier = 0
  /// `account.read`: `attribute`.
  public static let attribute = 0
  /// `account.create`: `status`.
  public static let status = 1
  /// `password.*`: `password`.
  public static let password = 0
  /// `code.send`, `link.send`: `to`.
  public static let to = 0
  /// `code.send`: `channel`.
  public static let channel = 1
  /// `code.send`: `for`.
  public static let codeFor = 2
  /// `link.send`: `flow`.
  public static let linkFlow = 1
  /// `code.verify`: `code`.
  public static let code = 0
  /// `link.redeem`: `token`.
  public static let token = 0
  /// `link.redeem`: `tokenId`.
  public static let tokenId = 1
  /// `grant.redeem`: `grant`.
  public static let grant = 0
  /// `function.call`: `function`.
  public static let function = 0
  /// `function.call`: `pass`.
  public static let pass = 1
  /// `function.call`: `arguments`.
  public static let arguments = 2
  /// `function.call`: `password`.
  public static let functionPassword = 3
  /// `function.call`: `link`.
  public static let functionLink = 4
  /// `function.call`: `attests`.
  public static let attests = 5
}

/// What a new account may do: what `status` of `account.create` says.
public enum AccountStatus: Int32, Sendable, CaseIterable {
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
}

/// Whom a code is for: what `for` of `code.send` says.
public enum CodeFor: Int32, Sendable, CaseIterable {
  /// Whoever reads what is sent to the address. It is what is meant where nothing is said.
  case anyone = 0
  /// The bound account, if the address is its own; else nobody.
  case account = 1

  /// The word.
  public var name: String {
    switch self {
    case .anyone: "anyone"
    case .account: "account"
    }
  }

  /// Whom the code of a `code.send` is for.
  public init(_ arguments: [EffectArgument]) {
    guard arguments.indices.contains(Parameter.codeFor), case .word(let word) = arguments[Parameter.codeFor] else {
      self = .anyone
      return
    }
    self = CodeFor(rawValue: word) ?? .anyone
  }
}

/// All effects, by their number. Adding an effect is adding its case to `Effect`, an entry here and a handler in the
/// runtime; checker, documentation and schema follow from this table.
public let effectCatalogue: [EffectDefinition] = [
  EffectDefinition(
    .accountFind, "Looks for the account of an identifier and binds it to the run.",
    parameters: [identifierParameter],
    outcomes: AccountFindOutcome.self,
    rebindsAccount: true),
  EffectDefinition(
    .accountCreate, "Creates an account with all attributes collected so far and binds it to the run.",
    parameters: [
      identifierParameter,
      ParameterDefinition(
        "status", .word(AccountStatus.allCases.map(\.name)),
        "`pending`: it cannot sign in before `account.confirm`; `unproven`: it can, and nobody has proven its address; the default is `active`."
      ),
    ],
    outcomes: AccountCreateOutcome.self,
    demands: [
      .verifiedParameter(Parameter.identifier), .parameterIs(Parameter.status, AccountStatus.pending.name),
      .waived(Parameter.status, AccountStatus.unproven.name), .noAddress(Parameter.identifier),
    ],
    risk: "create an account for an address that is not theirs",
    rebindsAccount: true),
  EffectDefinition(
    .accountConfirm, "Lets a pending account sign in.",
    outcomes: AccountConfirmOutcome.self,
    demands: [.verifiedAccount], risk: "confirm an account whose address is not theirs"),
  EffectDefinition(
    .accountUpdate, "Writes the attributes collected in this run to the bound account.",
    outcomes: AccountUpdateOutcome.self,
    demands: [.authenticated, .created], risk: "change an account that is not theirs"),
  EffectDefinition(
    .passwordCheck, "Holds a password against the tenant's policy; changes nothing.",
    parameters: [ParameterDefinition("password", .secret(.password), required: true, "The password to check.")],
    outcomes: PasswordCheckOutcome.self,
    takesTime: true),
  EffectDefinition(
    .passwordSet, "Gives the bound account this password, if the policy allows it.",
    parameters: [ParameterDefinition("password", .secret(.password), required: true, "The new password.")],
    outcomes: PasswordSetOutcome.self,
    demands: [.created, .authenticated, .verifiedAccount], risk: "set the password of an account that is not theirs",
    takesTime: true),
  EffectDefinition(
    .passwordVerify, "Compares a password with the bound account's; without one it takes as long, and never matches.",
    parameters: [ParameterDefinition("password", .secret(.password), required: true, "The password to compare.")],
    outcomes: PasswordVerifyOutcome.self,
    bounds: [
      Bound(
        .guess, by: [.guessesAtAccount], usedUp: .outcome(PasswordVerifyOutcome.locked), isCommitted: true,
        isRenewed: true)
    ], takesTime: true),
  EffectDefinition(
    .codeSend,
    "Sends a fresh one-time code, which voids an earlier one; a code to another address is void even if nothing is sent.",
    parameters: [
      ParameterDefinition("to", .address, required: true, "The attribute that holds the address."),
      ParameterDefinition("channel", .word(["email", "sms"]), "How; follows from the attribute's type if left out."),
      ParameterDefinition(
        "for", .word(CodeFor.allCases.map(\.name)),
        "`account`: only the bound account's own address gets it; without one all looks the same, and no code is right."
      ),
    ],
    outcomes: CodeSendOutcome.self,
    codeTarget: Parameter.to,
    bounds: [
      Bound(.message, by: [.codesInARow, .codesOfRun, .codesToAddress], usedUp: .outcome(CodeSendOutcome.throttled))
    ],
    takesTime: true),
  EffectDefinition(
    .codeVerify, "Compares a code with the one that was sent last, after spending one attempt.",
    parameters: [ParameterDefinition("code", .secret(.code), required: true, "The code to compare.")],
    outcomes: CodeVerifyOutcome.self,
    bounds: [Bound(.guess, by: [.guessesOfCode, .guessesAtAddress], usedUp: .outcome(CodeVerifyOutcome.exhausted))]),
  EffectDefinition(
    .linkSend, "Sends the bound account a link with a fresh token that another flow redeems.",
    parameters: [
      ParameterDefinition("to", .address, required: true, "The attribute that holds the address."),
      ParameterDefinition("flow", .flow, required: true, "The flow that redeems the link."),
    ],
    outcomes: LinkSendOutcome.self,
    bounds: [Bound(.message, by: [.linksOfRun, .linksToAddress], usedUp: .outcome(LinkSendOutcome.throttled))],
    takesTime: true),
  EffectDefinition(
    .linkRedeem, "Consumes a link's token and binds the account that it was sent for.",
    parameters: [
      ParameterDefinition("token", .secret(.token), required: true, "The secret part."),
      ParameterDefinition("tokenId", .secret(.tokenId), required: true, "The part by which the link is found."),
    ],
    outcomes: LinkRedeemOutcome.self,
    rebindsAccount: true),
  EffectDefinition(
    .functionCall, "Asks one of the tenant's functions; no answer in time, or none that fits, is `fail`.",
    parameters: [
      ParameterDefinition("function", .function, required: true, "The function."),
      ParameterDefinition("pass", .attributes, "The attributes it is handed."),
      ParameterDefinition("arguments", .list, "A list from the client, handed on as it is."),
      ParameterDefinition("password", .secret(.password), "The proposed password, where the function decides on it."),
      ParameterDefinition("link", .flow, "The flow that redeems the fresh link token it is handed."),
      ParameterDefinition("attests", .evidence, "What `success` proves, as `verified(email)`."),
    ],
    outcomes: FunctionCallOutcome.self,
    bounds: [
      Bound(.call, by: callCounters, usedUp: .outcome(FunctionCallOutcome.fail), isCommitted: true),
      Bound(
        .guess, by: callCounters, with: [Parameter.attests, Parameter.arguments, Parameter.functionPassword],
        usedUp: .outcome(FunctionCallOutcome.fail), isCommitted: true),
      Bound(
        .message, by: callCounters, with: [Parameter.functionLink], usedUp: .outcome(FunctionCallOutcome.fail),
        isCommitted: true),
      // What the function does may tell the client whether the password holds. Whoever is locked out is asked for all the
      // same: a function that does not need the password can still help.
      Bound(
        .guess, by: [.guessesAtAccount], with: [Parameter.functionPassword], usedUp: .withheld, isCommitted: true),
    ], takesTime: true, asksOthers: true),
  EffectDefinition(
    .grantRedeem, "Consumes a grant that an earlier flow's end handed out, and binds its account.",
    parameters: [ParameterDefinition("grant", .secret(.grant), required: true, "The grant.")],
    outcomes: GrantRedeemOutcome.self,
    rebindsAccount: true),
  EffectDefinition(
    .tokenIssue, "Opens a session for the bound account; an end hands its tokens out as `result: [tokens]`.",
    outcomes: TokenIssueOutcome.self,
    demands: [.authenticated], risk: "be signed in to an account that is not theirs", takesTime: true),
  EffectDefinition(
    .accountDiscard, "Removes the account that this run created, as if it had never been.",
    outcomes: AccountDiscardOutcome.self,
    demands: [.created], risk: "remove an account that is not theirs", rebindsAccount: true),
  EffectDefinition(
    .accountRead, "Takes what the bound account holds of an attribute over into the run.",
    parameters: [
      ParameterDefinition("attribute", .attribute, required: true, "What is read: an attribute that accounts hold.")
    ],
    outcomes: AccountReadOutcome.self,
    demands: [.authenticated], risk: "read what somebody else's account holds"),
]
