/// A tenant whose function decides on a new password.
private let asking = Example(
  tenant: """
    tenant: example
    attributes:
      email:   { type: email, identifier: true }
      answers: { type: list, transient: true }
    functions:
      check-answers: { url: https://hooks.example.com/check-answers, attempts: 10 per 1h }

    """,
  flow: """
    flow: reset-password
    lifetime: 30m
    reveals: [account-existence]
    start: identify
    states:
      identify:
        page: Answer the questions
        fields: { email: required, answers: required, password: required }
        then:
          submit: find-account
      find-account:
        do: account.find
        then:
          found: ask-function
          missing: { to: identify, error: user_not_found }
      ask-function:
        do: function.call
        with: { function: check-answers, arguments: answers, attests: verified(email) }
        then:
          success: set-password
          pending: pending
          fail: { to: identify, error: reset_failed }
      set-password:
        do: password.set
        then:
          set: completed
          too_short: { to: identify, error: password_too_short }
          too_long: { to: identify, error: password_too_long }
          too_weak: { to: identify, error: password_too_weak }
          banned: { to: identify, error: password_banned }
          recently_used: { to: identify, error: password_recently_used }
      completed: { end: completed }
      pending: { end: pending }

    """)

/// A tenant whose function mails links.
private let sending = Example(files: [
  "tenant.yaml": """
  tenant: example
  attributes:
    email: { type: email, identifier: true }
  links: { base: https://app.example.com/auth }
  functions:
    ask-again: { url: https://hooks.example.com/ask-again, attempts: 10 per 1h }

  """,
  "ask-again.yaml": """
  flow: ask-again
  lifetime: 30m
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
        found: ask-function
        missing: ask-function
    ask-function:
      do: function.call
      with: { function: ask-again, link: open-link }
      then:
        success: sent
        pending: sent
        fail: sent
    sent: { end: sent }

  """,
  "open-link.yaml": """
  flow: open-link
  lifetime: 30m
  start: redeem
  states:
    redeem:
      page: Open the link
      fields: { token: required, tokenId: required }
      then:
        submit: redeem-link
    redeem-link:
      do: link.redeem
      then:
        valid: confirm
        invalid: { to: redeem, error: invalid_link }
        expired: { to: redeem, error: link_expired }
        used: { to: redeem, error: link_used }
    confirm:
      do: account.confirm
      then:
        confirmed: done
        already: done
    done: { end: confirmed }

  """,
])

/// A tenant that proves an address by a code.
private let proving = Example(
  tenant: """
    tenant: example
    attributes:
      email: { type: email, identifier: true }
    codes: { digits: 8, attempts: 5, per-identifier: 10 per 1h }

    """,
  flow: """
    flow: prove
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
          sent: enter-code
          throttled: { to: enter-code, error: too_many_codes }
          undeliverable: { to: identify, error: invalid_username }
      enter-code:
        page: Enter the code
        fields: { code: required }
        then:
          submit: verify-code
          resend: send-code
      verify-code:
        do: code.verify
        then:
          valid: proven
          invalid: { to: enter-code, error: invalid_code }
          expired: { to: enter-code, error: code_expired }
          exhausted: { to: enter-code, error: too_many_attempts }
      proven: { end: proven }

    """)

/// How often what can be guessed may be tried, and what is sent may be sent.
let boundExplanations: [Explanation] = [
  Explanation(
    "U501", "guessing without end",
    """
    The function is handed something that an attacker can vary, and answers whether it was right. Nothing counts the
    tries: the flow can come back to the call, and when a run is over, the next one begins anew. Whatever the function
    knows, the answer to a question or the code of an invitation, is found by trying.

    Give it `attempts: 10 per 1h`: that is spent before each call, for the account and the address that the call is about,
    however many runs somebody starts, and for the run. When nothing is left the outcome is `fail`, and the function is
    not asked.

    What else compares a guess is bounded already: `code.verify` by `codes.attempts` for each code and, times
    `per-identifier`, for each address; `password.verify` by `passwords.attempts` for each account.
    """,
    broken: asking.replacing(", attempts: 10 per 1h", with: ""),
    mending: ["check-answers }": "check-answers, attempts: 10 per 1h }"]),
  Explanation(
    "U502", "the odds of guessing",
    """
    Attempts are bounded, and an attacker comes back as often as the bound allows, day after day, over any number of runs.
    The message says how many guesses that makes, and the chance that one of them is right.

    For codes a chance of 1 in 10,000 within a day is allowed. It is what NIST SP 800-63B gives an attacker altogether:
    100 guesses (section 5.2.2) of six digits (section 5.1.3.2). The defaults, 8 digits and 50 guesses an hour, are at
    1 in 83,333. How long a code lives does not matter: guesses are counted for the address, whichever code they are at.

    At one account 100 guesses an hour are allowed (OWASP ASVS 4.0.3, requirement 2.2.1), by passwords and by functions
    that are handed what can be guessed. A password as short as the policy allows, of digits alone, must not be found
    within a day with more than a chance of 1 in 1,000. What people choose is easier to guess than that: `forbid: [common]`
    takes the first guesses away.

    Change one of the keys that the message names.
    """,
    broken: proving.replacing("digits: 8", with: "digits: 6"),
    mending: ["digits: 6": "digits: 8"]),
  Explanation(
    "U601", "mail without end",
    """
    The function is handed a link's token so that it can send it on, by mail or in another way, and nothing bounds how
    often. Whoever enters somebody else's address again and again floods it, in this tenant's name.

    Give the function `attempts: 10 per 1h`: so often it is asked for one account, and by one run, which may name one
    account after the other. `code.send` and `link.send` are bounded already, by `per-identifier` for each address, and
    for each run wherever it sends to.
    """,
    broken: sending.replacing(", attempts: 10 per 1h", with: ""),
    mending: ["ask-again }": "ask-again, attempts: 10 per 1h }"]),
  Explanation(
    "U602", "an address that can be flooded",
    """
    The bound is there and too wide: so many messages in one hour are an attack on whoever reads the mail, and anybody can
    start it by entering the address. At most 30 an hour of one kind are allowed, one every other minute; a window that is
    longer than an hour may be used up within one.

    `10 per 1h` is enough for people who ask again because the first mail is slow.
    """,
    broken: proving.replacing("attempts: 5, per-identifier: 10 per 1h", with: "attempts: 1, per-identifier: 1 per 1m"),
    mending: ["attempts: 1, per-identifier: 1 per 1m": "attempts: 5, per-identifier: 10 per 1h"]),
]
