import FlowExpression
import FlowModel
import FlowSource

/// U503, of what the client types nothing for: what a function is told to compare, so that it lets somebody in or is a second
/// factor, decides on nothing that a client sees which has not shown it. Each condition that it can ask for halves what is left
/// to guess.
func readOutSecrets(_ tenant: AnalyzedTenant, _ told: inout Set<SourceSpan>, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  let proofs = tenant.secretsThatProve
  for (secret, proof) in proofs.sorted(by: { $0.key < $1.key }) {
    let made = MadeOf(secret, tenant, noted: true)
    let plain = MadeOf(secret, tenant)
    for flow in tenant.flows where !flow.isUncalled {
      guard let evidence = flow.evidence, let deciders = flow.deciders, let holders = made.holders(in: flow, resolved)
      else { continue }
      let copies = plain.holders(in: flow, resolved)
      for node in flow.graph.nodes.indices where flow.reached[node] {
        guard
          let place = flow.graph.tells(
            node, deciders[node], of: { holders[node].contains($0) }, besides: { copies?[node].contains($0) ?? false },
            resolved),
          evidence.nearest(node, where: { !$0[.unbound] && !$0[.created] }) != nil,
          !flow.isPast(secret, at: node, resolved), told.insert(place).inserted
        else { continue }
        problems.report(readOut(made.name, at: place, of: node, flow, proof, resolved))
      }
    }
  }
}

private func readOut(
  _ name: String, at place: SourceSpan, of node: Int, _ flow: AnalyzedFlow, _ proof: SourceSpan,
  _ resolved: ResolvedTenant
) -> Diagnostic {
  let path = flow.graph.path(to: node)
  return Diagnostic(
    "U503", .error,
    "\(name.quoted) proves whose the account is, and somebody who has not shown it is told something of it here",
    at: place, labels: [Label(proof, "this is told \(name.quoted), and compares it")],
    notes: ["what is left to guess becomes less with each thing that is told of it"],
    help: "ask for it only behind that function's `success`, or let another attribute decide here",
    counterexample: flow.graph.counterexample(
      path: path, attack: "what the account holds is read out bit by bit",
      remarks: TraceRemarks(facts: [path.count: [.countsNothing, .repeats(.nextRun)]]), resolved))
}

extension AnalyzedTenant {
  /// What functions are told of the account to compare it, where that is a second factor, or lets somebody in; and where.
  fileprivate var secretsThatProve: [Slot: SourceSpan] {
    let read = resolved.readValues
    if read.isEmpty { return [:] }
    var found: [Slot: SourceSpan] = [:]
    for flow in flows where !flow.isUncalled {
      lazy var values = ComparedValues(flow, resolved, following: false)
      for node in flow.graph.nodes(.effect) where flow.reached[node] {
        guard let call = flow.graph.effect(node, resolved.flows), call.function != nil else { continue }
        if let factor = call.shownFactor, read.contains(factor) {
          if found[factor] == nil { found[factor] = call.place }
          continue
        }
        guard let values, call.passed.contains(where: { values.isTyped($0, at: node) }),
          flow.graph.letsIn(behind: node, resolved)
        else { continue }
        for slot in call.passed where read.contains(slot) && values.isHeld(slot, at: node) && found[slot] == nil {
          found[slot] = call.place
        }
      }
    }
    return found
  }
}

extension FlowGraph {
  /// Whether somebody is let in behind the first answer of a function, and not, or not as easily, behind another one.
  fileprivate func letsIn(behind node: Int, _ resolved: ResolvedTenant) -> Bool {
    let (tolls, doors) = (Tolls(self, resolved), doors(resolved))
    let ways = edgeIndices(node).filter { edges[$0].target >= 0 }.map { tolls.least(from: $0, past: node, to: doors) }
    guard let first = ways.first else { return false }
    return first < .max && ways.dropFirst().contains { $0 > first }
  }

  /// Where a client learns at a node what is made of a secret; `copies` are told of by themselves.
  fileprivate func tells(
    _ node: Int, _ deciders: [Decider], of isMade: (Int) -> Bool, besides isCopy: (Int) -> Bool,
    _ resolved: ResolvedTenant
  ) -> SourceSpan? {
    // Whether there is anything is no part of it.
    let asking = deciders.first { decider in
      decider.condition.map { resolved.expressions[Int($0.index)].reads.contains { isMade($0.slot) } } ?? false
    }?.place
    switch kind(node, resolved.flows) {
    case .choose:
      // What is noted alone is told where it is asked for.
      let ways = edgeIndices(node).filter { edges[$0].transition >= 0 }.map { [landing(of: $0), Int(edges[$0].error)] }
      return Set(ways).count > 1 ? asking : nil
    case .page: return asking ?? handedOut(node, isMade, isCopy, resolved)
    case .effect(let call):
      if resolved.attributesSaid(by: call).contains(where: { isMade(Int($0)) }) { return call.place }
      return deciders.first { decider in
        switch decider.kind {
        // Who gets it knows, and who is told where it went.
        case .address: decider.slots.contains(where: isMade)
        case .lookUp: decider.slots.contains(where: isMade) && isDecided(by: node, resolved.flows)
        // A function is told what it is to keep.
        case .told, .reading, .branch, .skip, .field: false
        }
      }?.place
    default: return handedOut(node, isMade, isCopy, resolved)
    }
  }

  private func handedOut(
    _ node: Int, _ isMade: (Int) -> Bool, _ isCopy: (Int) -> Bool, _ resolved: ResolvedTenant
  ) -> SourceSpan? {
    kind(node, resolved.flows).handedOut.first { isMade(Int($0.slot)) && !isCopy(Int($0.slot)) }?.span
  }
}
