import FlowSource

/// What a flow can tell of accounts to whom they do not belong.
let concealmentExplanations: [Explanation] = [
  Explanation(
    "U801", "the flow tells whether an account exists",
    """
    Somebody who has proven nothing can learn from this flow whether an address has an account: one who tries addresses
    gets a list of the people to attack. Two runs are compared in which the client does the same, one with an account and
    one without. They must rest in the same states, with the same errors and the same values, and on the way do the same
    work (hashing, sending, asking functions), because time can be measured. Once the client has proven to control the
    identifier, or to own the account, it may know.

    Lead `found` and `missing` the same way. `password.verify` and `link.send` play along where there is no account, and
    so does `code.send` with `for: account`: nothing is sent, all looks the same, and no code is ever right. Whatever
    `account.…` says, ask it once the client has proven who it is. A flow that is meant to tell says so openly:
    `reveals: [account-existence]`.
    """,
    broken: Example(
      flow: """
        flow: sign-in
        lifetime: 15m
        start: identify
        states:
          identify:
            page: Your address
            fields: { email: required }
            then:
              submit: find-account
          find-account:
            do: account.find
            then:
              found: send-code
              missing: { to: identify, error: user_not_found }
          send-code:
            do: code.send
            with: { to: email, for: account }
            then:
              sent: enter-code
              throttled: { to: enter-code, error: too_many_codes }
              undeliverable: { to: identify, error: invalid_username }
          enter-code:
            page: Enter the code
            fields: { code: required }
            then:
              submit: verify-code
          verify-code:
            do: code.verify
            then:
              valid: may-sign-in
              invalid: { to: enter-code, error: invalid_code }
              expired: { to: enter-code, error: code_expired }
              exhausted: { to: enter-code, error: too_many_attempts }
          may-sign-in:
            choose:
              - { when: account.enabled && account.confirmed, to: open-session }
              - { to: identify, error: user_disabled }
          open-session:
            do: token.issue
            then:
              issued: done
          done: { end: completed, result: [tokens] }

        """),
    mending: ["missing: { to: identify, error: user_not_found }": "missing: send-code"]),
  Explanation(
    "U802", "`reveals` of a flow that reveals nothing", severity: .warning,
    """
    The flow says that it reveals which accounts exist, and it does not: whoever has proven nothing sees the same whether
    there is an account or not.

    Leave `reveals` out. Then the compiler keeps it so, whatever is changed later.
    """,
    broken: Example(
      flow: """
        flow: log-in
        reveals: [account-existence]
        lifetime: 15m
        start: log-in
        states:
          log-in:
            page: Log in
            fields: { email: required, password: required }
            then:
              submit: find-account
          find-account:
            do: account.find
            then:
              found: verify-password
              missing: verify-password
          verify-password:
            do: password.verify
            then:
              match: may-sign-in
              mismatch: { to: log-in, error: invalid_credentials }
              locked: { to: log-in, error: account_locked }
          may-sign-in:
            choose:
              - { when: account.enabled && account.confirmed, to: open-session }
              - { to: log-in, error: user_disabled }
          open-session:
            do: token.issue
            then:
              issued: done
          done: { end: completed, result: [tokens] }

        """),
    mending: ["reveals: [account-existence]\n": ""]),
]
