import EngineSupport
import FlowCompiler
import FlowJSON
import FlowModel
import FlowSource
import TestSupport
import Testing

@testable import FlowRuntime

/// The flow that docs/controls.md shows for changing a password (OWASP ASVS 5.0, 6.2.2 and 6.2.3).
@Suite struct ChangedPasswordTests {
  private static func table() throws -> FlowTable {
    let page = String(
      decoding: try #require(readFile(Repository.root + "/docs/controls.md")), as: UTF8.self)
    let flow = try #require(
      page.split(separator: "```yaml\n").dropFirst().first { $0.hasPrefix("flow: change-password") }
    ).split(separator: "\n", omittingEmptySubsequences: false).prefix { $0 != "```" }.joined(separator: "\n")
    let tenant = """
      tenant: shop
      attributes:
        email: { type: email, identifier: true }

      """
    let files = [
      SourceText(path: "t/tenant.yaml", text: tenant), SourceText(path: "t/change-password.yaml", text: flow + "\n"),
    ]
    let compilation = Compiler.compile(sources: [TenantSources(path: "t", files: files)])
    #expect(compilation.diagnostics.map { "\($0.code) \($0.message)" } == [])
    return try #require(compilation.tenants.first?.table)
  }

  @Test func `a password is changed by whoever gives the present one, and by nobody else`() async throws {
    let fixture = try await Fixture(try Self.table())
    try await fixture.add("ada@example.com")
    func present(_ email: JSON, _ password: JSON) async -> Reply {
      await fixture.start("change-password", ["email": email, "password": password])
    }
    for (email, password) in [("ada@example.com", "Another-one-7"), ("eve@example.com", Fixture.password)] {
      let refused = await present(.string(email), .string(password))
      #expect(refused.state == "present" && refused.error?.code == "invalid_credentials")
    }
    let begun = await present("ada@example.com", .string(Fixture.password))
    #expect(begun.state == "new-password")
    let refused = await fixture.send("submit", ["password": "short"], begun.token)
    #expect(refused.state == "new-password" && refused.error?.code == "password_too_short")
    let changed = await fixture.send("submit", ["password": "Nine-small-otters"], refused.token)
    #expect(changed.end?.name == "completed")
    #expect(await present("ada@example.com", .string(Fixture.password)).state == "present")
    #expect(await present("ada@example.com", "Nine-small-otters").state == "new-password")
  }
}
