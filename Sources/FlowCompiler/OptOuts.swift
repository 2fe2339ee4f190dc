import FlowModel
import FlowSource

/// The places at which flows give up what a rule would otherwise prove.
func optOuts(_ flows: [FlowSyntax]) -> [OptOut] {
  var found: [OptOut] = []
  for flow in flows {
    let name = flow.name.text
    if let place = flow.revealsAccounts {
      found.append(
        OptOut(
          flow: name, "reveals: [account-existence]", "anybody may learn here whether an account exists", at: place
        ))
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
        switch parameter.kind {
        case .evidence:
          let function = value("function").map { "the function \($0.text.quoted)" } ?? "a function"
          found.append(
            OptOut(
              flow: name, "\(parameter.name): \(given.text.shortened)", "\(function) alone decides what this proves",
              at: given.span))
        case .word(let words):
          guard let waived = words.first(where: { $0.name == given.text })?.waives else { continue }
          found.append(OptOut(flow: name, "\(parameter.name): \(given.text)", waived, at: given.span))
        default: continue
        }
      }
    }
  }
  return found.sorted { $0.span < $1.span }
}
