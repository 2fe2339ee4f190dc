import FlowCases
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
      failure.trace == [
        "start join -submit-> is-old-enough -> prove -> prove/send -sent-> prove/enter",
        "submit -> prove/verify -invalid-> prove/enter, error invalid_code",
      ])
  }
}
