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
          flow: name, "reveals: [account-existence]", "whoever asks may learn here whether an account exists", at: place
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
      switch Effect(name: effect.effect.text) {
      case .functionCall:
        guard let attested = value("attests") else { continue }
        let function = value("function").map { "the function \($0.text.quoted)" } ?? "a function"
        found.append(
          OptOut(
            flow: name, "attests: \(attested.text.shortened)", "\(function) alone decides what this proves",
            at: attested.span))
      case .accountCreate:
        guard let status = value("status") else { continue }
        let meaning: String
        switch AccountStatus.allCases.first(where: { $0.name == status.text }) {
        case .pending: meaning = "the account is created with nothing proven, and cannot sign in before it is confirmed"
        case .unproven:
          meaning = "the account may sign in with nothing proven: it is whoever's that named the address first"
        case .active, nil: continue
        }
        found.append(OptOut(flow: name, "status: \(status.text)", meaning, at: status.span))
      default: continue
      }
    }
  }
  return found.sorted { $0.span < $1.span }
}
