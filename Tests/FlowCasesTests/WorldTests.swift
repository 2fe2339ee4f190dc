import FlowCases
import Testing

/// What cases are given, and what they can read of what came.
@Suite struct WorldTests {
  private func expectPassing(_ steps: String, flow: String = "join", given: String = "{ functions: { ask: success } }")
    async throws
  {
    let play = try await Club.play(steps, flow: flow, given: given)
    #expect(play.failures.map(\.failure.summary) == [])
  }

  /// Why a case cannot go on.
  private func problem(_ steps: String, given: String = "{ functions: { ask: success } }") async throws -> String? {
    try await Club.play(steps, given: given).failures.first?.failure.problem
  }

  @Test func `functions answer in turn, and are told what the flow says`() async throws {
    try await expectPassing(
      """
      - start: { email: ann@example.com, age: 36 }
      - submit: { code: "{{ mail.code }}" }
        expect: { state: introduce, error: denied, asked: [ask] }
      - submit: { email: "{{ ask.username }}", age: 36 }
      - submit: { code: "{{ mail.code }}" }
        expect: { state: choose }
      - given: { functions: { ask: pending } }
      - start: { email: bob@example.com, age: 36 }
      - submit: { code: "{{ mail.code to bob@example.com }}" }
        expect: { end: closed }
      """, given: "{ functions: { ask: [fail, success] } }")
  }

  @Test func `a function of which nothing is said fails the case`() async throws {
    let steps = "- start: { email: ann@example.com, age: 36 }\n- submit: { code: \"{{ mail.code }}\" }"
    #expect(
      try await problem(steps, given: "{}") == "the function `ask` was asked, and `given` does not say what it answers")
  }

  @Test func `common and published passwords are those of the case`() async throws {
    try await expectPassing(
      """
      - start: { email: ann@example.com, age: 36 }
      - submit: { code: "{{ mail.code }}" }
      - submit: { password: everybody }
        expect: { state: choose, error: password_banned }
      - submit: { password: published }
        expect: { state: choose, error: password_banned }
      - submit: { password: "{{ ab * 200 }}" }
        expect: { error: password_too_long }
      - submit: { password: tea-at-five }
        expect: { end: completed }
      """, given: "{ functions: { ask: success }, common-passwords: [everybody], published-passwords: [published] }")
  }

  @Test func `time goes on when the case waits, and not before`() async throws {
    try await expectPassing(
      """
      - start: { email: ann@example.com, age: 36 }
      - submit: { code: "{{ mail.code }}" }
      - wait: 299s
        expect: { state: choose }
      - wait: 1s
        expect: { end: closed }
      - expect: { end: closed, error: none }
      """)
  }

  @Test func `what is used up, and whom nothing reaches`() async throws {
    try await expectPassing(
      """
      - start:
      - submit: { email: ann@example.com, age: 36 }
        expect: { state: prove/enter, error: too_many_codes, messages: [] }
      - start:
      - submit: { email: Bob@Example.com, age: 36 }
        expect: { state: introduce, error: invalid_username }
      - wait: 1h
      - start: { email: ann@example.com, age: 36 }
        expect: { messages: [{ kind: code }] }
      """, given: "{ used-up: { codes: [ann@example.com] }, undeliverable: [bob@example.com] }")
  }

  @Test func `two people have runs of their own, and a token that is over is good for nothing`() async throws {
    try await expectPassing(
      """
      - start: { email: ann@example.com, age: 36 }
      - start: { email: bob@example.com, age: 36 }
        as: bob
      - submit: { code: "{{ mail.1.code }}" }
        as: bob
        expect: { state: prove/enter, error: invalid_code }
      - submit: { code: "{{ mail.2.code }}" }
        as: bob
        expect: { state: choose }
      - submit: { code: "{{ mail.2.code }}" }
        as: bob
        stale: true
        expect: { state: choose }
      - submit: { code: wrong }
        as: bob
        stale: true
        expect: { error: invalid_token }
      - expect: { state: prove/enter }
      """)
  }

  @Test func `accounts are as they are given, and may change on the way`() async throws {
    try await expectPassing(
      """
      - expect: { account: { email: ann@example.com, age: 40, password: tea-at-five, standing: pending } }
      - given: { accounts: { ann: { age: 41, standing: disabled }, bob: { email: bob@example.com } } }
      - expect: { account: [{ email: "{{ ann.email }}", age: 41, standing: disabled }, { email: bob@example.com, password: }] }
      - start: { email: ann@example.com, age: 36 }
      - submit: { code: "{{ mail.code }}" }
      - submit: { password: tea-at-five }
        expect: { error: user_already_exists, state: introduce }
      """,
      given:
        "{ functions: { ask: success }, accounts: { ann: { email: ann@example.com, age: 40, password: tea-at-five, standing: pending } } }"
    )
  }

  @Test func `many accounts are as many`() async throws {
    let people = (1...40).map { "p\($0): { email: p\($0)@example.com, age: \(20 + $0) }" }.joined(separator: ", ")
    let expected = (1...40).map { "{ email: p\($0)@example.com, age: \(20 + $0) }" }.joined(separator: ", ")
    try await expectPassing("- expect: { account: [\(expected)] }", given: "{ accounts: { \(people) } }")
  }

  @Test func `a sub-flow is tested by itself, with what its callers collect`() async throws {
    try await expectPassing(
      """
      - start: { email: ann@example.com }
        expect: { state: enter }
      - submit: { code: "{{ mail.code }}" }
        expect: { end: proven }
      """, flow: "prove")
    let play = try await Club.play("- start: {}", flow: "prove")
    #expect(
      play.failures.first?.failure.problem?.hasPrefix("the sub-flow cannot be tested by itself with this: ") == true)
  }

  @Test func `what is not there cannot be read`() async throws {
    #expect(try await problem("- start: { email: \"{{ mail.code }}\", age: 36 }") == "there was no mail yet")
    #expect(try await problem("- start: { email: \"{{ end.grant }}\", age: 36 }") == "no end has given `grant` yet")
    let start = "- start: { email: ann@example.com, age: 36 }\n"
    #expect(
      try await problem(start + "- submit: { code: \"{{ mail.link }}\" }") == "the message \"Your code\" has no link")
    #expect(
      try await problem(start + "- submit: { code: \"{{ mail.7.code }}\" }")
        == "there is no mail number 7: there were 1")
    #expect(
      try await problem(start + "- submit: { code: \"{{ mail.code to bob@example.com }}\" }")
        == "there was no mail to `bob@example.com` yet")
    #expect(
      try await problem("- open: \"https://elsewhere.example/\"") == "this leads to no flow: https://elsewhere.example/"
    )
  }
}
