import FlowSource

private let tenant = Example.usualTenant

/// A flow that calls the sub-flow `ask-address`, as examples have it.
private let caller = """
  flow: sign-up
  lifetime: 30m
  start: ask
  states:
    ask:
      call: ask-address
      then:
        given: done
    done: { end: completed, result: [email] }

  """

/// What can be wrong between flows: calls, links and what is declared for them.
let flowExplanations: [Explanation] = [
  Explanation(
    "U119", "a sub-flow that calls itself",
    """
    Calls are expanded where they stand, as if the sub-flow's states were written there. A sub-flow that calls itself,
    directly or through another one, would never be finished.

    To repeat something, lead a transition back to an earlier state of the same flow. Flows that loop are fine; calls
    that loop are not.
    """,
    broken: Example(files: [
      "tenant.yaml": tenant, "sign-up.yaml": caller,
      "ask-address.yaml": """
      sub-flow: ask-address
      start: identify
      states:
        identify:
          page: Your address
          fields: { email: required }
          then:
            submit: is-real
        is-real:
          choose:
            - { when: attributes.email.endsWith("@example.com"), to: again }
            - { to: given }
        again:
          call: ask-address
          then:
            given: given
        given: { end: given }

      """,
    ]),
    mending: [
      "to: again": "to: identify, error: invalid_username",
      "  again:\n    call: ask-address\n    then:\n      given: given\n": "",
    ]),
  Explanation(
    "U120", "a flow that is not for this",
    """
    There are two kinds of files beside `tenant.yaml`. A `flow:` is started by an application; a `sub-flow:` is entered by
    `call` alone and may rely on what its callers have collected. So `call` takes sub-flows only, applications take flows
    only, and a link must lead to a flow that redeems it: one that does `link.redeem`.

    Change the first line of the file to the kind it is, or name another one.
    """,
    broken: Example(files: [
      "tenant.yaml": tenant, "sign-up.yaml": caller,
      "ask-address.yaml": """
      flow: ask-address
      lifetime: 30m
      start: identify
      states:
        identify:
          page: Your address
          fields: { email: required }
          then:
            submit: given
        given: { end: given, result: [email] }

      """,
    ]),
    mending: ["flow: ask-address\nlifetime: 30m\n": "sub-flow: ask-address\n", "given, result: [email]": "given"]),
  Explanation(
    "U123", "declared and never used", severity: .warning,
    """
    An attribute, a function, an error, a sub-flow or a flow's parameter is declared, and no flow uses it. That does no
    harm by itself, but it is often the trace of a slip: the use was removed, or names something else.

    Use it, or remove it.
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
          done: { end: completed, result: [email] }

        """
    ).replacing(
      "tenant: example",
      with: "tenant: example\nfunctions:\n  is-invited: { url: https://hooks.example.com/invited }"),
    mending: ["\nfunctions:\n  is-invited: { url: https://hooks.example.com/invited }": ""]),
  Explanation(
    "U139", "too many states once calls are expanded",
    """
    Each `call` puts a copy of its sub-flow's states in its place. Sub-flows that call others several times multiply: ten
    calls of ten calls of ten calls are a thousand copies. The bound, 100,000 states, is far beyond what anybody needs.

    Call fewer sub-flows, or call one in one place and lead several transitions there.
    """),
]
