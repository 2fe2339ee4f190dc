let signUpFile = """
  # A flow is a graph of states. There are five kinds: `page` waits for a person, `do` runs an effect, `choose` follows
  # the first condition that holds, `call` runs another flow inside this one, and `end` is the end.
  flow: sign-up
  summary: Creates an account once its e-mail address is proven.
  reveals: [account-existence]    # anybody who asks is told that an account exists: said openly, or not allowed
  lifetime: 30m                   # nobody takes longer; then a run is over
  start: identify

  states:
    identify:
      page: Create your account
      fields: { email: required }
      then:
        submit: find-account

    # An effect has outcomes, and each of them must lead somewhere.
    find-account:
      do: account.find
      with: { identifier: email }
      then:
        missing: send-code
        found: { to: identify, error: user_already_exists }

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

    # The right code proves the address. Only with this proof can `account.create` make an account for it.
    verify-code:
      do: code.verify
      then:
        valid: about-you
        invalid: { to: enter-code, error: invalid_code }
        expired: { to: enter-code, error: code_expired }
        exhausted: { to: rejected, error: too_many_attempts }

    about-you:
      page: About you
      skip: filled                # an app may have given both when it started the flow
      fields: { givenName: required, country: optional }
      then:
        submit: create

    create:
      do: account.create
      then:
        created: completed
        exists: { to: rejected, error: user_already_exists }

    completed: { end: completed, grants: sign-in, result: [email, givenName] }
    rejected: { end: failed }

  """
