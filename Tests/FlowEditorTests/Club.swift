import FlowEditor

/// A tenant with a flow that calls another one.
enum Club {
  static let tenant = """
    tenant: club
    attributes:
      email: { type: email, identifier: true, label: E-mail 😀 }
      age:   { type: integer, minimum: 6 }
      city:  { type: string, max-length: 40 }
    codes: { attempts: 3, resend-after: 30s, per-identifier: 10 per 1h }
    errors:
      too_young: You are too young.
    applications:
      web: { flows: [join] }

    """

  static let join = """
    flow: join
    lifetime: 30m
    start: introduce
    properties:
      - never: account.create before verified(email)
      - always: completed implies created(account)
    states:
      introduce:
        page: Join 😀 the club
        fields: { email: required, age: required, city: optional }
        then:
          submit: is-old-enough
      is-old-enough:
        choose:
          - { when: "attributes.age >= 16 && !attributes.email.contains('.age')", to: prove }
          - { to: introduce, error: too_young, fields: [age] }
      prove:
        call: prove-email
        then:
          proven: create
          gone: { to: introduce, error: invalid_username }
      create:
        do: account.create
        with: { identifier: email }
        then:
          created: joined
          exists: { to: introduce, error: user_already_exists }
      joined: { end: completed, grants: sign-in, result: [email, account.id] }

    """

  static let prove = """
    sub-flow: prove-email
    start: send
    states:
      send:
        do: code.send
        with: { to: email }
        then:
          sent: enter
          throttled: { to: enter, error: too_many_codes }
          undeliverable: gone
      enter:
        page: Enter the code
        fields: { code: required }
        then:
          submit: verify
          resend: send
      verify:
        do: code.verify
        then:
          valid: proven
          invalid: { to: enter, error: invalid_code }
          expired: { to: enter, error: code_expired }
          exhausted: { to: enter, error: too_many_attempts }
      proven: { end: proven }
      gone: { end: gone }

    """

  static let cases = """
    flow: join
    cases:
      - case: somebody joins
        given: { accounts: { bob: { email: bob@example.com } } }
        steps:
          - start:
          - submit: { email: ann@example.com, age: 30 }
            expect: { state: prove/enter }
          - submit: { code: "{{ mail.code }}" }
            expect: { end: completed, result: [email] }

    """

  static let german = """
    attributes:
      email: { label: E-Mail }
      age: { label: Alter }
      city: { label: Ort }
    errors: { too_young: Zu jung. }
    flows:
      join:
        states:
          introduce: { page: Tritt bei }
      prove-email:
        states:
          enter: { page: Gib den Code ein, events: { resend: Noch einen } }

    """

  static let message = """
    ---
    subject: Your code
    ---
    {{ if attributes.city }}
    Don't tell it in {{ attributes.city }}:
    {{ end }}
    {{ code }}

    """

  static let files: KeyValuePairs = [
    "tenant.yaml": tenant, "join.yaml": join, "prove.yaml": prove, "tests/join.yaml": cases,
    "locales/de.yaml": german, "messages/code.en.txt": message,
    "messages/code.de.txt": message,
  ]

  static var texts: [String: String] { Dictionary(files.map { ($0.key, $0.value) }) { first, _ in first } }

  static func client() throws -> EditorClient {
    var client = try EditorClient(files)
    for (name, text) in files { client.open(name, text) }
    return client
  }
}
