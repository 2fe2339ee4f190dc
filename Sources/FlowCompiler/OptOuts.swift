import FlowModel
import FlowSource

/// The places at which flows give up what a rule would otherwise prove.
func optOuts(_ flows: [FlowSyntax], _ tenant: TenantSyntax) -> [OptOut] {
  let applications = tenant.applications
  let addresses = Set(tenant.attributes.filter(\.definition.type.isAddress).map(\.name.text))
  var found: [OptOut] = []
  for flow in flows where !flow.isTemplate {
    let name = flow.name.text
    if let place = flow.revealsAccounts {
      found.append(
        OptOut(
          flow: name, .concealment, "reveals: [account-existence]", "anybody may learn here whether an account exists",
          at: place
        ))
      found += applications.flatMap { lookUps(of: $0, revealedBy: name, at: place) }
    }
    for state in flow.states {
      guard case .effect(let effect) = state.kind else { continue }
      guard let definition = Effect(name: effect.effect.text)?.definition else { continue }
      let named = definition.parameters.first { $0.kind == .function }.flatMap(effect.word)
      let function = named.map { "the function \($0.text.quoted)" } ?? "a function"
      for parameter in definition.parameters {
        guard let given = effect.word(parameter) else { continue }
        switch parameter.kind {
        case .flow where definition.asksOthers:
          found.append(
            OptOut(
              flow: name, .link, "\(parameter.name): \(given.text.shortened)",
              "\(function) alone decides who gets this link, and so whom it proves"
                + effect.besideLink(addresses, definition),
              at: given.span)
          )
        case .evidence:
          found.append(
            OptOut(
              flow: name, .evidence, "\(parameter.name): \(given.text.shortened)",
              "\(function) alone decides what this proves",
              at: given.span))
        case .factor:
          found.append(
            OptOut(
              flow: name, .factor, "\(parameter.name): \(given.text.shortened)",
              "\(function) alone decides whether the person has this second factor", at: given.span))
        case .word(let words):
          guard let givenUp = words.first(where: { $0.name == given.text })?.givesUp else { continue }
          found.append(OptOut(flow: name, .word, "\(parameter.name): \(given.text)", givenUp, at: given.span))
        default: continue
        }
      }
    }
  }
  // What several calls make of one place is told once, where it is the same.
  var seen: Set<OptOut> = []
  return found.filter { seen.insert($0).inserted }.sorted { $0.span < $1.span }
}

/// The calls of an application without flows of their own, which look accounts up because one of its flows reveals them.
private func lookUps(of application: ApplicationSyntax, revealedBy flow: String, at place: SourceSpan) -> [OptOut] {
  guard application.flows.contains(where: { $0.text == flow }) else { return [] }
  return application.spoken.definition.parts.compactMap { part in
    guard let call = part.lookUp, !application.parts.contains(where: { $0.text == part.name }) else { return nil }
    return OptOut(
      flow: flow, .concealment, "reveals: [account-existence]",
      "so may the call \(call.quoted) of the application \(application.name.text.quoted), which has no flow for it",
      at: place)
  }
}

extension EffectSyntax {
  /// The one word that a parameter is given.
  fileprivate func word(_ parameter: ParameterDefinition) -> Word? {
    guard case .word(let word)? = arguments.first(where: { $0.name.text == parameter.name })?.value else { return nil }
    return word
  }

  /// What a function is told beside a link, in words: a client may have typed it. Addresses are the account's own.
  fileprivate func besideLink(_ addresses: Set<String>, _ definition: EffectDefinition) -> String {
    let told = definition.parameters.filter { [.attributes, .list].contains($0.kind) }.flatMap {
      parameter -> [String] in
      switch arguments.first(where: { $0.name.text == parameter.name })?.value {
      case .list(let words, _): words.map(\.text)
      case .word(let word): [word.text]
      default: []
      }
    }
    let names = told.filter { !addresses.contains($0) }
    if names.isEmpty { return "" }
    return
      "; beside the link it is told \(names.listed()): where a client has typed that, nothing may be sent there"
  }
}
