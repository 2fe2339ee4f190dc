import FlowJSON
import FlowModel
import FlowRuntime
import Testing

/// Flows that say themselves that their people must go on in a browser.
@Suite("Native auth: redirects", .overBothTransports)
struct RedirectTests {
  private static let ada = "ada@example.com"
  private static let reason: JSON = ["challenge_type": "redirect", "redirect_reason": "Go on at our web site."]

  /// A world in which some outcomes lead a flow to an end in a browser.
  private func world(_ flow: String, _ effect: Effect, _ outcome: String) async throws -> World {
    try await World(change: { table in
      for number in table.flows.indices where table.flows[number].name == flow {
        let (state, end) = (table.flows[number].states.count, table.flows[number].ends.count)
        table.flows[number].states.append(FlowState(name: "needs-browser", kind: .end, payload: Int32(end)))
        table.flows[number].ends.append(End(name: "browser-required", redirect: "Go on at our web site."))
        for call in table.flows[number].calls where call.effect == effect {
          guard let index = effect.definition.outcome(outcome) else { continue }
          table.flows[number].transitions[Int(call.transitions[index])].target = Int32(state)
        }
      }
    })
  }

  @Test
  func `an end in a browser is a redirect, as the flow words it`() async throws {
    let world = try await World()
    let client = world.client("strict", tenant: "own-words")
    let stored = try await world.storage.transact { transaction in
      try transaction.put(
        AccountRecord(
          id: "0123456789abcdef01234567", tenant: "own-words", isConfirmed: true,
          identifiers: [Identifier(attribute: "email", value: Self.ada)], attributes: "{}", created: 0))
    }
    try #require(stored)
    let answer = try await client.initiate(Self.ada)
    #expect(answer.outline == "200")
    #expect(answer.json == ["challenge_type": "redirect", "redirect_reason": "Sign in at our web site."])
  }

  @Test
  func `a sign-up may need a browser at each of its steps`() async throws {
    var world = try await world("sign-up-password", .accountFind, "missing")
    #expect(try await world.client().startSignUp(Self.ada).json == Self.reason)
    world = try await self.world("sign-up-password", .codeSend, "sent")
    #expect(try await world.client().beginSignUp(Self.ada).json == Self.reason)
    world = try await self.world("sign-up-password", .codeVerify, "valid")
    let told = try await world.client().beginSignUp(Self.ada)
    let continued = try await world.client().go("signup/v1.0", told.token, "oob", await world.code())
    // iOS takes any 200 of this endpoint for a sign-up that is completed: it hears of the browser where it asks on.
    #expect(continued.outline == "400 credential_required 55103")
    let asked = try await world.client().challenge("signup/v1.0", continued.token)
    #expect(asked.status == 200 && asked.json == Self.reason)
    world = try await self.world("sign-up-password", .codeSend, "throttled")
    let first = try await world.client().beginSignUp(Self.ada)
    // It stands beside the error that the flow keeps, and goes before it.
    let again = try await world.client().challenge("signup/v1.0", first.token)
    #expect(again.status == 200 && again.json == Self.reason)
  }

  @Test
  func `a reset may need a browser at each of its steps`() async throws {
    for (effect, outcome) in [
      (.accountFind, "found"), (.codeVerify, "valid"), (.passwordSet, "set"),
    ] as [(Effect, String)] {
      let world = try await world("reset-password", effect, outcome)
      let client = world.client()
      try await client.signUp(Self.ada)
      var answer = try await ResetTests.start(client, Self.ada)
      if effect != .accountFind {
        answer = try await client.challenge("resetpassword/v1.0", answer.token)
        answer = try await client.go("resetpassword/v1.0", answer.token, "oob", await world.code())
      }
      if effect == .passwordSet {
        answer = try await client.post(
          "resetpassword/v1.0/submit", ["continuation_token": answer.token, "new_password": "Another-Pass-1"])
      }
      #expect(answer.status == 200 && answer.json == Self.reason, "\(effect)")
    }
  }

  @Test
  func `a sign-in and the registration of a method may need a browser`() async throws {
    var world = try await world("sign-in-mfa", .passwordVerify, "match")
    var client = world.client("bank")
    try await client.signUp(Self.ada)
    let initiate = try await client.initiate(Self.ada)
    #expect(try await client.token(initiate.token, "password", "password", Client.password).json == Self.reason)
    for (effect, outcome) in [(.codeSend, "sent"), (.codeVerify, "valid")] as [(Effect, String)] {
      world = try await self.world("sign-in-mfa", effect, outcome)
      client = world.client("bank")
      try await client.signUp(Self.ada)
      let initiate = try await client.initiate(Self.ada)
      let required = try await client.token(initiate.token, "password", "password", Client.password)
      #expect(required.suberror == "registration_required")
      var answer = try await client.post(
        "register/v1.0/challenge",
        [
          "continuation_token": required.token, "challenge_type": "oob", "challenge_target": "+12025550167",
          "challenge_channel": "sms",
        ])
      if effect == .codeVerify {
        answer = try await client.go("register/v1.0", answer.token, "oob", await world.code())
      }
      #expect(answer.status == 200 && answer.json == Self.reason, "\(effect)")
    }
  }
}
