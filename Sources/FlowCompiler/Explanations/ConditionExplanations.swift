import FlowSource

/// The flow that examples of conditions spoil in one place.
private let flow = Example(
  tenant: """
    tenant: example
    attributes:
      email: { type: email, identifier: true }
      age:   { type: integer, minimum: 0 }

    """,
  flow: """
    flow: sign-up
    lifetime: 30m
    start: identify
    states:
      identify:
        page: About you
        fields: { email: required, age: required }
        then:
          submit: how-old
      how-old:
        choose:
          - { when: attributes.age >= 16, to: adult }
          - { to: child }
      adult: { end: adult, result: [email] }
      child: { end: child, result: [email] }

    """)

/// What can be wrong with a condition, or with the value of a `set`.
let conditionExplanations: [Explanation] = [
  Explanation(
    "U130", "a condition that cannot be read",
    """
    Conditions are written in CEL, the Common Expression Language: `attributes.age >= 16 && has(attributes.city)`. Here
    the text is no expression. The place shown is where reading came to an end: mostly a bracket or a quote is missing, or
    an operator is spelt as in another language. CEL has `&&`, `||` and `!`, and compares with `==`.

    Texts need quotes of their own: `attributes.country == "Norway"`. A condition that begins with `!` or a quote needs
    YAML's quotes around the whole.
    """,
    broken: flow.replacing(">= 16", with: "=> 16"),
    mending: ["=> 16": ">= 16"]),
  Explanation(
    "U131", "an unknown name in a condition",
    """
    Conditions can read `attributes.NAME`, `input.NAME`, the account's facts (`account.id`, `.has_password`, `.confirmed`,
    `.enabled`) and the run's (`run.flow`, `.started`, `.now`, `.steps`). This name is none of these.

    An attribute is always written with `attributes.` before it, so that none can be mistaken for something else.
    """,
    broken: flow.replacing("attributes.age", with: "attributes.years"),
    mending: ["attributes.years": "attributes.age"]),
  Explanation(
    "U132", "types that do not go together",
    """
    Everything in a condition has a type, known before anything runs, and nothing is converted silently: a number is never
    equal to a text, and a condition must be true or false. So what could only go wrong for some person some day goes
    wrong now.

    The message names the types. `string(…)`, `int(…)` and `size(…)` convert openly.
    """,
    broken: flow.replacing(">= 16", with: ">= \"16\""),
    mending: [">= \"16\"": ">= 16"]),
  Explanation(
    "U133", "a secret in a condition",
    """
    Passwords, codes, tokens and grants are secrets: they go into the effect parameters made for them and nowhere else. A
    condition over a secret would tell something about it by the way the run goes, and would compare it in a time that
    tells even more.

    Ask what you want to know in another way: `skip: filled` passes a page by whose fields are known, `password.check`
    judges a password, and `code.verify` compares a code, safely.
    """,
    broken: Example(
      flow: """
        flow: join
        lifetime: 30m
        start: identify
        states:
          identify:
            page: Your address
            fields: { email: required, password: optional }
            then:
              submit: choose-password
          choose-password:
            page: Choose a password
            skip: has(attributes.password)
            fields: { password: required }
            then:
              submit: check-password
          check-password:
            do: password.check
            then:
              accepted: done
              too_short: { to: choose-password, error: password_too_short }
              too_long: { to: choose-password, error: password_too_long }
              too_weak: { to: choose-password, error: password_too_weak }
              banned: { to: choose-password, error: password_banned }
              recently_used: { to: choose-password, error: password_recently_used }
          done: { end: completed, result: [email] }

        """),
    mending: ["skip: has(attributes.password)": "skip: filled"]),
  Explanation(
    "U134", "a condition that always holds", severity: .warning,
    """
    This condition is true whatever people do. Then it decides nothing: its page is never seen, or the branches behind it
    are never taken.

    Look at what it compares. `skip: true` is handy for trying out the rest of a flow, and has a way of being left in.
    """,
    broken: flow.replacing(
      "submit: how-old",
      with: """
        submit: welcome
          welcome:
            page: Welcome
            skip: true
            then:
              submit: how-old
        """),
    mending: ["    skip: true\n": ""]),
  Explanation(
    "U135", "a condition that never holds", severity: .warning,
    """
    This condition is false whatever people do, so its branch is never taken, or its page never skipped.

    Look at what it compares: mostly one side is not what it was meant to be.
    """,
    broken: flow.replacing("attributes.age >= 16, to", with: "attributes.age >= 16 && 12 > 16, to"),
    mending: [" && 12 > 16": ""]),
  Explanation(
    "U136", "a branch that is never taken",
    """
    `choose` follows the first branch whose condition holds. Before this branch stands one that holds whenever this one
    would, such as one with the same condition. So nobody ever comes by here.

    Correct the condition, or put the narrower one first.
    """,
    broken: flow.replacing(
      "      - { to: child }\n",
      with: """
              - { when: attributes.age >= 16, to: child }
              - { to: child }

        """),
    mending: ["when: attributes.age >= 16, to: child": "when: attributes.age >= 13, to: adult"]),
  Explanation(
    "U137", "a condition that is too complex, or a bad pattern in it",
    """
    The condition is longer or nested deeper than any that a person could follow, or the pattern given to `matches` is no
    regular expression. Patterns are RE2, as for an attribute's `pattern`.

    Split a long condition over several states with `choose`: each gets a name that says what it asks.
    """,
    broken: flow.replacing(
      "attributes.age >= 16", with: "'attributes.age >= 16 || attributes.email.matches(\"[a-z@example.com\")'"),
    mending: ["[a-z@": "[a-z]+@"]),
]
