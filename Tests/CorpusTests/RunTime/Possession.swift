import EngineSupport
import FlowJSON
import FlowModel

@testable import FlowRuntime

extension Invariant {
  /// An account becomes somebody's by the proof of what it is found by: what a stranger put on it before goes.
  static let possession = [
    Invariant("several names", "the password of a stranger's registration is gone when the owner confirms") { backend in
      let scene = try await Scene("several-names", on: backend)
      _ = await scene.start("register", ["email": .string(bea), "password": .string(eves)])
      let open = await scene.confirm(bea)
      guard open.state == "choose-password" else { return ["not confirmed: \(open)"] }
      let signIn = await scene.start("sign-in", ["email": .string(bea), "password": .string(eves)])
      return signIn.end == nil ? [] : ["a stranger's password signs in"]
    },
    Invariant("several names", "the proven phone of a stranger is no way into the account that its owner confirms") {
      backend in
      let scene = try await Scene("several-names", on: backend)
      await scene.register(bea, phone: evesPhone)
      guard await scene.confirm(bea).state == "choose-password" else { return ["not confirmed"] }
      let ways = try await scene.account(bea)?.identifiers.map(\.value) ?? []
      return ways == [bea] ? [] : ["the account is found by \(ways)"]
    },
    Invariant("several names", "a phone that a stranger adds to a pending account goes as well, and the run with it") {
      backend in
      let scene = try await Scene("several-names", on: backend)
      let registered = await scene.start("register", ["email": .string(bea), "password": .string(eves)])
      let asked = await scene.send("another-phone", ["phone": .string(evesPhone)], registered.token)
      let added = await scene.send("submit", ["code": scene.code(to: evesPhone)], asked.token)
      guard added.end?.name == "registered" else { return ["not added: \(added)"] }
      // The link is void now: what the account is found by has changed.
      let late = await scene.start("register", ["email": "cyd@example.com", "password": .string(eves)])
      let waiting = await scene.send("another-phone", ["phone": .string(otherPhone)], late.token)
      guard await scene.confirm("cyd@example.com").state == "choose-password" else { return ["not confirmed"] }
      _ = await scene.send("submit", ["code": scene.code(to: otherPhone)], waiting.token)
      let ways = try await scene.account("cyd@example.com")?.identifiers.map(\.value) ?? []
      return ways == ["cyd@example.com"] ? [] : ["the account is found by \(ways)"]
    },
    Invariant("several names", "whoever proves the address of an account without a proof has it alone") { backend in
      let scene = try await Scene("several-names", on: backend)
      let registered = await scene.start("at-once", ["email": .string(bea), "password": .string(eves)])
      guard let grant = registered.end?.grants?["sign-in"] else { return ["no grant"] }
      let asked = await scene.start("claim", ["email": .string(bea)])
      let claimed = await scene.send("submit", ["code": scene.code(to: bea)], asked.token)
      guard claimed.end?.name == "completed" else { return ["not claimed: \(claimed)"] }
      var breaks: [String] = []
      if await scene.start("sign-in", ["email": .string(bea), "password": .string(eves)]).end != nil {
        breaks.append("a stranger's password signs in")
      }
      if await scene.start("redeem", ["grant": grant]).end?.name == "completed" {
        breaks.append("a stranger's grant signs in")
      }
      if try await scene.account(bea)?.unproven.isEmpty != true { breaks.append("the address counts as unproven") }
      return breaks
    },
    Invariant("several names", "a guest is signed in at once, and not once the owner of the address has come") {
      backend in
      let scene = try await Scene("several-names", on: backend)
      let guest = await scene.start("guest", ["email": "dot@example.com"])
      guard await scene.send("submit", [:], guest.token).end?.result?["tokens"] != nil else { return ["no session"] }
      let stranger = await scene.start("guest", ["email": .string(bea)])
      let asked = await scene.start("claim", ["email": .string(bea)])
      guard await scene.send("submit", ["code": scene.code(to: bea)], asked.token).end?.name == "completed" else {
        return ["not claimed"]
      }
      let late = await scene.send("submit", [:], stranger.token)
      return late.end == nil ? [] : ["the stranger is signed in: \(late)"]
    },
    Invariant("several names", "the proof of a phone confirms no address that was claimed beside it") { backend in
      let scene = try await Scene("several-names", on: backend)
      let asked = await scene.start("by-phone-alone", ["email": .string(bea), "phone": .string(evesPhone)])
      let done = await scene.send("submit", ["code": scene.code(to: evesPhone)], asked.token)
      guard done.end?.name == "completed" else { return ["not confirmed: \(done)"] }
      return try await scene.account(bea) == nil ? [] : ["a stranger has a confirmed account of \(bea)"]
    },
    Invariant("several names", "who has registered, and proves the address in the same run, keeps the password") {
      backend in
      let scene = try await Scene("several-names", on: backend)
      let reply = await scene.start("register-here", ["email": .string(bea), "password": .string(eves)])
      let done = await scene.send("submit", ["code": scene.code(to: bea)], reply.token)
      guard done.end?.name == "completed" else { return ["not confirmed: \(done)"] }
      let signIn = await scene.start("sign-in", ["email": .string(bea), "password": .string(eves)])
      return signIn.end?.name == "completed" ? [] : ["the password is gone"]
    },
    Invariant("strangers key", "an authenticator of a stranger's registration is gone when the owner confirms") {
      backend in
      let scene = try await Scene("strangers-key", on: backend)
      _ = await scene.start("register", ["email": .string(bea), "authenticator": "a key of Eve's"])
      guard try await scene.account(bea)?.attributes.contains("Eve") == true else { return ["it was not registered"] }
      guard await scene.confirm(bea).state == "choose" else { return ["not confirmed"] }
      let held = try await scene.account(bea)?.attributes ?? ""
      return held.contains("Eve") ? ["the account holds \(held)"] : []
    },
    Invariant(
      "strangers key", "what is taken off an account as its owner comes is not written back by the owner's update"
    ) {
      backend in
      let scene = try await Scene("strangers-key", on: backend)
      _ = await scene.start("at-once", ["email": .string(bea), "authenticator": "a key of Eve's"])
      guard try await scene.account(bea)?.attributes.contains("Eve") == true else { return ["it was not registered"] }
      let asked = await scene.start("profile", ["email": .string(bea)])
      let done = await scene.send("submit", ["code": scene.code(to: bea), "city": "Brno"], asked.token)
      guard done.end?.name == "completed" else { return ["not written: \(done)"] }
      let held = try await scene.account(bea)?.attributes ?? ""
      return held.contains("Eve") || !held.contains("Brno") ? ["the account holds \(held)"] : []
    },
    Invariant("strangers key", "a stranger's word that no second factor is asked for is gone when the owner confirms") {
      backend in
      let scene = try await Scene("strangers-key", on: backend)
      _ = await scene.start("register", ["email": .string(bea), "trusted": true])
      guard try await scene.account(bea)?.attributes.contains("trusted") == true else {
        return ["it was not registered"]
      }
      guard await scene.confirm(bea).state == "choose" else { return ["not confirmed"] }
      let held = try await scene.account(bea)?.attributes ?? ""
      return held.contains("trusted") ? ["the account holds \(held)"] : []
    },
  ]

  private static let bea = "bea@example.com"
  private static let eves = "Of-a-stranger-1"
  private static let evesPhone = "+12025550101"
  private static let otherPhone = "+12025550102"
}

extension Scene {
  /// Registers an address with a phone, which is proven.
  fileprivate func register(_ email: String, phone: String) async {
    let asked = await start(
      "register", ["email": .string(email), "password": "Of-a-stranger-1", "phone": .string(phone)])
    _ = await send("submit", ["code": code(to: phone), "password": "Of-a-stranger-1"], asked.token)
  }

  /// Opens the link that was mailed to an address.
  fileprivate func confirm(_ email: String) async -> Reply {
    guard let link = outbox.links(to: email).first else { return Reply(error: .init(EngineError.denied)) }
    return await start("confirm", ["token": .string(link.token), "tokenId": .string(link.tokenId)])
  }
}
