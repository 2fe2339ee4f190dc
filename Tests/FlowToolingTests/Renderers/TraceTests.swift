import FlowJSON
import FlowSource
import Testing

@testable import FlowTooling

@Suite struct TraceTests {
  private func step(_ action: TraceStep.Action, _ facts: [TraceFact] = []) -> TraceStep {
    TraceStep(span: .fileStart(0), state: "ask", action, facts: facts)
  }

  @Test(arguments: TraceInput.Value.allCases)
  func `words for what is sent name its owner`(_ value: TraceInput.Value) {
    let words = TraceWords(step(.send(event: "submit", inputs: [TraceInput("field", value: value)]))).client ?? ""
    #expect(words.hasPrefix("submits `field` = "))
    #expect(words.contains("attacker") == (value.owner == .attacker), "\(words)")
    #expect(words.contains("victim") == (value.owner == .victim), "\(words)")
  }

  @Test func `fields whose values do not matter are listed, the optional ones apart`() {
    let inputs = [TraceInput("a"), TraceInput("b"), TraceInput("c", isRequired: false)]
    #expect(TraceWords(step(.send(event: "submit", inputs: inputs))).client == "submits `a` and `b`, perhaps `c`")
    #expect(TraceWords(step(.send(event: "more", inputs: [inputs[0]]))).client == "submits `a` by `more`")
    #expect(TraceWords(step(.send(event: "resend", inputs: []))).client == "sends `resend`")
  }

  @Test func `what the engine does comes before what becomes true`() {
    let words = TraceWords(
      step(.run(effect: "code.verify", outcome: "valid"), [.sets(["a", "b"]), .proves(.address(of: "email"))]))
    #expect(words.client == nil)
    #expect(words.engine == "runs `code.verify`: valid; sets `a` and `b`; `email` is proven")
    #expect(TraceWords(step(.proceed)).engine == "")
  }

  @Test func `JSON says the same as values`() throws {
    let example = Counterexample(
      flow: "reset", attack: "",
      steps: [
        step(.send(event: "submit", inputs: [TraceInput("email", value: .victimsAddress)])),
        step(.choose(branch: 2, condition: nil), [.loses(.address(of: "email"))]),
      ])
    let steps = try #require(json(example, in: SourceMap())["steps"]?.array)
    #expect(steps[0]["actor"] == "client")
    #expect(
      steps[0]["action"] == [
        "kind": "send", "event": "submit",
        "inputs": [["field": "email", "required": true, "value": "victims-address", "owner": "victim"]],
      ])
    #expect(steps[1]["branch"] == "else")
    #expect(steps[1]["action"] == ["kind": "choose", "branch": 2, "condition": nil])
    #expect(steps[1]["facts"] == [["kind": "loses", "proof": "address", "attribute": "email"]])
  }
}
