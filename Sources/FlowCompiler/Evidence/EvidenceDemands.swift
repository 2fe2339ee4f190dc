import FlowModel

extension Evidence {
  /// Whether a demand of a call holds in a state: the counterpart of what the engine asks at run time.
  func isMet(_ demand: Demand, _ effect: ResolvedEffect, _ state: EvidenceState, _ scope: TenantScope) -> Bool {
    switch demand {
    case .verifiedParameter(let parameter):
      return subjects[effect, parameter].map { state[.verified, $0] } ?? false
    case .verifiedAccount: return state[.accountVerified]
    case .created: return state[.created]
    case .authenticated: return state[.authenticated] || state[.accountVerified]
    case .parameterIs(let parameter, let word), .optedOut(let parameter, let word):
      return effect.says(word, at: parameter)
    case .noAddress(let parameter):
      guard case .slot(let slot) = effect.arguments[parameter], let attribute = scope.attribute(of: slot) else {
        return false
      }
      return !attribute.definition.type.isAddress
    case .ownAddress(let parameter):
      return state[.unbound] || (subjects[effect, parameter].map { state.isOwned($0) } ?? false)
    }
  }

  /// Whether one of the demands of a call holds, or it has none.
  func allows(_ effect: ResolvedEffect, _ state: EvidenceState, _ scope: TenantScope) -> Bool {
    let demands = effect.effect.definition.demands
    return demands.isEmpty || demands.contains { isMet($0, effect, state, scope) }
  }
}

extension Demand {
  /// What would satisfy it, in words for a help.
  func remedy(_ effect: ResolvedEffect, _ scope: TenantScope, _ flow: Int) -> String? {
    switch self {
    case .verifiedParameter(let parameter):
      guard case .slot(let slot) = effect.arguments[parameter] else { return nil }
      return
        "\(Effect.names(proving: .verifiedCodeTarget)) of a code sent to \(scope.name(of: slot, in: scope.flows[flow]).quoted)"
    case .verifiedAccount:
      return
        "\(Effect.names(proving: .verifiedCodeTarget)) of a code sent to the address that the account was found by, or \(Effect.names(proving: .verifiedLinkTarget))"
    case .created: return "\(Effect.names(proving: .created)) in this flow"
    case .authenticated: return Effect.names(proving: .authenticated)
    case .parameterIs(let parameter, let word):
      return "`\(effect.effect.definition.parameters[parameter].name): \(word)`, which gives the right up"
    case .ownAddress(let parameter):
      guard case .slot(let slot) = effect.arguments[parameter] else { return nil }
      return
        "an effect that finds the account by \(scope.name(of: slot, in: scope.flows[flow]).quoted), or `account.read` of it"
    case .optedOut, .noAddress: return nil
    }
  }

  /// What it means to do without the proof, where a flow may say that it does. It is told, and not advised.
  func optOut(_ effect: ResolvedEffect) -> String? {
    guard case .optedOut(let parameter, let word) = self else { return nil }
    return
      "`\(effect.effect.definition.parameters[parameter].name): \(word)` does without the proof: the first client that names an address has its account at once, and `usher check --proofs` lists it"
  }
}

extension Effect {
  /// The effects of which something holds, as a list for a help.
  static func names(where holds: (EffectDefinition) -> Bool) -> String {
    effectCatalogue.filter(holds).map(\.name).listed("or")
  }

  /// The effects that prove something, as a list for a help.
  static func names(proving evidence: FlowModel.Evidence) -> String {
    names { $0.outcomes.contains { $0.mints.contains(evidence) } }
  }
}
