import FlowCases
import FlowCompiler

/// Authored cases a second: a sign-up of six steps, each in a world of its own, on all processors.
enum AuthoredCases {
  private static let tenant = """
    tenant: bench
    attributes:
      email: { type: email, identifier: true }
      city: { type: string }
      age: { type: integer }
      nick: { type: string }

    """

  private static let flow = """
    flow: sign-up
    lifetime: 30m
    reveals: [account-existence]
    start: identify
    states:
      identify: { page: Join, fields: { email: required }, then: { submit: send } }
      send:
        do: code.send
        with: { to: email }
        then:
          sent: enter
          throttled: { to: enter, error: too_many_codes }
          undeliverable: { to: identify, error: invalid_username }
      enter: { page: Enter the code, fields: { code: required }, then: { submit: verify } }
      verify:
        do: code.verify
        then:
          valid: where
          invalid: { to: enter, error: invalid_code }
          expired: { to: enter, error: code_expired }
          exhausted: { to: enter, error: too_many_attempts }
      where: { page: Where, fields: { city: required }, then: { submit: old } }
      old: { page: How old, fields: { age: required }, then: { submit: called } }
      called: { page: What name, fields: { nick: required }, then: { submit: create } }
      create:
        do: account.create
        then:
          created: completed
          exists: { to: identify, error: user_already_exists }
      completed: { end: completed, result: [email] }

    """

  private static let cases = """
    flow: sign-up
    cases:
      - case: signs up
        steps:
          - start:
          - submit: { email: ann@example.com }
          - submit: { code: "{{ mail.code }}" }
          - submit: { city: Oslo }
          - submit: { age: 36 }
          - submit: { nick: Ann }
            expect: { end: completed, account: { email: ann@example.com, nick: Ann } }

    """

  static func measure() async throws -> [Row] {
    let suite = CaseSuite(sources: [
      TenantSources(
        path: "bench",
        files: [
          SourceText(path: "bench/tenant.yaml", text: tenant), SourceText(path: "bench/sign-up.yaml", text: flow),
          SourceText(path: "bench/tests/sign-up.yaml", text: cases),
        ])
    ])
    let count = 20_000
    var rates: [Double] = []
    for _ in 0..<3 {
      let play = await CasePlay(suite, times: count)
      guard play.failures.isEmpty, play.results.count == 1 else { fatalFlow("a case failed") }
      rates.append(Double(count) / (Double(play.nanoseconds) / 1e9))
    }
    let median = rates.median
    return [Row("authored cases, a sign-up of six steps", rate(median), bar: "20,000 /s", met: median >= 20_000)]
  }
}
