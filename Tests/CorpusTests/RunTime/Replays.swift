import EngineSupport
import FlowJSON

@testable import FlowRuntime

extension Invariant {
  /// Keycloak: an action token replayed enrols a second credential.
  static let replays = [
    Invariant("CVE-2026-37982", "a link is good once, whoever is quicker") { backend in
      let scene = try await Scene("CVE-2026-37982", on: backend)
      _ = await scene.start("ask", ["email": .string(Scene.ada)])
      guard let link = scene.outbox.links(to: Scene.ada).first else { return ["no link"] }
      var input: JSONObject = ["token": .string(link.token), "tokenId": .string(link.tokenId)]
      input["password"] = "The-owner's-own-1"
      var tokens: [String?] = []
      for _ in 0..<4 { tokens.append(await scene.start("enrol").token) }
      var won = await scene.race(input, tokens) { $0.end?.name == "completed" }
      let set = try await scene.account()?.passwordHash
      input["password"] = "Of-whoever-replays-2"
      if await scene.send("submit", input, await scene.start("enrol").token).end != nil { won += 1 }
      let isKept = try await scene.account()?.passwordHash == set
      return (won == 1 ? [] : ["one link enrolled \(won) passwords"]) + (isKept ? [] : ["the password was replaced"])
    },
    Invariant("CVE-2026-37982", "of the links that set a password, one is good") {
      backend in
      let scene = try await Scene("CVE-2026-37982", on: backend)
      for _ in 0..<3 { _ = await scene.start("ask", ["email": .string(Scene.ada)]) }
      let links = scene.outbox.links(to: Scene.ada)
      guard links.count == 3 else { return ["no links"] }
      var tokens: [String?] = []
      for _ in links { tokens.append(await scene.start("enrol").token) }
      var won = 0
      for (link, token) in zip(links, tokens) {
        let reply = await scene.send(
          "submit",
          ["token": .string(link.token), "tokenId": .string(link.tokenId), "password": .string("Word-\(won)-of-many")],
          token)
        if reply.end?.name == "completed" { won += 1 }
      }
      return won == 1 ? [] : ["\(won) of three links enrolled a password"]
    },
    Invariant("CVE-2026-37982", "a link is good for its flow and its account alone") { backend in
      let scene = try await Scene("CVE-2026-37982", on: backend)
      var links: [TestOutbox.Link] = []
      for address in [Scene.ada, Scene.eve] {
        _ = await scene.start("ask", ["email": .string(address)])
        links += scene.outbox.links(to: address)
      }
      guard links.count == 2 else { return ["no links"] }
      let token = await scene.start("enrol").token
      let mixed = await scene.send(
        "submit",
        ["token": .string(links[1].token), "tokenId": .string(links[0].tokenId), "password": "Eve's-own-word-1"], token)
      return mixed.error?.code == "invalid_link" ? [] : ["two links were mixed: \(mixed)"]
    },
    Invariant("CVE-2026-37982", "a grant is good once") { backend in
      let scene = try await Scene("CVE-2026-37982", on: backend)
      _ = await scene.start("ask", ["email": .string(Scene.ada)])
      guard let link = scene.outbox.links(to: Scene.ada).first else { return ["no link"] }
      let enrolled = await scene.start(
        "enrol", ["token": .string(link.token), "tokenId": .string(link.tokenId), "password": "The-owner's-own-1"])
      guard let grant = enrolled.end?.grants?["sign-in"] else { return ["no grant: \(enrolled)"] }
      var tokens: [String?] = []
      for _ in 0..<8 { tokens.append(await scene.start("sign-in").token) }
      let won = await scene.race(["grant": grant], tokens) { $0.end?.name == "completed" }
      return won == 1 ? [] : ["one grant opened \(won) sessions"]
    },
    Invariant("CVE-2026-37982", "a code is good once in its run, and in no other") { backend in
      let scene = try await Scene("CVE-2026-37982", on: backend)
      let first = await scene.start("twice", ["email": .string(Scene.ada)])
      let code = scene.code()
      let second = await scene.send("submit", ["code": code], first.token)
      guard second.state == "second-code" else { return ["the code does not do: \(second)"] }
      var breaks: [String] = []
      if await scene.send("submit", ["code": code], second.token).end != nil { breaks.append("a code did for both") }
      let another = await scene.send("send", [:], second.token)
      if await scene.send("submit", ["code": code], another.token).end != nil {
        breaks.append("a code did after another was sent")
      }
      let other = await scene.start("twice", ["email": .string(Scene.ada)])
      if await scene.send("submit", ["code": code], other.token).state != "first-code" {
        breaks.append("a code did in another run")
      }
      return breaks
    },
  ]
}
