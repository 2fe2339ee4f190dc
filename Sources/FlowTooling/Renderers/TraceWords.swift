import FlowCompiler
import FlowModel
package import FlowSource

/// A step of a counterexample in words, without anybody's name: what all formats for people share.
package struct TraceWords {
  /// What the client does, as in "submits `email` = the victim's address"; nil where the flow goes on by itself.
  package let client: String?
  /// What the engine does, as in "runs `account.find`: found"; empty where there is nothing to say.
  package let engine: String

  /// The words for a step.
  package init(_ step: TraceStep) {
    client = Self.client(step.action)
    engine = ([Self.engine(step.action)] + step.facts.map(Self.fact)).filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private static func client(_ action: TraceStep.Action) -> String? {
    switch action {
    case .send(let event, let inputs): sent(event, inputs)
    case .wait(let seconds): "waits \(durationText(seconds))"
    case .skip, .run, .choose, .enter, .leave, .show, .end, .proceed: nil
    }
  }

  private static func sent(_ event: String, _ inputs: [TraceInput]) -> String {
    if inputs.isEmpty { return "sends \(event.quoted)" }
    var parts: [String] = []
    if inputs.contains(where: { $0.value != nil }) {
      parts = inputs.map { input in input.field.quoted + (input.value.map { " = \(value($0))" } ?? "") }
    } else {
      let required = inputs.filter(\.isRequired).map(\.field)
      let optional = inputs.filter { !$0.isRequired }.map(\.field)
      if !required.isEmpty { parts.append(required.listed()) }
      if !optional.isEmpty { parts.append("perhaps " + optional.listed()) }
    }
    let text = "submits " + parts.joined(separator: ", ")
    return event == PageEvent.submit ? text : "\(text) by \(event.quoted)"
  }

  private static func value(_ value: TraceInput.Value) -> String {
    switch value {
    case .ownAddress: "an address of the attacker's own"
    case .ownFactor: "a second factor of the attacker's own"
    case .mailedCode: "the code sent to the attacker's own address"
    case .mailedLink: "from a link sent to the attacker's own address"
    case .ownPassword: "the password of the attacker's own account"
    case .ownGrant: "a grant for the attacker's own account"
    case .stolenCode: "the code sent to the victim's address (stolen)"
    case .stolenLink: "from a link sent to the victim's address (stolen)"
    case .stolenPassword: "the victim's password (stolen)"
    case .stolenGrant: "a grant for the victim's account (stolen)"
    case .newPassword: "a password of the attacker's choice"
    case .victimsAddress: "the victim's address"
    case .victimsName: "the victim's name"
    case .anyAddress: "any address"
    case .guessedCode: "any code"
    case .guessedSecret: "anything"
    }
  }

  private static func engine(_ action: TraceStep.Action) -> String {
    switch action {
    case .send, .proceed: ""
    case .wait: "the time-out passes"
    case .skip: "skips the page"
    case .run(let effect, let outcome): "runs \(effect.quoted)" + (outcome.map { ": \($0)" } ?? "")
    case .choose(_, let condition): condition.map { "\($0.quoted) holds" } ?? "no condition holds"
    case .enter(let subFlow): "enters the sub-flow \(subFlow?.quoted ?? "that is not known")"
    case .leave(let subFlow, let end): "leaves the sub-flow \(subFlow.quoted) by its end \(end.quoted)"
    case .show(let title): "shows \(title.quoted)"
    case .end(let name): "the run ends: \(name.quoted)"
    }
  }

  private static func fact(_ fact: TraceFact) -> String {
    switch fact {
    case .sets(let names): "sets " + names.listed()
    case .keepsError(let code): "keeps the error \(code.quoted)"
    case .proves(let proof): proof.holds
    case .loses(let proof): loss(proof)
    case .reads(let name): "\(name.quoted) is read"
    case .readsOfNoAccount(let name): "\(name.quoted) is asked, and there is no account"
    case .lacksAccount: "there is no account"
    case .lacksSession: "there is no session"
    case .holdsSecret(let name): "\(name.quoted) now holds what was made of a secret"
    case .holdsAccountFact(let name):
      "\(name.quoted) gets it from the account, whose owner nobody has proven to be"
    case .countsNothing: "nothing is counted"
    case .repeats(.loop): "it begins anew"
    case .repeats(.nextRun): "the next run asks again"
    case .repeats(.always): "and so on, without end, in this run and in others"
    case .tellsOfAccount: "so there is an account"
    }
  }

  private static func loss(_ proof: TraceProof) -> String {
    switch proof {
    case .address(let attribute): "the proof of \(attribute.quoted) ends: it gets another value"
    case .code(let attribute):
      "the code that is out is for what \(attribute.quoted) held before, or for another address"
    case .accountAddress: "what was proven of the bound account ends: another one is bound"
    case .ownAccount: "the account of this run is no longer the bound one"
    case .presence: "the sign-in ends: another account is bound"
    }
  }
}

extension Diagnostic {
  /// Its labels, and those of the first steps that a second run takes otherwise.
  package var allLabels: [Label] {
    let otherSteps = counterexample?.otherRun.prefix(6) ?? []
    return labels
      + otherSteps.map { step in
        let words = TraceWords(step).engine
        return Label(step.span, "without an account: \(words.isEmpty ? "goes on" : words)")
      }
  }
}
