import FlowCompiler

/// What the attack of a rule claims, and so what shows that it succeeded. A family says it here, or nothing counts as success.
enum AttackClaim {
  /// Something is done that the engine would refuse: a demand is not met.
  case demand
  /// Something is done at a door that harms the tenant.
  case door
  /// The run comes to where it should not be.
  case arrival
  /// More guesses are compared than any bound allows.
  case guesses
  /// More messages are sent than any bound allows.
  case messages
  /// A secret that was typed is shown.
  case secret
  /// What an account holds is shown to others.
  case ownership
  /// A function is told, or proves, what it should not.
  case functions
  /// It shows whether there is an account.
  case difference
  /// Somebody is signed in with one factor of two, or changes one.
  case factors
  /// Nobody gains anything: the rule is about what a flow is.
  case nothing

  /// What rules of a family claim; of no family: nothing.
  init(_ family: RuleFamily?) {
    switch family {
    case .evidence: self = .demand
    case .doors: self = .door
    case .completion, .property, .policy, .dataFlow: self = .arrival
    case .guessing: self = .guesses
    case .mail: self = .messages
    case .secrets: self = .secret
    case .ownership: self = .ownership
    case .functions: self = .functions
    case .concealment: self = .difference
    case .factors: self = .factors
    case .source, .language, .conditions, .cases, .languages, .protocols, .graph, .messages, nil: self = .nothing
    }
  }

  /// Whether to have come there is the harm, where the engine has refused nothing that was done.
  var isShownByArriving: Bool {
    switch self {
    case .demand, .nothing: false
    case .door, .arrival, .guesses, .messages, .secret, .ownership, .functions, .difference, .factors: true
    }
  }

  /// Whether it shows in comparison with another world alone.
  var isShownByComparing: Bool {
    switch self {
    case .secret, .ownership, .functions, .difference, .factors: true
    case .demand, .door, .arrival, .guesses, .messages, .nothing: false
    }
  }
}

extension AttackScript {
  /// What it claims.
  var claimed: AttackClaim { AttackClaim(Rule.of(code)?.family) }
}
