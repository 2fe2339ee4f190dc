import EngineSupport
import FlowJSON
import FlowModel
import FlowRuntime
import Testing

private let ada = "ada@example.com"
private let phone = "+12025550167"
private let backup = "ada@owl.example"
private let both: JSONObject = ["phone": .string(phone), "backup": .string(backup)]

extension World {
  /// A client of ada, who holds these methods, behind the first factor.
  fileprivate func passed(holding methods: JSONObject) async throws -> Client {
    try await add(ada, holding: methods)
    return try await passed()
  }

  fileprivate func passed() async throws -> Client {
    let client = try await start("sign-in-mfa", ["email": .string(ada)])
    try await client.submit(["password": .string(World.password)])
    return client
  }

  /// What an account holds of an attribute.
  fileprivate func held(_ attribute: String, _ email: String = ada) async throws -> JSON? {
    try JSON.parse(try #require(try await account(email)).attributes)[attribute]
  }
}

/// A page that asks for the code of a second factor, and how to get there.
private struct FactorPage: Sendable {
  let name: String
  let holding: JSONObject
  /// The event that chooses the method or gives its address; none where there is nothing to choose.
  var choice: (event: String, input: JSONObject)?
  let page: String
  let address: String
  /// Where somebody is whose address nothing can be sent to.
  let refused: String

  static let all = [
    FactorPage(
      name: "phone", holding: ["phone": .string(phone)], page: "second-factor/prove-phone/enter-code",
      address: phone, refused: "identify"),
    FactorPage(
      name: "backup address", holding: ["backup": .string(backup)], page: "second-factor/prove-backup/enter-code",
      address: backup, refused: "identify"),
    FactorPage(
      name: "phone, chosen", holding: both, choice: ("sms", [:]), page: "second-factor/enter-texted-code",
      address: phone, refused: "second-factor/choose-method"),
    FactorPage(
      name: "backup address, chosen", holding: both, choice: ("email", [:]), page: "second-factor/enter-mailed-code",
      address: backup, refused: "second-factor/choose-method"),
    FactorPage(
      name: "phone, registered", holding: [:], choice: ("sms", ["phone": .string(phone)]),
      page: "register-method/enter-code", address: phone, refused: "register-method/register"),
    FactorPage(
      name: "backup address, registered", holding: [:], choice: ("email", ["backup": .string(backup)]),
      page: "register-method/enter-code", address: backup, refused: "register-method/register"),
  ]

  func ready(_ world: World) async throws -> Client {
    let client = try await world.account(ada) == nil ? world.passed(holding: holding) : world.passed()
    if let choice { try await client.send(choice.event, choice.input) }
    return client
  }

  /// Asks for another code: in a registration, by giving the address again.
  func resend(_ client: Client) async throws {
    if holding.members.isEmpty, let choice {
      try await client.send(choice.event, choice.input)
    } else {
      try await client.send("resend")
    }
  }

  /// Enters the right code and goes on to the end.
  func finish(_ client: Client, _ world: World) async throws {
    try await client.submit(["code": world.code(to: address)])
    if client.state == "registered" { try await client.send("continue") }
    client.ends("completed")
    #expect(client.reply["end"]?["result"]?["tokens"]?["access_token"] != nil)
  }
}

extension Scenario {
  static let secondFactors = FactorPage.all.flatMap { codes($0) } + choices

  private static func codes(_ factor: FactorPage) -> [Scenario] {
    let (name, page) = (factor.name, factor.page)
    return [
      Scenario("sign-in-mfa, \(name): a wrong code leaves the token good, and five are the most", .nativeAuth) {
        world in
        let client = try await factor.ready(world)
        client.rests(at: page)
        let token = client.token
        for _ in 0..<5 {
          try await client.submit(["code": world.wrongCode(to: factor.address)])
          client.rests(at: page, error: "invalid_code", fields: ["code"])
          #expect(client.token == token)
        }
        try await client.submit(["code": world.code(to: factor.address)])
        client.rests(at: page, error: "too_many_attempts")
        world.clock.advance(seconds: 30)
        try await factor.resend(client)
        client.rests(at: page)
        try await factor.finish(client, world)
      },
      Scenario("sign-in-mfa, \(name): a code is sent again after half a minute, and is good for ten", .nativeAuth) {
        world in
        let client = try await factor.ready(world)
        let token = client.token
        try await factor.resend(client)
        client.rests(at: page, error: "too_many_codes")
        #expect(client.token == token && world.outbox.messages.count == 1)
        world.clock.advance(minutes: 10)
        try await client.submit(["code": world.code(to: factor.address)])
        client.rests(at: page, error: "code_expired")
        try await factor.resend(client)
        try await factor.finish(client, world)
      },
      Scenario("sign-in-mfa, \(name): an address that nothing can be sent to", .nativeAuth) { world in
        world.outbox.refuse(factor.address)
        let client = try await factor.ready(world)
        client.rests(at: factor.refused, error: "contact_blocked")
      },
    ]
  }

  private static let choices = [
    Scenario("sign-in-mfa: where one code does not come, the other method is still open", .nativeAuth) { world in
      let client = try await world.passed(holding: both)
      client.rests(at: "second-factor/choose-method")
      #expect(client.fields.isEmpty && client.reply["sent"] == nil)
      try await client.send("sms")
      let texted = try world.code(to: phone)
      try await client.send("email")
      client.rests(at: "second-factor/enter-mailed-code")
      try await client.submit(["code": texted])
      client.rests(at: "second-factor/enter-mailed-code", error: "invalid_code")
      try await client.send("sms")
      client.rests(at: "second-factor/enter-texted-code")
      try await client.submit(["code": world.code(to: phone)])
      client.ends("completed")
    },
    Scenario(
      "sign-in-mfa: a code proves nothing any more once another one was asked for, even in vain", .nativeAuth,
      policies: { $0.codes.perIdentifier.count = 2 }
    ) { world in
      let client = try await world.passed(holding: both)
      try await client.send("sms")
      try await client.send("email")
      try await client.send("sms")
      client.rests(at: "second-factor/enter-texted-code", error: "too_many_codes")
      for address in [phone, backup] {
        try await client.submit(["code": world.code(to: address)])
        client.rests(at: "second-factor/enter-texted-code", error: "code_expired")
      }
    },
    Scenario("sign-in-mfa: who has none registers a method, and is asked for it from then on", .nativeAuth) { world in
      let client = try await world.passed(holding: [:])
      client.rests(at: "register-method/register")
      try await client.send("sms", ["phone": "no number"])
      client.rests(at: "register-method/register", error: "attributes_invalid", fields: ["phone"])
      try await client.send("sms", ["phone": .string(phone)])
      #expect(try await world.held("phone") == nil)
      try await client.submit(["code": world.code(to: phone)])
      client.rests(at: "registered")
      #expect(try await world.held("phone") == .string(phone))
      try await client.send("continue")
      client.ends("completed")
      let next = try await world.passed()
      next.rests(at: "second-factor/prove-phone/enter-code")
      try await next.submit(["code": world.code(to: phone)])
      next.ends("completed")
    },
    Scenario("sign-in-mfa: the own address is proven already", .nativeAuth) { world in
      let client = try await world.passed(holding: [:])
      try await client.send("email", ["backup": .string(ada)])
      client.rests(at: "registered")
      #expect(world.outbox.messages.isEmpty)
      #expect(try await world.held("backup") == .string(ada))
      try await world.passed().rests(at: "second-factor/prove-backup/enter-code")
    },
    Scenario("sign-in-mfa: an address that was typed and not proven is not registered by the way", .nativeAuth) {
      world in
      for (event, typed, other) in [("sms", "phone", "backup"), ("email", "backup", "phone")] {
        let email = "\(event)@example.com"
        try await world.add(email)
        let client = try await world.start("sign-in-mfa", ["email": .string(email)])
        try await client.submit(["password": .string(World.password)])
        let addresses = [typed: both[typed] ?? .null, other: both[other] ?? .null]
        try await client.send(event, [typed: addresses[typed] ?? .null])
        let code = try world.code(to: addresses[typed]?.string ?? "")
        try await client.send(event == "sms" ? "email" : "sms", [other: addresses[other] ?? .null])
        client.rests(at: "register-method/enter-code")
        try await client.submit(["code": code])
        client.rests(at: "register-method/enter-code", error: "invalid_code")
        try await client.submit(["code": world.code(to: addresses[other]?.string ?? "")])
        client.rests(at: "registered")
        #expect(try await world.held(typed, email) == nil)
        #expect(try await world.held(other, email) == addresses[other])
      }
    },
    Scenario("sign-in-mfa: another address in place of the one that got the code proves nothing", .nativeAuth) {
      world in
      let client = try await world.passed(holding: [:])
      try await client.send("sms", ["phone": .string(phone)])
      let code = try world.code(to: phone)
      world.outbox.refuse("+12025550121")
      try await client.send("sms", ["phone": "+12025550121"])
      client.rests(at: "register-method/register", error: "contact_blocked")
      try await client.send("sms", ["phone": "+13035550100"])
      try await client.submit(["code": code])
      client.rests(at: "register-method/enter-code", error: "invalid_code")
      #expect(try await world.held("phone") == nil)
    },
    Scenario("sign-in-mfa: a grant is a first factor, once and for ten minutes", .nativeAuth) { world in
      func grant(_ email: String) async throws -> JSON {
        let signUp = try await world.start(
          "sign-up", ["email": .string(email), "country": "United States", "city": "Boston"])
        try await signUp.submit(["code": world.code(to: email)])
        return signUp.grant
      }
      let first = try await grant(ada)
      let client = try await world.start("sign-in-mfa")
      try await client.send("continue", ["grant": "nonsense"])
      client.rests(at: "identify", error: "invalid_grant")
      try await client.send("continue", ["grant": first])
      client.rests(at: "register-method/register")
      // The run was not told the address; the account knows it.
      try await client.send("email", ["backup": .string(ada)])
      client.rests(at: "registered")
      let again = try await world.start("sign-in-mfa")
      try await again.send("continue", ["grant": first])
      again.rests(at: "identify", error: "invalid_grant")
      let second = try await grant("bea@example.com")
      world.clock.advance(minutes: 10)
      try await again.send("continue", ["grant": second])
      again.rests(at: "identify", error: "invalid_grant")
    },
    Scenario("sign-in-mfa: no account, no password, a wrong one", .nativeAuth) { world in
      let client = try await world.start("sign-in-mfa", ["email": .string(ada)])
      client.rests(at: "identify", error: "user_not_found")
      try await world.add("bea@example.com", password: false)
      try await client.submit(["email": "bea@example.com"])
      client.rests(at: "identify", error: "user_has_no_password")
      try await world.add(ada)
      try await client.submit(["email": .string(ada)])
      client.rests(at: "enter-password")
      try await client.submit(["password": "Wrong-password-1"])
      client.rests(at: "enter-password", error: "invalid_password")
      #expect(world.outbox.messages.isEmpty)
    },
    Scenario(
      "sign-in-mfa: after too many wrong passwords nothing is compared", .nativeAuth,
      policies: { $0.passwords.attempts.count = 1 }
    ) { world in
      try await world.add(ada)
      let client = try await world.start("sign-in-mfa", ["email": .string(ada)])
      try await client.submit(["password": "Wrong-password-1"])
      client.rests(at: "enter-password", error: "invalid_password")
      try await client.submit(["password": .string(World.password)])
      client.rests(at: "enter-password", error: "account_locked")
    },
    Scenario("sign-in-mfa: who may not sign in is asked for no second factor", .nativeAuth) { world in
      try await world.add(ada, enabled: false, holding: both)
      let client = try await world.passed()
      client.rests(at: "identify", error: "user_disabled")
      try await world.add("bea@example.com", confirmed: false)
      try await client.submit(["email": "bea@example.com"])
      try await client.submit(["password": .string(World.password)])
      client.rests(at: "identify", error: "confirmation_required")
      #expect(world.outbox.messages.isEmpty)
    },
  ]
}
