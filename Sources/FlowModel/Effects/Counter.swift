/// What is counted before something is compared or sent, so that it cannot be repeated without end. A counter is spent
/// first: so many attempts at once are so many attempts. The numbers rest in runs: none is ever used for another counter.
public enum Counter: UInt8, Sendable, Hashable, CaseIterable {
  /// Guesses of one code, and so of one run: `codes.attempts`.
  case guessesOfCode = 0
  /// Guesses of any code that an address was sent, over all runs: `codes.attempts` times `codes.per-identifier`.
  case guessesAtAddress = 1
  /// Guesses of an account's password, over all runs and by whichever of its names: `passwords.attempts`.
  case guessesAtAccount = 2
  /// Calls of a function for one account or address, over all runs: the function's `attempts`.
  case callsForSubject = 3
  /// Calls of a function by one run, whomever it names: as many as for one account.
  case callsOfRun = 4
  /// Codes to one address, over all runs: `codes.per-identifier`.
  case codesToAddress = 5
  /// Codes of one run, wherever it sends them: as many as to one address.
  case codesOfRun = 6
  /// Links to one address, over all runs: `links.per-identifier`.
  case linksToAddress = 7
  /// Links of one run, wherever it sends them: as many as to one address.
  case linksOfRun = 8
  /// Codes of one run to one address while the last of them is out: one in each `codes.resend-after`.
  case codesInARow = 9
  /// Guesses of the password of whoever a name belongs to, over all runs, whether or not there is an account:
  /// `passwords.attempts`.
  case guessesAtName = 10
  /// Notices to one address, over all runs: `notices.per-identifier`.
  case noticesToAddress = 11
  /// Notices of one run, wherever it sends them: as many as to one address.
  case noticesOfRun = 12
  /// Comparisons of a new password with an account's present and earlier ones, over all runs, by who has not shown the present
  /// one: `passwords.attempts`.
  case guessesAtFormer = 13

  /// What is counted together.
  public enum Scope: Sendable, Hashable {
    /// What one run does. Another run counts anew.
    case run
    /// What is done about one address or account, however many runs somebody starts.
    case subject
  }

  /// What is counted together.
  public var scope: Scope {
    switch self {
    case .guessesOfCode, .callsOfRun, .codesOfRun, .linksOfRun, .codesInARow, .noticesOfRun: .run
    case .guessesAtAddress, .guessesAtAccount, .guessesAtName, .callsForSubject, .codesToAddress, .linksToAddress,
      .noticesToAddress, .guessesAtFormer:
      .subject
    }
  }

  /// Whether a client may see that it is used up. What is counted for an account alone, by all of its names, would tell whose
  /// another name is.
  public var isTold: Bool { self != .guessesAtAccount }

  /// Whether waiting gives it back. A code that was guessed too often stays void.
  public var comesBack: Bool { self != .guessesOfCode }

  /// The start of its key in storage.
  public var name: String {
    switch self {
    case .guessesOfCode: "code.guess.run"
    case .guessesAtAddress: "code.guess"
    case .guessesAtAccount: "password.account"
    case .guessesAtName: "password"
    case .guessesAtFormer: "password.former"
    case .callsForSubject: "function"
    case .callsOfRun: "function.run"
    case .codesToAddress: "code.send"
    case .codesOfRun: "code.send.run"
    case .linksToAddress: "link.send"
    case .linksOfRun: "link.send.run"
    case .codesInARow: "code.resend.run"
    case .noticesToAddress: "message.send"
    case .noticesOfRun: "message.send.run"
    }
  }

  /// How often in how long a time, by a tenant's policies; nil where nothing is counted: of a function without `attempts`, and
  /// of passwords where none is remembered.
  public func rate(
    codes: CodePolicy, links: LinkPolicy, notices: NoticePolicy, passwords: PasswordPolicy,
    function: FunctionDefinition? = nil
  ) -> Rate? {
    switch self {
    case .guessesOfCode: Rate(codes.attempts, per: codes.lifetime)
    case .guessesAtAddress: Rate(codes.attempts * codes.perIdentifier.count, per: codes.perIdentifier.seconds)
    case .guessesAtAccount, .guessesAtName: passwords.attempts
    case .guessesAtFormer: passwords.remember > 0 ? passwords.attempts : nil
    case .callsForSubject, .callsOfRun: function?.attempts
    case .codesToAddress, .codesOfRun: codes.perIdentifier
    case .linksToAddress, .linksOfRun: links.perIdentifier
    case .noticesToAddress, .noticesOfRun: notices.perIdentifier
    case .codesInARow: Rate(1, per: codes.resendAfter)
    }
  }
}

/// Something that an attacker would like to do again and again, and the counters that an effect spends before it.
public struct Bound: Sendable, Hashable {
  /// What is bounded.
  public enum Action: Sendable, Hashable {
    /// A secret is compared, and the outcome tells whether it was right.
    case guess
    /// A message leaves for an address.
    case message
    /// Somebody outside is asked.
    case call
  }

  /// What comes where a counter is used up that may be told. Nothing is spent then: not of the others either. Where only
  /// one is used up that may not be told, the others are spent, and the effect is performed without what is bounded.
  public enum UsedUp: Sendable, Hashable {
    /// The effect is not performed, and has the outcome of this name.
    case outcome(name: String)
    /// The effect is performed without what is bounded.
    case withheld

    static func outcome(_ outcome: some EffectOutcome) -> UsedUp { .outcome(name: outcome.name) }
  }

  /// What is bounded.
  public let action: Action
  /// The parameters that make the effect do it; empty: it always does.
  public let parameters: [Int]
  /// What is spent, one of each; once, where several bounds of an effect name the same counter.
  public let counters: [Counter]
  /// What comes where one of them is used up.
  public let usedUp: UsedUp
  /// Whether the spending is committed before anything else is done, as what is bounded leaves the step's transaction.
  public let isCommitted: Bool
  /// Whether an outcome that passes gives back what was spent for it, and nothing of what was spent before.
  public let isRenewed: Bool

  init(
    _ action: Action, by counters: [Counter], with parameters: [any ParameterKey] = [], usedUp: UsedUp,
    isCommitted: Bool = false,
    isRenewed: Bool = false
  ) {
    self.action = action
    self.counters = counters
    self.parameters = parameters.map(\.index)
    self.usedUp = usedUp
    self.isCommitted = isCommitted
    self.isRenewed = isRenewed
  }

  /// Whether an effect with these arguments does it.
  public func applies(to arguments: [EffectArgument]) -> Bool {
    parameters.isEmpty || parameters.contains { arguments.indices.contains($0) && arguments[$0] != .absent }
  }
}
