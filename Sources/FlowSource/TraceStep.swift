/// One step of a counterexample: a state, what is done there by whom, and what comes of it.
///
/// Effects, outcomes, events and attributes stand by their names in the table.
public struct TraceStep: Hashable, Sendable {
  /// Who acts.
  public enum Actor: String, Hashable, Sendable {
    /// The client of the flow; the attacker, where the counterexample has an attack.
    case client
    /// The flow itself.
    case engine
  }

  /// What is done at the state, and by which branch it is left.
  public enum Action: Hashable, Sendable {
    /// The client sends an event of the page.
    case send(event: String, inputs: [TraceInput])
    /// The client lets the page's time run out.
    case wait(seconds: Int)
    /// The page is skipped, as if the event had come.
    case skip(event: String)
    /// The effect is run; the outcome is nil at the last step, where it does not matter.
    case run(effect: String, outcome: String?)
    /// A branch is taken, counted from 1, because its condition holds; nil: none of the conditions holds.
    case choose(branch: Int, condition: String?)
    /// A sub-flow is entered; nil where it is not known.
    case enter(subFlow: String?)
    /// A sub-flow is left by one of its ends.
    case leave(subFlow: String, end: String)
    /// The last step: the page is shown.
    case show(title: String)
    /// The last step: the run ends.
    case end(name: String)
    /// The flow goes on, and there is nothing to say about it.
    case proceed
  }

  /// The transition that is taken; for the last step the state's name.
  public var span: SourceSpan
  /// The state's name in the table: `caller/name` within a sub-flow.
  public var state: String
  /// What is done.
  public var action: Action
  /// What the transition does, and what becomes true with it, in order.
  public var facts: [TraceFact]

  /// A step out of `state`.
  public init(span: SourceSpan, state: String, _ action: Action, facts: [TraceFact] = []) {
    self.span = span
    self.state = state
    self.action = action
    self.facts = facts
  }

  /// Who acts.
  public var actor: Actor {
    switch action {
    case .send, .wait: .client
    case .skip, .run, .choose, .enter, .leave, .show, .end, .proceed: .engine
    }
  }

  /// The event, outcome or branch by which the state is left, such as `submit`, `found`, `1` or `time-out`; empty where
  /// there is no choice, and at the last step.
  public var branch: String {
    switch action {
    case .send(let event, _), .skip(let event): event
    case .wait: "time-out"
    case .run(_, let outcome): outcome ?? ""
    case .choose(let branch, let condition): condition == nil ? "else" : String(branch)
    case .leave(_, let end): end
    case .enter, .show, .end, .proceed: ""
    }
  }
}

/// A field of an event as it is sent.
public struct TraceInput: Hashable, Sendable {
  /// What is sent in a field, and whose it is.
  public enum Value: String, Hashable, Sendable, CaseIterable {
    /// An address whose mail the attacker reads.
    case ownAddress = "own-address"
    /// A second factor that the attacker has made or bought.
    case ownFactor = "own-factor"
    /// The code from the newest message to the attacker.
    case mailedCode = "mailed-code"
    /// A part of the link from the newest message to the attacker.
    case mailedLink = "mailed-link"
    /// The password of the attacker's own account.
    case ownPassword = "own-password"
    /// A grant for the attacker's own account.
    case ownGrant = "own-grant"
    /// The code from the newest message to the victim, which the attacker reads.
    case stolenCode = "stolen-code"
    /// A part of the link from the newest message to the victim, which the attacker reads.
    case stolenLink = "stolen-link"
    /// The victim's password, which the attacker has come to know.
    case stolenPassword = "stolen-password"
    /// A grant for the victim's account, got for one factor.
    case stolenGrant = "stolen-grant"
    /// A password that the attacker makes up.
    case newPassword = "new-password"
    /// The victim's address.
    case victimsAddress = "victims-address"
    /// What the victim's account is found by, and is no address.
    case victimsName = "victims-name"
    /// Any address.
    case anyAddress = "any-address"
    /// A code that is only guessed.
    case guessedCode = "guessed-code"
    /// Another secret that is only guessed.
    case guessedSecret = "guessed-secret"

    /// Whose a value is.
    public enum Owner: String, Hashable, Sendable {
      case attacker, victim, anybody
    }

    /// What is sent where the attacker has a factor of the victim's and uses it.
    public var stolen: Value {
      switch self {
      case .ownAddress: .victimsAddress
      case .mailedCode: .stolenCode
      case .mailedLink: .stolenLink
      case .ownPassword: .stolenPassword
      case .ownGrant: .stolenGrant
      default: self
      }
    }

    /// Whose it is.
    public var owner: Owner {
      switch self {
      case .ownAddress, .ownFactor, .mailedCode, .mailedLink, .ownPassword, .ownGrant, .newPassword: .attacker
      case .victimsAddress, .victimsName, .stolenCode, .stolenLink, .stolenPassword, .stolenGrant: .victim
      case .anyAddress, .guessedCode, .guessedSecret: .anybody
      }
    }
  }

  /// The field's name.
  public var field: String
  /// Whether the page demands it.
  public var isRequired: Bool
  /// What is sent in it; nil where it does not matter.
  public var value: Value?

  /// A field, and what is sent in it.
  public init(_ field: String, isRequired: Bool = true, value: Value? = nil) {
    self.field = field
    self.isRequired = isRequired
    self.value = value
  }
}
