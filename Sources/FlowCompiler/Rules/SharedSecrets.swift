import FlowModel
import FlowSource

/// U502, of several functions: what each of them may be asked for adds up, where all compare the same.
func guessesInAll(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let (resolved, syntax) = (tenant.resolved, tenant.resolved.scope.tenant)
  var told: Set<[Int]> = []
  for (slot, functions) in tenant.comparingFunctions.sorted(by: { $0.key < $1.key }) {
    let all = functions.sorted().map { syntax.functions[$0] }
    let rates = all.compactMap { $0.definition.attempts?.most(in: 3600) }
    // One that can be asked too often by itself is told of by itself.
    guard all.count > 1, rates.count == all.count, rates.allSatisfy({ $0 <= mostGuessesAnHour }),
      let last = all.last, let name = resolved.scope.attribute(of: slot)?.name.text,
      case let sum = rates.reduce(0, +), sum > mostGuessesAnHour, told.insert(functions.sorted()).inserted
    else { continue }
    problems.report(
      Diagnostic(
        "U502", .error,
        "\(name.quoted) can be tried \(sum.grouped) times an hour for one account, by several functions",
        at: last.attempts ?? last.name.span,
        labels: all.dropLast().map { Label($0.attempts ?? $0.name.span, "and so often by this one") },
        notes: [
          "\(all.map { $0.name.text.quoted }.listed()): each counts for itself",
          "at most \(mostGuessesAnHour) an hour are allowed",
        ],
        help: "ask one function wherever \(name.quoted) is compared, or give each fewer `attempts`"))
  }
}

extension AnalyzedTenant {
  /// The functions, as indices into the tenant's, that compare the same: by the attribute of which they are told what a client
  /// types, that they are told of the account beside it, or that they show as a second factor.
  fileprivate var comparingFunctions: [Slot: Set<Int>] {
    var found: [Slot: Set<Int>] = [:]
    for flow in flows where !flow.isUncalled {
      lazy var told = ToldValues(flow, resolved)
      for node in flow.graph.nodes(.effect) where flow.reached[node] {
        guard let call = flow.graph.effect(node, resolved.flows), let function = call.function,
          flow.graph.isDecided(by: node, resolved.flows)
        else { continue }
        var slots = [call.shownFactor].compactMap(\.self) + call.listed
        let typed = told?.typed(by: call, at: node) ?? []
        if !typed.isEmpty || !slots.isEmpty { slots += call.passed }
        for slot in slots where resolved.scope.attribute(of: slot)?.definition.tellsPeopleApart == false {
          let isSecret = typed.contains(slot) || slot == call.shownFactor || call.listed.contains(slot)
          if isSecret || resolved.readValues.contains(slot) { found[slot, default: []].insert(function) }
        }
      }
    }
    return found
  }
}

extension ResolvedEffect {
  /// The lists from the client that are handed on.
  var listed: [Slot] {
    definition.parameters.indices.compactMap { index in
      guard definition.parameters[index].kind == .list, case .slot(let slot) = argument(index) else { return nil }
      return slot
    }
  }
}
