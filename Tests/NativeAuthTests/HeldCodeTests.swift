import FlowJSON
import FlowModel
import FlowRuntime
import Testing

/// Codes leave with the challenge, and with nothing before it.
@Suite("Native auth: codes leave with the challenge", .overBothTransports)
struct HeldCodeTests {
  private static let ada = "ada@example.com"

  /// How many messages have left.
  private func sent(_ world: World) async -> Int {
    await world.engine.deliverMessages()
    return world.box.messages.count
  }

  @Test
  func `a start sends nothing, and the challenge a code`() async throws {
    let world = try await World()
    let client = world.client()
    for (number, endpoint) in ["signup/v1.0/start", "resetpassword/v1.0/start", "oauth2/v2.0/initiate"].enumerated() {
      if number == 1 { try await client.signUp(Self.ada) }
      let before = await sent(world)
      let start = try await client.post(endpoint, ["username": Self.ada, "challenge_type": "oob redirect"])
      #expect(start.outline == "200" && !start.token.isEmpty)
      #expect(await sent(world) == before, "\(endpoint)")
      let part = endpoint.split(separator: "/").dropLast().joined(separator: "/")
      let challenge = try await client.challenge(part, start.token)
      #expect(challenge["challenge_type"] == "oob" && challenge["challenge_target_label"] == "a***@example.com")
      #expect(await sent(world) == before + 1, "\(endpoint)")
      world.clock.advance(seconds: 60)
      #expect(try await client.challenge(part, challenge.token)["challenge_type"] == "oob")
      #expect(await sent(world) == before + 2, "\(endpoint)")
      world.clock.advance(seconds: 3600)
    }
  }

  @Test
  func `whoever is sent to a browser gets no code`() async throws {
    let world = try await World()
    let client = world.client("bank")
    let start = try await client.post(
      "signup/v1.0/start", ["username": Self.ada, "challenge_type": "password redirect"])
    #expect(start["challenge_type"] == "redirect")
    #expect(await sent(world) == 0)
    let begun = try await client.startSignUp(Self.ada)
    let challenge = try await client.post(
      "signup/v1.0/challenge", ["continuation_token": begun.token, "challenge_type": "password redirect"])
    #expect(challenge["challenge_type"] == "redirect")
    #expect(await sent(world) == 0)
    try await client.signUp(Self.ada)
    try await world.hold(["phone": "+12025550167"], for: Self.ada)
    let initiate = try await client.initiate(Self.ada, capabilities: "")
    let before = await sent(world)
    let lacking = try await client.token(initiate.token, "password", "password", Client.password)
    #expect(lacking["challenge_type"] == "redirect")
    #expect(await sent(world) == before)
  }

  @Test
  func `a single second factor is named before its code is sent`() async throws {
    let world = try await World()
    let client = world.client("bank")
    try await client.signUp(Self.ada)
    try await world.hold(["phone": "+12025550167"], for: Self.ada)
    let before = await sent(world)
    let initiate = try await client.initiate(Self.ada)
    let required = try await client.token(initiate.token, "password", "password", Client.password)
    #expect(required.outline == "400 invalid_grant mfa_required 50076")
    let methods = try await client.post("oauth2/v2.0/introspect", ["continuation_token": required.token])
    let method = methods["methods"]?.array?.first
    #expect(method?["id"] == "sms" && method?["login_hint"]?.string?.contains("*") == true)
    #expect(await sent(world) == before)
    func choose(_ id: String) async throws -> Answer {
      try await client.post(
        "oauth2/v2.0/challenge", ["continuation_token": methods.token, "challenge_type": Client.all, "id": id])
    }
    #expect(try await choose("email").outline == "400 invalid_request 900144")
    #expect(await sent(world) == before)
    let challenge = try await choose("sms")
    #expect(challenge["challenge_target_label"] == method?["login_hint"])
    #expect(await sent(world) == before + 1)
  }

  @Test
  func `of many first challenges at once one sends a code`() async throws {
    let world = try await World()
    let client = world.client()
    let token = try await client.startSignUp(Self.ada).token
    let answers = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<16 { group.addTask { try await client.challenge("signup/v1.0", token).outline } }
      return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    // Those that came while it was taken are answered as it was; those that came later are told that they come too late.
    let (taken, late) = (answers["200"] ?? 0, answers["400 invalid_request 55200"] ?? 0)
    #expect(taken > 0 && taken + late == 16)
    #expect(await sent(world) == 1)
  }

  @Test
  func `a first challenge that fails can be repeated with the same token`() async throws {
    let world = try await World()
    let client = world.client()
    for _ in 0..<10 { #expect(try await client.beginSignUp(Self.ada).outline == "200") }
    world.clock.advance(seconds: 55 * 60)
    let start = try await client.startSignUp(Self.ada)
    #expect(start.outline == "200")
    for _ in 0..<2 {
      let refused = try await client.challenge("signup/v1.0", start.token)
      #expect(refused.outline == "400 invalid_request 90055" && refused.token.isEmpty)
    }
    world.clock.advance(seconds: 6 * 60)
    let before = await sent(world)
    let challenge = try await client.challenge("signup/v1.0", start.token)
    #expect(challenge["challenge_type"] == "oob" && challenge["challenge_target_label"] == "a***@example.com")
    #expect(await sent(world) == before + 1)
    #expect(
      try await client.go("signup/v1.0", challenge.token, "oob", await world.code()).error == "credential_required")
  }

  @Test(arguments: [
    ("prove-email/enter-code", "oob", "password oob redirect"),
    ("choose-password", "password", "password oob redirect"),
    ("choose-password", "redirect", "oob redirect"), ("collect-attributes/where-you-live", "redirect", Client.all),
  ])
  func `where no code can be sent, what the flow comes to instead is said`(
    _ state: String, _ answer: String, _ types: String
  ) async throws {
    let world = try await World(change: { table in
      for (number, flow) in table.flows.enumerated() where flow.name == "sign-up-password" {
        guard let target = flow.states.firstIndex(where: { $0.name == state }) else { continue }
        for call in flow.calls where call.effect == .codeSend {
          guard let outcome = call.effect.definition.outcome("undeliverable") else { continue }
          table.flows[number].transitions[Int(call.transitions[outcome])].target = Int32(target)
        }
      }
    })
    let client = world.client()
    let start = try await client.startSignUp("ada@blocked.example")
    let challenge = try await client.post(
      "signup/v1.0/challenge", ["continuation_token": start.token, "challenge_type": types])
    #expect(challenge["challenge_type"]?.string ?? challenge.outline == answer)
    if answer == "password" {
      let next = try await client.go("signup/v1.0", challenge.token, "password", Client.password)
      #expect(next.error == "attributes_required")
    }
  }
}
