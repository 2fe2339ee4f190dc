import EngineSupport
import FlowJSON
import FlowModel
import Testing

/// A flow that proves an address by code, and what is at its first page to get there.
private struct CodeFlow: Sendable {
  let name: String
  let start: JSONObject
  let hasAccount: Bool
  /// The page that asks for the code.
  var page = "prove-email/enter-code"

  static let all = [
    CodeFlow(name: "sign-up", start: ["email": "ada@example.com"], hasAccount: false),
    CodeFlow(
      name: "sign-up-password", start: ["email": "ada@example.com", "password": .string(World.password)],
      hasAccount: false),
    CodeFlow(name: "sign-in", start: ["email": "ada@example.com"], hasAccount: true),
    CodeFlow(name: "reset-password", start: ["email": "ada@example.com"], hasAccount: true),
    CodeFlow(
      name: "reset-password-quietly", start: ["email": "ada@example.com"], hasAccount: true, page: "enter-code"),
  ]

  /// A client at the page that asks for the code.
  func ready(_ world: World) async throws -> Client {
    if hasAccount { try await world.add("ada@example.com") }
    let client = try await world.start(name, start)
    if name == "sign-in" { try await client.send("use-code") }
    return client
  }
}

extension Scenario {
  static let codes = CodeFlow.all.flatMap { errors($0) }

  private static func errors(_ flow: CodeFlow) -> [Scenario] {
    let ada = "ada@example.com"
    let page = flow.page
    return [
      Scenario("\(flow.name): a wrong code leaves the token good, and five are the most", .nativeAuth) { world in
        let client = try await flow.ready(world)
        client.rests(at: page)
        let token = client.token
        for _ in 0..<5 {
          try await client.submit(["code": world.wrongCode(to: ada)])
          client.rests(at: page, error: "invalid_code", fields: ["code"])
          #expect(client.token == token)
        }
        try await client.submit(["code": world.code(to: ada)])
        client.rests(at: page, error: "too_many_attempts")
        world.clock.advance(seconds: 30)
        try await client.send("resend")
        client.rests(at: page)
        try await client.submit(["code": world.code(to: ada)])
        #expect(client.state != page && client.error == nil)
      },
      Scenario("\(flow.name): a code is sent again after half a minute, and the one before is void", .nativeAuth) {
        world in
        let client = try await flow.ready(world)
        let first = try world.code(to: ada)
        world.clock.advance(seconds: 29)
        try await client.send("resend")
        client.rests(at: page, error: "too_many_codes")
        #expect(client.reply["sent"]?["resendAfter"] == 1)
        world.clock.advance(seconds: 1)
        try await client.send("resend")
        client.rests(at: page)
        #expect(client.reply["sent"]?["resendAfter"] == 30)
        #expect(world.outbox.messages.count == 2)
        try await client.submit(["code": first])
        client.rests(at: page, error: "invalid_code")
        try await client.submit(["code": world.code(to: ada)])
        #expect(client.state != page && client.error == nil)
      },
      Scenario("\(flow.name): a code is good for ten minutes", .nativeAuth) { world in
        let client = try await flow.ready(world)
        world.clock.advance(minutes: 10)
        try await client.submit(["code": world.code(to: ada)])
        client.rests(at: page, error: "code_expired")
        try await client.send("resend")
        try await client.submit(["code": world.code(to: ada)])
        #expect(client.state != page && client.error == nil)
      },
      Scenario(
        "\(flow.name): one address gets so many codes an hour, however many runs are started", .nativeAuth,
        policies: { $0.codes.perIdentifier.count = 2 }
      ) { world in
        let client = try await flow.ready(world)
        world.clock.advance(seconds: 30)
        try await client.send("resend")
        client.rests(at: page)
        world.clock.advance(seconds: 30)
        try await client.send("resend")
        client.rests(at: page, error: "too_many_codes")
        let other = try await world.start(flow.name, flow.start)
        if flow.name == "sign-in" { try await other.send("use-code") }
        other.rests(at: page, error: "too_many_codes")
        try await other.submit(["code": world.code(to: ada)])
        other.rests(at: page, error: "code_expired")
        #expect(world.outbox.messages.count == 2)
      },
      Scenario("\(flow.name): an address that nothing can be sent to", .nativeAuth) { world in
        world.outbox.refuse(ada)
        let client = try await flow.ready(world)
        client.rests(at: "identify", error: "invalid_username")
      },
    ]
  }
}
