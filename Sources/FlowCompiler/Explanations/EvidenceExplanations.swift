import FlowSource

/// What can be wrong with what stands proven before something dangerous is done.
let evidenceExplanations: [Explanation] = [
  Explanation(
    "U401", "done without proof",
    """
    There is a way to this effect on which the client has not proven what it demands. Whoever goes that way does harm to
    somebody else: the counterexample shows the shortest one, step by step.

    Proofs are typed. `code.verify` proves the address that its code was sent to, and with it the account that was found
    by that address; `link.redeem` proves the account that its link was sent for; `password.verify` and `grant.redeem`
    prove that the account's owner is there; `account.create` makes an account of the client's own. `account.find`
    proves nothing: anybody can name an address.

    Lead the way through one of these, or to another state.

    An account can be created without a proof where the flow says so, and `usher check --proofs` lists it. With
    `status: pending` it cannot sign in before `account.confirm`. With `status: unproven` it can: whoever names an address
    first has its account, with the password they chose, until the address's owner sets another one. No token tells such
    an address as the account's own.
    """,
    broken: Example(
      flow: """
        flow: sign-up
        lifetime: 30m
        start: identify
        states:
          identify:
            page: Create your account
            fields: { email: required }
            then:
              submit: send-code
          send-code:
            do: code.send
            with: { to: email }
            then:
              sent: enter-code
              throttled: create
              undeliverable: { to: identify, error: invalid_username }
          enter-code:
            page: Enter the code
            fields: { code: required }
            then:
              submit: verify-code
          verify-code:
            do: code.verify
            then:
              valid: create
              invalid: { to: enter-code, error: invalid_code }
              expired: { to: identify, error: code_expired }
              exhausted: { to: identify, error: too_many_attempts }
          create:
            do: account.create
            then:
              created: completed
              exists: { to: identify, error: user_already_exists }
          completed: { end: completed }

        """),
    mending: ["throttled: create": "throttled: { to: enter-code, error: too_many_codes }"]),
  Explanation(
    "U402", "done on a proof of something else",
    """
    There was a proof on this way, and it is no longer about what the effect works on. A proof belongs to its subject: to
    the value that the attribute had, or to the account that was bound. Collecting the attribute anew, or finding another
    account, ends it. Otherwise somebody could prove an address of their own, and then name yours.

    Collect and find first, prove last. What has been proven must not be asked for again.
    """,
    broken: Example(
      flow: """
        flow: sign-up
        lifetime: 30m
        start: identify
        states:
          identify:
            page: Create your account
            fields: { email: required }
            then:
              submit: send-code
          send-code:
            do: code.send
            with: { to: email }
            then:
              sent: enter-code
              throttled: { to: enter-code, error: too_many_codes }
              undeliverable: { to: identify, error: invalid_username }
          enter-code:
            page: Enter the code
            fields: { code: required }
            then:
              submit: verify-code
              change: { to: enter-code, fields: { email: required } }
          verify-code:
            do: code.verify
            then:
              valid: create
              invalid: { to: enter-code, error: invalid_code }
              expired: { to: identify, error: code_expired }
              exhausted: { to: identify, error: too_many_attempts }
          create:
            do: account.create
            then:
              created: completed
              exists: { to: identify, error: user_already_exists }
          completed: { end: completed }

        """),
    mending: ["change: { to: enter-code,": "change: { to: send-code,"]),
  Explanation(
    "U403", "a sign-in granted without proof",
    """
    `grants: sign-in` hands out what signs the bound account in once, without its credentials. On some way to this end
    nobody has proven whose account it is, so it is handed to whoever named it.
    """,
    broken: Example(
      flow: """
        flow: welcome-back
        reveals: [account-existence]
        lifetime: 30m
        start: identify
        states:
          identify:
            page: Welcome back
            fields: { email: required }
            then:
              submit: find
          find:
            do: account.find
            then:
              found: may-sign-in
              missing: { to: identify, error: user_not_found }
          may-sign-in:
            choose:
              - { when: account.enabled && account.confirmed, to: completed }
              - { to: identify, error: user_disabled }
          completed: { end: completed, grants: sign-in }

        """),
    mending: ["grants: sign-in": "result: [email]"]),
  Explanation(
    "U404", "an address linked that nobody proved",
    """
    `account.update` makes this address a way into the account: it identifies the account from then on. On some way here
    it was collected and not proven. Whoever mistypes it hands the account to a stranger, and whoever knows it can claim
    another person's address before that person does.

    Send a code to the new address, and verify it, before the account is written. The same goes for an address that
    identifies nobody, where an application names it among its `user-data`: its client takes it for the account's own.
    """,
    broken: Example(
      flow: """
        flow: change-address
        lifetime: 30m
        start: identify
        states:
          identify:
            page: Sign in
            fields: { email: required, password: required }
            then:
              submit: find
          find:
            do: account.find
            then:
              found: verify
              missing: verify
          verify:
            do: password.verify
            then:
              match: new-address
              mismatch: { to: identify, error: invalid_credentials }
              locked: { to: identify, error: account_locked }
          new-address:
            page: Your new address
            fields: { email: required }
            then:
              submit: send-code
          send-code:
            do: code.send
            with: { to: email }
            then:
              sent: enter-code
              throttled: write
              undeliverable: { to: new-address, error: invalid_username }
          enter-code:
            page: Enter the code
            fields: { code: required }
            then:
              submit: verify-code
          verify-code:
            do: code.verify
            then:
              valid: write
              invalid: { to: enter-code, error: invalid_code }
              expired: { to: new-address, error: code_expired }
              exhausted: { to: new-address, error: too_many_attempts }
          write:
            do: account.update
            then:
              updated: completed
          completed: { end: completed }

        """),
    mending: ["throttled: write": "throttled: { to: new-address, error: too_many_codes }"]),
  Explanation(
    "U405", "a sign-up that completes without an account",
    """
    This flow creates accounts, and there is a way to its end `completed` on which none was created and nobody proved to
    own one. Apps take `completed` for success: they greet a person who has no account, or somebody else's.

    Lead that way to an end of another name, such as `failed`, or back to a page.
    """,
    broken: Example(
      flow: """
        flow: sign-up
        reveals: [account-existence]
        lifetime: 30m
        start: identify
        states:
          identify:
            page: Create your account
            fields: { email: required }
            then:
              submit: create
          create:
            do: account.create
            with: { status: pending }
            then:
              created: completed
              exists: completed
          completed: { end: completed }

        """),
    mending: ["exists: completed": "exists: { to: identify, error: user_already_exists }"]),
  Explanation(
    "U406", "`status: unproven` where it is proven", severity: .warning,
    """
    The flow says that it creates accounts although nobody has proven the address, and it does not: on every way here the
    client has proven it, or what the account is created by is no address.

    Leave `status` out. Then the compiler keeps it so, whatever is changed later.
    """,
    broken: Example(
      flow: """
        flow: sign-up
        lifetime: 30m
        start: identify
        states:
          identify:
            page: Create your account
            fields: { email: required }
            then:
              submit: send-code
          send-code:
            do: code.send
            with: { to: email }
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
              valid: create
              invalid: { to: enter-code, error: invalid_code }
              expired: { to: identify, error: code_expired }
              exhausted: { to: identify, error: too_many_attempts }
          create:
            do: account.create
            with: { status: unproven }
            then:
              created: completed
              exists: { to: identify, error: user_already_exists }
          completed: { end: completed }

        """),
    mending: ["    with: { status: unproven }\n": ""]),
]
