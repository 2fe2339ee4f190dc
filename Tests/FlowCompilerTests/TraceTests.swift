import FlowCompiler
import FlowSource
import TestSupport
import Testing

/// The steps of counterexamples as values.
@Suite("Traces") struct TraceTests {
  private func steps(_ fixture: String, _ code: String) throws -> [TraceStep] {
    let path = "\(Repository.root)/\(MarkedFixture.root)/\(fixture)"
    let problem = Compiler.compile(paths: [path]).diagnostics.first { $0.code == code }
    return try #require(problem?.counterexample).steps
  }

  @Test func `a step says who does what, and whose is what is sent`() throws {
    let steps = try steps("402-address-written-after-its-proof", "U402")
    let email = TraceInput("email", value: .ownAddress)
    #expect(
      steps.map(\.action) == [
        .send(event: "submit", inputs: [email]),
        .run(effect: "code.send", outcome: "sent"),
        .send(event: "submit", inputs: [TraceInput("code", value: .mailedCode)]),
        .run(effect: "code.verify", outcome: "valid"),
        .send(event: "submit", inputs: [TraceInput("email", value: .victimsAddress)]),
        .run(effect: "account.create", outcome: nil),
      ])
    #expect(steps.map(\.state) == ["identify", "send-code", "enter-code", "verify-code", "correct", "create"])
    #expect(steps.map(\.actor) == [.client, .engine, .client, .engine, .client, .engine])
    #expect(steps[3].facts == [.proves(.address(of: "email"))])
    #expect(steps[4].facts == [.loses(.address(of: "email"))])
  }

  @Test func `a loop that never waits skips its pages, and begins anew`() throws {
    let steps = try steps("203-loops-of-skipped-pages", "U203")
    #expect(steps.contains { if case .skip = $0.action { true } else { false } })
    #expect(steps.allSatisfy { $0.actor == .engine })
    #expect(steps.last?.facts == [.repeats(.loop)])
  }

  @Test func `two runs that a client can tell apart are both told`() throws {
    let path = "\(Repository.root)/\(MarkedFixture.root)/801-CVE-2023-39522-recovery-that-tells"
    let problem = try #require(Compiler.compile(paths: [path]).diagnostics.first { $0.code == "U801" })
    let example = try #require(problem.counterexample)
    #expect(example.steps.last?.facts == [.tellsOfAccount])
    #expect(example.otherRun.contains { $0.branch == "missing" })
    #expect(!example.steps.contains { $0.branch == "missing" })
  }

  @Test func `who signs in with a password of their own types an address of their own`() throws {
    let files: KeyValuePairs = [
      "tenant.yaml": "tenant: t\nattributes:\n  email: { type: email, identifier: true }\n",
      "sign-in.yaml": """
      flow: sign-in
      lifetime: 30m
      start: who
      properties:
        - always: completed implies verified(email)
      states:
        who: { page: Who, fields: { email: required, password: required }, then: { submit: find } }
        find:
          do: account.find
          with: { identifier: email }
          then: { found: verify, missing: verify }
        verify:
          do: password.verify
          then:
            match: gate
            mismatch: { to: who, error: invalid_password }
            locked: { to: who, error: account_locked }
        gate:
          choose:
            - { when: account.enabled && account.confirmed, to: issue }
            - { to: who, error: user_disabled }
        issue: { do: token.issue, then: { issued: completed } }
        completed: { end: completed, result: [tokens] }
      """,
    ]
    let problem = try #require(compile(files).diagnostics.first { $0.code == "U451" })
    let inputs = [TraceInput("email", value: .ownAddress), TraceInput("password", value: .ownPassword)]
    #expect(problem.counterexample?.steps.first?.action == .send(event: "submit", inputs: inputs), "\(problem)")
  }

  @Test func `who tries addresses types the victim's`() throws {
    let steps = try steps("801-CVE-2023-39522-recovery-that-tells", "U801")
    let sent = steps.compactMap { step -> [TraceInput]? in
      if case .send(_, let inputs) = step.action { inputs } else { nil }
    }
    #expect(sent.first == [TraceInput("email", value: .victimsAddress)], "\(sent)")
  }
}
