import EngineSupport
import FlowJSON
import Testing

/// What a client may rely on, whichever way it speaks.
@Suite(.timeLimit(.minutes(5)))
struct ContractTests {
  static let place: JSONObject = ["country": "Norway", "city": "Oslo"]
  static let about: JSONObject = ["age": 36, "newsletter": false, "interests": ["music", "code"]]

  @Test(arguments: Transport.allCases, Backend.allCases)
  func `a sign-up goes from its start to a grant, which signs in once`(
    _ transport: Transport, _ backend: Backend
  ) async throws {
    try await withWorld(on: backend) { world in
      let client = try world.client(transport)
      let start = try await client.start("sign-up", ["email": .string(World.ada)])
      start.rests(at: "prove-email/enter-code")
      #expect(start.json["sent"] == ["to": "a***@example.com", "channel": "email", "length": 8, "resendAfter": 30])
      #expect(start.json["events"] == ["submit", "resend"])
      let code = try await world.code()
      let wrong = try await client.submit(["code": code == "12345678" ? "12345679" : "12345678"], start.token)
      wrong.rests(at: "prove-email/enter-code", error: "invalid_code")
      #expect(wrong.token == start.token)
      let early = try await client.send("resend", [:], start.token)
      early.rests(at: "prove-email/enter-code", error: "too_many_codes")
      let place = try await client.submit(["code": .string(code)], early.token)
      place.rests(at: "collect-attributes/where-you-live")
      let about = try await client.submit(Self.place, place.token)
      about.rests(at: "collect-attributes/about-you")
      let done = try await client.submit(Self.about, about.token)
      #expect(done.end == "completed" && done.json["page"] == nil && done.json["events"] == [])
      #expect(done.json["end"]?["result"]?["email"] == .string(World.ada))
      let grant = try #require(done.grant)

      for (end, error) in [("completed", nil), (nil, "invalid_grant" as String?)] {
        let first = try await client.start("sign-in", [:])
        first.rests(at: "identify")
        let signedIn = try await client.send("continue", ["grant": .string(grant)], first.token)
        #expect(signedIn.end == end && signedIn.error == error, "\(signedIn.json.text)")
        #expect((signedIn.json["end"]?["result"]?["tokens"]?["access_token"]?.string != nil) == (end != nil))
      }
    }
  }

  @Test func `the replies are the same on all of them`() async throws {
    var seen: [Transport: [JSON]] = [:]
    for transport in Transport.programs {
      try await withWorld { world in
        let client = try world.client(transport, as: "ios")
        var replies = [try await client.start("sign-up", ["email": "nobody", "nosuch": 1])]
        replies.append(try await client.start("sign-up", [:]))
        for (event, input) in [
          ("submit", [:]), ("submit", ["email": "nobody"]), ("fly", [:]), ("submit", ["email": .string(World.ada)]),
          ("submit", ["code": "1"]), ("resend", [:]), ("submit", ["code": 1]), ("submit", ["nosuch": 1]),
        ] as [(String, JSONObject)] {
          replies.append(try await client.send(event, input, replies.last?.token ?? ""))
        }
        let code = try await world.code()
        for input in [["code": .string(code)], Self.place, Self.about, [:]] as [JSONObject] {
          replies.append(try await client.submit(input, replies.last?.token ?? ""))
        }
        replies.append(try await client.current(replies.last?.token ?? ""))
        seen[transport] = replies.map { Self.withoutChance($0.json) }
      }
    }
    let first = try #require(seen[.inProcess])
    #expect(first.count == 15 && first.last?["end"]?["name"] == "completed")
    for transport in Transport.programs { #expect(seen[transport] == first, "\(transport)") }
  }

  /// A reply without what differs from run to run.
  private static func withoutChance(_ reply: JSON) -> JSON {
    guard case .object(var object) = reply else { return reply }
    for name in ["run", "token"] where object[name] != nil { object[name] = "…" }
    if case .object(var end)? = object["end"] {
      if end["grants"] != nil { end["grants"] = ["sign-in": "…"] }
      end["result"] = ["email": end["result"]?["email"] ?? .null]
      object["end"] = .object(end)
    }
    return .object(object)
  }

  @Test(arguments: Transport.programs)
  func `a token is good for its own step alone`(_ transport: Transport) async throws {
    try await withWorld { world in
      let client = try world.client(transport)
      let start = try await client.start("sign-up", ["email": .string(World.ada)])
      let next = try await client.submit(["code": .string(try await world.code())], start.token)
      next.rests(at: "collect-attributes/where-you-live")
      let changed = next.token.dropLast() + (next.token.last == "A" ? "B" : "A")
      for token in [start.token, "x", String(changed), next.token + "A", String(next.token.dropLast(4))] {
        try await client.submit(Self.place, token).isRefused("invalid_token")
        try await client.current(token).isRefused("invalid_token")
      }
      try await withWorld { other in
        try await other.client(transport).current(next.token).isRefused("invalid_token")
      }
      let current = try await client.current(next.token)
      #expect(current.json == next.json)
      try await client.submit(Self.place, next.token).rests(at: "collect-attributes/about-you")
    }
  }

  @Test(arguments: Transport.programs)
  func `what the page does not offer changes nothing`(_ transport: Transport) async throws {
    try await withWorld { world in
      let client = try world.client(transport)
      let start = try await client.start("sign-up", ["email": .string(World.ada)])
      for event in ["fly", "", "Submit", "continue", String(repeating: "x", count: 10_000)] {
        let answer = try await client.send(event, [:], start.token)
        answer.rests(at: "prove-email/enter-code", error: "unknown_event")
        #expect(answer.token == start.token)
      }
      for field in ["email", "account.id", "code ", "", "run"] {
        let answer = try await client.submit([field: "x"], start.token)
        answer.rests(at: "prove-email/enter-code", error: "unknown_field")
        #expect(answer.token == start.token && answer.json["error"]?["fields"] == [.string(field)])
      }
      #expect(try await client.current(start.token).json == start.json)
    }
  }

  @Test(arguments: Transport.programs)
  func `a value that does not fit changes nothing`(_ transport: Transport) async throws {
    try await withWorld { world in
      let client = try world.client(transport)
      let start = try await client.start("sign-up", [:])
      start.rests(at: "identify")
      let deep = (0..<60).reduce(JSON.null) { inner, _ in ["a": inner] }
      for (input, error) in [
        ([:], "attributes_required"), (["email": nil], "attributes_required"), (["email": ""], "attributes_required"),
        (["email": 7], "attributes_invalid"), (["email": .array([.string(World.ada)])], "attributes_invalid"),
        (["email": deep], "attributes_invalid"), (["email": "no address"], "attributes_invalid"),
        (["email": .string(String(repeating: "x", count: 100_000) + "@example.com")], "attributes_invalid"),
        (["email": .string(World.ada), "city": "<script>"], "attributes_invalid"),
      ] as [(JSONObject, String)] {
        let answer = try await client.submit(input, start.token)
        answer.rests(at: "identify", error: error)
        #expect(answer.token == start.token)
        #expect(try await client.current(start.token).json == start.json)
      }
      try await client.submit(["email": .string(World.ada)], start.token).rests(at: "prove-email/enter-code")
    }
  }

  @Test(arguments: Transport.programs)
  func `what has ended stays ended, and its grant is told once`(_ transport: Transport) async throws {
    try await withWorld { world in
      let client = try world.client(transport)
      var answer = try await client.start("sign-up", ["email": .string(World.ada), "country": "United States"])
      answer = try await client.submit(["code": .string(try await world.code())], answer.token)
      answer = try await client.submit(["city": "Boston"], answer.token)
      #expect(answer.end == "completed" && answer.grant != nil)
      let again = try await client.submit(["city": "Boston"], answer.token)
      #expect(again.error == "run_ended" && again.end == "completed" && again.grant == nil)
      let current = try await client.current(answer.token)
      #expect(current.error == nil && current.end == "completed" && current.grant == nil)
      #expect(current.json["end"]?["result"] == answer.json["end"]?["result"])
    }
  }

  @Test(arguments: Transport.programs)
  func `a run lives as long as its flow says`(_ transport: Transport) async throws {
    try await withWorld { world in
      let client = try world.client(transport)
      let start = try await client.start("sign-up", ["email": .string(World.ada)])
      world.clock.advance(seconds: 12)
      #expect(try await client.current(start.token).json["sent"]?["resendAfter"] == 18)
      world.clock.advance(seconds: 1787)
      try await client.current(start.token).rests(at: "prove-email/enter-code")
      world.clock.advance(seconds: 1)
      try await client.current(start.token).isRefused("run_expired")
      try await client.submit(["code": "12345678"], start.token).isRefused("run_expired")
    }
  }

  @Test(arguments: Transport.programs)
  func `only what may start does`(_ transport: Transport) async throws {
    try await withWorld { world in
      for (application, flow, error) in [
        ("ios", "nosuch", "unknown_flow"), ("ios", "prove-email", "unknown_flow"), ("kiosk", "sign-in", "unknown_flow"),
        ("nobody", "sign-up", "unknown_application"), ("", "sign-up", "unknown_application"),
      ] {
        try await world.client(transport, as: application).start(flow, [:]).isRefused(error)
      }
      for flow in ["sign-up", "sign-in-mfa", "nosuch"] where transport == .http {
        try await world.client(transport, as: nil).start(flow, [:]).isRefused("application_required")
      }
      try await world.client(transport, as: "kiosk").start("sign-up", [:]).rests(at: "identify")
    }
  }
}
