/// What is counted before something is compared or sent, so that it cannot be repeated without end. A counter is spent
/// first: so many attempts at once are so many attempts.
public enum Counter: UInt8, Sendable, Hashable, CaseIterable {
  /// Guesses of one code, and so of one run: `codes.attempts`.
  case guessesOfCode
  /// Guesses of any code that an address was sent, over all runs: `codes.attempts` times `codes.per-identifier`.
  case guessesAtAddress
  /// Guesses of an account's password, over all runs: `passwords.attempts`.
  case guessesAtAccount
  /// Calls of a function for one account or address, over all runs: the function's `attempts`.
  case callsForSubject
  /// Calls of a function by one run, whomever it names: as many as for one account.
  case callsOfRun
  /// Codes to one address, over all runs: `codes.per-identifier`.
  case codesToAddress
  /// Codes of one run, wherever it sends them: as many as to one address.
  case codesOfRun
  /// Links to one address, over all runs: `links.per-identifier`.
  case linksToAddress
  /// Links of one run, wherever it sends them: as many as to one address.
  case linksOfRun

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
    case .guessesOfCode, .callsOfRun, .codesOfRun, .linksOfRun: .run
    case .guessesAtAddress, .guessesAtAccount, .callsForSubject, .codesToAddress, .linksToAddress: .subject
    }
  }

  /// The start of its key in storage.
  public var name: String {
    switch self {
    case .guessesOfCode: "code.guess.run"
    case .guessesAtAddress: "code.guess"
    case .guessesAtAccount: "password"
    case .callsForSubject: "function"
    case .callsOfRun: "function.run"
    case .codesToAddress: "code.send"
    case .codesOfRun: "code.send.run"
    case .linksToAddress: "link.send"
    case .linksOfRun: "link.send.run"
    }
  }

  /// How often in how long a time, by a tenant's policies; nil where a function has no `attempts`, so that nothing is
  /// counted.
  public func rate(
    codes: CodePolicy, links: LinkPolicy, passwords: PasswordPolicy, function: FunctionDefinition? = nil
  ) -> Rate? {
    switch self {
    case .guessesOfCode: Rate(codes.attempts, per: codes.lifetime)
    case .guessesAtAddress: Rate(codes.attempts * codes.perIdentifier.count, per: codes.perIdentifier.seconds)
    case .guessesAtAccount: passwords.attempts
    case .callsForSubject, .callsOfRun: function?.attempts
    case .codesToAddress, .codesOfRun: codes.perIdentifier
    case .linksToAddress, .linksOfRun: links.perIdentifier
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
  }

  /// What is bounded.
  public let action: Action
  /// The parameters that make the effect do it; empty: it always does.
  public let parameters: [Int]
  /// What is spent.
  public let counters: [Counter]

  init(_ action: Action, by counters: [Counter], with parameters: [Int] = []) {
    self.action = action
    self.counters = counters
    self.parameters = parameters
  }

  /// Whether an effect with these arguments does it.
  public func applies(to arguments: [EffectArgument]) -> Bool {
    parameters.isEmpty || parameters.contains { arguments.indices.contains($0) && arguments[$0] != .absent }
  }
}
