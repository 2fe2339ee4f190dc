import FlowJSON
import Testing

@testable import FlowRuntime

/// What a client can send within one line must not take more time than its size is worth.
@Suite struct LargeInputTests {
  private static let many = (0..<60_000).reduce(into: "") { $0 += "\($0.isEmpty ? "" : ",")\"field\($1)\":1" }

  @Test(.timeLimit(.minutes(1))) func `sixty thousand unknown fields are refused at once`() async throws {
    guard case .object(let input) = try JSON.parse("{\(Self.many)}") else { return }
    let fixture = try await Fixture(try Fixture.tenant("native-auth"))
    #expect(await fixture.start("sign-up", input).error?.code == "unknown_field")
    let started = await fixture.start("sign-up")
    let sent = await fixture.send("submit", input, started.token)
    #expect(sent.error?.code == "unknown_field" && sent.token == started.token)
    // A reply names some of them, and stays small.
    #expect(sent.json.utf8().count < 10_000)
  }
}
