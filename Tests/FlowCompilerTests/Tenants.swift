import FlowCompiler
import FlowModel
import FlowSource
import TestSupport
import Testing

/// A tenant's files in a test, by name.
func compile(_ files: KeyValuePairs<String, String>) -> Compilation {
  let sources = files.map { SourceText(path: "tenant/" + $0.key, text: $0.value) }
  return Compiler.compile(sources: [TenantSources(path: "tenant", files: sources)])
}

/// The table of a tenant that must be clean.
func table(
  _ files: KeyValuePairs<String, String>, sourceLocation: SourceLocation = #_sourceLocation
) throws -> FlowTable {
  let compilation = compile(files)
  #expect(compilation.diagnostics.map { "\($0.code) \($0.message)" } == [], sourceLocation: sourceLocation)
  return try #require(compilation.tenants.first?.table, sourceLocation: sourceLocation)
}

/// The files of a tenant of `flows/`.
func shippedTenant(_ name: String) -> TenantSources {
  let found = Compiler.compile(paths: [Repository.root + "/flows/" + name])
  let files = found.sources.files.map { SourceText(path: $0.path, bytes: $0.bytes) }
  return TenantSources(path: name, files: files)
}

let usualTenant = """
  tenant: contoso
  attributes:
    email:     { type: email, identifier: true }
    phone:     { type: phone }
    givenName: { type: string, max-length: 64 }
    country:   { type: string, max-length: 60, pattern: "[A-Za-z .'-]+" }
    city:      { type: string }
    age:       { type: integer, minimum: 16 }
  passwords: { min-length: 8, max-length: 256, forbid: [common, identifier], remember: 5 }
  codes:     { digits: 8, lifetime: 10m, attempts: 5, resend-after: 30s, per-identifier: 10 per 1h }
  links:     { base: https://app.example.com/auth, lifetime: 30m }
  applications:
    web: { flows: [sign-up] }

  """

/// The sign-up of the guide to the language.
let usualFlow = """
  flow: sign-up
  summary: E-mail one-time code, then attributes over two pages.
  reveals: [account-existence]
  lifetime: 45m
  start: identify

  states:
    identify:
      page: Create your account
      fields: { email: required, country: optional, city: optional, phone: optional }
      then:
        submit: find-account

    find-account:
      do: account.find
      with: { identifier: email }
      then:
        missing: send-code
        found:   { to: identify, error: user_already_exists }

    send-code:
      do: code.send
      with: { to: email, channel: email }
      then:
        sent:          enter-code
        throttled:     { to: enter-code, error: too_many_codes }
        undeliverable: { to: identify, error: invalid_username }

    enter-code:
      page: Enter the code
      fields: { code: required }
      then:
        resend: send-code
        submit: verify-code

    verify-code:
      do: code.verify
      then:
        valid:     where-you-live
        invalid:   { to: enter-code, error: invalid_code }
        expired:   { to: enter-code, error: code_expired }
        exhausted: { to: rejected, error: too_many_attempts }

    where-you-live:
      page: Where do you live?
      skip: filled
      fields: { country: required, city: required }
      then:
        submit: about-you

    about-you:
      page: About you
      skip: attributes.country != "United States"
      fields: { givenName: required, age: required }
      after: 10m -> rejected
      then:
        submit: { to: create, set: { city: "attributes.city.trim()" } }

    create:
      do: account.create
      then:
        created: done
        exists:  { to: rejected, error: user_already_exists }

    done:     { end: completed, grants: sign-in }
    rejected: { end: failed }

  """
