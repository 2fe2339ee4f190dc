/// A tenant that signs in with a password.
private let signingIn = Example(
  flow: """
    flow: sign-in
    lifetime: 30m
    start: log-in
    states:
      log-in:
        page: Sign in
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
          - { when: account.enabled, to: log-in, error: confirmation_required }
          - { to: log-in, error: user_disabled }
      open-session:
        do: token.issue
        then:
          issued: done
      done: { end: completed, result: [tokens] }

    """)

/// Who is locked out stays out, and what fails denies.
let denyExplanations: [Explanation] = [
  Explanation(
    "U901", "lock-out is not asked on every way",
    """
    A session opens, or a sign-in is granted, and on some way here nobody has asked whether the account is enabled and
    confirmed. A disabled account is disabled for every way in: by password, by code, by link, by grant. The one way that
    forgets to ask is the one that is used.

    Ask after the account is bound: `account.enabled && account.confirmed`, in this or any other form that comes to the
    same, also over several branches. An account that was created active in this run is both; `account.confirm` makes
    one confirmed, and behind `account.disable` it is disabled, whatever was asked before. Binding an account anew asks
    anew. At run time the engine refuses all the same: what is missing is that the client is told why.

    The same code is reported where an outcome that locks out, such as `locked` or `exhausted`, leads without a wait to
    where the right answer leads: trying often enough would be as good as knowing.
    """,
    broken: signingIn.replacing("account.enabled && account.confirmed", with: "account.confirmed"),
    mending: ["when: account.confirmed": "when: account.enabled && account.confirmed"]),
  Explanation(
    "U902", "a gate that is always open",
    """
    The effect says yes or no, both lead to the same state, and behind it something is demanded or granted. Whoever is
    refused goes on like everybody else: a function that does not answer, a code that is wrong, an error in a policy.

    Lead what refuses back to a page with an error, or to an end that grants nothing. A function that is only told
    something, and decides nothing, may lead on with all of its outcomes.

    The engine keeps to the same rule. A condition that cannot be evaluated refuses the step, and the run stays where it
    was; a page whose `skip` fails is shown; a function that does not answer in time has the outcome `fail`.
    """,
    broken: Example(
      tenant: """
        tenant: example
        attributes:
          email: { type: email, identifier: true }
        functions:
          may-register: { url: https://hooks.example.com/may-register }

        """,
      flow: """
        flow: register
        lifetime: 30m
        reveals: [account-existence]
        start: identify
        states:
          identify:
            page: Your address
            fields: { email: required }
            then:
              submit: ask-policy
          ask-policy:
            do: function.call
            with: { function: may-register, pass: [email] }
            then:
              success: create
              pending: waiting
              fail: create
          create:
            do: account.create
            with: { status: pending }
            then:
              created: registered
              exists: { to: identify, error: user_already_exists }
          registered: { end: registered }
          waiting: { end: waiting }

        """),
    mending: ["fail: create": "fail: { to: identify, error: denied }"]),
]
