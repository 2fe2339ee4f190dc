/// What can be wrong with the ways through a flow.
let graphExplanations: [Explanation] = [
  Explanation(
    "U201", "a state that nothing leads to", severity: .warning,
    """
    No transition leads here from the flow's start, so no run ever comes to this state.

    Lead a transition to it, or remove it. Often a transition names another state than the one that was meant.
    """,
    broken: Example(
      flow: """
        flow: sign-up
        start: identify
        states:
          identify:
            page: Your address
            fields: { email: required }
            then:
              submit: done
          cancelled: { end: cancelled }
          done: { end: completed, result: [email] }

        """),
    mending: ["submit: done": "submit: done\n      cancel: cancelled"]),
  Explanation(
    "U202", "a state from which no end can be reached",
    """
    Whoever comes here never gets out: all ways lead back to where they started, whatever the person does. A run that can
    only be abandoned is a dead end for a person, and looks like an outage to whoever watches the ends.

    Lead a transition to an end, or to a state from which one can be reached.
    """,
    broken: Example(
      flow: """
        flow: sign-up
        start: identify
        states:
          identify:
            page: Your address
            fields: { email: required }
            then:
              submit: done
              help: help
          help:
            page: Ask our staff at the desk
            then:
              more: more-help
          more-help:
            page: Our staff is there from nine to five
            then:
              back: help
          done: { end: completed, result: [email] }

        """),
    mending: ["back: help": "back: help\n      try-again: identify"]),
  Explanation(
    "U203", "a loop without a wait",
    """
    These states lead to one another without a page between them. Nobody can interrupt such a loop, and nothing in it
    changes by itself: a run that enters it would go round until the engine stops it.

    Lead one of the transitions to a page. What is worth trying again (a message that could not be sent) is worth asking
    for: `throttled: { to: enter-code, error: too_many_codes }`.
    """,
    broken: Example(
      flow: """
        flow: sign-up
        start: identify
        states:
          identify:
            page: Your address
            fields: { email: required }
            then:
              submit: send-code
          send-code:
            do: code.send
            with: { to: email }
            then:
              sent: sent
              throttled: send-code
              undeliverable: { to: identify, error: invalid_username }
          sent: { end: sent }

        """),
    mending: ["throttled: send-code": "throttled: { to: identify, error: too_many_codes }"]),
  Explanation(
    "U206", "a flow without an end",
    """
    A flow ends in a state with `end: NAME`: there the client learns what came of it, and the run is over. This flow has
    none, so it could only be abandoned. A sub-flow without an end would never hand back to its caller.

    Add one, such as `done: { end: completed }`, and lead a transition to it.
    """,
    broken: Example(
      flow: """
        flow: sign-up
        start: identify
        states:
          identify:
            page: Your address
            fields: { email: required }
            then:
              submit: send-code
          send-code:
            do: code.send
            with: { to: email }
            then:
              sent: identify
              throttled: { to: identify, error: too_many_codes }
              undeliverable: { to: identify, error: invalid_username }

        """),
    mending: [
      "sent: identify": "sent: sent",
      "error: invalid_username }\n": "error: invalid_username }\n  sent: { end: sent }\n",
    ]),
]
