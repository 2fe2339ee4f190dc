import FlowExpression
import FlowModel
import FlowSource

/// U503: a condition that compares what a client types with what the account holds, at once or by what was kept of it, in this
/// run or in the account, and decides on whether a session opens, a password is set, or a factor is passed by or replaced, is a
/// guess that spends no counter. So is one with an address of the account's that nobody has proven, where it takes the place of
/// a proof. Of what a function is told beside a guess, each comparison is one that a client learns of, and so is each condition.
@Sendable func comparedGuesses(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  var told: Set<Span> = []
  for flow in tenant.flows where !flow.isUncalled { comparedAddresses(flow, resolved, &told, &problems) }
  guard !resolved.readValues.isEmpty else { return }
  let factors = tenant.factors.of(tenant.flows.filter { !$0.isUncalled })
  let kept = KeptValues(tenant)
  let links = tenant.linksThatLetIn
  for flow in tenant.flows {
    guard let values = ComparedValues(flow, resolved, kept: kept) else { continue }
    let before = told.count
    for node in flow.graph.nodes(.choose) where flow.reached[node] {
      guard case .choose(let conditions) = flow.graph.kind(node, resolved.flows) else { continue }
      for (branch, condition) in conditions.enumerated() {
        guard let condition, let comparison = values.comparison(by: condition, at: node),
          flow.isWorthGuessing(condition, branch, of: node, factors, links, resolved)
        else { continue }
        let place = condition.place
        told.insert(place)
        problems.report(flow.guess(comparison, at: place, of: node, resolved))
      }
    }
    // What is guessed there already is not told of again.
    if told.count == before, !flow.isUncalled {
      pickedGuesses(flow, values, factors, links, resolved, &told, &problems)
    }
  }
  for secret in tenant.guardedSecrets(kept).sorted() { oracles(of: secret, tenant, &told, &problems) }
  readOutSecrets(tenant, &told, &problems)
}

/// Where a client learns whether something typed is a secret that a function guards, wherever that leads.
private func oracles(
  of secret: Slot, _ tenant: AnalyzedTenant, _ told: inout Set<Span>, _ problems: inout DiagnosticCollector
) {
  let resolved = tenant.resolved
  let kept = KeptValues(tenant, ofSecret: secret)
  for flow in tenant.flows where !flow.isUncalled {
    guard let values = ComparedValues(flow, resolved, kept: kept, ofSecret: secret) else { continue }
    func report(_ comparison: ComparedValues.Comparison, at place: Span, of node: Int) {
      if flow.isPast(secret, at: node, resolved) || !told.insert(place).inserted { return }
      problems.report(flow.guess(comparison, at: place, of: node, resolved))
    }
    for node in flow.graph.nodes.indices where flow.reached[node] {
      let kind = flow.graph.kind(node, resolved.flows)
      if case .choose(let conditions) = kind, flow.graph.isDecided(by: node, resolved.flows) {
        for condition in conditions.compactMap(\.self) {
          guard let comparison = values.comparison(by: condition, at: node) else { continue }
          report(comparison, at: condition.place, of: node)
        }
      }
      // Whoever sees the page, or does not, knows.
      if case .page(let page) = kind, case .when(let condition) = page.skip,
        let comparison = values.comparison(by: condition, at: node)
      {
        report(comparison, at: condition.place, of: node)
      }
      // So does whoever sees a field, or its options, or does not.
      var shown: Set<Slot> = []
      for field in flow.graph.page(node, resolved.flows)?.events.flatMap(\.fields) ?? [] {
        for condition in field.conditions {
          guard let comparison = values.comparison(by: condition, at: node) else { continue }
          shown.insert(field.slot)
          report(comparison, at: condition.place, of: node)
        }
      }
      // And whoever reads the words of a message.
      if let call = flow.graph.effect(node, resolved.flows),
        let slot = resolved.attributesSaid(by: call).first(where: { values.tells($0, at: node) })
      {
        report(.kept(Int(slot)), at: call.place, of: node)
      }
      for (slot, place) in kind.handedOut where !shown.contains(slot) && values.tells(slot, at: node) {
        report(.kept(Int(slot)), at: place, of: node)
      }
    }
  }
}

extension ResolvedExpression {
  /// Where it stands.
  var place: Span { syntax.place(0..<syntax.text.utf8.count) }
}

extension AnalyzedTenant {
  /// The flows that redeem links, and let somebody in behind that.
  fileprivate var linksThatLetIn: Set<Int> {
    Set(
      flows.filter { flow in
        !flow.isUncalled && flow.redeems(\.redeemsLinks, resolved)
          && flow.graph.nodes.indices.contains { flow.reached[$0] && flow.graph.letsIn($0, resolved) }
      }.map(\.graph.root))
  }

  /// What functions are told of the account beside what a client has typed, to compare the two, and what they show as second
  /// factors: attributes that flows read, and that are no addresses.
  fileprivate func guardedSecrets(_ kept: KeptValues) -> Set<Slot> {
    let read = resolved.readValues
    var found: Set<Slot> = []
    for flow in flows where !flow.isUncalled {
      lazy var values = ComparedValues(flow, resolved, kept: kept)
      for node in flow.graph.nodes(.effect) where flow.reached[node] {
        guard let call = flow.graph.effect(node, resolved.flows), let function = call.function else { continue }
        if let factor = call.shownFactor, read.contains(factor) { found.insert(factor) }
        guard resolved.scope.tenant.functions[function].attempts != nil, let values,
          flow.graph.isDecided(by: node, resolved.flows), call.passed.contains(where: { values.isTyped($0, at: node) })
        else { continue }
        found.formUnion(call.passed.filter { read.contains($0) && values.isHeld($0, at: node) })
      }
    }
    return found
  }
}

extension AnalyzedFlow {
  /// Whether whoever comes to a node has shown a secret before, to a function that was told it.
  func isPast(_ secret: Slot, at node: Int, _ resolved: ResolvedTenant) -> Bool {
    if let evidence, let subject = evidence.subjects[secret],
      evidence.nearest(node, where: { !$0[.unbound] && !$0[.factor, subject] }) == nil
    {
      return true
    }
    var shown: Set<Int> = []
    for call in graph.nodes(.effect) where graph.effect(call, resolved.flows)?.passed.contains(secret) == true {
      shown.formUnion(graph.edgeIndices(call).filter { graph.edges[$0].branch == 0 })
    }
    return graph.path(from: Int(graph.start), to: { $0 == node }, allows: { !shown.contains($0) }) == nil
  }
}

extension AnalyzedFlow {
  /// Whether who guesses right comes more easily to what is worth it than who guesses wrong, or the other way round.
  fileprivate func isWorthGuessing(
    _ condition: ResolvedExpression, _ branch: Int, of node: Int, _ factors: [Int], _ links: Set<Int>,
    _ resolved: ResolvedTenant
  ) -> Bool {
    func tolls(_ isGoal: (Int) -> Bool) -> (right: Int, wrong: [Int]) {
      let all = graph.edgeIndices(node).map { graph.toll(from: $0, past: node, to: isGoal, resolved) }
      return (all[branch], Array(all.dropFirst(branch + 1)))
    }
    let doors = tolls { graph.letsIn($0, resolved) || graph.sendsLink($0, to: links, resolved) }
    if doors.wrong.contains(where: { $0 != doors.right }) { return true }
    // Whoever says that the new one is not the old one guesses nothing.
    if resolved.expressions[Int(condition.index)].code.isNegative { return false }
    let changes = tolls { replaces(factors, at: $0, resolved) }
    return changes.wrong.contains { $0 > changes.right }
  }

  /// Whether an update at a node may write another value of one of some factors.
  func replaces(_ factors: [Int], at node: Int, _ resolved: ResolvedTenant) -> Bool {
    guard let evidence, let call = graph.effect(node, resolved.flows), call.definition.writesAttributes,
      !call.definition.createsAccount
    else { return false }
    return factors.contains { factor in
      call.writes(resolved.scope.slot(evidence.subjects.attributes[factor]))
        && evidence.nearest(node) { $0.changes(factor) } != nil
    }
  }

  func guess(
    _ comparison: ComparedValues.Comparison, at place: Span, of node: Int, _ resolved: ResolvedTenant
  ) -> Diagnostic {
    func name(_ slot: Int) -> String { resolved.scope.name(of: Slot(slot), in: resolved.scope.flows[graph.root]) }
    let path = graph.path(to: node)
    let (message, secret, help): (String, String, String)
    switch comparison {
    case .made(let typed, let held):
      secret = name(held).quoted
      message = "\(name(typed).quoted) is compared with \(secret) of the account, as often as somebody likes"
      help =
        "let a function with `attempts` compare it: `do: function.call, with: { function: …, pass: [\(name(typed))] }`"
    case .kept(let slot):
      secret = "what the account holds"
      message =
        "\(name(slot).quoted) tells whether what was typed is what the account holds, as often as somebody likes"
      help = "let a function with `attempts` compare it, and go on by what it answers"
    }
    return Diagnostic(
      "U503", .error, message, at: place,
      notes: ["a condition spends no counter: whoever comes here finds \(secret) by trying"], help: help,
      counterexample: graph.counterexample(
        path: path, attack: "what the account holds is found by trying",
        remarks: TraceRemarks(facts: [path.count: [.countsNothing, .repeats(.nextRun)]]), resolved))
  }
}

extension FlowGraph {
  /// Whether a link to one of some flows is sent at a node, by a function as well.
  func sendsLink(_ node: Int, to flows: Set<Int>, _ resolved: ResolvedTenant) -> Bool {
    guard let target = effect(node, resolved.flows)?.linkFlow.flatMap({ resolved.flow(inTable: $0) }) else {
      return false
    }
    return flows.contains(target)
  }

  /// What it takes at the least to come by an edge to a goal without coming to a node again: a proof that must be given on
  /// the path, or, which counts for more than any of these, another account or one that holds less. `Int.max`: nothing
  /// leads there.
  func toll(
    from edge: Int, past node: Int, to isGoal: (Int) -> Bool, avoiding closed: Set<Int> = [],
    free: Set<Int> = [],
    _ resolved: ResolvedTenant
  ) -> Int {
    var tolls = [Int](repeating: .max, count: nodes.count)
    var pending: [Int] = []
    var done = 0
    func come(by edge: Int, _ toll: Int) {
      let target = Int(edges[edge].target)
      guard target >= 0, target != node, toll < tolls[target] else { return }
      tolls[target] = toll
      pending.append(target)
    }
    come(by: edge, 0)
    var nearest = Int.max
    while done < pending.count {
      let at = pending[done]
      done += 1
      if isGoal(at) { nearest = min(nearest, tolls[at]) }
      for next in edgeIndices(at) where !closed.contains(next) {
        come(by: next, tolls[at] + (free.contains(next) ? 0 : toll(of: next, from: at, resolved)))
      }
    }
    return nearest
  }

  /// What an edge asks for.
  func toll(of edge: Int, from node: Int, _ resolved: ResolvedTenant) -> Int {
    guard edges[edge].branch >= 0, let call = effect(node, resolved.flows) else { return 0 }
    let branch = Int(edges[edge].branch)
    if call.definition.rebindsAccount { return 1000 }
    if case .nothing? = call.write(by: branch)?.write { return 1000 }
    return call.definition.outcomes[branch].mints.isEmpty ? 0 : 1
  }
}
