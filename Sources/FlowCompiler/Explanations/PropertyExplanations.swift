/// What can be wrong with a tenant's own properties.
let propertyExplanations: [Explanation] = [
  Explanation(
    "U140", "no property",
    """
    `properties` says in three forms what must be true of every run:

    `never: account.create before verified(email)`: whenever the effect, state or end on the left is come to, the fact on
    the right holds. `always: completed implies created(account)` says the same of an end. `within: 12 steps` bounds the
    events that a client has to send.

    A fact is `verified(ATTRIBUTE)`, `verified(account)`, `created(account)`, `authenticated(account)`, `found(account)`,
    `visited(STATE)`, or an outcome of an effect that came before: `accepted(password.check)`.
    """,
    broken: Example(flow: propertyFlow("never: account.create after verified(email)")),
    mending: ["after verified": "before verified"]),
  Explanation(
    "U451", "a property that a run can break",
    """
    There is a way through the flow on which the property does not hold. The counterexample is the shortest one. All ways
    are tried, with all outcomes that effects can have, so a property that is not reported holds for every run.

    Change the flow so that this way does not exist, or say what you really want of it.
    """,
    broken: Example(flow: propertyFlow("never: code.send before visited(terms)")),
    mending: ["code.send before": "account.create before"]),
  Explanation(
    "U452", "more steps than a person should need",
    """
    `within: N steps` says that a person who makes no mistake is at an end after N events at the most. No mistake means
    that no transition keeps an error, no page comes twice, and no page's time runs out. The counterexample is a way on
    which the run is still at a page after N events.

    Ask for more on fewer pages, skip what is known (`skip: filled`), or allow more steps.
    """,
    broken: Example(flow: propertyFlow("within: 2 steps")),
    mending: ["within: 2 steps": "within: 3 steps"]),
]

private func propertyFlow(_ property: String) -> String {
  """
  flow: sign-up
  lifetime: 30m
  start: identify
  properties:
    - \(property)
  states:
    identify:
      page: Create your account
      fields: { email: required }
      then:
        submit: send-code
    terms:
      page: The terms
      then:
        submit: create
    send-code:
      do: code.send
      with: { to: email }
      then:
        sent: enter-code
        throttled: { to: enter-code, error: too_many_codes }
        undeliverable: { to: identify, error: invalid_username }
    enter-code:
      page: Enter the code
      fields: { code: required }
      then:
        submit: verify-code
    verify-code:
      do: code.verify
      then:
        valid: terms
        invalid: { to: enter-code, error: invalid_code }
        expired: { to: enter-code, error: code_expired }
        exhausted: { to: enter-code, error: too_many_attempts }
    create:
      do: account.create
      with: { identifier: email }
      then:
        created: completed
        exists: { to: identify, error: user_already_exists }
    completed: { end: completed }

  """
}
