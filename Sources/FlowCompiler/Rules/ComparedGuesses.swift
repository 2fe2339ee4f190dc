import FlowExpression
import FlowModel
import FlowSource

/// U503: a condition that compares what a client types with what the account holds, at once or by what was kept of it, in this
/// run or in the account, and decides on whether a session opens, a password is set, or a factor is passed by or replaced, is a
/// guess that spends no counter. So is one with an address of the account's that nobody has proven, where it takes the place of
/// a proof. Of what a function is told beside a guess, each comparison is one that a client learns of, and so is each condition.
@Sendable func comparedGuesses(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  var told: Set<SourceSpan> = []
  for flow in tenant.flows where !flow.isUncalled { comparedAddresses(flow, resolved, &told, &problems) }
  guard !resolved.readValues.isEmpty else { return }
  let factors = tenant.factors.of(tenant.flows.filter { !$0.isUncalled })
  let links = tenant.linksThatLetIn
  /// Whether a comparison of a flow is worth a guess.
  func isGuessed(_ flow: AnalyzedFlow, _ values: ComparedValues, isReading: Bool) -> Bool {
    let worth = GuessWorth(flow, values, factors, links, resolved)
    var isAny = false
    for node in flow.graph.nodes.indices where flow.reached[node] {
      for decider in flow.deciders?[node] ?? [] where (decider.kind == .reading) == isReading {
        guard let comparison = values.comparison(by: decider, at: node), worth.isAny(decider, at: node) else {
          continue
        }
        isAny = true
        told.insert(decider.place)
        problems.report(flow.guess(comparison, at: decider.place, of: node, resolved))
      }
    }
    return isAny
  }
  for flow in tenant.flows where !flow.isUncalled { countedForAnother(flow, resolved, &told, &problems) }
  // What hangs on a comparison is told of where none is told of by itself, and what clients pick where nothing else is.
  let direct = KeptValues(tenant, following: false)
  let plain = tenant.flows.map { ComparedValues($0, resolved, kept: direct, following: false) }
  var guessed: Set<Int> = []
  for (number, flow) in tenant.flows.enumerated() {
    if let values = plain[number], isGuessed(flow, values, isReading: false) { guessed.insert(number) }
  }
  let (isFollowed, kept) = (guessed.isEmpty, guessed.isEmpty ? KeptValues(tenant) : direct)
  for (number, flow) in tenant.flows.enumerated() where !guessed.contains(number) {
    let before = kept == direct ? plain[number] : ComparedValues(flow, resolved, kept: kept, following: false)
    guard let before else { continue }
    let values = isFollowed ? before.following(flow) : before
    if isFollowed, isGuessed(flow, values, isReading: false) || isGuessed(flow, values, isReading: true) { continue }
    if !flow.isUncalled { pickedGuesses(flow, values, factors, links, resolved, &told, &problems) }
  }
  for secret in tenant.guardedSecrets(kept).sorted() { oracles(of: secret, tenant, &told, &problems) }
  readOutSecrets(tenant, &told, &problems)
}

extension ResolvedExpression {
  /// Where it stands.
  var place: SourceSpan { syntax.place(0..<syntax.text.utf8.count) }
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
}

extension AnalyzedFlow {
  func guess(
    _ comparison: ComparedValues.Comparison, at place: SourceSpan, of node: Int, _ resolved: ResolvedTenant
  ) -> Diagnostic {
    func name(_ slot: Int) -> String {
      if slot == deciders?.errorSlot { return "error" }
      return resolved.scope.name(of: Slot(slot), in: resolved.scope.flows[graph.root])
    }
    let path = graph.path(to: node)
    let (message, secret, help): (String, String, String)
    switch comparison {
    case .made(let typed, let held):
      secret = name(held).quoted
      message = "\(name(typed).quoted) is compared with \(secret) of the account, as often as somebody likes"
      let isTime = [RunFact.now, .started].contains { Int($0.slot) == typed }
      help =
        isTime
        ? "ask on which side of a date the time is, with `<` or `>=`: what stays so once it is so tells nothing to whoever waits"
        : "let a function with `attempts` compare it: `do: function.call, with: { function: …, pass: [\(name(typed))] }`"
    case .kept(let slot):
      secret = "what the account holds"
      message =
        "\(name(slot).quoted) tells whether what was typed is what the account holds, as often as somebody likes"
      help = "let a function with `attempts` compare it, and go on by what it answers"
    case .lookedUp(let slot):
      secret = "what the account holds"
      message =
        "\(name(slot).quoted) is what the account holds, or made of that, and is looked up among the names of all accounts"
      help = "look up what is a name already; whoever registers a name learns here whether it is what the account holds"
    }
    return Diagnostic(
      "U503", .error, message, at: place,
      notes: ["a condition spends no counter: whoever comes here finds \(secret) by trying"], help: help,
      counterexample: graph.counterexample(
        path: path, attack: "what the account holds is found by trying",
        remarks: TraceRemarks(facts: [path.count: [.countsNothing, .repeats(.nextRun)]]), resolved))
  }
}
