import FlowSource

/// What can be wrong with what a flow has collected, and when.
let dataFlowExplanations: [Explanation] = [
  Explanation(
    "U301", "read before it is surely collected",
    """
    On some way to this place the value is not there: it was never asked for, or only as `optional`. The trace below the
    message is the shortest such way.

    Make the field `required`, lead that way through a page that asks for it, or ask whether it is there:
    `has(attributes.city)`. Behind a branch with that condition it is surely there. `set` can fill in what is missing, and
    so can `account.read` with what the account holds: the value is there after `present`, and gone after `absent`.
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
              submit: done
          done: { end: completed, result: [email, city] }

        """),
    mending: ["city: optional": "city: required"]),
  Explanation(
    "U302", "collected and never used", severity: .warning,
    """
    The page asks for something that nothing behind it uses: no effect takes it, no condition reads it, no end hands it
    out. Every question costs people's patience, and what is not collected cannot be lost.

    Use it, or stop asking. `account.create` and `account.update` use all attributes collected so far.
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
              submit: done
          done: { end: completed, result: [email] }

        """),
    mending: ["result: [email]": "result: [email, city]"]),
  Explanation(
    "U303", "an account's facts before there is an account",
    """
    `account.…` speaks of the account that the run is bound to. On some way to this place there is none yet: no
    `account.find` has answered `found`, no account was created, no link or grant redeemed. The trace below the message
    is the shortest such way.

    Bind the account first, and ask on the way on from there.
    """,
    broken: Example(
      flow: """
        flow: find-out
        lifetime: 30m
        reveals: [account-existence]
        start: identify
        states:
          identify:
            page: Your address
            fields: { email: required }
            then:
              submit: is-confirmed
          is-confirmed:
            choose:
              - { when: account.confirmed, to: confirmed }
              - { to: pending }
          confirmed: { end: confirmed, result: [email] }
          pending: { end: pending, result: [email] }

        """),
    mending: [
      "submit: is-confirmed\n": """
      submit: find-account
        find-account:
          do: account.find
          then:
            found: is-confirmed
            missing: { to: identify, error: user_not_found }

      """
    ]),
  Explanation(
    "U304", "an end that hands out what is not there",
    """
    `result: [tokens]` hands out the session that `token.issue` opened, and `grants: sign-in` a grant for the account that
    the run is bound to. On some way to this end there is no session, or no account. The trace below the message is the
    shortest such way.

    Lead that way through `token.issue`, or to an end of its own that promises less.
    """,
    broken: Example(
      tenant: "tenant: example\n",
      flow: """
        flow: sign-in
        lifetime: 30m
        start: continue
        states:
          continue:
            page: Continue
            fields: { grant: required }
            then:
              submit: redeem-grant
          redeem-grant:
            do: grant.redeem
            then:
              valid: done
              invalid: { to: continue, error: invalid_grant }
              expired: { to: continue, error: invalid_grant }
              used: { to: continue, error: invalid_grant }
          done: { end: completed, result: [account.id, tokens] }

        """),
    mending: [
      "valid: done": "valid: may-sign-in",
      "  done:": """
        may-sign-in:
          choose:
            - { when: account.enabled && account.confirmed, to: open-session }
            - { to: continue, error: user_disabled }
        open-session:
          do: token.issue
          then:
            issued: done
        done:
      """,
    ]),
  Explanation(
    "U305", "an effect that needs an account",
    """
    This effect works on the account that the run is bound to. On some way to this place there is none: no `account.find`
    has answered `found`, no account was created, no link or grant redeemed. The trace below the message is the shortest
    such way.

    Bind an account on that way too, or lead it somewhere else. `password.verify` is the exception: without an account it
    takes as long as with one, and never matches, so that nobody learns which accounts there are.
    """,
    broken: Example(
      tenant: "tenant: example\n",
      flow: """
        flow: sign-in
        lifetime: 30m
        start: continue
        states:
          continue:
            page: Continue
            fields: { grant: required }
            then:
              submit: redeem-grant
              again: open-session
          redeem-grant:
            do: grant.redeem
            then:
              valid: may-sign-in
              invalid: { to: continue, error: invalid_grant }
              expired: { to: continue, error: invalid_grant }
              used: { to: continue, error: invalid_grant }
          may-sign-in:
            choose:
              - { when: account.enabled && account.confirmed, to: open-session }
              - { to: refused, error: user_disabled }
          open-session:
            do: token.issue
            then:
              issued: done
          refused: { end: failed }
          done: { end: completed, result: [tokens] }

        """),
    mending: ["      again: open-session\n": ""]),
]
