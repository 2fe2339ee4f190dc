import FlowExpression
import FlowModel
import FlowSource

/// U503, by the way on that a client picks: a page's events, a typed value, or presses lead to conditions that ask the account
/// for different things, and which of them lets in, or does without a proof, depends on what the account holds. Whoever picks
/// right has guessed it. Where one way on is the best whatever the account holds, nothing is to be guessed.
func pickedGuesses(
  _ flow: AnalyzedFlow, _ values: ComparedValues, _ factors: [Int], _ links: Set<Int>, _ resolved: ResolvedTenant,
  _ told: inout Set<SourceSpan>, _ problems: inout DiagnosticCollector
) {
  let graph = flow.graph
  let read = flow.valuesRead(resolved)
  if read.isEmpty { return }
  guard let deciders = flow.deciders else { return }
  let asked = AskedSlots(graph, deciders, codes: flow.codesToTyped(values, resolved), resolved)
  let slots = read.filter { asked.slots.contains($0) }
  let picks = Picks(flow, deciders, asked, values, resolved)
  let filled = FilledPicks(flow, deciders, asked, resolved)
  if picks.nodes.isEmpty, filled.isEmpty { return }
  let accounts = HeldValues(
    of: slots, asked: asked.expressions, flow: graph.root, withAbsence: false,
    limit: max(16, min(256, 10_000 / graph.nodes.count)), resolved
  ).accounts
  if accounts.count < 2 { return }
  let worlds = accounts.map { HeldWorld(flow, $0, asked: asked, decidesPresence: false, resolved) }
  let ofEdges = Tolls(graph, resolved)
  let changes = graph.nodes.indices.map { flow.replaces(factors, at: $0, resolved) }
  var isAny = false
  func report(_ guess: Picks.Guess, _ worlds: [HeldWorld], _ tolls: [WorldTolls]) {
    guard let (node, place, slot) = flow.decision(on: guess, worlds, tolls, values, deciders) else { return }
    isAny = true
    guard told.insert(place).inserted else { return }
    problems.report(flow.picked(guess.node, place, at: node, slot, resolved))
  }
  let goals = [graph.doors(links: links, resolved), changes].filter { goals in
    graph.nodes.indices.contains { flow.reached[$0] && goals[$0] }
  }
  for goals in picks.nodes.isEmpty ? [] : goals {
    let tolls = worlds.map { WorldTolls($0, ofEdges, picks.nodes, to: goals) }
    for guess in picks.guesses(worlds, tolls, ofEdges, graph) {
      report(guess, worlds, tolls)
    }
  }
  if isAny { return }
  for pick in filled.differing(worlds) {
    let played = pick.values.map { value in
      accounts.map {
        HeldWorld(
          flow, $0, asked: asked, decidesPresence: false, pick: HeldWorld.Pick(page: pick.page, values: value), resolved
        )
      }
    }
    for goals in goals {
      let tolls = played.map { worlds in worlds.map { WorldTolls($0, ofEdges, picks.nodes, to: goals) } }
      guard let (guess, value) = FilledPicks.guess(at: pick.page, played, tolls) else { continue }
      report(guess, played[value], tolls[value])
    }
  }
}

extension AnalyzedFlow {
  /// What it reads of accounts, besides addresses.
  func valuesRead(_ resolved: ResolvedTenant) -> [Int] {
    let slots = graph.nodes(.effect).compactMap { node -> Int? in
      guard reached[node], case (.accountValue, let slot)? = graph.effect(node, resolved.flows)?.write(by: 0),
        resolved.scope.attribute(of: slot)?.definition.tellsPeopleApart == false
      else { return nil }
      return Int(slot)
    }
    return Set(slots).sorted()
  }

  /// The condition at which it is first decided whether the client has guessed right, and what of the account that is about.
  fileprivate func decision(
    on guess: Picks.Guess, _ worlds: [HeldWorld], _ tolls: [WorldTolls], _ values: ComparedValues,
    _ deciders: Deciders
  ) -> (node: Int, place: SourceSpan, slot: Int)? {
    if let own = decision(at: guess.node, values, deciders) { return own }
    let (world, tolls) = (worlds[guess.world], tolls[guess.world])
    var at: Int? = guess.behind
    while let here = at {
      let node = world.situations[here].node
      if let found = decision(at: node, values, deciders),
        graph.nodes[node].kind == .page || Set(worlds.flatMap { $0.edges(of: node) }).count > 1
      {
        return found
      }
      at = tolls.next(behind: here)
    }
    // What is asked for there was noted before.
    guard let path = graph.path(from: guess.node, to: { decision(at: $0, values, deciders) != nil }),
      let last = path.last
    else { return nil }
    return decision(at: Int(graph.edges[last].target), values, deciders)
  }

  /// The first condition of a node that asks for what was read of the account.
  private func decision(
    at node: Int, _ values: ComparedValues, _ deciders: Deciders
  ) -> (node: Int, place: SourceSpan, slot: Int)? {
    for decider in deciders.ofRun(at: node) {
      if let slot = decider.slots.first(where: { values.isHeld(Slot($0), at: node) }) {
        return (node, decider.place, slot)
      }
    }
    return nil
  }

  fileprivate func picked(
    _ pick: Int, _ place: SourceSpan, at node: Int, _ slot: Int, _ resolved: ResolvedTenant
  ) -> Diagnostic {
    let name = resolved.scope.name(of: Slot(slot), in: resolved.scope.flows[graph.root]).quoted
    let path = graph.path(to: node)
    return Diagnostic(
      "U503", .error,
      "\(name) of the account is asked for where the client has picked which value is right, as often as somebody likes",
      at: place,
      labels: pick == node
        ? [] : [Label(graph.word(pick, resolved.flows).span, "the way on that is picked here is the guess")],
      notes: ["a condition spends no counter: whoever comes here finds \(name) by trying one way on after the other"],
      help:
        "let the account alone decide, in one `choose` whatever the client picks; or let a function with `attempts` compare what is picked",
      counterexample: graph.counterexample(
        path: path, attack: "what the account holds is found by trying",
        remarks: TraceRemarks(facts: [path.count: [.countsNothing, .repeats(.nextRun)]]), resolved))
  }
}
