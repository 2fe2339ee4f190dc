import FlowModel
import FlowSource

/// A fact that a tenant's property speaks of, resolved.
enum WatchedFact: Sendable, Hashable {
  /// `verified(email)`: what the attribute holds is proven.
  case verified(Int)
  /// `factor(phone)`: an address that the account held before is proven.
  case factor(Int)
  /// `verified(account)`.
  case accountVerified
  /// `created(account)`.
  case created
  /// `authenticated(account)`.
  case authenticated
  /// `found(account)`: one is bound.
  case found
  /// `visited(state)` or `accepted(password.check)`: it has happened, by its number among what is remembered.
  case happened(Int)
  /// What the tenant has nothing for, and a policy demands: it never holds.
  case impossible

  /// Whether it holds.
  func holds(in state: EvidenceState) -> Bool {
    switch self {
    case .verified(let subject): state[.verified, subject]
    case .factor(let subject): state[.factor, subject] && !state[.unbound]
    case .accountVerified: state[.accountVerified] && !state[.unbound]
    case .created: state[.created] && !state[.unbound]
    case .authenticated: state[.authenticated] && !state[.unbound]
    case .found: !state[.unbound]
    case .happened(let number): state.hasHappened(number)
    case .impossible: false
    }
  }
}

/// Something that happens on a path and is to be remembered.
enum Happening: Sendable, Hashable {
  /// A state was left: its number in the flow of the property.
  case visited(Int32)
  /// An effect answered.
  case outcome(Effect, Int)
}

/// The properties of a flow, with what of its paths is to be remembered for them.
struct OwnProperties: Sendable {
  /// `never` and `always`.
  struct Order: Sendable {
    let syntax: PropertySyntax
    let trigger: Trigger
    let fact: WatchedFact
  }

  /// Where a fact must hold.
  enum Trigger: Sendable, Hashable {
    case effect(Effect)
    /// A state of the flow itself, or an end of this name.
    case state(String)
  }

  private(set) var orders: [Order] = []
  private(set) var bounds: [(syntax: PropertySyntax, steps: Int)] = []
  /// What is remembered, by its number.
  private(set) var happenings: [Happening] = []
  /// What is wrong with them.
  private(set) var problems: [Diagnostic] = []

  /// The facts that have names of their own.
  static let facts = ["verified", "factor", "created", "authenticated", "found", "visited"]

  init(_ flow: Int, _ resolved: ResolvedTenant, _ subjects: EvidenceSubjects) {
    for syntax in resolved.scope.flows[flow].properties { take(syntax, flow, resolved, subjects) }
    // A sub-flow is judged with all that call it.
    guard !resolved.scope.flows[flow].isSubFlow else { return }
    for policy in resolved.scope.tenant.policies where !policy.problems.hasErrors {
      for syntax in policy.properties { demand(syntax, flow, resolved, subjects) }
    }
  }

  private mutating func take(
    _ syntax: PropertySyntax, _ flow: Int, _ resolved: ResolvedTenant, _ subjects: EvidenceSubjects
  ) {
    switch syntax.claim {
    case .within(let steps): bounds.append((syntax, steps))
    case .order(let order):
      guard let trigger = trigger(order.occasion, flow, resolved),
        let fact = fact(order.fact, flow, resolved, subjects)
      else { return }
      orders.append(Order(syntax: syntax, trigger: trigger, fact: fact))
    }
  }

  /// What a policy demands, whose sentences are known to be some: where a flow has not what the occasion names it never comes, and
  /// where a tenant has not what the fact is about it never holds.
  private mutating func demand(
    _ syntax: PropertySyntax, _ flow: Int, _ resolved: ResolvedTenant, _ subjects: EvidenceSubjects
  ) {
    guard case .order(let order) = syntax.claim else { return take(syntax, flow, resolved, subjects) }
    let trigger = Effect(name: order.occasion.text).map(Trigger.effect) ?? .state(order.occasion.text)
    var silent = self
    let fact = silent.fact(order.fact, flow, resolved, subjects)
    if fact != nil { self = silent }
    orders.append(Order(syntax: syntax, trigger: trigger, fact: fact ?? .impossible))
  }

  private mutating func trigger(_ word: Word, _ flow: Int, _ resolved: ResolvedTenant) -> Trigger? {
    if let effect = Effect(name: word.text) { return .effect(effect) }
    let states = resolved.scope.flows[flow].states.map(\.name.text)
    let names = states + resolved.scope.ends[flow]
    if names.contains(word.text) { return .state(word.text) }
    // An effect of that name has been told where it stands.
    if resolved.scope.flows[flow].states.contains(where: { $0.effectName == word.text }) { return nil }
    unknown(word, "an effect, a state or an end", names + Effect.allCases.map(\.name), calling: OtherWords.effects)
    return nil
  }

  private mutating func fact(
    _ syntax: FactSyntax, _ flow: Int, _ resolved: ResolvedTenant, _ subjects: EvidenceSubjects
  ) -> WatchedFact? {
    let ofAccount: [String: WatchedFact] = [
      "verified": .accountVerified, "created": .created, "authenticated": .authenticated, "found": .found,
    ]
    if let fact = ofAccount[syntax.name.text] {
      if syntax.subject.text == "account" { return fact }
      guard fact == .accountVerified else {
        unknown(syntax.subject, "what \(syntax.name.text.quoted) is about", ["account"])
        return nil
      }
      if let subject = subject(syntax.subject, resolved, subjects) { return .verified(subject) }
      let names = provable(resolved, subjects)
      unknown(syntax.subject, "an attribute that can be proven", names + ["account"])
      return nil
    }
    if syntax.name.text == "factor" {
      if let subject = subject(syntax.subject, resolved, subjects) { return .factor(subject) }
      let names = provable(resolved, subjects)
      unknown(syntax.subject, "an attribute that can be proven", names)
      return nil
    }
    if syntax.name.text == "visited" {
      let states = resolved.scope.flows[flow].states.map(\.name.text)
      if let state = states.firstIndex(of: syntax.subject.text) { return remember(.visited(Int32(state)), syntax) }
      unknown(syntax.subject, "a state", states)
      return nil
    }
    if let effect = Effect(name: syntax.subject.text) {
      if let outcome = effect.definition.outcome(syntax.name.text) {
        return remember(.outcome(effect, outcome), syntax)
      }
      unknown(syntax.name, "an outcome of \(effect.name.quoted)", effect.definition.outcomes.map(\.name))
      return nil
    }
    unknown(
      syntax.name, "a fact", Self.facts,
      calling: OtherWords.facts)
    return nil
  }

  private func provable(_ resolved: ResolvedTenant, _ subjects: EvidenceSubjects) -> [String] {
    subjects.attributes.filter { resolved.scope.tenant.attributes[$0].definition.tellsPeopleApart }
      .map { resolved.scope.attributeNames[$0] }
  }

  private func subject(_ word: Word, _ resolved: ResolvedTenant, _ subjects: EvidenceSubjects) -> Int? {
    guard let attribute = resolved.scope.attribute(word.text),
      resolved.scope.tenant.attributes[attribute].definition.tellsPeopleApart
    else { return nil }
    return subjects[resolved.scope.slot(attribute)]
  }

  private mutating func remember(_ happening: Happening, _ syntax: FactSyntax) -> WatchedFact? {
    if let number = happenings.firstIndex(of: happening) { return .happened(number) }
    guard happenings.count < EvidenceState.historyLimit else {
      problems.append(
        Diagnostic(
          "U140", .error, "the properties of this flow speak of too many states and outcomes", at: syntax.name.span,
          notes: ["a flow may speak of \(EvidenceState.historyLimit)"], help: "remove some properties"))
      return nil
    }
    happenings.append(happening)
    return .happened(happenings.count - 1)
  }

  private mutating func unknown(
    _ word: Word, _ what: String, _ names: [String], calling others: [String: String] = [:]
  ) {
    let guess = Guess(word, among: names, calling: others)
    problems.append(
      Diagnostic(
        "U140", .error, "\(word.text.quoted) is not \(what)", at: word.span,
        notes: ["known: \(names.listed())"], help: guess?.help, edit: guess?.edit(word)))
  }
}

extension StateSyntax {
  /// What `do` names, whether there is such an effect or not.
  fileprivate var effectName: String? {
    if case .effect(let effect) = kind { effect.effect.text } else { nil }
  }
}
