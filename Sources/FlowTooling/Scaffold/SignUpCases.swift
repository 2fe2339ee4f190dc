let signUpCases = """
  # What `usher test` plays: each case begins in a world of its own, and runs on the real engine. Nothing is really sent.
  flow: sign-up
  given: { application: web }

  cases:
    - case: a code, and then a name
      steps:
        - start: { email: ann@example.com }
          expect: { state: enter-code, messages: [{ kind: code, to: ann@example.com }] }
        - submit: { code: "{{ mail.code }}" }       # read from the message that was sent
          expect: { state: about-you }
        - submit: { givenName: Ann }
          expect: { end: completed, grants: sign-in, account: { email: ann@example.com, givenName: Ann } }

    - case: an address that has an account
      given: { accounts: { ann: { email: ann@example.com } } }
      steps:
        - start:
        - submit: { email: "{{ ann.email }}" }
          expect: { state: identify, error: user_already_exists, messages: [] }

    # A table: the case is played once for each row.
    - case: the wrong code
      each:
        - { code: "1234" }
        - { code: forgotten }
      steps:
        - start: { email: ann@example.com }
        - submit: { code: "{{ code }}" }
          expect: { state: enter-code, error: invalid_code }

    - case: a code is good for ten minutes
      steps:
        - start: { email: ann@example.com }
        - wait: 11m
        - submit: { code: "{{ mail.code }}" }
          expect: { error: code_expired }

  """
