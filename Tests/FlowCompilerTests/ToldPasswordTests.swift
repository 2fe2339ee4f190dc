import FlowCompiler
import FlowSource
import Testing

/// A function that is told whether a password is right is a guess of it, and of whatever else the function decides on.
@Suite struct ToldPasswordTests {
  private func codes(passwords: String, function: String) -> [String] {
    let tenant = """
      tenant: told
      attributes:
        email: { type: email, identifier: true }
      passwords: { \(passwords) }
      functions:
        decide: { url: https://hooks.example.com/decide\(function) }

      """
    let flow = """
      flow: reset
      reveals: [account-existence]
      lifetime: 30m
      start: ask
      states:
        ask: { page: Ask, fields: { email: required, password: required }, then: { submit: find } }
        find: { do: account.find, then: { found: call, missing: { to: ask, error: user_not_found } } }
        call:
          do: function.call
          with: { function: decide, password: password }
          then:
            success: done
            pending: { to: ask, error: reset_failed }
            fail: { to: ask, error: reset_failed }
        done: { end: done }

      """
    return compile(["tenant.yaml": tenant, "reset.yaml": flow]).diagnostics.map(\.code)
  }

  @Test func `its attempts are not those of the password`() {
    #expect(codes(passwords: "attempts: 10 per 15m", function: ", attempts: 10 per 1h") == [])
    #expect(codes(passwords: "attempts: 10 per 15m", function: "") == ["U501"])
  }

  @Test func `the odds of passwords are judged where nothing else compares them`() {
    #expect(codes(passwords: "attempts: 100 per 10m", function: ", attempts: 10 per 1h") == ["U502"])
  }
}
