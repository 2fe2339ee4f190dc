import FlowModel
import FlowSource

/// What is proven of an effect whose demands hold on every path: which of them holds, and by which states. Nil where it
/// demands nothing, or no run comes to it.
func proof(
  of effect: ResolvedEffect, at node: Int, _ flow: AnalyzedFlow, _ origins: EvidenceOrigins, _ resolved: ResolvedTenant
) -> Proof? {
  guard let evidence = flow.evidence, !effect.effect.definition.demands.isEmpty, flow.reached[node] else { return nil }
  let scope = resolved.scope
  var reasons: [(text: String, edges: Set<Int>)] = []
  var assumes: [String] = []
  for visit in evidence.visits(of: node) {
    let state = evidence.state(visit)
    guard let demand = effect.effect.definition.demands.first(where: { evidence.isMet($0, effect, state, scope) })
    // Without an account there is nothing to prove of it, and nothing that the effect could do.
    else { continue }
    if state[.unbound], demand.isAboutAccount { continue }
    let text = demand.holds(effect, state, scope, flow.graph.root)
    let edges = origins.edges(meeting: demand, of: effect, at: visit, scope)
    if let known = reasons.firstIndex(where: { $0.text == text }) {
      reasons[known].edges.formUnion(edges)
    } else {
      reasons.append((text, edges))
    }
    if case .optedOut(let parameter, let word) = demand {
      assumes.append("`\(effect.effect.definition.parameters[parameter].name): \(word)` is what the tenant wants")
    }
  }
  if reasons.isEmpty { return nil }
  let edges = reasons.reduce(into: Set<Int>()) { $0.formUnion($1.edges) }.sorted()
  for assumption in edges.flatMap({ flow.assumptions(by: $0, resolved) }) + effect.keeping(scope)
  where !assumes.contains(assumption) {
    assumes.append(assumption)
  }
  let sentences = reasons.map { reason in
    let places = Set(reason.edges.map { flow.graph.name(flow.graph.source(of: $0), resolved.flows).quoted }).sorted()
    return reason.text + (places.isEmpty ? "" : " at \(places.joined(separator: " or "))")
  }
  return Proof(
    "U401", flow: scope.flows[flow.graph.root].name.text, of: effect.effect.name,
    sentences.joined(separator: ", or "), assuming: assumes, at: effect.place)
}

extension AnalyzedFlow {
  /// What must be true, though nothing here can prove it, for an edge to prove what it does.
  func assumptions(by edge: Int, _ resolved: ResolvedTenant) -> [String] {
    guard let effect = graph.effect(graph.source(of: edge), resolved.flows) else { return [] }
    let (scope, definition) = (resolved.scope, effect.definition)
    let outcome = Int(graph.edges[edge].branch)
    guard definition.outcomes.indices.contains(outcome) else { return [] }
    var assumed: [String] = []
    for evidence in definition.outcomes[outcome].mints {
      switch evidence {
      case .verifiedCodeTarget: assumed.append("a code reaches only whoever the address belongs to")
      case .verifiedLinkTarget: assumed.append("a link reaches only whoever the address belongs to")
      case .attested:
        guard let function = effect.function, scope.tenant.functions.indices.contains(function) else { continue }
        assumed.append("the function \(scope.tenant.functions[function].name.text.quoted) is right")
      case .created, .authenticated: continue
      }
    }
    return assumed
  }
}

extension ResolvedEffect {
  /// What it takes on trust of what the account holds.
  fileprivate func keeping(_ scope: TenantScope) -> [String] {
    guard let keeps = definition.keeps, says(KeptCredential.password.name, at: keeps) else { return [] }
    return ["`keep: password`: whoever set the password is whoever confirms"]
  }
}

extension Demand {
  fileprivate var isAboutAccount: Bool {
    switch self {
    case .verifiedAccount, .created, .authenticated, .ownAddress: true
    case .verifiedParameter, .parameterIs, .optedOut, .noAddress: false
    }
  }

  /// That it holds, in words.
  fileprivate func holds(
    _ effect: ResolvedEffect, _ state: EvidenceState, _ scope: TenantScope, _ flow: Int
  ) -> String {
    func name(_ parameter: Int) -> String {
      guard case .slot(let slot) = effect.arguments[parameter] else { return "the identifier" }
      return scope.name(of: slot, in: scope.flows[flow]).quoted
    }
    switch self {
    case .verifiedParameter(let parameter): return "\(name(parameter)) is proven"
    case .verifiedAccount: return "an address of the account is proven"
    case .created: return "this run created the account"
    case .authenticated:
      return state[.authenticated] ? "the account's owner is present" : "an address of the account is proven"
    case .parameterIs(let parameter, let word), .optedOut(let parameter, let word):
      return "it is `\(effect.effect.definition.parameters[parameter].name): \(word)`"
    case .ownAddress(let parameter): return "\(name(parameter)) is an address of the account's own"
    case .noAddress(let parameter): return "\(name(parameter)) is no address"
    }
  }
}
