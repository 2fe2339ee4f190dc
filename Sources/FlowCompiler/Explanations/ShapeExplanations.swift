/// What can be wrong with the shape of a file: its keys, and which of them go together.
let shapeExplanations: [Explanation] = [
  Explanation(
    "U101", "an unknown key",
    """
    A key stands where the language has none of this name. Nothing is skipped silently: a misspelt `skip` or `after` would
    otherwise be a rule that never applies.

    Mostly it is a typing slip, and the message names the key that was meant. It lists all keys that are possible here.
    """,
    broken: Example(
      flow: """
        flow: sign-up
        lifetime: 30m
        strat: identify
        states:
          identify:
            page: Your address
            fields: { email: required }
            then:
              submit: done
          done: { end: completed, result: [email] }

        """),
    mending: ["strat": "start"]),
  Explanation(
    "U102", "a key is missing",
    """
    Something here cannot do without a key that is not there: a flow needs `start` and `states`, an attribute its `type`,
    a branch the state it leads `to`, a function its `url` or `command`. Whoever sends links must say in `tenant.yaml`
    where they lead: `links: { base: https://… }`.

    Add the key. No default would be a good guess for these.
    """,
    broken: Example(
      flow: """
        flow: sign-up
        lifetime: 30m
        states:
          identify:
            page: Your address
            fields: { email: required }
            then:
              submit: done
          done: { end: completed, result: [email] }

        """),
    mending: ["states:": "start: identify\nstates:"]),
  Explanation(
    "U104", "not exactly one kind",
    """
    A state is exactly one of five kinds, told by its key: a `page` waits for the person, `do` runs an effect, `choose`
    decides, `call` enters a sub-flow, and `end` is the end. This one has two of them, or none. In the same way a file is
    either a flow or a sub-flow, and a function has a `url` or a `command`.

    A page that also does something becomes two states: its event leads to the one that does it.
    """,
    broken: Example(
      flow: """
        flow: sign-up
        lifetime: 30m
        reveals: [account-existence]
        start: identify
        states:
          identify:
            page: Your address
            fields: { email: required }
            do: account.find
            then:
              missing: done
              found: { to: identify, error: user_already_exists }
          done: { end: completed, result: [email] }

        """),
    mending: ["    do: account.find": "    then: { submit: find-account }\n  find-account:\n    do: account.find"]),
  Explanation(
    "U121", "the last branch of `choose`",
    """
    `choose` follows the first branch whose `when` holds. The last branch stands without `when`: it is taken when no
    other is, so that there always is a way on. And only the last one may: nothing behind it would ever be looked at.

    End the list with `- { to: state }`.
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
              submit: whose-address
          whose-address:
            choose:
              - { when: attributes.email.endsWith("@example.com"), to: staff }
              - { when: '!attributes.email.endsWith("@example.com")', to: guest }
          staff: { end: staff, result: [email] }
          guest: { end: guest, result: [email] }

        """),
    mending: ["when: '!attributes.email.endsWith(\"@example.com\")', ": ""]),
  Explanation(
    "U125", "a key that does not belong here",
    """
    The key is one of the language's, but not for this: `with` belongs to `do`, `fields` to a page or to one of its
    events, `lifetime`, `reveals` and `input` to a flow and not to a sub-flow, `minimum` to numbers. An end of a sub-flow
    hands nothing to the client, and so has no `result`, no `grants` and no `redirect`. An end with `redirect` sends people
    to a browser, where all that is left is done: it has no `result` and no `grants`, and is not `completed`. Its
    `redirect` is a sentence for them to read, such as `{ end: browser-required, redirect: Sign up at our web site. }`.

    Move it to where it belongs, or remove it. The message says what has such a key.
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
              submit: done
          done:
            end: completed
            result: [email]
            then: { again: identify }

        """),
    mending: ["\n    then: { again: identify }": ""]),
  Explanation(
    "U138", "a `skip` that cannot work",
    """
    `skip` passes a page by, as if the person had pressed `submit`: with `skip: filled` where all its required fields are
    known already, else where the condition holds. So the page needs the event `submit`, and for `filled` a field that is
    required there: otherwise nobody would ever see it.

    Make a field `required`, give a condition, or remove `skip`.
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
            fields: { email: required, city: optional }
            then:
              submit: about-you
          about-you:
            page: Where do you live?
            skip: filled
            fields: { city: optional }
            then:
              submit: any-city
          any-city:
            choose:
              - { when: has(attributes.city), to: resident }
              - { to: guest }
          resident: { end: resident, result: [email, city] }
          guest: { end: guest, result: [email] }

        """),
    mending: ["skip: filled": "skip: has(attributes.city)"]),
]
