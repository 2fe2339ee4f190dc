/// What must not leave a run.
let secretExplanations: [Explanation] = [
  Explanation(
    "U701", "a secret that gets out",
    """
    An attribute that is declared `secret: true`, the answer to a question or a national id, reaches a client, a message,
    an account's open attributes, or a function by a parameter that is not made for secrets. What `set` makes of a secret
    is one as well, until `set` gives the attribute another value; the trace says at which step.

    A condition on it is such a way out: whoever sees how the run goes on learns something of the secret, and may try
    again. Only `has(…)` may be asked.

    What compares a secret, or keeps it, is a function. It is handed it as `arguments:`, a list, which counts as a guess
    and so needs the function's `attempts`; `set: { answers: "[attributes.answer]" }` makes a list of one.

    A secret attribute lives in the run alone, as if it were `transient`, and the run rests sealed. Its page does not show
    it again. Passwords, codes, tokens and grants have a type of their own and need no rule: no place takes them but the
    parameters of their own name.
    """,
    broken: Example(
      tenant: """
        tenant: example
        attributes:
          email:   { type: email, identifier: true }
          answers: { type: list, secret: true }
        functions:
          check-answers: { url: https://hooks.example.com/check-answers, attempts: 10 per 1h }

        """,
      flow: """
        flow: ask
        lifetime: 30m
        start: questions
        states:
          questions:
            page: Your dog, and your street
            fields: { email: required, answers: required }
            then:
              submit: check
          check:
            do: function.call
            with: { function: check-answers, pass: [answers] }
            then:
              success: done
              pending: { to: questions, error: denied }
              fail: { to: questions, error: denied }
          done: { end: completed, result: [email] }

        """),
    mending: ["pass: [answers]": "arguments: answers"]),
  Explanation(
    "U702", "what is somebody else's is handed out",
    """
    An end hands out what is known of the bound account: its id, whether it has a password, whether it is confirmed or
    enabled. On some way here nobody has proven to be the account's owner; whoever enters an address gets it. The same
    goes for what `set` copied from the account before the proof, however much is proven later: another account may be
    bound by then.

    Hand it out behind a proof: `password.verify`, `grant.redeem`, `code.verify` of a code to the account's address,
    `link.redeem`, or `account.create` in this run. What somebody has entered themselves, such as the address, may go back
    to them at any time. `account.read` asks for the proof by itself.
    """,
    broken: Example(
      flow: """
        flow: look-up
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
            then:
              found: known
              missing: { to: identify, error: user_not_found }
          known: { end: known, result: [email, account.id] }

        """),
    mending: ["[email, account.id]": "[email]"]),
]
