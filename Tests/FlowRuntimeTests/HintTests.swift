import EngineSupport
import FlowCompiler
import FlowJSON
import FlowModel
import FlowSource
import Testing

@testable import FlowRuntime

/// What people are told before they type, and when what they typed is refused.
@Suite struct HintTests {
  private static let hint = "Two capital letters, a hyphen and six digits, as GB-123456."

  private static func table() throws -> FlowTable {
    let tenant = """
      tenant: hints
      attributes:
        email: { type: email, identifier: true }
        certificate: { type: string, pattern: "[A-Z]{2}-[0-9]{6}", hint: "\(hint)" }
        since: { type: date, hint: The day of your first dive. }
      passwords: { min-length: 10, max-length: 40, classes: 2, forbid: [identifier], remember: 3 }

      """
    let join = """
      flow: join
      reveals: [account-existence]
      lifetime: 30m
      start: who
      states:
        who:
          page: Who
          fields: { email: required, certificate: required, since: optional }
          then: { submit: find }
        find: { do: account.find, then: { found: old, missing: new } }
        old: { page: Sign in, fields: { password: required }, then: { submit: compare } }
        compare:
          do: password.verify
          then:
            match: done
            mismatch: { to: old, error: invalid_credentials }
            locked: { to: old, error: account_locked }
        new: { page: A password, fields: { password: required }, then: { submit: check } }
        check:
          choose:
            - { when: attributes.certificate == 'GB-000000', to: done }
            - { to: create }
        create:
          do: account.create
          with: { status: pending, password: password }
          then:
            created: done
            exists: { to: new, error: user_already_exists }
            too_short: { to: new, error: password_too_short }
            too_long: { to: new, error: password_too_long }
            too_weak: { to: new, error: password_too_weak }
            banned: { to: new, error: password_banned }
        done: { end: done, result: [email] }
      """
    let files = [SourceText(path: "t/tenant.yaml", text: tenant), SourceText(path: "t/join.yaml", text: join)]
    let compilation = Compiler.compile(sources: [TenantSources(path: "t", files: files)], waiving: ["U405"])
    #expect(compilation.diagnostics.filter { $0.severity == .error }.map { "\($0.code) \($0.message)" } == [])
    return try #require(compilation.tenants.first?.table)
  }

  private func field(_ name: String, _ reply: Reply) -> JSON? {
    reply.page?.events.flatMap { event in event.fields.filter { $0.name == name }.map { $0.json(event: event.name) } }
      .first
  }

  @Test func `an attribute's hint stands beside its field and in the table's file`() async throws {
    let table = try Self.table()
    #expect(try TableFile.read(TableFile.write(table).bytes).table.attributes == table.attributes)
    let fixture = try await Fixture(table)
    let reply = await fixture.start("join", [:])
    #expect(field("certificate", reply)?["hint"] == .string(Self.hint))
    #expect(field("email", reply)?["hint"] == nil)
  }

  @Test func `what does not fit is refused in the hint's words`() async throws {
    let fixture = try await Fixture(try Self.table())
    let reply = await fixture.start("join", [:])
    let input: JSONObject = ["email": "no", "certificate": "gb-1", "since": "yesterday"]
    let fields = await fixture.send("submit", input, reply.token).error?.fields ?? []
    let reasons = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.reason) })
    #expect(reasons["certificate"] == Self.hint)
    #expect(reasons["since"] == "The day of your first dive.")
    #expect(reasons["email"] == "Please give an e-mail address, such as ada@example.com.")
    #expect(fields.first { $0.name == "certificate" }?.complaint == .patternMismatch(pattern: "[A-Z]{2}-[0-9]{6}"))
  }

  @Test func `a new password's field tells the policy, and a refusal the number`() async throws {
    let fixture = try await Fixture(try Self.table())
    let page = await fixture.start("join", ["email": "ada@example.com", "certificate": "GB-123456"])
    let told = try #require(field("password", page))
    #expect(told["minLength"] == 10 && told["maxLength"] == 40 && told["classes"] == 2)
    #expect(told["refused"] == ["identifier", "recent"])
    let short = await fixture.send("submit", ["password": "Short1"], page.token)
    #expect(short.error?.code == "password_too_short")
    #expect(short.error?.fields.first?.complaint == .tooShort(min: 10))
    #expect(short.error?.fields.first?.reason == "Please give at least 10 characters.")
    let long = String(repeating: "Aa1", count: 20)
    let refused = await fixture.send("submit", ["password": .string(long)], short.token)
    #expect(refused.error?.fields.first?.complaint == .tooLong(max: 40))
  }

  @Test func `a password that is only compared is told nothing of`() throws {
    let table = try Self.table()
    let flow = table.flows[0]
    func passwords(_ title: String) -> PasswordPolicy? {
      flow.pages.first { $0.title == title }.map { PageView($0, in: flow, of: table) }?.fields.first?.passwords
    }
    #expect(passwords("Sign in") == nil)
    #expect(passwords("A password") == table.passwords)
  }
}
