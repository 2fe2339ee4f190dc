import FlowModel
import FlowSource

/// The places at which flows give up what a rule would otherwise prove.
func optOuts(_ flows: [FlowSyntax], _ tenant: TenantSyntax) -> [OptOut] {
  let applications = tenant.applications
  let addresses = Set(tenant.attributes.filter(\.definition.type.isAddress).map(\.name.text))
  var found: [OptOut] = []
  for flow in flows {
    let name = flow.name.text
    if let place = flow.revealsAccounts {
      found.append(
        OptOut(
          flow: name, "reveals: [account-existence]", "anybody may learn here whether an account exists", at: place
        ))
      found += applications.flatMap { lookUps(of: $0, revealedBy: name, at: place) }
    }
    for state in flow.states {
      guard case .effect(let effect) = state.kind else { continue }
      func value(_ parameter: String) -> Word? {
        guard case .word(let word)? = effect.arguments.first(where: { $0.name.text == parameter })?.value else {
          return nil
        }
        return word
      }
      for parameter in Effect(name: effect.effect.text)?.definition.parameters ?? [] {
        guard let given = value(parameter.name) else { continue }
        let function = value("function").map { "the function \($0.text.quoted)" } ?? "a function"
        switch parameter.kind {
        case .flow where Effect(name: effect.effect.text)?.definition.asksOthers == true:
          found.append(
            OptOut(
              flow: name, "\(parameter.name): \(given.text.shortened)",
              "\(function) alone decides who gets this link, and so whom it proves" + effect.besideLink(addresses),
              at: given.span)
          )
        case .evidence:
          found.append(
            OptOut(
              flow: name, "\(parameter.name): \(given.text.shortened)", "\(function) alone decides what this proves",
              at: given.span))
        case .factor:
          found.append(
            OptOut(
              flow: name, "\(parameter.name): \(given.text.shortened)",
              "\(function) alone decides whether the person has this second factor", at: given.span))
        case .word(let words):
          guard let givenUp = words.first(where: { $0.name == given.text })?.givesUp else { continue }
          found.append(OptOut(flow: name, "\(parameter.name): \(given.text)", givenUp, at: given.span))
        default: continue
        }
      }
    }
  }
  return found.sorted { $0.span < $1.span }
}

/// The calls of an application without flows of their own, which look accounts up because one of its flows reveals them.
private func lookUps(of application: ApplicationSyntax, revealedBy flow: String, at place: Span) -> [OptOut] {
  guard application.flows.contains(where: { $0.text == flow }) else { return [] }
  return application.spoken.definition.parts.compactMap { part in
    guard let call = part.lookUp, !application.parts.contains(where: { $0.text == part.name }) else { return nil }
    return OptOut(
      flow: flow, "reveals: [account-existence]",
      "so may the call \(call.quoted) of the application \(application.name.text.quoted), which has no flow for it",
      at: place)
  }
}

extension EffectSyntax {
  /// What a function is told beside a link, in words: a client may have typed it. Addresses are the account's own.
  fileprivate func besideLink(_ addresses: Set<String>) -> String {
    let told = arguments.flatMap { argument -> [String] in
      switch (argument.name.text, argument.value) {
      case ("pass", .list(let words, _)): words.map(\.text)
      case ("pass", .word(let word)), ("arguments", .word(let word)): [word.text]
      default: []
      }
    }
    let names = told.filter { !addresses.contains($0) }
    if names.isEmpty { return "" }
    return
      "; beside the link it is told \(names.listed()): where a client has typed that, nothing may be sent there"
  }
}
