import EngineSupport
import FlowJSON
import FlowModel
import FlowRuntime
import Testing

extension Scenario {
  static let nativeAuth =
    signUp + signUpPassword + signIn + resetPassword + resetPasswordQuietly + codes + secondFactors

  private static let ada = "ada@example.com"

  static let signUp = [
    Scenario("sign-up: a code proves the address, two pages ask the rest, and there is an account", .nativeAuth) {
      world in
      let client = try await world.start("sign-up")
      client.rests(at: "identify")
      #expect(client.reply["page"]?["title"] == "Create your account")
      #expect(client.fields == ["email", "country", "city"])
      #expect(client.field("email")?["required"] == true)
      #expect(client.field("email")?["label"] == "E-mail address")
      #expect(client.field("country")?["maxLength"] == 60)
      try await client.submit(["email": "Ada@Example.com"])
      client.rests(at: "prove-email/enter-code")
      #expect(
        client.reply["sent"]
          == ["to": "a***@example.com", "channel": "email", "length": 8, "resendAfter": 30])
      #expect(client.reply["events"] == ["submit", "resend"])
      world.clock.advance(seconds: 10)
      try await client.submit(["code": world.code(to: "ada@example.com")])
      client.rests(at: "collect-attributes/where-you-live")
      try await client.submit(["country": "Österreich", "city": "Sankt Pölten"])
      client.rests(at: "collect-attributes/about-you")
      #expect(client.field("interests")?["options"] == ["music", "sport", "code", "travel"])
      #expect(client.field("age")?["minimum"] == 16)
      try await client.submit(["age": 36, "newsletter": false, "interests": ["music", "code"]])
      client.ends("completed")
      #expect(client.grant.string?.isEmpty == false)
      let account = try #require(try await world.account(ada))
      #expect(client.reply["end"]?["result"] == ["email": "Ada@Example.com", "account.id": .string(account.id)])
      #expect(account.isConfirmed && account.isEnabled && account.passwordHash == nil)
      #expect(
        try JSON.parse(account.attributes) == [
          "email": "Ada@Example.com", "country": "Österreich", "city": "Sankt Pölten", "age": 36, "newsletter": false,
          "interests": ["music", "code"],
        ])
    },
    Scenario("sign-up: what was given at the start is not asked again", .nativeAuth) { world in
      let client = try await world.start(
        "sign-up", ["email": .string(ada), "country": "United States", "city": "Boston"])
      client.rests(at: "prove-email/enter-code")
      try await client.submit(["code": world.code(to: ada)])
      client.ends("completed")
      #expect(try JSON.parse(try #require(try await world.account(ada)).attributes)["city"] == "Boston")
    },
    Scenario("sign-up: a page shows what was given, and asks for the rest", .nativeAuth) { world in
      let client = try await world.start("sign-up", ["email": .string(ada), "country": "United States"])
      try await client.submit(["code": world.code(to: ada)])
      client.rests(at: "collect-attributes/where-you-live")
      #expect(client.field("country")?["value"] == "United States")
      try await client.submit(["city": "Boston"])
      client.ends("completed")
    },
    Scenario("sign-up: attributes given at the start that are not valid are named", .nativeAuth) { world in
      let refused = try await world.start(
        "sign-up", ["email": .string(ada), "country": "12345", "city": 7])
      #expect(refused.reply["error"]?["code"] == "attributes_invalid")
      #expect(
        refused.reply["error"]?["reasons"]
          == ["country": "Please give it in the expected form.", "city": "Please give a text."])
      #expect(refused.token.isEmpty && world.outbox.messages.isEmpty)
      let client = try await world.start("sign-up")
      try await client.submit(["email": "no address"])
      client.rests(at: "identify", error: "attributes_invalid", fields: ["email"])
      try await client.submit(["email": .string(ada)])
      client.rests(at: "prove-email/enter-code")
    },
    Scenario("sign-up: what is missing or not valid is named, and the page stays as it was", .nativeAuth) { world in
      let client = try await world.start("sign-up")
      try await client.submit()
      client.rests(at: "identify", error: "attributes_required", fields: ["email"])
      try await client.submit(["email": .string(ada)])
      try await client.submit()
      client.rests(at: "prove-email/enter-code", error: "attributes_required", fields: ["code"])
      try await client.submit(["code": world.code(to: ada)])
      let token = client.token
      try await client.submit(["city": "Boston"])
      client.rests(at: "collect-attributes/where-you-live", error: "attributes_required", fields: ["country"])
      try await client.submit(["city": "", "country": .string(String(repeating: "x", count: 61))])
      client.rests(at: "collect-attributes/where-you-live", error: "attributes_invalid", fields: ["country"])
      #expect(client.token == token)
      try await client.submit(["city": "Bonn", "country": "Germany"])
      try await client.submit(["age": 12, "newsletter": "yes", "interests": ["music", "chess"]])
      client.rests(
        at: "collect-attributes/about-you", error: "attributes_invalid", fields: ["age", "newsletter", "interests"])
      try await client.submit(["age": .double(20.5), "newsletter": true])
      client.rests(at: "collect-attributes/about-you", error: "attributes_invalid", fields: ["age"])
      try await client.submit(["age": 20, "interests": []])
      client.rests(at: "collect-attributes/about-you", error: "attributes_required", fields: ["newsletter"])
      try await client.submit(["age": 20, "newsletter": true])
      client.ends("completed")
    },
    Scenario("sign-up: an address that has an account is said to, in the tenant's words", .nativeAuth) { world in
      try await world.add(ada)
      let client = try await world.start("sign-up", ["email": "ADA@example.com"])
      client.rests(at: "identify", error: "user_already_exists", fields: ["email"])
      #expect(client.reply["error"]?["message"] == "You have an account already. Sign in instead.")
      #expect(world.outbox.messages.isEmpty)
      try await client.submit(["email": "bea@example.com"])
      client.rests(at: "prove-email/enter-code")
    },
    Scenario("sign-up: of two people with one address, the slower is told that it is taken", .nativeAuth) { world in
      let start: JSONObject = ["email": .string(ada), "country": "United States", "city": "Boston"]
      let slow = try await world.start("sign-up", start)
      let code = try world.code(to: ada)
      let quick = try await world.start("sign-up", start)
      try await quick.submit(["code": world.code(to: ada)])
      quick.ends("completed")
      try await slow.submit(["code": code])
      slow.rests(at: "identify", error: "user_already_exists")
      try await slow.submit(["email": "bea@example.com"])
      slow.rests(at: "prove-email/enter-code")
    },
    Scenario("sign-up: a proof of one address is none of another", .nativeAuth) { world in
      try await world.add("taken@example.com")
      let slow = try await world.start(
        "sign-up", ["email": .string(ada), "country": "United States", "city": "Boston"])
      let code = try world.code(to: ada)
      let quick = try await world.start(
        "sign-up", ["email": .string(ada), "country": "United States", "city": "Boston"])
      try await quick.submit(["code": world.code(to: ada)])
      try await slow.submit(["code": code])
      slow.rests(at: "identify", error: "user_already_exists")
      // The run has proven ada's address; bea's must be proven all the same.
      try await slow.submit(["email": "bea@example.com"])
      slow.rests(at: "prove-email/enter-code")
      try await slow.submit(["code": code])
      slow.rests(at: "prove-email/enter-code", error: "invalid_code")
      #expect(try await world.account("bea@example.com") == nil)
    },
  ]

  static let signUpPassword = [
    Scenario("sign-up-password: the password is chosen at the start, and signs the person in", .nativeAuth) { world in
      let client = try await world.start(
        "sign-up-password",
        ["email": .string(ada), "password": .string(World.password), "country": "United States", "city": "Boston"])
      client.rests(at: "prove-email/enter-code")
      try await client.submit(["code": world.code(to: ada)])
      client.ends("completed")
      let signIn = try await world.start("sign-in", ["email": .string(ada)])
      signIn.rests(at: "enter-password")
      try await signIn.submit(["password": .string(World.password)])
      signIn.ends("completed")
    },
    Scenario("sign-up-password: the password is chosen once the address is proven", .nativeAuth, policies: classes) {
      world in
      let client = try await world.start("sign-up-password")
      #expect(client.reply["events"] == ["submit", "without-password"])
      try await client.send("without-password", ["email": .string(ada), "country": "United States", "city": "Boston"])
      client.rests(at: "prove-email/enter-code")
      try await client.submit(["code": world.code(to: ada)])
      client.rests(at: "choose-password")
      #expect(client.field("password")?["type"] == "password")
      for (password, error) in refusedPasswords(for: ada) {
        try await client.submit(["password": .string(password)])
        client.rests(at: "choose-password", error: error)
      }
      try await client.submit(["password": .string(World.password)])
      client.ends("completed")
      #expect(client.grant.string != nil)
      #expect(try await world.account(ada)?.passwordHash?.hasPrefix("nfkc$argon2id$v=19$m=19456,t=2,p=1$") == true)
    },
    Scenario("sign-up-password: each reason why a password is refused at the start", .nativeAuth, policies: classes) {
      world in
      let client = try await world.start("sign-up-password")
      for (password, error) in refusedPasswords(for: ada) {
        try await client.submit(["email": .string(ada), "password": .string(password)])
        client.rests(at: "identify", error: error)
      }
      #expect(world.outbox.messages.isEmpty)
      try await client.submit(["email": .string(ada)])
      client.rests(at: "identify", error: "attributes_required", fields: ["password"])
      try await client.submit(["email": .string(ada), "password": .string(World.password)])
      client.rests(at: "prove-email/enter-code")
    },
    Scenario("sign-up-password: an address that has an account, at the start and at the end", .nativeAuth) { world in
      try await world.add("bea@example.com")
      let client = try await world.start("sign-up-password")
      try await client.send("without-password", ["email": "bea@example.com"])
      client.rests(at: "identify", error: "user_already_exists")
      try await client.submit([
        "email": .string(ada), "password": .string(World.password), "country": "United States", "city": "Boston",
      ])
      try await world.add(ada)
      try await client.submit(["code": world.code(to: ada)])
      client.rests(at: "identify", error: "user_already_exists")
    },
    Scenario("sign-up-password: a guess of somebody's password is not told from any other", .nativeAuth) { world in
      try await world.add(ada)
      let client = try await world.start("sign-up-password")
      for password in ["Another-guess-1", World.password, "Another-guess-2"] {
        try await client.submit(["email": .string(ada), "password": .string(password)])
        client.rests(at: "identify", error: "user_already_exists")
      }
    },
  ]

  /// Rules of composition, which are a tenant's choice.
  static let classes: @Sendable (inout FlowTable) -> Void = { $0.passwords.classes = 3 }

  /// Passwords that the tenant refuses with these rules, and why.
  static func refusedPasswords(for email: String) -> [(password: String, error: String)] {
    [
      ("Ab1!", "password_too_short"), (String(repeating: "Ab1!", count: 65), "password_too_long"),
      ("Fourteen-Sign5", "password_too_short"), ("only lower case and blanks", "password_too_weak"),
      (TestDictionary.long, "password_banned"),
      ("My-\(email.prefix { $0 != "@" })a@1-\(email)", "password_banned"),
    ]
  }
}
