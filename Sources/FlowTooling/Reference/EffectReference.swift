import FlowModel

/// All effects as a part of the language's reference, in Markdown: what each takes, answers, demands, proves and spends.
func effectReference() -> String {
  Effect.allCases.map { section($0.definition) }.joined(separator: "\n")
}

private func section(_ effect: EffectDefinition) -> String {
  var lines = ["### \(effect.name)", "", effect.summary]
  if !effect.parameters.isEmpty {
    lines += ["", "| `with` | takes | |", "|---|---|---|"]
    lines += effect.parameters.map { parameter in
      let need = parameter.isRequired ? "" : " (optional)"
      return "| `\(parameter.name)`\(need) | \(taken(parameter.kind)) | \(parameter.summary) |"
    }
  }
  lines += ["", "| outcome | |", "|---|---|"]
  lines += effect.outcomes.map {
    "| `\($0.name)` | \($0.summary)\(condition($0, of: effect))\(proofs($0, of: effect)) |"
  }
  if !effect.demands.isEmpty {
    lines += [
      "", "Demands on every path: \(effect.demands.map { demand($0, of: effect) }.joined(separator: ", or ")).",
    ]
  }
  if let counted = counted(effect) { lines += ["", "Counted by \(counted)."] }
  if effect.needsEnabled { lines += ["", "For an enabled account alone: a flow asks before it (U901)."] }
  return lines.joined(separator: "\n") + "\n"
}

/// The settings by which a guess, message or call is counted, once each.
private func counted(_ effect: EffectDefinition) -> String? {
  var settings: [String] = []
  for counter in effect.bounds.flatMap(\.counters) {
    let setting = setting(of: counter)
    if !settings.contains(setting) { settings.append(setting) }
  }
  return settings.isEmpty ? nil : settings.map { "`\($0)`" }.joined(separator: " and ")
}

private func setting(of counter: Counter) -> String {
  switch counter {
  case .guessesOfCode, .guessesAtAddress: "codes: attempts"
  case .guessesAtAccount, .guessesAtName, .guessesAtFormer: "passwords: attempts"
  case .callsForSubject, .callsOfRun: "functions: NAME: attempts"
  case .codesToAddress, .codesOfRun: "codes: per-identifier"
  case .codesInARow: "codes: resend-after"
  case .linksToAddress, .linksOfRun: "links: per-identifier"
  case .noticesToAddress, .noticesOfRun: "notices: per-identifier"
  }
}

private func taken(_ kind: ParameterDefinition.Kind) -> String {
  switch kind {
  case .identifier: "an attribute with `identifier: true`"
  case .address(let types): "an attribute of type " + types.map { "`\($0.name)`" }.joined(separator: " or ")
  case .attribute, .factor: "an attribute that accounts hold"
  case .secret(let secret): "the secret input `\(secret.name)`"
  case .proven(let types): "an attribute of type " + types.map { "`\($0.name)`" }.joined(separator: " or ")
  case .attributes: "a list of attributes"
  case .written: "a list of attributes that accounts hold"
  case .list: "an attribute that holds a list"
  case .word(let words): words.map { "`\($0.name)`" }.joined(separator: ", ")
  case .function: "a function of the tenant"
  case .flow(.link): "a flow that redeems links"
  case .flow(.invitation): "a flow that redeems invitations"
  case .notice: "a notice: " + StandardNotice.allCases.map { "`\($0.name)`" }.joined(separator: ", ")
  case .evidence: "`verified(ATTRIBUTE)`"
  }
}

private func condition(_ outcome: OutcomeDefinition, of effect: EffectDefinition) -> String {
  outcome.needs.map { " Only with `\(effect.parameters[$0].name)`." } ?? ""
}

private func proofs(_ outcome: OutcomeDefinition, of effect: EffectDefinition) -> String {
  let facts = outcome.mints.map { evidence in
    switch evidence {
    case .verifiedCodeTarget: "`verified` of the address that the code went to"
    case .verifiedLinkTarget: "`verified(account)`"
    case .attested: "what `attests` names"
    case .created: "`created(account)`"
    case .authenticated: "`authenticated(account)`"
    }
  }
  if case .invitedAddress(let parameter) = outcome.writes {
    return
      " Proves `verified` of the attribute under `\(effect.parameters[parameter].name)`, for a new account alone."
  }
  return facts.isEmpty ? "" : " Proves " + facts.joined(separator: " and ") + "."
}

private func demand(_ demand: Demand, of effect: EffectDefinition) -> String {
  func name(_ parameter: Int) -> String {
    effect.parameters.indices.contains(parameter) ? effect.parameters[parameter].name : ""
  }
  return switch demand {
  case .verifiedParameter(let parameter): "`verified` of the attribute under `\(name(parameter))`"
  case .verifiedAccount: "`verified(account)`"
  case .created: "`created(account)`"
  case .authenticated: "`authenticated(account)`"
  case .parameterIs(let parameter, let word), .optedOut(let parameter, let word): "`\(name(parameter)): \(word)`"
  case .ownAddress(let parameter): "an attribute under `\(name(parameter))` that holds the account's own address"
  case .noAddress(let parameter): "an attribute under `\(name(parameter))` that is no address"
  }
}
