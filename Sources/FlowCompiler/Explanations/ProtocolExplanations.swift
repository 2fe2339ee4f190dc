/// A tenant whose app speaks the native-authentication protocol.
private let tenant = Example(
  tenant: """
    tenant: example
    attributes:
      email: { type: email, identifier: true }
    applications:
      phone:
        protocol: native-auth
        flows: { sign-in: sign-in }

    """,
  flow: """
    flow: sign-in
    lifetime: 30m
    reveals: [account-existence]
    start: identify
    states:
      identify:
        page: Sign in
        fields: { email: required }
        then:
          submit: find-account
      find-account:
        do: account.find
        with: { identifier: email }
        then:
          found: enter-password
          missing: { to: identify, error: user_not_found }
      enter-password:
        page: Enter your password
        fields: { password: required }
        then:
          submit: verify-password
      verify-password:
        do: password.verify
        then:
          match: may-sign-in
          mismatch: { to: enter-password, error: invalid_password }
          locked: { to: enter-password, error: account_locked }
      may-sign-in:
        choose:
          - { when: account.enabled && account.confirmed, to: open-session }
          - { to: identify, error: user_disabled }
      open-session:
        do: token.issue
        then:
          issued: completed
      completed: { end: completed, result: [tokens] }

    """)

/// What applications' protocols ask of flows.
let protocolExplanations: [Explanation] = [
  Explanation(
    "U150", "no form in the application's protocol",
    """
    An application that names a `protocol` is one whose client is shipped already: it knows the protocol's messages and no
    others. A page, a field, an event or an error that has no form among them would leave that client with nothing it
    understands.

    In `native-auth` a page collects a code, a password or, in a sign-up, attributes; its further events are `resend`
    and `use-code`. In a sign-in, events `email` and `sms` without fields are methods of a second factor to choose from,
    events that collect one address each register such a method, and `continue` goes on after that. In `app-services`
    each page has `submit`, which takes only what the part's request gives: `reset` gives `token`, `tokenId` and
    `password`. Its clients cannot be sent to a browser either, as an end with `redirect` does.

    Events go by their names there. Where one with another name does what the protocol has a name for, the message says
    which: an event that sends the code of its page once more is `resend`. A page of a sub-flow is reported once, however
    many flows call it.

    An error of the tenant's own is mapped to the one it is spoken as: `errors: { too_young: denied }` in the application.
    """,
    broken: tenant.replacing(
      "identify, error: user_disabled", with: "identify, error: already_confirmed"),
    mending: ["identify, error: already_confirmed": "identify, error: user_disabled"]),
  Explanation(
    "U151", "a part is missing, or played by the wrong flow",
    """
    Flows play parts in an application's protocol: `sign-up`, `sign-in` and `reset-password` in `native-auth`; `register`,
    `confirm`, `resend-confirmation`, `retry-confirmation`, `reset-send`, `reset-call`, `reset` and `log-in` in
    `app-services`. All but one may be left out: without `sign-in` or `log-in` nobody ever gets tokens.

    A flow that plays a part has the effect that makes it that: a sign-up creates an account, a sign-in issues tokens, a
    reset sets a password. In `native-auth` a sign-up and a reset end with `grants: sign-in`, as clients sign in with it.
    """,
    broken: tenant.replacing("{ sign-in: sign-in }", with: "{ sign-in: sign-in, reset-password: sign-in }"),
    mending: ["{ sign-in: sign-in, reset-password: sign-in }": "{ sign-in: sign-in }"]),
]
