import FlowJSON
import FlowSource

/// A counterexample as JSON. `attacker` and `engine` are for people; `actor`, `action` and `facts` say the same as
/// values. The kinds are those of `TraceStep.Action` and `TraceFact`.
func json(_ example: Counterexample, in sources: SourceMap) -> JSON {
  func steps(_ steps: [TraceStep]) -> JSON { .array(steps.map { json($0, in: sources) }) }
  return [
    "flow": .string(example.flow), "attack": .string(example.attack), "steps": steps(example.steps),
    "otherRun": steps(example.otherRun),
  ]
}

private func json(_ step: TraceStep, in sources: SourceMap) -> JSON {
  let words = TraceWords(step)
  return [
    "state": .string(step.state), "branch": .string(step.branch), "attacker": words.client.map(JSON.string) ?? .null,
    "engine": .string(words.engine), "path": .string(sources.path(of: step.span)),
    "range": range(step.span, in: sources), "actor": .string(step.actor.rawValue), "action": step.action.json,
    "facts": .array(step.facts.map(\.json)),
  ]
}

/// An object with its kind, and a member where there is one.
private func object(_ kind: String, _ members: JSONObject = [:]) -> JSON {
  var object: JSONObject = ["kind": .string(kind)]
  for member in members.members { object[member.name] = member.value }
  return .object(object)
}

private func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

extension TraceStep.Action {
  fileprivate var json: JSON {
    switch self {
    case .send(let event, let inputs):
      object("send", ["event": .string(event), "inputs": .array(inputs.map(\.json))])
    case .wait(let seconds): object("wait", ["seconds": .int(Int64(seconds))])
    case .skip(let event): object("skip", ["event": .string(event)])
    case .run(let effect, let outcome): object("run", ["effect": .string(effect), "outcome": optional(outcome)])
    case .choose(let branch, let condition):
      object("choose", ["branch": .int(Int64(branch)), "condition": optional(condition)])
    case .enter(let subFlow): object("enter", ["subFlow": optional(subFlow)])
    case .leave(let subFlow, let end): object("leave", ["subFlow": .string(subFlow), "end": .string(end)])
    case .show(let title): object("show", ["title": .string(title)])
    case .end(let name): object("end", ["end": .string(name)])
    case .proceed: object("proceed")
    }
  }
}

extension TraceInput {
  fileprivate var json: JSON {
    [
      "field": .string(field), "required": .bool(isRequired), "value": optional(value?.rawValue),
      "owner": optional(value?.owner.rawValue),
    ]
  }
}

extension TraceFact {
  fileprivate var json: JSON {
    switch self {
    case .sets(let names): object("sets", ["names": .array(names.map(JSON.string))])
    case .keepsError(let code): object("keeps-error", ["error": .string(code)])
    case .proves(let proof): object("proves", proof.members)
    case .loses(let proof): object("loses", proof.members)
    case .reads(let name): object("reads", ["name": .string(name)])
    case .readsOfNoAccount(let name): object("reads-of-no-account", ["name": .string(name)])
    case .lacksAccount: object("lacks-account")
    case .lacksSession: object("lacks-session")
    case .holdsSecret(let name): object("holds-secret", ["name": .string(name)])
    case .holdsAccountFact(let name): object("holds-account-fact", ["name": .string(name)])
    case .countsNothing: object("counts-nothing")
    case .repeats(let repetition): object("repeats", ["repetition": .string(repetition.rawValue)])
    case .tellsOfAccount: object("tells-of-account")
    }
  }
}

extension TraceProof {
  fileprivate var members: JSONObject {
    switch self {
    case .address(let attribute): ["proof": "address", "attribute": .string(attribute)]
    case .code(let attribute): ["proof": "code", "attribute": .string(attribute)]
    case .accountAddress: ["proof": "account-address"]
    case .ownAccount: ["proof": "own-account"]
    case .presence: ["proof": "presence"]
    }
  }
}
