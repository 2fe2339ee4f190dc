let signInFile = """
  # Sign-in by a code. Right after a sign-up no code is needed: the sign-up has handed out a grant.
  flow: sign-in
  summary: Signs a person in by a code, or by the grant of a sign-up.
  reveals: [account-existence]
  lifetime: 15m
  start: identify

  states:
    identify:
      page: Sign in
      fields: { email: required }
      then:
        submit: find-account
        continue: { to: redeem-grant, fields: { grant: required } }

    find-account:
      do: account.find
      with: { identifier: email }
      then:
        found: send-code
        missing: { to: identify, error: user_not_found }

    send-code:
      do: code.send
      with: { to: email }
      then:
        sent: enter-code
        throttled: { to: enter-code, error: too_many_codes }
        undeliverable: { to: identify, error: invalid_username }

    enter-code:
      page: Enter the code that we sent you
      fields: { code: required }
      then:
        submit: verify-code
        resend: send-code

    verify-code:
      do: code.verify
      then:
        valid: may-sign-in
        invalid: { to: enter-code, error: invalid_code }
        expired: { to: enter-code, error: code_expired }
        exhausted: { to: rejected, error: too_many_attempts }

    redeem-grant:
      do: grant.redeem
      then:
        valid: may-sign-in
        invalid: { to: identify, error: invalid_grant }
        expired: { to: identify, error: invalid_grant }
        used: { to: identify, error: invalid_grant }

    # Both kinds of sign-in pass this gate. What the effects have found out is known as `account.…`.
    may-sign-in:
      choose:
        - { when: account.enabled && account.confirmed, to: open-session }
        - { to: rejected, error: user_disabled }

    open-session:
      do: token.issue
      then:
        issued: completed

    completed: { end: completed, result: [account.id, tokens] }
    rejected: { end: failed }

  """
