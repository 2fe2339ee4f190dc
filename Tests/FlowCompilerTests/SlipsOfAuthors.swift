/// Slips in keys and kinds, in channels and in cases.
extension Slip {
  static let ofKeys: [Slip] = [
    Slip("branch alone", "join.yaml", "      - { to: certification }\n", "      - certification\n"),
    Slip("fields scalar", "join.yaml", "fields: { mentor: required }", "fields: mentor"),
    Slip("field without colon", "join.yaml", "{ mentor: required }", "{ mentor required }"),
    Slip("submt", "join.yaml", "      submit: old-enough", "      submt: old-enough"),
    Slip("effect turned", "join.yaml", "do: account.find", "do: find.account"),
    Slip("parameter of another", "join.yaml", "with: { to: email }", "with: { address: email }"),
    Slip("state scalar", "join.yaml", "  member-already: { end: member-already }", "  member-already: member"),
    Slip("state with a blank", "join.yaml", "  mail-code:\n", "  mail code:\n"),
    Slip("attribute without colon", "tenant.yaml", "dives:       {", "dives        {"),
    Slip(
      "edit to a key that is there", "join.yaml", "      sent: enter-code\n",
      "      sent: enter-code\n      snet: enter-code\n"),
    Slip("options alone", "join.yaml", "{ agency: required,", "{ agency: { required: true, options: [GUE] },"),
    Slip("field with a key of its own", "join.yaml", "{ agency: required,", "{ agency: { mandatory: true },"),
    Slip("skip filed", "join.yaml", "    page: Your training\n", "    page: Your training\n    skip: filed\n"),
    Slip("grants false", "join.yaml", "{ end: member-already }", "{ end: member-already, grants: false }"),
    Slip(
      "to by another name", "join.yaml", "to: introduce, error: too_young }", "state: introduce, error: too_young }"
    ),
    Slip("initial", "join.yaml", "start: introduce", "initial: introduce"),
    Slip("flow with a blank", "dive-in.yaml", "flow: dive-in", "flow: dive in"),
    Slip("languages", "tenant.yaml", "tenant: sump\n", "tenant: sump\nlanguages: [en, de]\n"),
    Slip("locale", "tenant.yaml", "tenant: sump\n", "tenant: sump\nlocale: en\n"),
    Slip(
      "function URL alone", "tenant.yaml",
      "club-office: { command: [sh, functions/office.sh], timeout: 4s, attempts: 5 per 1h }",
      "club-office: https://office.example.com/"),
    Slip("never collected", "join.yaml", "{ mentor: required }", "{ mentor: { show: has(attributes.agency) } }"),
    Slip(
      "options that rule each other out", "join.yaml", "attributes.kind == 'trainee'",
      "attributes.kind == 'trainee' && attributes.kind == 'full'"),
  ]

  /// The tenant with channels, in which one thing is wrong.
  private static func channels(_ name: String, _ text: String) -> Slip {
    Slip(name, "tenant.yaml", "applications:\n", "channels:\n  \(text)\napplications:\n")
  }

  static let ofChannels: [Slip] = [
    channels(
      "smtp key",
      "email: { stmp: { host: smtp.example.com, port: 587, user: club, password: file:smtp-password, from: no-reply@club.example } }"
    ),
    channels(
      "smtp server",
      "email: { smtp: { server: smtp.example.com, port: 587, user: club, password: file:smtp-password, from: no-reply@club.example } }"
    ),
    channels(
      "smtp port 0",
      "email: { smtp: { host: smtp.example.com, port: 0, user: club, password: file:smtp-password, from: no-reply@club.example } }"
    ),
    channels(
      "smtp port of another",
      "email: { smtp: { host: smtp.example.com, port: 465, user: club, password: file:smtp-password, from: no-reply@club.example } }"
    ),
    channels(
      "smtp port of another at a variable",
      "email: { smtp: { host: env:SMTP_HOST, port: 465, user: club, password: file:smtp-password, from: no-reply@club.example } }"
    ),
    channels(
      "smtp user of a shell",
      "email: { smtp: { host: smtp.example.com, port: 587, user: \"${SMTP_USER}\", password: file:smtp-password, from: no-reply@club.example } }"
    ),
    channels(
      "smtp host of a template",
      "email: { smtp: { host: \"{{ env.SMTP_HOST }}\", port: 587, user: club, password: file:smtp-password, from: no-reply@club.example } }"
    ),
    channels(
      "smtp implicit on 587",
      "email: { smtp: { host: smtp.example.com, port: 587, tls: implicit, user: club, password: file:smtp-password, from: no-reply@club.example } }"
    ),
    channels(
      "smtp tls true",
      "email: { smtp: { host: smtp.example.com, port: 587, tls: true, user: club, password: file:smtp-password, from: no-reply@club.example } }"
    ),
    channels(
      "smtp starttls true",
      "email: { smtp: { host: smtp.example.com, port: 587, starttls: true, user: club, password: file:smtp-password, from: no-reply@club.example } }"
    ),
    channels(
      "smtp ssl true",
      "email: { smtp: { host: smtp.example.com, port: 465, ssl: true, user: club, password: file:smtp-password, from: no-reply@club.example } }"
    ),
    channels(
      "smtp no tls",
      "email: { smtp: { host: smtp.example.com, port: 587, tls: none, user: club, password: file:smtp-password, from: no-reply@club.example } }"
    ),
    channels(
      "smtp plain password",
      "email: { smtp: { host: smtp.example.com, port: 587, user: club, password: s3cret, from: no-reply@club.example } }"
    ),
    channels(
      "smtp variable of a shell",
      "email: { smtp: { host: smtp.example.com, port: 587, user: club, password: $SMTP_PASSWORD, from: no-reply@club.example } }"
    ),
    channels(
      "smtp variable with a hyphen",
      "email: { smtp: { host: smtp.example.com, port: 587, user: club, password: env:SMTP-PASSWORD, from: no-reply@club.example } }"
    ),
    channels(
      "smtp no variable",
      "email: { smtp: { host: smtp.example.com, port: 587, user: club, password: env:, from: no-reply@club.example } }"),
    channels(
      "smtp path of a secret",
      "email: { smtp: { host: smtp.example.com, port: 587, user: club, password: file:/etc/smtp, from: no-reply@club.example } }"
    ),
    channels(
      "smtp username",
      "email: { smtp: { host: smtp.example.com, port: 587, username: club, password: file:smtp-password, from: no-reply@club.example } }"
    ),
    channels(
      "smtp sender",
      "email: { smtp: { host: smtp.example.com, port: 587, user: club, password: file:smtp-password, sender: no-reply@club.example } }"
    ),
    channels(
      "smtp from nobody",
      "email: { smtp: { host: smtp.example.com, port: 587, user: club, password: file:smtp-password, from: Club } }"),
    channels(
      "smtp rate of zero",
      "email: { smtp: { host: smtp.example.com, port: 587, per-second: 0, user: club, password: file:smtp-password, from: no-reply@club.example } }"
    ),
    channels(
      "smtp rate in words",
      "email: { smtp: { host: smtp.example.com, port: 587, per-second: 10 per 1s, user: club, password: file:smtp-password, from: no-reply@club.example } }"
    ),
    channels(
      "smtp scheme",
      "email: { smtp: { host: smtp://smtp.example.com:587, port: 587, user: club, password: file:smtp-password, from: no-reply@club.example } }"
    ),
    channels(
      "smtp no from",
      "email: { smtp: { host: smtp.example.com, port: 587, user: club, password: file:smtp-password } }"),
    channels("channel otbox", "email: otbox"),
    channels("channel none", "email: none"),
    channels("channel URL", "email: smtp://club:s3cret@smtp.example.com:587"),
    channels("channel without smtp", "email: { host: smtp.example.com, from: no-reply@club.example }"),
    channels("channel outbox true", "email: { outbox: true }"),
    channels("channel emial", "emial: outbox"),
    channels("channel mail", "mail: outbox"),
    channels("web hook url alone", "email: { webhook: https://mail.example.com/send }"),
    channels("web hook uri", "email: { webhook: { uri: https://mail.example.com/send, secret: env:MAIL_SECRET } }"),
    channels("web hook http", "email: { webhook: { url: http://mail.example.com/send, secret: env:MAIL_SECRET } }"),
    channels("web hook token", "email: { webhook: { url: https://mail.example.com/send, token: env:MAIL_TOKEN } }"),
    channels(
      "web hook timeout",
      "email: { webhook: { url: https://mail.example.com/send, secret: env:MAIL_SECRET, timeout: 5 } }"),
    channels("sms twilio", "email: outbox\n  sms: { twilio: { account-sid: env:SID, auth-token: env:TOKEN } }"),
    channels("sms smtp", "email: outbox\n  sms: { smtp: { host: smtp.example.com, from: no-reply@club.example } }"),
  ]

  private static func cases(_ name: String, _ old: String, _ new: String) -> Slip {
    Slip(name, "tests/join.yaml", old, new)
  }

  static let ofCases: [Slip] = [
    cases("case name", "  - case: members", "  - name: members"),
    cases(
      "start of a flow", "- start: { email: bob@example.com, diverName: Bob, birthDate: 1990-01-01, kind: full }",
      "- start: join"),
    cases(
      "start without colon", "- start: { email: bob@example.com, diverName: Bob, birthDate: 1990-01-01, kind: full }",
      "- start"),
    cases("expect a word", "expect: { end: member-already }", "expect: member-already"),
    cases("open a word", "- submit: { code: \"{{ mail.code }}\" }", "- open: mail.link"),
    cases("status", "diverName: Bob }\n", "diverName: Bob, status: pending }\n"),
    cases("standing", "diverName: Bob }\n", "diverName: Bob, standing: blocked }\n"),
    cases(
      "each a mapping", "      - { born: \"2020-01-01\" }\n      - { born: \"2021-01-01\" }\n",
      "      born: \"2020-01-01\"\n"),
    cases("steps", "    steps:\n", "    step:\n"),
    cases("strat", "      - start: { email: bob", "      - strat: { email: bob"),
    cases("expects", "expect: { state: enter-code", "expects: { state: enter-code"),
    cases("end of a state", "expect: { end: member-already }", "expect: { state: member }"),
    cases("expected end", "{ end: member-already }", "{ end: member_already }"),
    cases("sumbit", "- submit:", "- sumbit:"), cases("place", "mail.code", "mail.cod"),
    cases("two with one address", "eve@example.com", "Bob@example.com"),
    cases("given", "given:\n", "givne:\n"), cases("accounts", "  accounts:\n", "  account:\n"),
    cases("kind of message", "kind: code", "kind: codes"),
    cases("answer", "club-office: success", "club-office: succes"),
    cases("no cases", "cases:\n", "case:\n"), cases("subject", "to: bob@example.com }]", "subjct: Your code }]"),
  ]
}
