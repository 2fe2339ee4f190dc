import FlowSource

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
        lifetime: 30m
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
        lifetime: 30m
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
            with: { to: email }
            then:
              sent: sent
              throttled: send-code
              undeliverable: { to: identify, error: invalid_username }
          sent: { end: sent }

        """),
    mending: ["throttled: send-code": "throttled: { to: identify, error: too_many_codes }"]),
  Explanation(
    "U204", "a run that can wait for ever",
    """
    A page waits for a person, who may have closed the window. Each wait needs an end by time: the flow's `lifetime`, after
    which the run is over, or the page's own time-out, `after: 10m -> state`. Without either, half-finished runs with
    people's data in them would pile up, and a code or link could be tried for ever.

    Give the flow a lifetime: half an hour suits most. Where a page opens something (a proven address, a password that may
    be changed), a shorter `after` of its own is wise.
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
          done: { end: completed, result: [email] }

        """),
    mending: ["flow: sign-up\n": "flow: sign-up\nlifetime: 30m\n"]),
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
