import EngineSupport
import FlowJSON
import FlowRuntime
import Testing

extension Scenario {
  private static let ada = "ada@example.com"
  private static let bea = "bea@example.com"

  static let resetPasswordQuietly = [
    Scenario(
      "reset-password-quietly: a code, a new password, and in without credentials", .nativeAuth, policies: classes
    ) { world in
      try await world.add(ada)
      let client = try await world.start("reset-password-quietly", ["email": .string(ada)])
      client.rests(at: "enter-code")
      try await client.submit(["code": world.code(to: ada)])
      client.rests(at: "new-password")
      for (password, error) in refusedPasswords(for: ada) + [(World.password, "password_recently_used")] {
        try await client.submit(["password": .string(password)])
        client.rests(at: "new-password", error: error)
      }
      try await client.submit(["password": "A-fresh-password-2"])
      client.ends("completed")
      let signIn = try await world.start("sign-in")
      try await signIn.send("continue", ["grant": client.grant])
      signIn.ends("completed")
    },
    Scenario("reset-password-quietly: who has no account is told the same, and gets no mail", .nativeAuth) { world in
      try await world.add(ada)
      var told: [String: [JSON]] = [:]
      for email in [ada, "abe@example.com"] {
        let client = try await world.start("reset-password-quietly", ["email": .string(email)])
        func note() {
          told[email, default: []] += [
            client.reply["state"] ?? .null, client.reply["sent"] ?? .null, client.reply["error"] ?? .null,
          ]
        }
        note()
        for _ in 0..<6 {
          try await client.submit(["code": "00000000"])
          note()
        }
        try await client.send("resend")
        note()
        world.clock.advance(seconds: 30)
        try await client.send("resend")
        note()
        world.clock.advance(minutes: 10)
        try await client.submit(["code": "00000000"])
        note()
      }
      #expect(told[ada] == told["abe@example.com"])
      #expect(Set(world.outbox.messages.map(\.to)) == [ada])
    },
    Scenario("reset-password-quietly: another address can be given, and the code is then for that", .nativeAuth) {
      world in
      try await world.add(ada)
      try await world.add(bea)
      let client = try await world.start("reset-password-quietly", ["email": .string(ada)])
      let code = try world.code(to: ada)
      try await client.send("other-address")
      client.rests(at: "identify")
      try await client.submit(["email": .string(bea)])
      client.rests(at: "enter-code")
      try await client.submit(["code": code])
      client.rests(at: "enter-code", error: "invalid_code")
      try await client.submit(["code": world.code(to: bea)])
      client.rests(at: "new-password")
    },
    Scenario("reset-password-quietly: what the code has opened closes after ten minutes", .nativeAuth) { world in
      try await world.add(ada)
      let client = try await world.start("reset-password-quietly", ["email": .string(ada)])
      try await client.submit(["code": world.code(to: ada)])
      world.clock.advance(minutes: 10)
      try await client.submit(["password": "A-fresh-password-2"])
      client.ends("timed-out")
    },
    Scenario("reset-password-quietly: accounts that may not sign in are told so, to their owner alone", .nativeAuth) {
      world in
      try await world.add(ada, enabled: false)
      try await world.add(bea, confirmed: false)
      let client = try await world.start("reset-password-quietly", ["email": .string(ada)])
      client.rests(at: "enter-code")
      try await client.submit(["code": world.code(to: ada)])
      client.rests(at: "identify", error: "user_disabled")
      try await client.submit(["email": .string(bea)])
      try await client.submit(["code": world.code(to: bea)])
      client.rests(at: "identify", error: "confirmation_required")
    },
  ]
}
