import EngineSupport
import FlowJSON
import FlowModel
import FlowRuntime
import Testing

extension Scenario {
  private static let ada = "ada@example.com"
  private static let fresh = "A-fresh-password-2"

  static let reset = [
    Scenario("reset-by-link: a link by mail, a new password, and a log-in with it", .emailPassword) { world in
      try await world.add(ada)
      let ask = try await world.start("reset-by-link", ["email": .string(ada)])
      ask.ends("sent")
      var input = try world.link(to: ada)
      input["password"] = .string(fresh)
      let client = try await world.start("set-new-password", input)
      client.ends("completed")
      let again = try await world.start("set-new-password", input)
      again.rests(at: "new-password", error: "link_used")
      let logIn = try await world.start("log-in", ["email": .string(ada), "password": .string(World.password)])
      logIn.rests(at: "log-in", error: "invalid_credentials")
      try await logIn.submit(["email": .string(ada), "password": .string(fresh)])
      logIn.ends("completed")
    },
    Scenario("set-new-password: a link dies when another one is used, and a confirmation's does not", .emailPassword) {
      world in
      try await world.add(ada, confirmed: false)
      for _ in 0..<2 { _ = try await world.start("resend-confirmation", ["email": .string(ada)]) }
      for _ in 0..<2 { _ = try await world.start("reset-by-link", ["email": .string(ada)]) }
      let links = world.outbox.links(to: ada)
      func input(_ number: Int) -> JSONObject {
        ["token": .string(links[number].token), "tokenId": .string(links[number].tokenId)]
      }
      let newest = try await world.start("set-new-password", with(fresh, input(0)))
      newest.ends("completed")
      let older = try await world.start("set-new-password", with("Of-whoever-has-it-3", input(1)))
      older.rests(at: "new-password", error: "link_used")
      let confirm = try await world.start("confirm", input(3))
      confirm.ends("confirmed")
      let again = try await world.start("confirm", input(2))
      again.ends("already-confirmed", error: "already_confirmed")
    },
    Scenario("set-new-password: a link dies with the password it was sent for", .emailPassword) { world in
      try await world.add(ada)
      _ = try await world.start("reset-by-link", ["email": .string(ada)])
      let link = try world.link(to: ada)
      let other = try await world.start(
        "reset-by-function",
        ["email": .string(ada), "password": .string(fresh), "arguments": ["blue"]])
      other.ends("completed")
      let late = try await world.start("set-new-password", with("Of-whoever-has-it-3", link))
      late.rests(at: "new-password", error: "link_used")
      let logIn = try await world.start("log-in", ["email": .string(ada), "password": .string(fresh)])
      logIn.ends("completed")
    },
    Scenario(
      "reset-by-link: each reason why nothing is sent", .emailPassword, policies: { $0.links.perIdentifier.count = 1 }
    ) { world in
      try await world.add(ada)
      try await world.add("cyd@example.com")
      world.outbox.refuse("cyd@example.com")
      let client = try await world.start("reset-by-link", ["email": "bea@example.com"])
      client.rests(at: "forgot-password", error: "user_not_found")
      try await client.submit(["email": "cyd@example.com"])
      client.rests(at: "forgot-password", error: "invalid_username")
      try await client.submit(["email": .string(ada)])
      client.ends("sent")
      let again = try await world.start("reset-by-link", ["email": .string(ada)])
      again.rests(at: "forgot-password", error: "too_many_links")
    },
    Scenario(
      "set-new-password: a password that is refused does not use the link up", .emailPassword, policies: strict
    ) { world in
      try await world.add(ada)
      _ = try await world.start("reset-by-link", ["email": .string(ada)])
      let client = try await world.start("set-new-password")
      for (password, error) in shortPolicy {
        try await client.submit(with(password, try world.link(to: ada)))
        client.rests(at: "new-password", error: error)
      }
      try await client.submit(with(fresh, try world.link(to: ada)))
      client.ends("completed")
    },
    Scenario(
      "set-new-password: a password that only its owner may not use is asked for again", .emailPassword,
      policies: strict
    ) { world in
      try await world.add(ada)
      _ = try await world.start("reset-by-link", ["email": .string(ada)])
      let older = try world.link(to: ada)
      _ = try await world.start("reset-by-link", ["email": .string(ada)])
      let client = try await world.start("set-new-password", with(World.password, try world.link(to: ada)))
      client.rests(at: "another-password", error: "password_recently_used")
      // It was used, though nothing is set yet: an older one is of no use any more.
      let late = try await world.start("set-new-password", with("Of-whoever-has-it-3", older))
      late.rests(at: "new-password", error: "link_used")
      for (password, error) in shortPolicy + [("I-am-\(ada)", "password_banned")] {
        try await client.submit(["password": .string(password)])
        client.rests(at: "another-password", error: error)
      }
      try await client.submit(["password": .string(fresh)])
      client.ends("completed")
    },
    Scenario("set-new-password: a link that is not valid, or no longer", .emailPassword) { world in
      try await world.add(ada)
      _ = try await world.start("reset-by-link", ["email": .string(ada)])
      let link = try world.link(to: ada)
      let client = try await world.start(
        "set-new-password", ["token": "x", "tokenId": "y", "password": .string(fresh)])
      client.rests(at: "new-password", error: "invalid_link")
      world.clock.advance(minutes: 29)
      let late = try await world.start("set-new-password")
      world.clock.advance(minutes: 2)
      try await late.submit(with(fresh, link))
      late.rests(at: "new-password", error: "link_expired")
      let confirm = try await world.start("confirm", link)
      confirm.rests(at: "open-link", error: "invalid_link")
    },
    Scenario("reset-by-function: set at once where the function agrees", .emailPassword) { world in
      try await world.add(ada)
      let client = try await world.start(
        "reset-by-function", ["email": .string(ada), "password": .string(fresh), "arguments": ["blue", 7]])
      client.ends("completed")
      let request = try #require(world.functions.requests.first)
      #expect(world.functions.requests.count == 1)
      #expect(request["arguments"] == ["blue", 7] && request["password"] == .string(fresh))
      #expect(request["currentPasswordValid"] == false)
      let logIn = try await world.start("log-in", ["email": .string(ada), "password": .string(fresh)])
      logIn.ends("completed")
    },
    Scenario("reset-by-function: pending until the link is opened, with the password given there", .emailPassword) {
      world in
      try await world.add(ada)
      let client = try await world.start(
        "reset-by-function", ["email": .string(ada), "password": .string(World.password)])
      client.ends("pending")
      let request = try #require(world.functions.requests.first)
      #expect(request["arguments"] == [] && request["currentPasswordValid"] == true)
      let finish = try await world.start("set-new-password", with(fresh, link(request)))
      finish.ends("completed")
      let logIn = try await world.start("log-in", ["email": .string(ada), "password": .string(fresh)])
      logIn.ends("completed")
    },
    Scenario("reset-by-function: refused, and then agreed to", .emailPassword, policies: strict) { world in
      try await world.add(ada)
      let client = try await world.start("reset-by-function")
      for (password, error) in shortPolicy {
        try await client.submit(["email": .string(ada), "password": .string(password)])
        client.rests(at: "forgot-password", error: error)
      }
      try await client.submit(["email": "bea@example.com", "password": .string(fresh)])
      client.rests(at: "forgot-password", error: "user_not_found")
      #expect(world.functions.requests.isEmpty)
      try await client.submit(["email": .string(ada), "password": .string(fresh), "arguments": ["red"]])
      client.rests(at: "forgot-password", error: "reset_failed")
      try await client.submit(["email": .string(ada), "password": .string(World.password), "arguments": ["blue"]])
      client.rests(at: "forgot-password", error: "password_recently_used")
      try await client.submit(["email": .string(ada), "password": .string(fresh), "arguments": ["blue"]])
      client.ends("completed")
    },
  ]

  static let logIn = [
    Scenario("log-in: with the right password, and case counts in the address", .emailPassword) { world in
      try await world.add(ada)
      let client = try await world.start("log-in", ["email": "Ada@example.com", "password": .string(World.password)])
      client.rests(at: "log-in", error: "invalid_credentials")
      try await client.submit(["email": .string(ada), "password": .string(World.password)])
      client.ends("completed")
      #expect(client.reply["end"]?["result"]?["tokens"]?["access_token"]?.string?.isEmpty == false)
      let account = try #require(try await world.account(ada))
      #expect(client.reply["end"]?["result"]?["account.id"] == .string(account.id))
    },
    Scenario(
      "log-in: unknown people and wrong passwords are told the same, as often", .emailPassword,
      policies: { $0.passwords.attempts.count = 2 }
    ) { world in
      try await world.add(ada)
      var told: [String: [JSON]] = [:]
      for email in [ada, "bea@example.com"] {
        let client = try await world.start("log-in")
        for _ in 0..<4 {
          try await client.submit(["email": .string(email), "password": "Wrong-password-1"])
          told[email, default: []].append(client.reply["error"] ?? .null)
        }
        #expect(
          told[email]?.map { $0["code"] } == [
            "invalid_credentials", "invalid_credentials", "account_locked", "account_locked",
          ])
      }
      #expect(told[ada] == told["bea@example.com"])
      let right = try await world.start("log-in", ["email": .string(ada), "password": .string(World.password)])
      right.rests(at: "log-in", error: "account_locked")
    },
    Scenario("log-in: accounts that are pending or disabled are refused, to their owner alone", .emailPassword) {
      world in
      try await world.add(ada, confirmed: false)
      try await world.add("bea@example.com", enabled: false)
      try await world.add("cyd@example.com", password: false)
      let client = try await world.start("log-in", ["email": "bea@example.com", "password": "Wrong-password-1"])
      client.rests(at: "log-in", error: "invalid_credentials")
      try await client.submit(["email": "bea@example.com", "password": .string(World.password)])
      client.rests(at: "log-in", error: "user_disabled")
      try await client.submit(["email": .string(ada), "password": .string(World.password)])
      client.rests(at: "log-in", error: "confirmation_required")
      try await client.submit(["email": "cyd@example.com", "password": .string(World.password)])
      client.rests(at: "log-in", error: "invalid_credentials")
    },
  ]

  /// A policy under which every reason to refuse a password can come up.
  private static let strict: @Sendable (inout FlowTable) -> Void = {
    $0.passwords.classes = 2
    $0.passwords.forbidsCommon = true
    $0.passwords.forbidsIdentifier = true
    $0.passwords.remember = 5
  }

  /// What a link's page is sent: the link's parts, and a password.
  static func with(_ password: String, _ link: JSONObject) -> JSONObject {
    var input = link
    input["password"] = .string(password)
    return input
  }
}
