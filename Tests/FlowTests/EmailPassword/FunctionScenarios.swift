import EngineSupport
import FlowJSON
import FlowModel
import FlowRuntime
import Testing

extension Scenario {
  static let registerByFunction = [
    Scenario("register-by-function: confirmed at once where the function agrees", .emailPassword) { world in
      let credentials: JSONObject = ["email": "ada@example.com", "password": .string(World.password)]
      let client = try await world.start("register-by-function", credentials)
      client.ends("confirmed")
      #expect(world.functions.requests.count == 1)
      let request = try #require(world.functions.requests.first)
      let account = try #require(try await world.account("ada@example.com"))
      #expect(request["attributes"] == ["email": "ada@example.com"])
      #expect(request["username"] == "ada@example.com" && request["account"] == .string(account.id))
      #expect(request["password"] == nil && request["token"]?.string?.count == 128)
      let logIn = try await world.start("log-in", credentials)
      logIn.ends("completed")
      // The link it was handed is good only after it has answered `pending`.
      let confirm = try await world.start("confirm", link(request))
      confirm.rests(at: "open-link", error: "invalid_link")
    },
    Scenario("register-by-function: pending until the link that the function was handed is opened", .emailPassword) {
      world in
      let credentials: JSONObject = ["email": "pending@example.com", "password": .string(World.password)]
      let client = try await world.start("register-by-function", credentials)
      client.ends("pending")
      let logIn = try await world.start("log-in", credentials)
      logIn.rests(at: "log-in", error: "confirmation_required")
      let confirm = try await world.start("confirm", link(try #require(world.functions.requests.last)))
      confirm.ends("confirmed")
      try await logIn.submit(credentials)
      logIn.ends("completed")
    },
    Scenario("register-by-function: refused, and the address is free again", .emailPassword) { world in
      let client = try await world.start(
        "register-by-function", ["email": "fail@example.com", "password": .string(World.password)])
      client.rests(at: "register", error: "confirmation_failed")
      #expect(try await world.account("fail@example.com") == nil)
      try await client.submit(["email": "ada@example.com", "password": .string(World.password)])
      client.ends("confirmed")
    },
    Scenario(
      "register-by-function: no answer in time, no answer at all and nonsense are refusals", .emailPassword,
      policies: {
        for index in $0.functions.indices {
          $0.functions[index].target = .command(["sh", "-c", "sleep 9"])
          $0.functions[index].timeout = 50
        }
      }
    ) { world in
      let client = try await world.start(
        "register-by-function", ["email": "ada@example.com", "password": .string(World.password)])
      client.rests(at: "register", error: "confirmation_failed")
      #expect(try await world.account("ada@example.com") == nil)
    },
    Scenario("retry-confirmation: the function is asked again, with a fresh token", .emailPassword) { world in
      for name in ["ada", "fail", "pending"] { try await world.add("\(name)@example.com", confirmed: false) }
      let client = try await world.start("retry-confirmation", ["email": "fail@example.com"])
      client.rests(at: "ask-again", error: "confirmation_failed")
      #expect(try await world.account("fail@example.com")?.isConfirmed == false)
      try await client.submit(["email": "pending@example.com"])
      client.ends("pending")
      #expect(Set(world.functions.requests.map { $0["token"] }).count == 2)
      let confirm = try await world.start("confirm", link(try #require(world.functions.requests.last)))
      confirm.ends("confirmed")
      let success = try await world.start("retry-confirmation", ["email": "ada@example.com"])
      success.ends("confirmed")
      #expect(try await world.account("ada@example.com")?.isConfirmed == true)
    },
    Scenario("retry-confirmation: nobody to confirm", .emailPassword) { world in
      try await world.add("ada@example.com")
      let client = try await world.start("retry-confirmation", ["email": "bea@example.com"])
      client.rests(at: "ask-again", error: "user_not_found")
      try await client.submit(["email": "ada@example.com"])
      client.rests(at: "ask-again", error: "already_confirmed")
      #expect(world.functions.requests.isEmpty)
    },
    Scenario("register: a function confirms later who was registered by link", .emailPassword) { world in
      _ = try await world.start("register", ["email": "ada@example.com", "password": .string(World.password)])
      let client = try await world.start("retry-confirmation", ["email": "ada@example.com"])
      client.ends("confirmed")
      let confirm = try await world.start("confirm", world.link(to: "ada@example.com"))
      confirm.ends("already-confirmed", error: "already_confirmed")
    },
  ]

  /// The link that a function was handed.
  static func link(_ request: JSON) -> JSONObject {
    ["token": request["token"] ?? .null, "tokenId": request["tokenId"] ?? .null]
  }
}
