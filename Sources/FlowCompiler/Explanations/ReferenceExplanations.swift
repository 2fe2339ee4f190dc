/// The flow that examples of names spoil in one place.
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

/// Names that are used and mean nothing.
let referenceExplanations: [Explanation] = [
  Explanation(
    "U107", "an unknown state",
    """
    A transition leads to a state that this flow does not have. States are known within their own file only: to go on in
    another file, make that one a sub-flow and `call` it.

    Mostly it is a typing slip, or a state that was renamed at one end only.
    """,
    broken: flow.replacing("submit: find-account", with: "submit: find-acount"),
    mending: ["find-acount": "find-account"]),
  Explanation(
    "U108", "an unknown flow",
    """
    A `call`, a link or an application names a flow that this tenant does not have. A flow's name is what stands behind
    `flow:` or `sub-flow:` in its file, whatever the file is called. Flows of other tenants are out of reach.
    """,
    broken: flow.replacing("tenant: example", with: "tenant: example\napplications:\n  web: { flows: [signup] }"),
    mending: ["[signup]": "[sign-up]"]),
  Explanation(
    "U109", "an unknown attribute or field",
    """
    A field, an argument or a result names something that is not among the tenant's `attributes`. Fields may also be the
    secret inputs `password`, `code`, `token`, `tokenId` and `grant`; results may also be `tokens` and facts such as
    `account.id`.

    Correct the name, or declare the attribute in `tenant.yaml`.
    """,
    broken: flow.replacing("identifier: email }", with: "identifier: e-mail }"),
    mending: ["identifier: e-mail": "identifier: email"]),
  Explanation(
    "U116", "an unknown error code",
    """
    `error:` names an error that is neither one of the standard ones nor declared under `errors:` in `tenant.yaml`. Apps
    branch on these codes, so a code that nobody declared would reach no branch.

    Correct the code, or declare your own with the words that people read: `too_young: You must be at least 16.`
    """,
    broken: flow.replacing("user_already_exists", with: "address_taken"),
    mending: ["tenant: example": "tenant: example\nerrors:\n  address_taken: Somebody has this address already."]),
  Explanation(
    "U118", "two flows of one name",
    """
    Two files of the tenant have the same `flow:` or `sub-flow:` name, or two tenants have the same name. Whoever starts
    or calls it could not tell which is meant.

    Rename one of the two. Copying a file to start a new flow is fine; its first line is part of what to change.
    """,
    broken: Example(files: [
      "tenant.yaml": Example.usualTenant,
      "sign-up.yaml": """
      flow: sign-up
      lifetime: 30m
      start: identify
      states:
        identify:
          page: Your address
          fields: { email: required }
          then:
            submit: done
        done: { end: completed, result: [email] }

      """,
      "subscribe.yaml": """
      flow: sign-up
      lifetime: 30m
      start: identify
      states:
        identify:
          page: Where shall we send the letter?
          fields: { email: required }
          then:
            submit: done
        done: { end: completed, result: [email] }

      """,
    ]),
    mending: [
      "flow: sign-up\nlifetime: 30m\nstart: identify\nstates:\n  identify:\n    page: Where":
        "flow: subscribe\nlifetime: 30m\nstart: identify\nstates:\n  identify:\n    page: Where"
    ]),
]
