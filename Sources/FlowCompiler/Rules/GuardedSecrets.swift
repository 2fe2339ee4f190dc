import FlowExpression
import FlowModel
import FlowSource

/// Where a client learns whether something typed is a secret that a function guards, wherever that leads.
func oracles(
  of secret: Slot, _ tenant: AnalyzedTenant, _ told: inout Set<SourceSpan>, _ problems: inout DiagnosticCollector
) {
  let resolved = tenant.resolved
  // What hangs on a comparison tells no more than that, which is told of where it is made.
  let kept = KeptValues(tenant, ofSecret: secret, following: false)
  for flow in tenant.flows where !flow.isUncalled {
    guard let values = ComparedValues(flow, resolved, kept: kept, ofSecret: secret, following: false),
      let deciders = flow.deciders
    else { continue }
    func report(_ comparison: ComparedValues.Comparison, at place: SourceSpan, of node: Int) {
      if flow.isPast(secret, at: node, resolved) || !told.insert(place).inserted { return }
      problems.report(flow.guess(comparison, at: place, of: node, resolved))
    }
    for node in flow.graph.nodes.indices where flow.reached[node] {
      // Whoever sees the page, a field of it, or its options, or does not, knows; and whoever gets the message, or is told where
      // it went.
      var shown: Set<Slot> = []
      for decider in deciders[node] {
        guard decider.isShown || flow.graph.isDecided(by: node, resolved.flows),
          let comparison = values.comparison(by: decider, at: node)
        else { continue }
        if case .field(let slot) = decider.kind { shown.insert(slot) }
        report(comparison, at: decider.place, of: node)
      }
      // So does whoever reads the words of a message.
      if let call = flow.graph.effect(node, resolved.flows),
        let slot = resolved.attributesSaid(by: call).first(where: { values.tells($0, at: node) })
      {
        report(.kept(Int(slot)), at: call.place, of: node)
      }
      let kind = flow.graph.kind(node, resolved.flows)
      for (slot, place) in kind.handedOut where !shown.contains(slot) && values.tells(slot, at: node) {
        report(.kept(Int(slot)), at: place, of: node)
      }
    }
  }
}

/// Where a function is told what was read of one account, beside a guess, and is counted for another: the run has left the
/// account, or was bound to a second one.
func countedForAnother(
  _ flow: AnalyzedFlow, _ resolved: ResolvedTenant, _ told: inout Set<SourceSpan>, _ problems: inout DiagnosticCollector
) {
  let graph = flow.graph
  let calls = graph.nodes(.effect).filter { flow.reached[$0] && graph.effect($0, resolved.flows)?.function != nil }
  guard !calls.isEmpty, let values = ComparedValues(flow, resolved, following: false) else { return }
  for node in calls where graph.isDecided(by: node, resolved.flows) {
    guard let call = graph.effect(node, resolved.flows), let function = call.function,
      let secret = call.passed.first(where: { values.isFormer($0, at: node) }),
      let guess = call.passed.first(where: { $0 != secret && values.isTyped($0, at: node) }),
      told.insert(call.place).inserted
    else { continue }
    func name(_ slot: Slot) -> String { resolved.scope.name(of: slot, in: resolved.scope.flows[graph.root]).quoted }
    let path = graph.path(to: node)
    problems.report(
      Diagnostic(
        "U503", .error,
        "\(name(secret)) was read of an account that the run has left, and is told to "
          + "\(resolved.scope.tenant.functions[function].name.text.quoted) beside \(name(guess))",
        at: call.place,
        notes: [
          "`attempts` are counted for the account of the run: whoever binds another one each time guesses without end"
        ],
        help: "ask the function while the account is bound, before another one is looked for",
        counterexample: graph.counterexample(
          path: path, attack: "what the account holds is found by trying",
          remarks: TraceRemarks(facts: [path.count: [.countsNothing, .repeats(.nextRun)]]), resolved)))
  }
}

extension Decider {
  /// Whether a client sees how it has come out, wherever that leads.
  fileprivate var isShown: Bool {
    switch kind {
    case .skip, .field, .address: true
    case .branch, .lookUp, .reading, .told: false
    }
  }
}

extension AnalyzedTenant {
  /// What functions are told of the account beside what a client has typed, to compare the two, and what they show as second
  /// factors: attributes that flows read, and that are no addresses.
  func guardedSecrets(_ kept: KeptValues) -> Set<Slot> {
    let read = resolved.readValues
    var found: Set<Slot> = []
    for flow in flows where !flow.isUncalled {
      lazy var values = ComparedValues(flow, resolved, kept: kept, following: false)
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
