import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

extension Scenario {
  static let accounts = identity + joining + changes + invitations + links

  private static let ada = "ada@example.com"
  private static let bea = "bea@example.com"
  private static let fresh = "A-fresh-password-2"

  /// What a password is refused for, and how often what is tried.
  private static let strict: @Sendable (inout FlowTable) -> Void = {
    $0.passwords.minLength = 6
    $0.passwords.maxLength = 128
    $0.passwords.classes = 2
    $0.passwords.remember = 5
    $0.passwords.attempts.count = 2
  }

  private static let accepted: JSONObject = ["terms": 3]

  /// Comes past the page that asks who somebody is.
  private static func enter(_ world: World, _ flow: String, _ email: String = ada) async throws -> Client {
    let client = try await world.start(flow)
    client.rests(at: "who/identify")
    try await client.submit(["email": .string(email), "password": .string(World.password)])
    return client
  }

  /// Who signs in, in the one way that all flows of owners have.
  private static let identity =
    ["sign-in", "change-email", "change-password", "delete-account", "invite"].map { flow in
      Scenario("\(flow): the owner alone comes in, and nobody learns who has an account", .accounts, policies: strict) {
        world in
        try await world.add(ada)
        try await world.add("off@example.com", enabled: false)
        let client = try await world.start(flow)
        for email in [ada, "nobody@example.com"] {
          for _ in 0..<2 {
            try await client.submit(["email": .string(email), "password": "Not-the-password-1"])
            client.rests(at: "who/identify", error: "invalid_credentials")
          }
          try await client.submit(["email": .string(email), "password": .string(World.password)])
          client.rests(at: "who/identify", error: "account_locked")
        }
        try await client.submit(["email": "off@example.com", "password": .string(World.password)])
        client.rests(at: "who/identify", error: "user_disabled")
      }
    } + [
      Scenario("sign-in: terms are asked for once a version, and the owner is told", .accounts) { world in
        try await world.add(ada, holding: ["terms": 2])
        let first = try await enter(world, "sign-in")
        first.rests(at: "terms/ask")
        try await first.submit(["acceptsTerms": false])
        first.rests(at: "terms/ask", error: "terms_not_accepted")
        // On another device meanwhile: the first one finds that they are accepted.
        let other = try await enter(world, "sign-in")
        try await other.submit(["acceptsTerms": true])
        other.ends("completed")
        try await first.submit(["acceptsTerms": true])
        first.ends("completed")
        let again = try await enter(world, "sign-in")
        again.ends("completed")
        #expect(again.reply["end"]?["result"]?["tokens"] != nil)
        #expect(world.outbox.notices(to: ada) == ["signed-in", "signed-in", "signed-in"])
        try await world.add(bea)
        let new = try await enter(world, "sign-in", bea)
        new.rests(at: "terms/ask")
      },
      Scenario(
        "sign-in: a notice too many holds nobody up", .accounts, policies: { $0.notices.perIdentifier.count = 1 }
      ) { world in
        try await world.add(ada, holding: accepted)
        for _ in 0..<2 { try await enter(world, "sign-in").ends("completed") }
        #expect(world.outbox.notices(to: ada) == ["signed-in"])
      },
    ]

  private static let joining = [
    Scenario(
      "sign-up: who reads at the address has an account, is greeted and accepts the terms", .accounts, policies: strict
    ) {
      world in
      let client = try await world.start("sign-up", ["email": .string(ada)])
      client.rests(at: "enter-code")
      try await client.submit(["code": try world.code(to: ada)])
      client.rests(at: "about-you")
      for (password, error) in shortPolicy {
        try await client.submit(["password": .string(password)])
        client.rests(at: "about-you", error: error)
      }
      try await client.submit(["password": .string(World.password), "givenName": "Ada"])
      client.rests(at: "terms/ask")
      #expect(world.outbox.notices(to: ada) == ["welcome"])
      try await client.submit(["acceptsTerms": false])
      client.rests(at: "terms/ask", error: "terms_not_accepted")
      try await client.submit(["acceptsTerms": true])
      client.ends("completed")
      #expect(try await world.account(ada)?.held()["terms"] == 3)
      try await enter(world, "sign-in").ends("completed")
    },
    Scenario("sign-up: whoever has an account learns it from the code alone, and others nothing", .accounts) { world in
      try await world.add(bea)
      for email in [ada, bea] {
        let client = try await world.start("sign-up", ["email": .string(email)])
        client.rests(at: "enter-code")
        try await client.submit(["code": try world.wrongCode(to: email)])
        client.rests(at: "enter-code", error: "invalid_code")
        try await client.send("resend")
        client.rests(at: "enter-code", error: "too_many_codes")
        try await client.submit(["code": try world.code(to: email)])
        if email == bea {
          client.rests(at: "identify", error: "user_already_exists")
        } else {
          client.rests(at: "about-you")
        }
      }
      let quick = try await world.start("sign-up", ["email": "cyd@example.com"])
      try await quick.submit(["code": try world.code(to: "cyd@example.com")])
      try await world.add("cyd@example.com")
      try await quick.submit(["password": .string(World.password)])
      quick.rests(at: "identify", error: "user_already_exists")
    },
    Scenario("sign-up: a code that is guessed at, too old, or goes nowhere", .accounts) { world in
      world.outbox.refuse("gone@example.com")
      let client = try await world.start("sign-up", ["email": "gone@example.com"])
      client.rests(at: "identify", error: "invalid_username")
      try await client.submit(["email": .string(ada)])
      let wrong = try world.wrongCode(to: ada)
      for _ in 0..<5 { try await client.submit(["code": wrong]) }
      client.rests(at: "enter-code", error: "invalid_code")
      try await client.submit(["code": wrong])
      client.rests(at: "enter-code", error: "too_many_attempts")
      world.clock.advance(minutes: 11)
      try await client.submit(["code": wrong])
      client.rests(at: "enter-code", error: "code_expired")
    },
  ]

  private static let changes = [
    Scenario("change-email: the new address is proven, and the former one is told", .accounts) { world in
      try await world.add(ada, holding: accepted)
      try await world.add("cyd@example.com")
      world.outbox.refuse("gone@example.com")
      let client = try await enter(world, "change-email")
      client.rests(at: "new-address")
      try await client.submit(["newEmail": .string(ada.uppercased())])
      client.rests(at: "new-address", error: "same_address")
      try await client.submit(["newEmail": "gone@example.com"])
      client.rests(at: "new-address", error: "invalid_username")
      try await client.submit(["newEmail": "cyd@example.com"])
      try await client.submit(["code": try world.code(to: "cyd@example.com")])
      client.rests(at: "new-address", error: "user_already_exists")
      #expect(world.outbox.notices(to: ada) == [] && world.outbox.notices(to: "cyd@example.com") == [])
      try await client.submit(["newEmail": .string(bea)])
      client.rests(at: "enter-code")
      try await client.submit(["code": try world.wrongCode(to: bea)])
      client.rests(at: "enter-code", error: "invalid_code")
      try await client.send("resend")
      client.rests(at: "enter-code", error: "too_many_codes")
      #expect(try await world.account(bea) == nil)
      try await client.submit(["code": try world.code(to: bea)])
      client.ends("completed")
      #expect(world.outbox.notices(to: ada) == ["address-changed"] && world.outbox.notices(to: bea) == [])
      #expect(try await world.account(ada) == nil)
      #expect(try await world.account(bea)?.held()["terms"] == 3)
      try await enter(world, "sign-in", bea).ends("completed")
    },
    Scenario("change-email: a code that is guessed at, or too old", .accounts) { world in
      try await world.add(ada)
      let client = try await enter(world, "change-email")
      try await client.submit(["newEmail": .string(bea)])
      let wrong = try world.wrongCode(to: bea)
      for _ in 0..<6 { try await client.submit(["code": wrong]) }
      client.rests(at: "enter-code", error: "too_many_attempts")
      world.clock.advance(minutes: 11)
      try await client.submit(["code": wrong])
      client.rests(at: "enter-code", error: "code_expired")
      #expect(try await world.account(ada) != nil)
    },
    Scenario("change-password: the former one is asked for, and the owner is told", .accounts, policies: strict) {
      world in
      try await world.add(ada, holding: accepted)
      let client = try await enter(world, "change-password")
      client.rests(at: "new-password")
      for (password, error) in shortPolicy + [(World.password, "password_recently_used")] {
        try await client.submit(["password": .string(password)])
        client.rests(at: "new-password", error: error)
      }
      try await client.submit(["password": .string(fresh)])
      client.ends("completed")
      #expect(world.outbox.notices(to: ada) == ["password-changed"])
      let late = try await enter(world, "sign-in")
      late.rests(at: "who/identify", error: "invalid_credentials")
      try await late.submit(["email": .string(ada), "password": .string(fresh)])
      late.ends("completed")
      let slow = try await world.start("change-password")
      try await slow.submit(["email": .string(ada), "password": .string(fresh)])
      world.clock.advance(minutes: 11)
      try await slow.submit(["password": "Another-one-3-here"])
      slow.ends("timed-out")
    },
    Scenario("delete-account: it goes, its owner is told, and the address is free", .accounts) { world in
      try await world.add(ada)
      let kept = try await enter(world, "delete-account")
      kept.rests(at: "confirm")
      try await kept.send("keep")
      kept.ends("kept")
      #expect(try await world.account(ada) != nil)
      let client = try await enter(world, "delete-account")
      try await client.submit()
      client.ends("deleted")
      #expect(try await world.account(ada) == nil && world.outbox.notices(to: ada) == ["account-deleted"])
      let again = try await world.start("sign-up", ["email": .string(ada)])
      try await again.submit(["code": try world.code(to: ada)])
      again.rests(at: "about-you")
    },
  ]

  private static let invitations =
    [
      Scenario(
        "invite: administrators alone, and whoever is invited stays unknown to them", .accounts,
        policies: { $0.links.perIdentifier.count = 1 }
      ) { world in
        for (email, role) in [(ada, "administrator"), (bea, "member")] {
          try await world.add(email, holding: ["role": .string(role)])
        }
        try await world.add("cyd@example.com")
        world.outbox.refuse("gone@example.com")
        for email in [bea, "cyd@example.com"] {
          try await enter(world, "invite", email).ends("refused", error: "not_an_administrator")
        }
        let client = try await enter(world, "invite")
        client.rests(at: "whom")
        try await client.submit(["invitee": "gone@example.com"])
        client.rests(at: "whom", error: "invalid_username")
        // One who has an account is invited as one who has none.
        try await client.submit(["invitee": "cyd@example.com"])
        client.ends("invited")
        let again = try await enter(world, "invite")
        try await again.submit(["invitee": "cyd@example.com"])
        again.rests(at: "whom", error: "too_many_links")
        #expect(world.outbox.links(to: "cyd@example.com").count == 1)
      }
    ]
    + ["accept-invitation", "accept-administration"].map { flow in
      Scenario("\(flow): the invited address, and no other, becomes an account", .accounts, policies: strict) { world in
        for _ in 0..<4 { try await world.engine.invite(bea, to: flow, tenant: world.tenant.rawValue) }
        await world.engine.deliverMessages()
        let links = world.outbox.links(to: bea)
        func input(_ number: Int) -> JSONObject {
          ["token": .string(links[number].token), "tokenId": .string(links[number].tokenId)]
        }
        let none = try await world.start(flow, ["token": "x", "tokenId": "y"])
        none.rests(at: "take/open", error: "invalid_link")
        // The link of one flow is good for no other, and no link is an invitation.
        let other = flow == "accept-invitation" ? "accept-administration" : "accept-invitation"
        try await world.start(other, input(0)).rests(at: "take/open", error: "invalid_link")
        try await world.start("open-link", input(0)).rests(at: "open", error: "invalid_link")
        let client = try await world.start(flow, input(0))
        client.rests(at: "take/about-you")
        let used = try await world.start(flow, input(0))
        used.rests(at: "take/open", error: "link_used")
        // Two of them, opened on two devices: the first one has the account.
        let second = try await world.start(flow, input(1))
        second.rests(at: "take/about-you")
        for (password, error) in shortPolicy {
          try await client.submit(["password": .string(password)])
          client.rests(at: "take/about-you", error: error)
        }
        try await client.submit(["email": .string(ada), "password": .string(World.password)])
        client.rests(at: "take/about-you", error: "unknown_field")
        try await client.submit(["password": .string(World.password)])
        client.rests(at: "take/terms/ask")
        try await client.submit(["acceptsTerms": false])
        client.rests(at: "take/terms/ask", error: "terms_not_accepted")
        try await client.submit(["acceptsTerms": true])
        client.ends("completed")
        let role: JSON = flow == "accept-invitation" ? "member" : "administrator"
        #expect(try await world.account(bea)?.held()["role"] == role)
        #expect(world.outbox.notices(to: bea) == ["welcome"])
        try await second.submit(["password": .string(fresh)])
        second.ends("already-known")
        try await world.start(flow, input(2)).ends("already-known")
        world.clock.advance(minutes: 8 * 24 * 60)
        try await world.start(flow, input(3)).rests(at: "take/open", error: "link_expired")
        try await enter(world, "sign-in", bea).ends("completed")
      }
    }

  private static let links = [
    Scenario("request-link: a link signs in whoever has an account, once, and others get none", .accounts) { world in
      try await world.add(ada, holding: ["terms": 2])
      try await world.add("off@example.com", enabled: false)
      world.outbox.refuse("gone@example.com")
      let gone = try await world.start("request-link", ["email": "gone@example.com"])
      gone.rests(at: "identify", error: "invalid_username")
      for email in [ada, bea, "off@example.com"] {
        try await world.start("request-link", ["email": .string(email)]).ends("sent")
      }
      #expect(world.outbox.links(to: bea).isEmpty)
      let client = try await world.start("open-link", try world.link(to: ada))
      client.rests(at: "terms/ask")
      try await client.submit(["acceptsTerms": false])
      client.rests(at: "terms/ask", error: "terms_not_accepted")
      try await client.submit(["acceptsTerms": true])
      client.ends("completed")
      #expect(client.reply["end"]?["result"]?["tokens"] != nil)
      try await world.start("open-link", try world.link(to: ada)).rests(at: "open", error: "link_used")
      try await world.start("open-link", try world.link(to: "off@example.com")).rests(
        at: "open", error: "user_disabled")
      try await world.start("open-link", ["token": "x", "tokenId": "y"]).rests(at: "open", error: "invalid_link")
    },
    Scenario(
      "request-link: too many, and one that is too old", .accounts, policies: { $0.links.perIdentifier.count = 1 }
    ) { world in
      try await world.add(ada)
      for email in [ada, bea] {
        try await world.start("request-link", ["email": .string(email)]).ends("sent")
        let again = try await world.start("request-link", ["email": .string(email)])
        again.rests(at: "identify", error: "too_many_links")
      }
      world.clock.advance(minutes: 31)
      try await world.start("open-link", try world.link(to: ada)).rests(at: "open", error: "link_expired")
    },
  ]
}
