import FlowCompiler
import FlowJSON
import FlowModel
import FlowRuntime
import FlowSource

/// Finds what an attacker sends to follow the path of a counterexample: page by page, each candidate is tried with the real
/// engine, and kept if the run does what the trace says.
struct AttackSearch {
  /// How many lines may be tried in one world. A line may hash a password, which takes some 30 ms.
  private static let budget = 250

  private let code: String
  private var claimed: AttackClaim { AttackClaim(Rule.of(code)?.family) }
  private let example: Counterexample
  private let table: AttackTable
  private let flow: Flow
  private let kinds: [StateKind]
  private let candidates: FieldCandidates

  /// Nil where the path is not one of the flow in the table, from its start.
  init?(_ code: String, _ example: Counterexample, _ table: AttackTable) {
    guard let index = table.table.flow(named: example.flow), !example.steps.isEmpty else { return nil }
    let flow = table.table.flows[Int(index)]
    let states = Dictionary(flow.states.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let kinds = example.steps.compactMap { states[$0.state]?.kind }
    guard kinds.count == example.steps.count, flow.states[Int(flow.start)].name == example.steps[0].state else {
      return nil
    }
    self.code = code
    self.example = example
    self.table = table
    self.flow = flow
    self.kinds = kinds
    candidates = FieldCandidates(table.table, flow)
  }

  /// A script that does what the rule claims; nil where none was found.
  func script() async throws -> AttackScript? {
    // Perhaps the harm is done to somebody whom the world does not know: that is looked for last.
    for hurtsVictim in [true, false] {
      for world in worlds {
        guard let lines = try await lines(in: world, hurtsVictim: hurtsVictim) else { continue }
        let script = script(lines, world)
        // An attack is only told of when it was seen to succeed.
        if try await AttackPerformance(script, table).verdict.hasSucceeded { return script }
      }
    }
    return nil
  }

  /// The worlds in which the harm is looked for, the likeliest first.
  private var worlds: [AttackWorld] {
    let world = AttackWorld(of: table.table)
    var worlds =
      claimed == .factors
      ? world.withStolenFactor(table.table) : example.isRefused ? world.variantsOfShutOut : world.variants
    let absent = absent
    if !absent.isEmpty {
      worlds = [[Party.victim, Party.attacker], [Party.attacker], [Party.victim]].flatMap { people in
        worlds.map { $0.without(absent, of: people) }
      }
    }
    // What it was turned to before is no harm.
    if let harmed = example.harmed, let value = example.harmedTo {
      return worlds.map { world in world.with { $0.attributes[harmed] = .bool(!value) } }
    }
    // Of a bool there is one other value: what it is, and what it is made, must not be the same.
    guard let harmed = example.harmed,
      table.table.attributes.contains(where: { $0.name == harmed && $0.type == .boolean })
    else { return worlds }
    return worlds + worlds.map { world in world.with { $0.attributes[harmed] = true } }
  }

  /// The attributes of which the trace says that an account has none.
  private var absent: Set<String> {
    var names: Set<String> = []
    for step in example.steps {
      guard case .run(let effect, let outcome?) = step.action, let expected = ExpectedOutcome(effect, outcome),
        case .nothing(let parameter)? = expected.definition.writes,
        let state = flow.states.first(where: { $0.name == step.state }), state.kind == .effect,
        let slot = flow.calls[Int(state.payload)].slot(parameter)
      else { continue }
      names.insert(table.table.name(of: slot, in: flow))
    }
    return names
  }

  private func script(_ lines: [AttackLine], _ world: AttackWorld) -> AttackScript {
    // That there is no bound shows when it is done more often than any bound would allow.
    let isAboutBounds = claimed == .guesses || claimed == .messages
    return AttackScript(
      code: code, tenant: table.table.tenant, flow: example.flow, claim: example.attack,
      goal: example.steps.last?.state ?? "", harmed: example.harmed,
      isRefused: example.isRefused, rounds: isAboutBounds ? 50 : 1, world: world,
      lines: lines)
  }

  private func lines(in world: AttackWorld, hurtsVictim: Bool) async throws -> [AttackLine]? {
    var progress = Progress()
    for input in candidates.parameters() {
      let start = AttackLine(move: .start(input), functions: functions(from: -1), expect: "")
      if let lines = try await extend([], by: start, from: -1, world, hurtsVictim, &progress) { return lines }
    }
    return nil
  }

  /// How far the search in one world has come.
  private struct Progress {
    /// How many lines may still be tried.
    var left = AttackSearch.budget
    /// Whether it was tried to guess so often that guesses are no longer compared.
    var hasTriedOften = false
  }

  /// Tries one more line behind others, and what can follow it.
  private func extend(
    _ lines: [AttackLine], by line: AttackLine, from position: Int, _ world: AttackWorld, _ hurtsVictim: Bool,
    _ progress: inout Progress
  ) async throws -> [AttackLine]? {
    progress.left -= lines.count + 1
    guard progress.left >= 0 else { return nil }
    let stage = try await AttackStage(table, world, flow: example.flow)
    for earlier in lines { _ = await stage.take(earlier) }
    let result = await stage.take(line)
    if claimed == .difference, result.isRefused, let state = result.reply.state {
      // That it is refused may be what tells.
      let found = lines + [AttackLine(move: line.move, functions: line.functions, expect: state)]
      progress.left -= 2 * found.count
      return try await AttackPerformance(script(found, world), table).verdict.hasSucceeded ? found : nil
    }
    guard let state = result.reply.state, !result.isRefused else { return nil }
    var line = line
    line.expect = state
    let isWait = if case .wait = line.move { true } else { false }
    switch match(result, from: position, staying: isWait) {
    case .nowhere:
      guard let count = guesses(result, from: position), !progress.hasTriedOften else { return nil }
      progress.hasTriedOften = true
      // Where the run stays at its page the same is sent again; else it is all begun anew.
      let isStill = position >= 0 && state == example.steps[position].state
      let often = Array(repeating: isStill ? [line] : lines + [line], count: count).flatMap { $0 }
      let before = isStill ? lines + often : often + lines
      progress.left += 4 * before.count
      return try await extend(before, by: line, from: position, world, hurtsVictim, &progress)
    case .goal:
      let found = lines + [line]
      guard isHarm(result, world, hurtsVictim) else { return nil }
      // What could be told by what is seen shows only in comparison: another input may tell more.
      guard claimed.isShownByComparing else { return found }
      progress.left -= 2 * found.count
      return try await AttackPerformance(script(found, world), table).verdict.hasSucceeded ? found : nil
    case .rests(let next):
      // What was sent before is tried first where the path comes round again.
      let moves = moves(at: next, hasWaited: isWait)
      let sent = Set(lines.map(\.move) + [line.move])
      for following in moves.filter({ sent.contains($0.move) }) + moves.filter({ !sent.contains($0.move) }) {
        if let found = try await extend(lines + [line], by: following, from: next, world, hurtsVictim, &progress) {
          return found
        }
        if progress.left < 0 { return nil }
      }
      return nil
    }
  }

  // MARK: The path

  private enum Match {
    case nowhere
    /// The run rests at the page of this step.
    case rests(Int)
    /// It came to the last step.
    case goal
  }

  /// How far a step of the run has come on the path, from the page at `position`; `staying`: perhaps nowhere.
  private func match(_ result: AttackStage.Result, from position: Int, staying: Bool) -> Match {
    var performed = result.seen.performed[...]
    if staying, performed.isEmpty, position >= 0, result.reply.state == example.steps[position].state {
      return .rests(position)
    }
    for index in (position + 1)..<example.steps.count {
      let step = example.steps[index]
      let isLast = index == example.steps.count - 1
      switch kinds[index] {
      case .effect:
        guard let next = performed.popFirst(), next.state == step.state else { return .nowhere }
        if isLast { return .goal }
        guard next.outcome == step.branch else { return .nowhere }
      case .page:
        let isHere = performed.isEmpty && result.reply.state == step.state
        if isHere { return isLast ? .goal : .rests(index) }
      case .end:
        return isLast && result.reply.state == step.state ? .goal : .nowhere
      case .choose:
        if isLast { return .goal }
      }
    }
    return .nowhere
  }

  /// How often a guess must be made until it is no longer compared, where a step has followed the path up to a guess that
  /// was only wrong, and the path wants its attempts used up.
  private func guesses(_ result: AttackStage.Result, from position: Int) -> Int? {
    let wanted = zip(kinds, example.steps).dropFirst(position + 1).filter { $0.0 == .effect }.map(\.1)
    let performed = result.seen.performed
    guard let index = zip(performed, wanted).enumerated().first(where: { $1.0.outcome != $1.1.branch })?.offset,
      performed.prefix(index + 1).map(\.state) == wanted.prefix(index + 1).map(\.state)
    else { return nil }
    let definition = performed[index].effect.definition
    guard definition.isGuess, let outcome = definition.outcome(performed[index].outcome),
      definition.outcomes[outcome].verdict == .refuses,
      let bound = definition.bounds.first(where: { $0.usedUp == .outcome(name: wanted[index].branch) })
    else { return nil }
    return bound.counters.compactMap { table.table.rate(of: $0)?.count }.min()
  }

  /// Whether the harm that the rule speaks of was done: to the victim, where the engine can tell to whom.
  private func isHarm(_ result: AttackStage.Result, _ world: AttackWorld, _ hurtsVictim: Bool) -> Bool {
    let harms = result.harms
    if harms.isEmpty { return claimed.isShownByArriving && !example.isRefused }
    return harms.contains { harm in
      claimed == .door
        ? true : hurtsVictim ? harm.subject.contains(where: world.victim.contains) : world.isAnothers(harm.subject)
    }
  }

  /// What the tenant's functions answer on the path from a step to the next page.
  private func functions(from position: Int) -> [FunctionCall.Outcome] {
    var answers: [FunctionCall.Outcome] = []
    for index in (position + 1)..<example.steps.count {
      if kinds[index] == .page { break }
      guard case .run(let effect, let outcome?) = example.steps[index].action,
        Effect(name: effect)?.definition.asksOthers == true, let answer = FunctionCall.Outcome(rawValue: outcome)
      else { continue }
      answers.append(answer)
    }
    return answers
  }

  /// What can be sent at the page of a step, to leave it as the trace says.
  private func moves(at position: Int, hasWaited: Bool) -> [AttackLine] {
    let step = example.steps[position]
    guard let state = flow.states.first(where: { $0.name == step.state }), state.kind == .page else { return [] }
    let page = flow.pages[Int(state.payload)]
    let functions = functions(from: position)
    if case .wait(let seconds) = step.action {
      return [AttackLine(move: .wait(seconds), functions: functions, expect: "")]
    }
    guard case .send(let name, let sent) = step.action, let event = page.events.first(where: { $0.name == name }) else {
      return []
    }
    let ahead = ahead(of: position)
    let inputs = candidates.inputs(event.fields, sent, ahead: ahead)
    let events = inputs.map { AttackLine(move: .event(name, $0), functions: functions, expect: "") }
    guard !hasWaited, ahead.contains(where: { $0.definition.cause == .delay }) else { return events }
    let lifetime = max(table.table.codes.lifetime, table.table.links.lifetime)
    return events + [AttackLine(move: .wait(min(lifetime, flow.lifetime - 1)), expect: "")]
  }

  /// The effects with their outcomes up to the next page that asks for something.
  private func ahead(of position: Int) -> [ExpectedOutcome] {
    var ahead: [ExpectedOutcome] = []
    for index in (position + 1)..<example.steps.count {
      if kinds[index] == .page, index > position + 1, !ahead.isEmpty { break }
      guard case .run(let effect, let outcome?) = example.steps[index].action,
        let expected = ExpectedOutcome(effect, outcome)
      else { continue }
      ahead.append(expected)
    }
    return ahead
  }
}
