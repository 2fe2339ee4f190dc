import EngineSupport
import FlowJSON
import FlowModel
import Testing

extension Scenario {
  private static let ada = "ada@example.com"

  static let signIn = [
    Scenario("sign-in: by password, with tokens as the result", .nativeAuth) { world in
      try await world.add(ada)
      let client = try await world.start("sign-in", ["email": .string(ada)])
      client.rests(at: "enter-password")
      let token = client.token
      try await client.submit(["password": "Wrong-password-1"])
      client.rests(at: "enter-password", error: "invalid_password", fields: ["password"])
      #expect(client.token == token)
      try await client.submit(["password": .string(World.password)])
      client.ends("completed")
      let tokens = client.reply["end"]?["result"]?["tokens"]
      #expect(tokens?["token_type"] == "Bearer" && tokens?["access_token"]?.string?.isEmpty == false)
      #expect(tokens?["expires_in"] == 3600)
    },
    Scenario("sign-in: by code, where the account has no password", .nativeAuth) { world in
      try await world.add(ada, password: false)
      let client = try await world.start("sign-in", ["email": .string(ada)])
      client.rests(at: "prove-email/enter-code")
      try await client.submit(["code": world.code(to: ada)])
      client.ends("completed")
      #expect(client.reply["end"]?["result"]?["tokens"]?["access_token"] != nil)
    },
    Scenario("sign-in: by code, where the password is forgotten", .nativeAuth) { world in
      try await world.add(ada)
      let client = try await world.start("sign-in", ["email": .string(ada)])
      try await client.send("use-code")
      client.rests(at: "prove-email/enter-code")
      try await client.submit(["code": world.code(to: ada)])
      client.ends("completed")
    },
    Scenario("sign-in: without credentials after a sign-up, once", .nativeAuth) { world in
      let signUp = try await world.start(
        "sign-up", ["email": .string(ada), "country": "United States", "city": "Boston"])
      try await signUp.submit(["code": world.code(to: ada)])
      let grant = signUp.grant
      let client = try await world.start("sign-in")
      #expect(client.field("grant")?["event"] == "continue")
      try await client.send("continue", ["grant": grant])
      client.ends("completed")
      #expect(client.reply["end"]?["result"]?["tokens"]?["access_token"] != nil)
      let again = try await world.start("sign-in")
      try await again.send("continue", ["grant": grant])
      again.rests(at: "identify", error: "invalid_grant")
    },
    Scenario("sign-in: a grant is good for ten minutes, and only as it was handed out", .nativeAuth) { world in
      let signUp = try await world.start(
        "sign-up", ["email": .string(ada), "country": "United States", "city": "Boston"])
      try await signUp.submit(["code": world.code(to: ada)])
      let grant = try #require(signUp.grant.string)
      let client = try await world.start("sign-in")
      for forged in ["", ".", "nonsense", "x" + grant, String(grant.dropLast(3)) + "AAA", grant + ".x", "\(grant)\0"] {
        try await client.send("continue", ["grant": .string(forged)])
        if forged.isEmpty {
          client.rests(at: "identify", error: "attributes_required", fields: ["grant"])
        } else {
          client.rests(at: "identify", error: "invalid_grant")
        }
      }
      world.clock.advance(minutes: 10)
      try await client.send("continue", ["grant": .string(grant)])
      client.rests(at: "identify", error: "invalid_grant")
    },
    Scenario("sign-in: a grant is none at another tenant", .nativeAuth) { world in
      let signUp = try await world.start(
        "sign-up", ["email": .string(ada), "country": "United States", "city": "Boston"])
      try await signUp.submit(["code": world.code(to: ada)])
      try await world.installNeighbour()
      let client = try await world.start("sign-in", tenant: "neighbour")
      try await client.send("continue", ["grant": signUp.grant])
      client.rests(at: "identify", error: "invalid_grant")
    },
    Scenario("sign-in: an address without an account is said to have none", .nativeAuth) { world in
      let client = try await world.start("sign-in", ["email": .string(ada)])
      client.rests(at: "identify", error: "user_not_found")
      try await world.add(ada)
      try await client.submit(["email": .string(ada)])
      client.rests(at: "enter-password")
    },
    Scenario(
      "sign-in: after too many wrong passwords not even the right one, until some time has passed", .nativeAuth,
      policies: { $0.passwords.attempts.count = 3 }
    ) { world in
      try await world.add(ada)
      let client = try await world.start("sign-in", ["email": .string(ada)])
      for _ in 0..<3 {
        try await client.submit(["password": "Wrong-password-1"])
        client.rests(at: "enter-password", error: "invalid_password")
      }
      try await client.submit(["password": .string(World.password)])
      client.rests(at: "enter-password", error: "account_locked")
      let other = try await world.start("sign-in", ["email": .string(ada)])
      try await other.submit(["password": .string(World.password)])
      other.rests(at: "enter-password", error: "account_locked")
      world.clock.advance(minutes: 14)
      let later = try await world.start("sign-in", ["email": .string(ada)])
      world.clock.advance(minutes: 1)
      try await later.submit(["password": .string(World.password)])
      later.ends("completed")
    },
    Scenario("sign-in: a disabled account learns that it is, but only who owns it", .nativeAuth) { world in
      try await world.add(ada, enabled: false)
      let client = try await world.start("sign-in", ["email": .string(ada)])
      try await client.submit(["password": "Wrong-password-1"])
      client.rests(at: "enter-password", error: "invalid_password")
      try await client.submit(["password": .string(World.password)])
      client.rests(at: "identify", error: "user_disabled")
      try await client.submit(["email": .string(ada)])
      try await client.send("use-code")
      try await client.submit(["code": world.code(to: ada)])
      client.rests(at: "identify", error: "user_disabled")
    },
    Scenario("sign-in: an account that was not confirmed may not sign in", .nativeAuth) { world in
      try await world.add(ada, password: false, confirmed: false)
      let client = try await world.start("sign-in", ["email": .string(ada)])
      try await client.submit(["code": world.code(to: ada)])
      client.rests(at: "identify", error: "confirmation_required")
    },
    Scenario("sign-in: an account that goes away meanwhile is refused", .nativeAuth) { world in
      try await world.add(ada)
      let client = try await world.start("sign-in", ["email": .string(ada)])
      try await world.remove(ada)
      try await client.submit(["password": .string(World.password)])
      client.rests(at: "enter-password", error: "invalid_password")
    },
  ]

  static let resetPassword = [
    Scenario("reset-password: a code, a new password, and in without credentials", .nativeAuth, policies: classes) {
      world in
      try await world.add(ada)
      let client = try await world.start("reset-password", ["email": .string(ada)])
      client.rests(at: "prove-email/enter-code")
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
      let again = try await world.start("sign-in", ["email": .string(ada)])
      try await again.submit(["password": .string(World.password)])
      again.rests(at: "enter-password", error: "invalid_password")
      try await again.submit(["password": "A-fresh-password-2"])
      again.ends("completed")
    },
    Scenario("reset-password: no account, and an account without a password", .nativeAuth) { world in
      try await world.add("bea@example.com", password: false)
      let client = try await world.start("reset-password", ["email": .string(ada)])
      client.rests(at: "identify", error: "user_not_found")
      try await client.submit(["email": "bea@example.com"])
      client.rests(at: "identify", error: "user_has_no_password")
      try await world.add(ada)
      try await client.submit(["email": .string(ada)])
      client.rests(at: "prove-email/enter-code")
    },
    Scenario("reset-password: what the code has opened closes after ten minutes", .nativeAuth) { world in
      try await world.add(ada)
      let client = try await world.start("reset-password", ["email": .string(ada)])
      try await client.submit(["code": world.code(to: ada)])
      world.clock.advance(minutes: 9)
      try await client.submit(["password": "short"])
      client.rests(at: "new-password", error: "password_too_short")
      world.clock.advance(minutes: 10)
      try await client.submit(["password": "A-fresh-password-2"])
      client.ends("timed-out")
      #expect(client.grant == .null)
      try await client.submit(["password": "A-fresh-password-2"])
      client.ends("timed-out", error: "run_ended")
    },
    Scenario("reset-password: accounts that may not sign in get no new password", .nativeAuth) { world in
      try await world.add(ada, enabled: false)
      try await world.add("bea@example.com", confirmed: false)
      let client = try await world.start("reset-password", ["email": .string(ada)])
      try await client.submit(["code": world.code(to: ada)])
      client.rests(at: "identify", error: "user_disabled")
      try await client.submit(["email": "bea@example.com"])
      try await client.submit(["code": world.code(to: "bea@example.com")])
      client.rests(at: "identify", error: "confirmation_required")
    },
  ]
}
