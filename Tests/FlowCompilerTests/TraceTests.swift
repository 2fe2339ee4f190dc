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
}
