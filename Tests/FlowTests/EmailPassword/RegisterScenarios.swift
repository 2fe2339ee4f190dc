import EngineSupport
import FlowJSON
import FlowModel
import FlowRuntime
import Testing

extension Scenario {
  static let emailPassword = register + registerAtOnce + confirm + registerByFunction + reset + logIn

  private static let ada = "ada@example.com"
  private static let credentials: JSONObject = ["email": .string(ada), "password": .string(World.password)]

  static let register = [
    Scenario("register: a pending account, a link, and after it a log-in", .emailPassword) { world in
      let client = try await world.start("register")
      client.rests(at: "register")
      try await client.submit(credentials)
      client.ends("registered")
      let account = try #require(try await world.account(ada))
      #expect(!account.isConfirmed)
      #expect(client.reply["end"]?["result"] == ["email": .string(ada), "account.id": .string(account.id)])
      let logIn = try await world.start("log-in", credentials)
      logIn.rests(at: "log-in", error: "confirmation_required")
      let link = try #require(world.outbox.links(to: ada).first)
      #expect(link.url == "https://app.example.com/auth/confirm?token=\(link.token)&tokenId=\(link.tokenId)")
      let confirm = try await world.start("confirm", world.link(to: ada))
      confirm.ends("confirmed")
      #expect(confirm.reply["end"]?["result"] == ["account.id": .string(account.id)])
      try await logIn.submit(credentials)
      logIn.ends("completed")
    },
    Scenario(
      "register: each reason why a password is refused", .emailPassword,
      policies: {
        $0.passwords.classes = 2
        $0.passwords.forbidsCommon = true
      }
    ) { world in
      for flow in ["register", "register-by-function", "register-at-once"] {
        let client = try await world.start(flow)
        for (password, error) in shortPolicy {
          try await client.submit(["email": .string(ada), "password": .string(password)])
          client.rests(at: "register", error: error)
        }
        try await client.submit(["email": "no address", "password": "x"])
        client.rests(at: "register", error: "attributes_invalid", fields: ["email"])
      }
      #expect(try await world.account(ada) == nil)
    },
    Scenario("register: a name in use, pending or confirmed", .emailPassword) { world in
      try await world.add(ada)
      try await world.add("bea@example.com", confirmed: false)
      for flow in ["register", "register-by-function", "register-at-once"] {
        let client = try await world.start(flow, credentials)
        client.rests(at: "register", error: "user_already_exists")
        #expect(client.reply["error"]?["message"] == "This name is already in use.")
        try await client.submit(["email": "bea@example.com", "password": .string(World.password)])
        client.rests(at: "register", error: "user_already_exists")
      }
      #expect(world.outbox.messages.isEmpty && world.functions.requests.isEmpty)
    },
    Scenario(
      "register: where no link can be sent, no account is left behind", .emailPassword,
      policies: { $0.links.perIdentifier.count = 1 }
    ) { world in
      world.outbox.refuse("nowhere@example.com")
      let client = try await world.start("register")
      try await client.submit(["email": "nowhere@example.com", "password": .string(World.password)])
      client.rests(at: "register", error: "invalid_username")
      #expect(try await world.account("nowhere@example.com") == nil)
      try await client.submit(credentials)
      client.ends("registered")
      try await world.remove(ada)
      let again = try await world.start("register", credentials)
      again.rests(at: "register", error: "too_many_links")
      #expect(try await world.account(ada) == nil)
      world.clock.advance(minutes: 60)
      let later = try await world.start("register", credentials)
      later.ends("registered")
    },
  ]

  static let registerAtOnce = [
    Scenario("register-at-once: an account that may log in, and whose address nobody has proven", .emailPassword) {
      world in
      let client = try await world.start("register-at-once", credentials)
      client.ends("registered")
      let email = Identifier(attribute: "email", value: ada)
      var account = try #require(try await world.account(ada))
      #expect(account.isConfirmed && account.unproven == [email])
      let logIn = try await world.start("log-in", credentials)
      logIn.ends("completed")
      let resend = try await world.start("resend-confirmation", ["email": .string(ada)])
      resend.rests(at: "ask-again", error: "already_confirmed")
      // Knowing the password proves nothing of the address; setting a new one by mail does.
      account = try #require(try await world.account(ada))
      #expect(account.unproven == [email])
      _ = try await world.start("reset-by-link", ["email": .string(ada)])
      let reset = try await world.start("set-new-password", with("A-fresh-password-2", try world.link(to: ada)))
      reset.ends("completed")
      #expect(try await world.account(ada)?.unproven == [])
    }
  ]

  static let confirm = [
    Scenario("confirm: a link is good once, and a second link finds the account confirmed", .emailPassword) { world in
      try await world.add(ada, confirmed: false)
      let first = try await world.start("resend-confirmation", ["email": .string(ada)])
      first.ends("sent")
      let second = try await world.start("resend-confirmation", ["email": .string(ada)])
      second.ends("sent")
      let links = world.outbox.links(to: ada)
      let old: JSONObject = ["token": .string(links[1].token), "tokenId": .string(links[1].tokenId)]
      let confirm = try await world.start("confirm", old)
      confirm.ends("confirmed")
      let again = try await world.start("confirm", old)
      again.rests(at: "open-link", error: "link_used", fields: ["token", "tokenId"])
      try await again.submit(world.link(to: ada))
      again.ends("already-confirmed", error: "already_confirmed")
    },
    Scenario("confirm: a link is good for 30 minutes, in the flow it was made for", .emailPassword) { world in
      try await world.add(ada, confirmed: false)
      _ = try await world.start("resend-confirmation", ["email": .string(ada)])
      let link = try world.link(to: ada)
      let early = try await world.start("set-new-password", link)
      #expect(early.reply["error"]?["code"] == "attributes_required" && early.token.isEmpty)
      let reset = try await world.start("set-new-password")
      try await reset.submit(with("Another-password-1", link))
      reset.rests(at: "new-password", error: "invalid_link")
      let client = try await world.start("confirm")
      for (part, forged) in [("token", "x"), ("tokenId", "x"), ("tokenId", "../%00"), ("token", "ä\u{0}")] {
        var other = link
        other[part] = .string(forged)
        try await client.submit(other)
        client.rests(at: "open-link", error: "invalid_link")
        other[part] = nil
        try await client.submit(other)
        client.rests(at: "open-link", error: "attributes_required", fields: [part])
      }
      world.clock.advance(minutes: 30)
      let late = try await world.start("confirm", link)
      late.rests(at: "open-link", error: "link_expired")
      #expect(try await world.account(ada)?.isConfirmed == false)
    },
    Scenario("confirm: a link is good 29 minutes later, and none at another tenant", .emailPassword) { world in
      try await world.add(ada, confirmed: false)
      _ = try await world.start("resend-confirmation", ["email": .string(ada)])
      world.clock.advance(minutes: 29)
      try await world.installNeighbour()
      let foreign = try await world.start("confirm", world.link(to: ada), tenant: "neighbour")
      foreign.rests(at: "open-link", error: "invalid_link")
      let client = try await world.start("confirm", world.link(to: ada))
      client.ends("confirmed")
    },
    Scenario("confirm: a link of an account that is gone is not valid", .emailPassword) { world in
      try await world.add(ada, confirmed: false)
      _ = try await world.start("resend-confirmation", ["email": .string(ada)])
      try await world.remove(ada)
      try await world.add(ada, confirmed: false)
      let client = try await world.start("confirm", world.link(to: ada))
      client.rests(at: "open-link", error: "invalid_link")
      #expect(try await world.account(ada)?.isConfirmed == false)
    },
    Scenario(
      "resend-confirmation: each reason why nothing is sent", .emailPassword,
      policies: { $0.links.perIdentifier.count = 1 }
    ) { world in
      try await world.add(ada)
      try await world.add("bea@example.com", confirmed: false)
      try await world.add("cyd@example.com", confirmed: false)
      world.outbox.refuse("cyd@example.com")
      let client = try await world.start("resend-confirmation", ["email": "dan@example.com"])
      client.rests(at: "ask-again", error: "user_not_found")
      try await client.submit(["email": .string(ada)])
      client.rests(at: "ask-again", error: "already_confirmed")
      try await client.submit(["email": "cyd@example.com"])
      client.rests(at: "ask-again", error: "invalid_username")
      try await client.submit(["email": "bea@example.com"])
      client.ends("sent")
      let again = try await world.start("resend-confirmation", ["email": "bea@example.com"])
      again.rests(at: "ask-again", error: "too_many_links")
      #expect(world.outbox.messages.count == 1)
    },
  ]

  /// Passwords that a policy of 6 to 128 characters of two classes refuses, and why.
  static let shortPolicy = [
    ("Ab1!", "password_too_short"), (String(repeating: "Ab1!", count: 33), "password_too_long"),
    ("onlylowercase", "password_too_weak"), ("Password1", "password_banned"),
  ]
}
