import FlowCases
import FlowCompiler
import FlowSource
import Testing

/// A small tenant with a sign-up by a code, and cases of it.
enum Club {
  static let tenant = """
    tenant: club
    attributes:
      email: { type: email, identifier: true }
      age: { type: integer, minimum: 6, maximum: 150 }
      nick: { type: string, max-length: 20 }
    passwords: { min-length: 8, forbid: [common], forbid-breached: { function: look-up } }
    functions:
      ask: { url: https://hooks.example.com/ask, secret: env:ASK_SECRET, attempts: 3 per 1h }
      look-up: { url: https://hooks.example.com/look-up, secret: env:LOOK_UP_SECRET, attempts: 10 per 1h }

    """

  static let join = """
    flow: join
    reveals: [account-existence]
    lifetime: 30m
    start: introduce
    states:
      introduce:
        page: Join
        fields: { email: required, age: required }
        then:
          submit: is-old-enough
          look-around: closed
      is-old-enough:
        choose:
          - { when: attributes.age >= 16, to: prove }
          - { to: too-young }
      prove:
        call: prove
        then:
          proven: ask
          unreachable: { to: introduce, error: invalid_username }
      ask:
        do: function.call
        with: { function: ask, pass: [email, age] }
        then:
          success: choose
          pending: closed
          fail: { to: introduce, error: denied }
      choose:
        page: Choose a password
        fields: { password: required }
        after: 5m -> closed
        then:
          submit: create
      create:
        do: account.create
        with: { password: password }
        then:
          created: joined
          exists: { to: introduce, error: user_already_exists }
          too_short: { to: choose, error: password_too_short }
          too_long: { to: choose, error: password_too_long }
          too_weak: { to: choose, error: password_too_weak }
          banned: { to: choose, error: password_banned }
      joined: { end: completed, grants: sign-in, result: [email, account.id] }
      too-young: { end: failed }
      closed: { end: closed }

    """

  static let prove = """
    sub-flow: prove
    start: send
    states:
      send:
        do: code.send
        with: { to: email }
        then:
          sent: enter
          throttled: { to: enter, error: too_many_codes }
          undeliverable: unreachable
      enter:
        page: Enter the code
        fields: { code: required }
        then:
          submit: verify
      verify:
        do: code.verify
        then:
          valid: proven
          invalid: { to: enter, error: invalid_code }
          expired: { to: enter, error: code_expired }
          exhausted: { to: enter, error: too_many_attempts }
      proven: { end: proven }
      unreachable: { end: unreachable }

    """

  /// A suite of one file of cases; `steps` are the steps of one case, or `cases` the whole list.
  static func suite(_ cases: String, flow: String = "join", given: String = "{ functions: { ask: success } }")
    -> CaseSuite
  {
    let file = "flow: \(flow)\ngiven: \(given)\ncases:\n\(cases)"
    return CaseSuite(sources: [
      TenantSources(
        path: "club",
        files: [
          SourceText(path: "club/tenant.yaml", text: tenant), SourceText(path: "club/join.yaml", text: join),
          SourceText(path: "club/prove.yaml", text: prove), SourceText(path: "club/tests/join.yaml", text: file),
        ])
    ])
  }

  /// What came of one case with these steps.
  static func play(_ steps: String, flow: String = "join", given: String = "{ functions: { ask: success } }")
    async throws
    -> CasePlay
  {
    let indented = steps.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n")
    let suite = suite("  - case: one\n    steps:\n\(indented)\n", flow: flow, given: given)
    let problems = suite.compilation.diagnostics.filter { $0.severity == .error }.map(\.message)
    try #require(problems.isEmpty, "\(problems)")
    return await CasePlay(suite, workers: 1)
  }
}
