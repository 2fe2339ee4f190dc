import FlowExpression
import FlowModel
import FlowSource

/// U503, of addresses: a condition compares one that a client types, and that nobody has proven, with one that the account
/// holds, and whoever guesses right comes more easily to where somebody is let in. An address is no secret; and where its owner
/// must enter a code that goes there all the same, nothing is gained by the guess.
func comparedAddresses(
  _ flow: AnalyzedFlow, _ resolved: ResolvedTenant, _ told: inout Set<SourceSpan>, _ problems: inout DiagnosticCollector
) {
  guard let evidence = flow.evidence, let deciders = flow.deciders, case let read = flow.readAddresses(resolved),
    !read.isEmpty, let values = ComparedValues(flow, resolved, ofAddresses: true)
  else { return }
  let graph = flow.graph
  let (tolls, doors) = (Tolls(graph, resolved), graph.doors(resolved))
  let all = flow.edges(proving: read.compactMap { evidence.subjects[$0] }, resolved, evidence)
  for node in graph.nodes.indices where flow.reached[node] {
    for decider in deciders[node] {
      guard let comparison = values.comparison(by: decider, at: node) else { continue }
      var (typed, own, held): (Set<Int>, Set<Int>, Set<Int>) = ([], [], all)
      if case .made(_, let slot) = comparison, let subject = evidence.subjects[Slot(slot)] {
        held = flow.edges(proving: [subject], resolved, evidence)
      }
      if case .made(let slot, _) = comparison, let subject = evidence.subjects[Slot(slot)] {
        if evidence.nearest(node, where: { !$0.knows(subject) }) == nil { continue }
        typed = flow.edges(proving: [subject], resolved, evidence)
        own = flow.edges(proving: [subject], isSure: false, resolved, evidence)
      }
      // Behind a right guess, a code to what was typed goes to the account's own address. Behind a wrong one it goes to
      // whoever guesses.
      func toll(_ edge: Int, isRight: Bool, codes: Tolls.Codes = Tolls.Codes()) -> Int {
        tolls.least(
          from: edge, past: node, to: doors, avoiding: isRight ? held.union(typed) : held, free: isRight ? [] : own,
          codes: codes)
      }
      let edges = Array(graph.edgeIndices(node))
      let isGain: Bool
      switch decider.kind {
      case .field: continue
      case .branch(let branch):
        let isNegative = decider.condition.map { resolved.expressions[Int($0.index)].code.isNegative } ?? false
        let ahead = toll(edges[branch], isRight: !isNegative)
        isGain = edges.dropFirst(branch + 1).contains { other in
          let beside = toll(other, isRight: isNegative)
          if case .kept = comparison { return beside != ahead }
          return isNegative ? beside < ahead : beside > ahead
        }
      case .skip:
        let ahead = edges.first.map { toll($0, isRight: true) } ?? .max
        isGain = edges.dropFirst().contains { toll($0, isRight: true) < ahead }
      case .lookUp, .told, .reading:
        isGain = Set(edges.map { toll($0, isRight: true) }).count > 1
      case .address:
        isGain = edges.contains {
          toll($0, isRight: true, codes: Tolls.Codes(isFirstOwn: true)) < toll($0, isRight: true)
        }
      }
      guard isGain, told.insert(decider.place).inserted else { continue }
      problems.report(flow.guess(comparison, at: decider.place, of: node, resolved))
    }
  }
}

extension AnalyzedFlow {
  /// What it reads of the account that tells people apart.
  fileprivate func readAddresses(_ resolved: ResolvedTenant) -> Set<Slot> {
    Set(
      graph.nodes(.effect).compactMap { node in
        guard reached[node], case (.accountValue, let slot)? = graph.effect(node, resolved.flows)?.write(by: 0),
          resolved.scope.attribute(of: slot)?.definition.tellsPeopleApart == true
        else { return nil }
        return slot
      })
  }

  /// The edges on which one of some subjects is proven, surely or on some path: by a code, or by a function.
  fileprivate func edges(
    proving subjects: [Int], isSure: Bool = true, _ resolved: ResolvedTenant, _ evidence: Evidence
  ) -> Set<Int> {
    var found: Set<Int> = []
    for node in graph.nodes(.effect) where reached[node] {
      guard let call = graph.effect(node, resolved.flows) else { continue }
      let isCode = call.definition.outcomes.contains { $0.mints.contains(.verifiedCodeTarget) }
      let states = isCode ? evidence.visits(of: node).map(evidence.state).filter { !$0[.noCode] } : []
      func isOut(_ state: EvidenceState) -> Bool { subjects.contains { state[.codeTarget, $0] } }
      let goesThere = isCode && (isSure ? states.allSatisfy(isOut) : states.contains(where: isOut))
      let isAttested = [call.attested, call.shownFactor].compactMap { $0.flatMap { evidence.subjects[$0] } }
        .contains(where: subjects.contains)
      guard goesThere || isAttested else { continue }
      found.formUnion(
        graph.edgeIndices(node).filter { edge in
          let branch = Int(graph.edges[edge].branch)
          return branch >= 0 && !call.definition.outcomes[branch].mints.isEmpty
        })
    }
    return found
  }
}
