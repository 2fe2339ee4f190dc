import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// `account.create` with a password: the account has it from the start, or there is no account.
@Suite struct CreationTests {
  private static let ada = "ada@example.com"

  private func fixture(_ backend: Backend) async throws -> Fixture {
    var flow = FlowBuilder()
    flow.page("ask", [FlowBuilder.email, SecretField.password.slot], submit: "create")
    flow.effect(
      "create", .accountCreate,
      [.slot(FlowBuilder.email), AccountStatus.unproven.argument, .slot(SecretField.password.slot)],
      ["created": "done"], others: "ask!")
    flow.end("done")
    return try await Fixture(flow.build(), on: try await backend.open())
  }

  @Test(arguments: Backend.allCases)
  func `a password that the policy refuses leaves no account, and an address that is free`(_ backend: Backend)
    async throws
  {
    let fixture = try await fixture(backend)
    let first = await fixture.start()
    let refused = await fixture.send("submit", ["email": .string(Self.ada), "password": "a"], first.token)
    #expect(refused.state == "ask" && refused.error != nil)
    #expect(try await fixture.account(Self.ada) == nil)
    let created = await fixture.send(
      "submit", ["email": .string(Self.ada), "password": .string(Fixture.password)], refused.token)
    #expect(created.end?.name == "done")
    let account = try #require(try await fixture.account(Self.ada))
    #expect(account.passwordHash != nil && account.earlierPasswordHashes.isEmpty)
    let again = await fixture.start()
    let taken = await fixture.send(
      "submit", ["email": .string(Self.ada), "password": .string(Fixture.password + "!")], again.token)
    #expect(taken.state == "ask")
    #expect(try await fixture.account(Self.ada) == account)
  }
}
