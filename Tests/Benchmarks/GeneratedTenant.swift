import Glibc

/// A tenant of any size: sign-ups of pages, effects and choices as tenants write them, 360 bytes a state.
struct GeneratedTenant {
  let path: String
  let flowFile: String
  let bytes: Int
  let text: String

  /// Writes a tenant with a flow of about `states` states into a new folder.
  init(states: Int) { self.init("\(states)", flow: Self.flow(states: states)) }

  /// The same tenant with other headings of its pages.
  func retitled() -> GeneratedTenant {
    GeneratedTenant("retitled", flow: text.replacing("page: ", with: "page: Now "))
  }

  private init(_ name: String, flow: String) {
    text = flow
    path = "/var/tmp/usher-bench-\(getpid())-\(name)"
    flowFile = path + "/long.yaml"
    mkdir(path, 0o700)
    Self.write(Self.tenant, to: path + "/tenant.yaml")
    bytes = flow.utf8.count
    Self.write(flow, to: flowFile)
  }

  /// Removes the folder.
  func remove() {
    unlink(flowFile)
    unlink(path + "/tenant.yaml")
    rmdir(path)
  }

  private static let tenant = """
    tenant: generated
    attributes:
      email:   { type: email, identifier: true }
      city:    { type: string, max-length: 60 }
      country: { type: string, max-length: 60, pattern: "[A-Za-z0-9 .'-]+" }
      age:     { type: integer, minimum: 16 }
    """

  /// Groups of five states, each group leading to the next.
  private static func flow(states: Int) -> String {
    let groups = max(1, (states - 7) / 5)
    var text = """
      flow: long
      summary: A generated flow of about \(states) states.
      reveals: [account-existence]
      lifetime: 30m
      start: identify

      states:
        identify:
          page: Create your account
          fields: { email: required, city: optional, country: optional, age: optional }
          then: { submit: look-for-account-0 }

      """
    for group in 0..<groups {
      let next = group + 1 < groups ? "look-for-account-\(group + 1)" : "create"
      text += """

          # What follows is one of many like it, so that the file is as long as
          # the largest that tenants write by hand. Whoever has an account already goes on where its owner lives.
          # A code is valid for ten minutes and can be guessed five times; another one can be asked for after half a minute.
          # Group \(group): the account is looked for, the address is proven, and what is missing is asked for.
          look-for-account-\(group):
            do: account.find
            with: { identifier: email }
            then:
              missing: send-one-time-code-\(group)
              found:   { to: where-do-you-live-\(group), error: user_already_exists }

          send-one-time-code-\(group):
            do: code.send
            with: { to: email, channel: email }
            then:
              sent:          enter-one-time-code-\(group)
              throttled:     { to: enter-one-time-code-\(group), error: too_many_codes }
              undeliverable: { to: where-do-you-live-\(group), error: invalid_username }

          enter-one-time-code-\(group):
            page: Enter the code that was sent to you; it is number \(group) and valid for ten minutes
            fields: { code: required }
            after: 10m -> failed
            then:
              submit: compare-one-time-code-\(group)
              resend: send-one-time-code-\(group)

          compare-one-time-code-\(group):
            do: code.verify
            with: { code: code }
            then:
              valid:     where-do-you-live-\(group)
              invalid:   { to: enter-one-time-code-\(group), error: invalid_code }
              expired:   { to: enter-one-time-code-\(group), error: code_expired }
              exhausted: { to: failed, error: too_many_attempts }

          where-do-you-live-\(group):
            page: Where do you live, and how old are you? Tell us as much of it as you like; this is part \(group) of many
            skip: has(attributes.country) && attributes.country != "Country \(group)"
            fields: { country: required, city: required, age: optional }
            then:
              submit: \(next)

        """
    }
    return text + """

        create:
          do: account.create
          with: { identifier: email, status: pending }
          then:
            created: done
            exists:  { to: failed, error: user_already_exists }
        done:   { end: completed, result: [email] }
        failed: { end: failed }

      """
  }

  private static func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { fatalFlow("cannot write \(path)") }
    fputs(text, file)
    fclose(file)
  }
}
