import FlowCompiler
import FlowSource
import Testing

/// U201 of states that transitions lead to, and no run: what is proven, or the time, rules it out.
@Suite("Ways that no run takes") struct NeverTakenTests {
  private func problems(_ states: String, lifetime: String = "30m") -> [String] {
    compile([
      "tenant.yaml": "tenant: many\nattributes:\n  email: { type: email, identifier: true }\n",
      "flow.yaml": "flow: many\nlifetime: \(lifetime)\nstart: who\nstates:\n\(states)",
    ]).diagnostics.map { "\($0.code) \($0.message)" }
  }

  private static let verifying = """
      enter: { page: Code, fields: { code: required }, then: { submit: check } }
      check:
        do: code.verify
        then: { valid: proven, invalid: { to: enter, error: invalid_code }, expired: { to: enter, error: code_expired }, exhausted: failed }
      proven: { end: completed, result: [email] }
      failed: { end: failed }

    """

  private static let sending = """
      send:
        do: code.send
        with: { to: email }
        then: { sent: enter, throttled: failed, undeliverable: failed }

    """

  @Test func `a code that nobody has sent is never right`() {
    let who = "  who: { page: Who, fields: { email: required }, then: { submit: NEXT } }\n"
    #expect(
      problems(who.replacing("NEXT", with: "enter") + Self.verifying) == ["U201 no run can come to the state `proven`"])
    #expect(problems(who.replacing("NEXT", with: "send") + Self.sending + Self.verifying) == [])
  }

  @Test func `a run is over before a page has waited that long`() {
    let states = """
        who: { page: Who, fields: { email: required }, after: 30m -> late, then: { submit: done } }
        late: { end: late }
        done: { end: completed, result: [email] }

      """
    #expect(problems(states) == ["U201 no run can come to the state `late`"])
    #expect(problems(states, lifetime: "31m") == [])
  }
}
