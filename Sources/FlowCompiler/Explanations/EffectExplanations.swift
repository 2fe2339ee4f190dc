/// The flow that examples of effects spoil in one place.
private let flow = Example(
  flow: """
    flow: sign-up
    lifetime: 30m
    reveals: [account-existence]
    start: identify
    states:
      identify:
        page: Your address
        fields: { email: required }
        then:
          submit: find-account
      find-account:
        do: account.find
        with: { identifier: email }
        then:
          missing: done
          found: { to: identify, error: user_already_exists }
      done: { end: completed, result: [email] }

    """)

/// What can be wrong with `do`: the effect, its arguments and its outcomes.
let effectExplanations: [Explanation] = [
  Explanation(
    "U110", "an unknown effect",
    """
    `do:` names an effect that there is none of. Effects are what the engine can do for a flow: find and create accounts,
    send and check codes and links, check passwords, ask your functions.

    Correct the name. What no effect does, a function of your own can: `do: function.call`.
    """,
    broken: flow.replacing("account.find\n", with: "account.lookup\n"),
    mending: ["account.lookup": "account.find"]),
  Explanation(
    "U111", "an unknown parameter",
    """
    Under `with:` stands a parameter that this effect does not have. The message lists those that it has.

    What an effect needs beyond its parameters it takes from the run: `account.create`, for one, writes all attributes
    collected so far and needs none of them under `with:`.
    """,
    broken: flow.replacing("identifier: email }", with: "identifier: email, retries: 3 }"),
    mending: [", retries: 3": ""]),
  Explanation(
    "U112", "a parameter is missing",
    """
    The effect cannot work without this parameter. Two kinds of parameters may be left out although they are needed: the
    `identifier`, where the tenant has just one, and a secret, which is taken from the field of the same name.
    """,
    broken: Example(
      flow: """
        flow: sign-up
        lifetime: 30m
        start: identify
        states:
          identify:
            page: Your address
            fields: { email: required }
            then:
              submit: send-code
          send-code:
            do: code.send
            then:
              sent: sent
              throttled: { to: identify, error: too_many_codes }
              undeliverable: { to: identify, error: invalid_username }
          sent: { end: sent, result: [email] }

        """),
    mending: ["do: code.send": "do: code.send\n    with: { to: email }"]),
  Explanation(
    "U113", "an argument of the wrong kind",
    """
    The parameter is right, and what it is given does not fit: an attribute that identifies nobody, something that
    nothing can be sent to, a text where a list is needed, one that no account holds because it is `transient`, or a
    secret. The same goes for what an application names as its `user-data`.

    Arguments are names, not expressions: `identifier: email` names the attribute. Secrets go into the parameters made
    for them and nowhere else. So a password can never end up in a message, a result or a function that was not meant
    to see it.
    """,
    broken: Example(
      tenant: """
        tenant: example
        attributes:
          email: { type: email, identifier: true }
          city:  { type: string, max-length: 60 }

        """,
      flow: """
        flow: sign-up
        lifetime: 30m
        start: identify
        states:
          identify:
            page: Your address
            fields: { email: required, city: required }
            then:
              submit: send-code
          send-code:
            do: code.send
            with: { to: city }
            then:
              sent: sent
              throttled: { to: identify, error: too_many_codes }
              undeliverable: { to: identify, error: invalid_username }
          sent: { end: sent, result: [email, city] }

        """),
    mending: ["to: city": "to: email"]),
  Explanation(
    "U114", "an answer that nothing is done about",
    """
    An effect has a fixed set of outcomes, a sub-flow a fixed set of ends, and `then:` must name each. A page needs an
    event, and `submit` where it has fields: otherwise nobody gets on from it.

    The outcome that is easily forgotten (the code has expired, the mail cannot be delivered) is the one that people get
    stuck in. Add it, if only as a way back with an error: `throttled: { to: identify, error: too_many_codes }`.
    """,
    broken: flow.replacing("      found: { to: identify, error: user_already_exists }\n", with: ""),
    mending: ["missing: done": "missing: done\n      found: { to: identify, error: user_already_exists }"]),
  Explanation(
    "U115", "an outcome or end that never comes",
    """
    `then:` names an outcome that the effect does not have, or an end that the sub-flow does not have. The way on from it
    would never be gone.

    Correct the name, or remove the line. An effect's outcomes are fixed; a sub-flow's are the names behind its `end:`.
    """,
    broken: flow.replacing("missing: done", with: "missing: done\n      cancelled: done"),
    mending: ["\n      cancelled: done": ""]),
  Explanation(
    "U117", "an unknown function",
    """
    `function.call` names a function that is not declared under `functions:` in `tenant.yaml`. There it says where the
    function is, how long it may take, and with which secret its calls are signed.
    """,
    broken: Example(
      flow: """
        flow: sign-up
        lifetime: 30m
        start: identify
        states:
          identify:
            page: Your address
            fields: { email: required }
            then:
              submit: ask-function
          ask-function:
            do: function.call
            with: { function: is-invited, pass: [email] }
            then:
              success: invited
              pending: waiting
              fail: { to: identify, error: denied }
          invited: { end: invited }
          waiting: { end: waiting }

        """),
    mending: [
      "tenant: example": "tenant: example\nfunctions:\n  is-invited: { url: https://hooks.example.com/invited }"
    ]),
  Explanation(
    "U126", "which identifier?",
    """
    The effect looks an account up, or creates one, by an identifier. Where the tenant has exactly one attribute with
    `identifier: true`, that one is meant and need not be named. This tenant has several, or none.

    Say which: `with: { identifier: email }`; or mark an attribute with `identifier: true`.
    """,
    broken: flow.replacing("    with: { identifier: email }\n", with: "").replacing(
      "  email: { type: email, identifier: true }",
      with: "  email: { type: email, identifier: true }\n  phone: { type: phone, identifier: true }"
    ).replacing("email: required", with: "email: required, phone: required").replacing(
      "[email]", with: "[email, phone]"),
    mending: ["do: account.find": "do: account.find\n    with: { identifier: email }"]),
]
