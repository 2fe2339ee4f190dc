import EngineSupport
import FlowJSON
import FlowModel
import FlowRuntime
import Testing

/// What an application may do is what is proven of its flows: nothing that was begun elsewhere leads past that.
@Suite struct ApplicationTests {
  private static let ada = "ada@example.com"
  private static let credentials: JSONObject = ["email": "ada@example.com", "password": "Hidden-password-7"]

  @Test(arguments: ["native-auth", "email-password"])
  func `a client starts what its application offers, and nothing else`(_ tenant: String) async throws {
    let fixture = try await Fixture(try Fixture.tenant(tenant))
    for (index, flow) in fixture.table.flows.enumerated() {
      for application in fixture.table.applications {
        let reply = await fixture.start(flow.name, by: .client(application.name))
        let isOffered = application.flows.contains(Int32(index))
        #expect(reply.error?.code == (isOffered ? nil : "unknown_flow") && (reply.state != nil) == isOffered)
      }
      for (starter, error) in [
        (Starter.client(nil), "application_required"), (.client(""), "unknown_application"),
        (.client("nobody"), "unknown_application"), (.client(tenant), "unknown_application"),
      ] {
        let reply = await fixture.start(flow.name, by: starter)
        #expect(reply.error?.code == error && reply.state == nil && reply.token == nil)
      }
      #expect(await fixture.start(flow.name, by: .operator).state != nil)
    }
    #expect(await fixture.start("nosuch", by: .client(nil)).error?.code == "application_required")
    #expect(await fixture.start("nosuch", by: .operator).error?.code == "unknown_flow")
  }

  @Test func `without applications any client starts any flow`() async throws {
    let fixture = try await Fixture(try Fixture.tenant("native-auth") { $0.applications = [] })
    #expect(await fixture.start("sign-in-mfa", by: .client(nil)).state == "identify")
    #expect(await fixture.start("sign-in-mfa", by: .client("bank")).error?.code == "unknown_application")
  }

  @Test(arguments: Backend.allCases)
  func `a grant is good in applications that offer the flow which made it`(_ backend: Backend) async throws {
    let fixture = try await Fixture(try Fixture.tenant("native-auth"), on: backend)
    let begun = await fixture.start("sign-up", ["email": .string(Self.ada)], by: .client("browser"))
    let code = try #require(fixture.outbox.code(to: Self.ada))
    let place = await fixture.send("submit", ["code": .string(code)], begun.token)
    let last = await fixture.send("submit", ["country": "United States", "city": "Boston"], place.token)
    let grant = try #require(last.end?.grants?["sign-in"])
    for (application, flow) in [("bank", "sign-in-mfa"), ("phone", "sign-in")] {
      let page = await fixture.start(flow, by: .client(application))
      let refused = await fixture.send("continue", ["grant": grant], page.token)
      #expect(refused.error?.code == "invalid_grant" && refused.end == nil, "\(application) does not offer sign-up")
    }
    let page = await fixture.start("sign-in", by: .client("ios"))
    let signedIn = await fixture.send("continue", ["grant": grant], page.token)
    #expect(signedIn.end?.name == "completed")
    let token = try #require(signedIn.end?.result?["tokens"]?["access_token"]?.string)
    let session = try await fixture.engine.session(of: token, tenant: fixture.table.tenant)
    #expect(session?.application == "ios")
  }

  @Test(arguments: Backend.allCases)
  func `an account that nobody has proven counts as confirmed where such accounts are made`(
    _ backend: Backend
  ) async throws {
    let fixture = try await Fixture(try Fixture.tenant("email-password"), on: backend)
    func logIn(_ starter: Starter) async -> Reply { await fixture.start("log-in", Self.credentials, by: starter) }
    let registered = await fixture.start("register-at-once", Self.credentials, by: .client("realm-at-once"))
    #expect(registered.end?.name == "registered")
    for application in ["realm-at-once", "at-once"] {
      #expect(await logIn(.client(application)).end?.name == "completed")
    }
    for application in ["by-link", "realm-by-link", "by-function", "realm-by-function"] {
      let refused = await logIn(.client(application))
      #expect(refused.error?.code == "confirmation_required" && refused.end == nil, "\(application)")
    }
    // Whoever has the address confirms it as any other.
    let asked = await fixture.start("resend-confirmation", ["email": .string(Self.ada)], by: .client("realm-by-link"))
    #expect(asked.end != nil && asked.error == nil)
    let link = try #require(fixture.outbox.links(to: Self.ada).first)
    let input: JSONObject = ["token": .string(link.token), "tokenId": .string(link.tokenId)]
    #expect(await fixture.start("confirm", input, by: .client("at-once")).error?.code == "unknown_flow")
    let confirmed = await fixture.start("confirm", input, by: .client("realm-by-link"))
    #expect(confirmed.end?.name == "confirmed", "\(confirmed)")
    #expect(await logIn(.client("realm-by-link")).end?.name == "completed")
  }

  @Test func `who proves the address in the run needs no other confirmation`() async throws {
    let fixture = try await Fixture(try Fixture.tenant("email-password"))
    _ = await fixture.start("register-at-once", Self.credentials, by: .client("at-once"))
    _ = await fixture.start("reset-by-link", ["email": .string(Self.ada)], by: .client("by-link"))
    let link = try #require(fixture.outbox.links(to: Self.ada).first)
    let set = await fixture.start(
      "set-new-password",
      ["token": .string(link.token), "tokenId": .string(link.tokenId), "password": "Another-word-for-8"],
      by: .client("by-link"))
    #expect(set.end?.name == "completed")
    let input: JSONObject = ["email": .string(Self.ada), "password": "Another-word-for-8"]
    #expect(await fixture.start("log-in", input, by: .client("by-link")).end?.name == "completed")
  }
}
