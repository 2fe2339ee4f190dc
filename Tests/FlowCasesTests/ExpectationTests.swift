import FlowCases
import FlowCompiler
import FlowSource
import Testing

/// Whatever is not as a case expects it is told, and nothing else is.
@Suite struct ExpectationTests {
  private static let start = "- start: { email: ann@example.com, age: 36 }"
  private static let end = """
    - start: { email: ann@example.com, age: 36 }
    - submit: { code: "{{ mail.code }}" }
    - submit: { password: tea-at-five }
    """

  /// What is expected behind some steps, and what is told of it; empty: it is as expected.
  private static let table: [(steps: String, expected: String, told: [String])] = [
    (start, "state: prove/enter", []), (start, "state: introduce", ["state"]),
    (start, "page: Enter the code", []), (start, "page: Join", ["page"]),
    (start, "fields: [code]", []), (start, "fields: [email, age]", ["fields"]), (start, "fields: []", ["fields"]),
    (start, "events: [submit]", []), (start, "events: [submit, look-around]", ["events"]),
    (start, "error: none", []), (start, "error: invalid_code", ["error"]),
    (start, "end: completed", ["end"]), (start, "locale: en", []), (start, "locale: de", ["locale"]),
    (start, "asked: []", []), (start, "asked: [ask]", ["asked"]),
    (start, "messages: [{ kind: code, to: ann@example.com, channel: email }]", []),
    (start, "messages: []", ["messages"]), (start, "messages: [{ kind: link }]", ["message, kind"]),
    (start, "messages: [{ to: bob@example.com }]", ["message, to"]),
    (start, "messages: [{ channel: sms }]", ["message, channel"]),
    (start, "messages: [{ says: \"{{ mail.code }}\" }]", []), (start, "messages: [{ says: Hello }]", ["message, says"]),
    (start, "messages: [{ kind: code }, { kind: code }]", ["messages"]),
    (start, "messages: [{ subject: Your code }]", []), (start, "messages: [{ subject: Code }]", ["message, subject"]),
    (start, "messages: [{ says: Your code }]", []),
    (start, "no-account: ann@example.com", []), (start, "account: { email: ann@example.com }", ["account"]),
    (start, "grants: nothing", []), (start, "grants: sign-in", ["grants"]),
    (end, "end: completed", []), (end, "end: closed", ["end"]), (end, "grants: sign-in", []),
    (end, "grants: nothing", ["grants"]), (end, "result: [email, account.id]", []),
    (end, "result: [email]", ["result"]),
    (end, "result: { email: ann@example.com }", []), (end, "result: { email: bob@example.com }", ["result.email"]),
    (end, "no-account: ann@example.com", ["no-account"]),
    (end, "account: { email: Ann@Example.com, age: 36, password: tea-at-five, standing: active }", []),
    (end, "account: { email: ann@example.com, age: 37 }", ["account, age"]),
    (end, "account: { email: ann@example.com, nick: }", []),
    (end, "account: { email: ann@example.com, nick: Ann }", ["account, nick"]),
    (end, "account: { email: ann@example.com, password: another-one }", ["account, password"]),
    (end, "account: { email: ann@example.com, password: }", ["account, password"]),
    (end, "account: { email: ann@example.com, standing: pending }", ["account, standing"]),
    (end, "{ state: introduce, end: closed }", ["state", "end"]),
  ]

  @Test(arguments: table.indices)
  func `what is expected is held against what came`(_ index: Int) async throws {
    let (steps, expected, told) = Self.table[index]
    let braces = expected.hasPrefix("{") ? expected : "{ \(expected) }"
    let play = try await Club.play("\(steps)\n  expect: \(braces)")
    #expect(play.failures.first?.failure.differences.map(\.what) ?? [] == told, "\(expected)")
    #expect(play.failures.first?.failure.problem == nil)
  }

  /// Where what was not met stands: the key that said it, of some lines.
  @Test func `what was not met is shown at its key, and in its row`() async throws {
    let suite = Club.suite(
      """
        - case: rows
          each:
            - { age: 36, nick: Ann }
            - { age: 37, nick: a name that is much longer than what a line of a report can show of it }
          steps:
            - start: { email: ann@example.com, age: "{{ age }}" }
              expect:
                state: prove/enter
                messages: [{ kind: code, subject: "{{ nick }}" }]

      """)
    let play = await CasePlay(suite, workers: 1)
    let sources = suite.compilation.sources
    let places = play.failures.map { failure in
      failure.failure.differences.compactMap(\.span).compactMap { span in sources.file(span)?.text(span) }
    }
    #expect(places == [["subject"], ["subject"]])
    #expect(
      play.failures.map(\.item.name) == ["rows [36, Ann]", "rows [37, a name that is much longer than what a line…]"])
    let report = report(play, as: .pretty)
    #expect(report.contains("note: the row: age = 36, nick = Ann\n") && report.contains("with this row"), "\(report)")
  }

  @Test(arguments: [
    ("end: joined", "the end of the state `joined` is called `completed`"),
    ("state: completed", "it is an end: write `end: completed`"),
  ])
  func `a state and its end are told apart`(_ expected: String, _ help: String) {
    let suite = Club.suite("  - case: one\n    steps: [{ start: , expect: { \(expected) } }]\n")
    let problems = suite.compilation.diagnostics.filter { $0.severity == .error }
    #expect(problems.map(\.code) == ["U170"] && problems.first?.help == help && problems.first?.edit == nil)
  }

  @Test func `a step that is done several times is traced each time, and what it sends is of the last time`()
    async throws
  {
    let play = try await Club.play(
      """
      - start: { email: ann@example.com, age: 36 }
      - submit: { code: wrong }
        times: 6
        expect: { error: invalid_code, messages: [] }
      """)
    let failure = try #require(play.failures.first?.failure)
    #expect(
      failure.trace.map { "\($0.step) \($0.text)" } == [
        "1 start join -submit-> is-old-enough -> prove -> prove/send -sent-> prove/enter",
        "2 submit -> prove/verify -invalid-> prove/enter, error invalid_code (5 times)",
        "2 submit -> prove/verify -exhausted-> prove/enter, error too_many_attempts",
      ])
    let told = report(play, as: .pretty)
    #expect(told.contains("2  submit -> prove/verify -invalid"), "\(told)")
    // The second line of the step has no number of its own.
    #expect(told.contains("   submit -> prove/verify -exhausted") && !told.contains("3  submit"), "\(told)")
  }

  @Test func `an error that nobody expects fails the case where it comes`() async throws {
    let play = try await Club.play(
      """
      - start: { email: ann@example.com, age: 36 }
      - submit: { code: wrong }
      - submit: { code: "{{ mail.code }}" }
      """)
    let failure = try #require(play.failures.first?.failure)
    #expect(failure.step == 2 && failure.action == "submit")
    #expect(failure.differences.map(\.expected) == ["none"])
    #expect(failure.differences.map(\.got) == ["`invalid_code` (`code`)"])
    #expect(
      failure.trace.map(\.text) == [
        "start join -submit-> is-old-enough -> prove -> prove/send -sent-> prove/enter",
        "submit -> prove/verify -invalid-> prove/enter, error invalid_code",
      ])
  }
}
