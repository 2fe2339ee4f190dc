import Testing

/// Flows that are safe, and that the analysis of what is proven must see to be.
@Suite struct PrecisionTests {
  private let tenant = """
    tenant: named
    attributes:
      username: { type: string, identifier: true }
      email: { type: email, identifier: true }

    """

  @Test func `a password matches only where there is an account`() throws {
    _ = try table([
      "tenant.yaml": tenant,
      "sign-in.yaml": """
      flow: sign-in
      lifetime: 30m
      start: who
      properties:
        - always: completed implies authenticated(account)
        - always: completed implies found(account)
      states:
        who: { page: Who, fields: { username: required, password: required }, then: { submit: find } }
        find:
          do: account.find
          with: { identifier: username }
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
        issue: { do: token.issue, then: { issued: done } }
        done: { end: completed, result: [tokens] }
      """,
    ])
  }

  @Test func `an account is disabled by whoever has shown to own it, and nobody learns of others`() throws {
    _ = try table([
      "tenant.yaml": tenant,
      "close.yaml": """
      flow: close
      lifetime: 30m
      start: who
      properties:
        - never: account.disable before found(account)
      states:
        who: { page: Who, fields: { email: required }, then: { submit: find } }
        find:
          do: account.find
          with: { identifier: email }
          then: { found: verify, missing: verify }
        verify: { page: Enter your password, fields: { password: required }, then: { submit: compare, code: send } }
        compare:
          do: password.verify
          then:
            match: disable
            mismatch: { to: verify, error: invalid_password }
            locked: { to: verify, error: account_locked }
        send:
          do: code.send
          with: { to: email, for: account }
          then:
            sent: code
            throttled: { to: code, error: too_many_codes }
            undeliverable: { to: who, error: invalid_username }
        code: { page: Enter the code, fields: { code: required }, then: { submit: enter } }
        enter:
          do: code.verify
          then:
            valid: disable
            invalid: { to: code, error: invalid_code }
            expired: { to: code, error: code_expired }
            exhausted: { to: code, error: too_many_attempts }
        disable: { do: account.disable, then: { disabled: is-gone } }
        is-gone:
          choose:
            - { when: account.enabled, to: who }
            - { to: done }
        done: { end: completed }
      """,
    ])
  }

  @Test(arguments: ["account.create", "account.update"])
  func `an account has the identifiers that were proven before it was written`(_ effect: String) throws {
    let write =
      effect == "account.create"
      ? """
      write:
          do: account.create
          with: { identifier: username }
          then: { created: issue, exists: { to: who, error: user_already_exists } }
      """
      : """
      write:
          do: account.create
          with: { identifier: username, status: pending }
          then: { created: update, exists: { to: who, error: user_already_exists } }
        update: { do: account.update, then: { updated: confirm } }
        confirm: { do: account.confirm, then: { confirmed: issue, already: issue } }
      """
    _ = try table([
      "tenant.yaml": tenant,
      "join.yaml": """
      flow: join
      reveals: [account-existence]
      lifetime: 30m
      start: who
      states:
        who: { page: Who, fields: { username: required, email: required }, then: { submit: send } }
        send:
          do: code.send
          with: { to: email }
          then:
            sent: code
            throttled: { to: code, error: too_many_codes }
            undeliverable: { to: who, error: invalid_username }
        code: { page: Code, fields: { code: required }, then: { submit: prove } }
        prove:
          do: code.verify
          then:
            valid: write
            invalid: { to: code, error: invalid_code }
            expired: { to: code, error: code_expired }
            exhausted: { to: code, error: too_many_attempts }
        \(write)
        issue: { do: token.issue, then: { issued: done } }
        done: { end: completed, result: [tokens] }
      """,
    ])
  }
}
