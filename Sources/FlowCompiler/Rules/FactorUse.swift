import FlowModel

/// The second factors that a tenant's flows ask for, and what they decide by, worked out once.
struct FactorUse {
  /// By the flow's number.
  private let ofFlows: [Int: [Int]]
  /// By the flow's number: the attributes, as subjects, that a flow with a second factor reads of the account to decide by,
  /// and that are no addresses.
  private let switchesOf: [Int: Set<Int>]
  /// Where sessions open, and where something is handed out by which they do.
  let doors: SessionDoors
  /// Which addresses are one, so that two of them are no two factors.
  let twins: AddressTwins

  init(_ flows: [AnalyzedFlow], _ resolved: ResolvedTenant) {
    let doors = SessionDoors(flows, resolved)
    self.doors = doors
    twins = AddressTwins(flows, resolved)
    let ofFlows = Dictionary(
      flows.map { ($0.graph.root, doors.of($0).allSatisfy(\.isEnding) ? [] : $0.secondFactors(resolved)) },
      uniquingKeysWith: { first, _ in first })
    self.ofFlows = ofFlows
    switchesOf = Dictionary(
      flows.filter { ofFlows[$0.graph.root]?.isEmpty == false }.map { ($0.graph.root, $0.switches(resolved)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The attributes, as subjects, that some flows with a second factor decide by, and that are no addresses: whether there is
  /// a second factor at all, for instance.
  func switches(of flows: [AnalyzedFlow]) -> [Int] {
    flows.reduce(into: Set<Int>()) { $0.formUnion(switchesOf[$1.graph.root] ?? []) }.sorted()
  }

  /// The factors, as subjects, for which some of these flows ask behind the password.
  func behindPassword(_ flows: [AnalyzedFlow], _ resolved: ResolvedTenant) -> [Int] {
    of(flows.filter { !$0.isUncalled && $0.asksPassword(resolved) })
  }

  /// The factors of some flows, as subjects.
  func of(_ flows: [AnalyzedFlow]) -> [Int] { Set(flows.flatMap { ofFlows[$0.graph.root] ?? [] }).sorted() }
}

extension AnalyzedFlow {
  /// What it reads of the account that is no address, as subjects.
  fileprivate func switches(_ resolved: ResolvedTenant) -> Set<Int> {
    guard let subjects = evidence?.subjects else { return [] }
    let read = Set(graph.nodes(.effect).compactMap { graph.effect($0, resolved.flows)?.write(by: 0)?.slot })
    return Set(
      subjects.attributes.indices.filter { subject in
        let attribute = subjects.attributes[subject]
        return !resolved.scope.tenant.attributes[attribute].definition.tellsPeopleApart
          && read.contains(resolved.scope.slot(attribute))
      })
  }

  /// The second factors, as subjects: addresses to which the flow sends a code that must be entered where the first factor is
  /// given already, and which the account has held before; and what a function shows there. An address that the flow reads of
  /// the account, and sends codes to, is meant as one, wherever the code is asked for.
  fileprivate func secondFactors(_ resolved: ResolvedTenant) -> [Int] {
    guard let evidence else { return [] }
    var found = ComparedFactors(self, evidence.subjects, resolved).all
    let read = Set(
      graph.nodes(.effect).compactMap { node -> Int? in
        guard reached[node], case (.accountValue, let slot)? = graph.effect(node, resolved.flows)?.write(by: 0) else {
          return nil
        }
        return evidence.subjects[slot]
      })
    let names = Set(graph.nodes(.effect).compactMap { graph.effect($0, resolved.flows)?.lookupSlot })
    for node in graph.nodes(.effect) {
      guard let call = graph.effect(node, resolved.flows) else { continue }
      if let factor = call.shownFactor.flatMap({ evidence.subjects[$0] }) {
        let isSecond = evidence.nearest(node) { state in
          !state[.unbound] && !state[.created] && state.provesOwner && !state[.factor, factor]
        }
        if isSecond != nil { found.insert(factor) }
      }
      guard call.definition.outcomes.contains(where: { $0.mints.contains(.verifiedCodeTarget) }) else { continue }
      for visit in evidence.visits(of: node) {
        let state = evidence.state(visit)
        guard !state[.noCode], state[.unbound] || !state[.created] else { continue }
        for subject in evidence.subjects.attributes.indices where state[.codeTarget, subject] {
          found.formUnion(
            evidence.subjects.sources(of: subject).filter {
              read.contains($0) && !names.contains(resolved.scope.slot(evidence.subjects.attributes[$0]))
            })
        }
        guard !state[.unbound], state.provesOwner else { continue }
        for subject in evidence.subjects.attributes.indices
        where state[.codeTarget, subject]
          && (state[.registered, subject] || state[.codeForAccount] || !state[.notHeld, subject])
          && !state[.factor, subject] && !state[.verified, subject]
        {
          found.insert(evidence.subjects.origin(of: subject, in: state))
        }
      }
    }
    return (found.union(shownBeside(found, resolved, evidence))).sorted()
  }

  /// What is asked for before the password: whenever a door is come to by it, the password was right as well.
  private func shownBeside(_ found: Set<Int>, _ resolved: ResolvedTenant, _ evidence: Evidence) -> Set<Int> {
    let places = graph.nodes.indices.filter { node in
      reached[node]
        && (graph.effect(node, resolved.flows)?.definition.opensSession == true
          || graph.end(node, resolved.flows)?.grants != nil)
    }
    let states = places.flatMap { node in
      evidence.visits(of: node).map(evidence.state).filter { !$0[.unbound] && !$0[.created] && !$0[.byGrant] }
    }
    let shown = Set(graph.nodes(.effect).compactMap { graph.effect($0, resolved.flows)?.shownFactor })
    return Set(
      evidence.subjects.attributes.indices.filter { subject in
        if found.contains(subject) { return false }
        let isShown = shown.contains(resolved.scope.slot(evidence.subjects.attributes[subject]))
        let showing = states.filter { state in
          state[.factor, subject] && (isShown || state[.verified, subject] && state[.ofAccount, subject])
        }
        return !showing.isEmpty && showing.allSatisfy { $0[.authenticated] }
      })
  }

  /// The addresses that are shown in place of the password, beside some second factors, as subjects.
  func firstAddresses(besides factors: [Int], _ resolved: ResolvedTenant) -> Set<Int> {
    guard let evidence else { return [] }
    var found: Set<Int> = []
    for node in graph.nodes.indices where reached[node] {
      guard
        graph.effect(node, resolved.flows)?.definition.opensSession == true
          || graph.end(node, resolved.flows)?.grants != nil
      else { continue }
      for state in evidence.visits(of: node).map(evidence.state)
      where !state[.unbound] && !state[.created] && !state[.authenticated]
        && factors.contains(where: { state[.factor, $0] })
      {
        found.formUnion(
          evidence.subjects.addresses.filter { address in
            !factors.contains(address) && state[.verified, address]
              && (state[.ofAccount, address] || state[.factor, address])
          })
      }
    }
    return found
  }

  /// What is taken for true of the functions that show second factors in the flow.
  func factorAssumptions(_ resolved: ResolvedTenant) -> [String] {
    let calls = graph.nodes(.effect).filter { reached[$0] }.compactMap { graph.effect($0, resolved.flows) }
    let assumptions = calls.compactMap { call -> String? in
      guard let factor = call.shownFactor, let function = call.function else { return nil }
      let name = resolved.scope.tenant.functions[function].name.text.quoted
      if call.passed.contains(factor) { return "the function \(name) is right" }
      let attribute = resolved.scope.attribute(of: factor)?.name.text.quoted ?? "the factor"
      return "the function \(name) goes by \(attribute) of the account that it is told of, and is right"
    }
    return Set(assumptions).sorted()
  }

  /// Whether it asks for a password.
  fileprivate func asksPassword(_ resolved: ResolvedTenant) -> Bool {
    graph.nodes(.effect).contains { node in
      graph.effect(node, resolved.flows)?.arguments.contains(.slot(SecretField.password.slot)) == true
        && graph.effect(node, resolved.flows)?.definition.outcomes.contains { $0.mints.contains(.authenticated) }
          == true
    }
  }
}
