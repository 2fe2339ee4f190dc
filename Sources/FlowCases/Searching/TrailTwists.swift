import FlowCompiler
import FlowModel
import FlowRuntime

/// What can be otherwise on a trail, so that an effect answers something else or another branch is taken: time passes, nothing
/// can be sent, limits are used up, functions answer otherwise, accounts are others, the same is done again. What fits the
/// transition that is looked for comes first.
struct TrailTwists {
  let world: SampleWorld
  let flow: Flow
  let table: FlowTable
  private let effects: [Int: (call: EffectCall, outcome: OutcomeDefinition)]
  private let timeouts: [Int: Int]

  init(_ world: SampleWorld, _ flow: Flow) {
    (self.world, self.flow, table) = (world, flow, world.table)
    var effects: [Int: (call: EffectCall, outcome: OutcomeDefinition)] = [:]
    for call in flow.calls {
      for (transition, outcome) in zip(call.transitions, call.definition.outcomes) where transition >= 0 {
        effects[Int(transition)] = (call, outcome)
      }
    }
    self.effects = effects
    timeouts = Dictionary(
      flow.pages.filter { $0.timeoutTransition >= 0 }.map { (Int($0.timeoutTransition), $0.timeout) }
    ) { first, _ in first }
  }

  /// The trails that are made to take a transition in place of one whose last step came by, the likeliest first.
  func fitting(_ trail: Trail, _ transition: Int) -> [Trail] {
    if let timeout = timeouts[transition] {
      var waiting = trail
      (waiting.clause, waiting.words) = ("after \(durationText(timeout))", nil)
      var step = CaseStep(span: .nowhere, action: .wait(timeout))
      // What a page that is over leads to shows when somebody looks.
      step.expected = CaseExpectation(span: .nowhere)
      return [waiting.then(step)]
    }
    guard let (call, outcome) = effects[transition] else { return [] }
    var twists: [Trail] = []
    if case .unreachableAddress? = outcome.cause { twists += unreachable(trail) }
    if case .delay? = outcome.cause { twists += waits(trail) }
    if case .refusedPassword(let complaint)? = outcome.cause { twists += refused(trail, complaint) }
    if call.definition.asksOthers, let function = call.function,
      let answer = FunctionCall.Outcome(rawValue: outcome.name)
    {
      twists.append(answering(trail, table.functions[function].name, answer))
    }
    let function = call.function.map { table.functions[$0] }
    for bound in call.definition.bounds where bound.ends(in: outcome.name) {
      twists += usedUp(trail)
      let rates = bound.counters.compactMap { table.rate(of: $0, function: function)?.count }
      for count in Set(rates).sorted() where count < 1000 { twists.append(repeated(trail, count + 1)) }
    }
    if [.withAccount, .withNamesake].contains(outcome.occurs) { twists += appearing(trail) }
    return twists
  }

  /// All else that can be otherwise on a trail, whatever comes of it.
  func general(_ trail: Trail) -> [Trail] {
    again(trail) + standings(trail) + appearing(trail) + attributes(trail) + unreachable(trail) + waits(trail)
      + usedUp(trail)
      + table.functions.flatMap { function in
        FunctionCall.Outcome.allCases.map { answering(trail, function.name, $0) }
      }
  }

  // MARK: The world changes before the last step

  func changed(
    _ trail: Trail, _ clause: String, fact: String, _ change: (inout CaseWorld) -> Void
  ) -> Trail {
    var world = CaseWorld()
    change(&world)
    var twisted = trail
    twisted.clause = clause
    twisted.facts["given " + fact] = clause
    guard let last = trail.steps.last, trail.steps.count > 1 else {
      twisted.given = trail.given.with(world)
      return twisted
    }
    twisted.steps[trail.steps.count - 1] = CaseStep(span: .nowhere, action: .given(world))
    twisted.steps.append(last)
    return twisted
  }

  /// Who acts on a trail.
  func people(_ trail: Trail) -> [SampleWorld.Person] {
    let values = Set(trail.facts.values)
    let named = SampleWorld.people.filter { person in
      world.personal.contains { world.value($0, of: person).map(values.contains) ?? false }
        || values.contains("{{ \(person.label).grant }}")
    }
    return named.isEmpty ? SampleWorld.people.filter { $0.label == "ann" } : named
  }
}

extension Bound {
  /// Whether what it bounds has an outcome where it is used up.
  fileprivate func ends(in name: String) -> Bool {
    if case .outcome(let own) = usedUp { own == name } else { false }
  }
}
