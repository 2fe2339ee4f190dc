import FlowCompiler
import FlowModel
import FlowRuntime

/// What can be otherwise on a trail, so that an effect answers something else or another branch is taken: time passes, nothing
/// can be sent, limits are used up, functions answer otherwise, accounts are others, the same is done again. What fits the
/// transition that is looked for comes first.
struct TrailTwists {
  let world: SampleWorld
  let flow: Flow
  private let table: FlowTable
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

  private func changed(
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
  private func people(_ trail: Trail) -> [SampleWorld.Person] {
    let values = Set(trail.facts.values)
    let named = SampleWorld.people.filter { person in
      world.personal.contains { world.value($0, of: person).map(values.contains) ?? false }
        || values.contains("{{ \(person.label).grant }}")
    }
    return named.isEmpty ? SampleWorld.people.filter { $0.label == "ann" } : named
  }

  private func unreachable(_ trail: Trail) -> [Trail] {
    people(trail).flatMap { person in
      world.addresses.compactMap { attribute in
        guard let address = world.value(attribute, of: person) else { return nil }
        return changed(trail, "nothing can be sent to \(address)", fact: address) {
          $0.undeliverable = [.text(CaseText(address))]
        }
      }
    }
  }

  private func usedUp(_ trail: Trail) -> [Trail] {
    people(trail).flatMap { person in
      world.personal.flatMap { attribute in
        CaseWorld.UsedUp.allCases.compactMap { what in
          guard let name = world.value(attribute, of: person) else { return nil }
          return changed(trail, "there were too many \(what.words)", fact: what.rawValue) {
            $0.usedUp = [(what, [.text(CaseText(name))])]
          }
        }
      }
    }
  }

  private func answering(_ trail: Trail, _ function: String, _ answer: FunctionCall.Outcome) -> Trail {
    changed(trail, "\(function) answers \(answer.rawValue)", fact: function) {
      $0.functions = [(Word(function), [answer])]
    }
  }

  private func refused(_ trail: Trail, _ complaint: PasswordComplaint) -> [Trail] {
    let fresh = CaseText(world.passwords.fresh)
    let own = CaseText(world.passwords.own)
    switch complaint {
    case .banned:
      return [
        changed(trail, "the password becomes a common one", fact: "common") { $0.commonPasswords = [fresh, own] },
        changed(trail, "the password is published", fact: "published") { $0.publishedPasswords = [fresh, own] },
      ]
    case .recently_used:
      return people(trail).filter { $0.standing != nil }.map { person in
        changed(trail, "the account has that password by now", fact: person.label) { world in
          var account = CaseAccount(label: Word(person.label))
          account.password = fresh
          world.accounts = [account]
        }
      }
    case .too_short, .too_long, .too_weak: return []
    }
  }

  /// Somebody else has the addresses and names by now that were sent.
  private func appearing(_ trail: Trail) -> [Trail] {
    people(trail).filter { $0.standing == nil }.map { person in
      changed(trail, "somebody was quicker", fact: person.label) { given in
        var account = CaseAccount(label: Word(person.label))
        for attribute in table.attributes where attribute.isIdentifier {
          if let value = world.value(attribute, of: person) {
            account.attributes.append(CaseMember(name: Word(attribute.name), value: .text(CaseText(value))))
          }
        }
        given.accounts = [account]
      }
    }
  }

  private func standings(_ trail: Trail) -> [Trail] {
    people(trail).filter { $0.standing != nil }.flatMap { person in
      var twists = CaseAccount.Standing.allCases.filter { $0 != person.standing }.map { standing in
        changed(trail, "the account is \(standing.rawValue) by now", fact: person.label) { world in
          var account = CaseAccount(label: Word(person.label))
          account.standing = standing
          world.accounts = [account]
        }
      }
      twists.append(
        changed(trail, "the account has another password by now", fact: person.label) { given in
          var account = CaseAccount(label: Word(person.label))
          account.password = CaseText(world.passwords.fresh + "2")
          given.accounts = [account]
        })
      return twists
    }
  }

  /// What accounts hold is another thing: from the start, or by now.
  private func attributes(_ trail: Trail) -> [Trail] {
    let people = people(trail).filter { $0.standing != nil }
    var twists: [Trail] = []
    for (index, attribute) in table.attributes.enumerated()
    where !attribute.isTransient && !attribute.isSecret {
      let slot = firstAttributeSlot + Slot(index)
      var values: [CaseValue] = [.null]
      if attribute.isIdentifier {
        // Another one would be another account.
      } else if attribute.type.isAddress {
        values += SampleWorld.people.compactMap { world.value(attribute, of: $0) }.prefix(2).map { .text(CaseText($0)) }
      } else {
        values += world.values(attribute, slot).prefix(8)
      }
      for person in people {
        for value in values {
          var account = CaseAccount(label: Word(person.label))
          account.attributes = [CaseMember(name: Word(attribute.name), value: value)]
          let isNothing = if case .null = value { true } else { false }
          let clause = "the account has \(isNothing ? "no \(attribute.name)" : "\(attribute.name) \(value.shown)")"
          var world = CaseWorld()
          world.accounts = [account]
          var early = trail
          early.given = trail.given.with(world)
          early.clause = clause
          early.facts["given \(person.label)"] = clause
          twists.append(early)
          twists.append(changed(trail, clause + " by now", fact: person.label) { $0.accounts = [account] })
        }
      }
    }
    return twists
  }

  // MARK: Time, and the same again

  private func waits(_ trail: Trail) -> [Trail] {
    guard trail.steps.count > 1, let last = trail.steps.last else { return [] }
    let lives = [table.codes.lifetime, table.links.lifetime, Int(TicketLifetimes().grant), table.links.invitations]
    return Set(lives).sorted().map { seconds in
      // Whole minutes and days are what people would write.
      let wait = seconds >= 86_400 ? seconds + 86_400 : seconds + 60
      var waiting = trail
      waiting.steps[trail.steps.count - 1] = CaseStep(span: .nowhere, action: .wait(wait))
      waiting.steps.append(last)
      waiting.clause = "after \(durationText(wait))"
      waiting.facts["given wait"] = "\(wait)"
      return waiting
    }
  }

  private func repeated(_ trail: Trail, _ times: Int) -> Trail {
    var often = trail
    guard !trail.steps.isEmpty else { return trail }
    often.steps[trail.steps.count - 1].times = times
    often.words = "\(trail.words ?? "the same") \(times) times"
    often.facts["given times"] = "\(times)"
    return often
  }

  /// The run once more from its start, and the same by somebody else before the last step.
  private func again(_ trail: Trail) -> [Trail] {
    guard let last = trail.steps.last, trail.steps.count > 1 else { return [] }
    let run = trail.steps[trail.lastStart...]
    var twice = trail
    twice.steps += run
    twice.clause = "all of it was done before"
    twice.facts["given again"] = "again"
    var beside = trail
    beside.steps.removeLast()
    beside.steps += run.map { step in
      var other = step
      other.who = Word("other")
      return other
    }
    beside.steps.append(last)
    beside.clause = "somebody does the same in another window"
    beside.facts["given beside"] = "beside"
    return [twice, beside]
  }
}

extension Bound {
  /// Whether what it bounds has an outcome where it is used up.
  fileprivate func ends(in name: String) -> Bool {
    if case .outcome(let own) = usedUp { own == name } else { false }
  }
}

extension CaseWorld.UsedUp {
  /// What there were too many of.
  fileprivate var words: String {
    switch self {
    case .codes: "codes before"
    case .links: "links before"
    case .notices: "notices before"
    case .passwords: "guesses before"
    }
  }
}
