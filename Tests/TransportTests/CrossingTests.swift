import EngineSupport
import FlowJSON
import Testing

/// One engine, several transports: a run belongs to none of them.
@Suite(.timeLimit(.minutes(5)))
struct CrossingTests {
  @Test(arguments: Transport.pairs)
  func `a run begun on one is finished on another`(_ one: Transport, _ other: Transport) async throws {
    try await withWorld(on: .sqlite) { world in
      let (one, other) = (try world.client(one), try world.client(other))
      let start = try await one.start("sign-up", ["email": .string(World.ada)])
      let seen = try await other.current(start.token)
      seen.rests(at: "prove-email/enter-code")
      #expect(seen.json == start.json)
      let place = try await other.submit(["code": .string(try await world.code())], start.token)
      place.rests(at: "collect-attributes/where-you-live")
      try await one.current(start.token).isRefused("invalid_token")
      let about = try await one.submit(ContractTests.place, place.token)
      about.rests(at: "collect-attributes/about-you")
      let done = try await other.submit(ContractTests.about, about.token)
      #expect(done.end == "completed" && done.grant != nil, "\(done.json.text)")
    }
  }

  @Test func `an application goes on with the runs that it started, and with no others`() async throws {
    try await withWorld { world in
      for owner in ["ios", "macos"] {
        let http = try world.client(.http, as: owner)
        let start = try await http.start("sign-up", ["email": .string(World.ada)])
        for stranger in ["bank", "kiosk", "phone", "nobody", "", owner == "ios" ? "macos" : "ios", nil] as [String?] {
          let client = try world.client(.http, as: stranger)
          try await client.current(start.token).isRefused("invalid_token")
          try await client.submit(["code": "12345678"], start.token).isRefused("invalid_token")
        }
        let host = try world.client(.inProcess, as: "kiosk")
        try await host.submit(["code": "12345678"], start.token).isRefused("invalid_token")
        // Nothing of that was a guess, and whoever runs the engine may go on with any run.
        #expect(try await world.client(.jsonLines).current(start.token).json == start.json)
        let place = try await http.submit(["code": .string(try await world.code())], start.token)
        place.rests(at: "collect-attributes/where-you-live")
        #expect(try await http.current(place.token).json == place.json)
        world.clock.advance(minutes: 1)
      }
    }
  }
}

/// What many clients do at the same time.
@Suite(.timeLimit(.minutes(5)))
struct ParallelTests {
  /// 32 guesses at once, over one transport or over all in turn.
  private func guess(over transports: [Transport]) async throws {
    try await withWorld { world in
      let start = try await world.client(.http).start("sign-up", ["email": .string(World.ada)])
      let code = try await world.code()
      let clients = try (0..<32).map { try world.client(transports[$0 % transports.count]) }
      let answers = try await withThrowingTaskGroup(of: String.self) { group in
        for (number, client) in clients.enumerated() {
          let guess = String(10_000_000 + number)
          group.addTask {
            let answer = try await client.submit(["code": .string(guess == code ? "99999999" : guess)], start.token)
            return answer.error ?? answer.state ?? ""
          }
        }
        return try await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
      }
      // The policy allows five. Each was an attempt, so the right one comes too late.
      #expect(answers == ["invalid_code": 5, "too_many_attempts": 27])
      let late = try await clients[0].submit(["code": .string(code)], start.token)
      late.rests(at: "prove-email/enter-code", error: "too_many_attempts")
    }
  }

  @Test(arguments: Transport.programs)
  func `32 guesses on one run are 32 attempts`(_ transport: Transport) async throws {
    try await guess(over: [transport])
  }

  @Test func `also from everywhere at once`() async throws { try await guess(over: Transport.programs) }

  @Test func `24 right answers at once are one step, and all hear of it`() async throws {
    try await withWorld { world in
      let start = try await world.client(.jsonLines).start("sign-up", ["email": .string(World.ada)])
      let code = try await world.code()
      let clients = try (0..<24).map { try world.client(Transport.programs[$0 % 3]) }
      let answers = try await withThrowingTaskGroup(of: String.self) { group in
        for client in clients {
          group.addTask {
            let answer = try await client.submit(["code": .string(code)], start.token)
            return answer.error ?? answer.state ?? ""
          }
        }
        return try await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
      }
      #expect(answers == ["collect-attributes/where-you-live": 24])
    }
  }
}
