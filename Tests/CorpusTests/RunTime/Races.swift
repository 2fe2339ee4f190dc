import EngineSupport
import FlowJSON
import Synchronization

@testable import FlowRuntime

extension Invariant {
  private static let address: JSONObject = ["email": .string(Scene.ada)]

  /// ZITADEL: parallel attempts exceed the limit, as each is compared before any is spent.
  static let races = [
    Invariant("GHSA-7h8m-vrxx-vr4m", "of 32 codes at once three are compared") { backend in
      let scene = try await Scene("GHSA-7h8m-vrxx-vr4m", on: backend)
      let token = await scene.start("by-code", address).token
      let tokens = Array(repeating: token, count: 32)
      let compared = await scene.race(["code": scene.wrongCode()], tokens) { $0.error?.code == "invalid_code" }
      return compared == 3 ? [] : ["\(compared) codes were compared"]
    },
    Invariant(
      "GHSA-7h8m-vrxx-vr4m", "of 32 passwords at once three are compared, in one run or in many"
    ) { backend in
      let scene = try await Scene("GHSA-7h8m-vrxx-vr4m", on: backend)
      var tokens: [String?] = []
      for _ in 0..<16 { tokens.append(await scene.start("by-password").token) }
      let input: JSONObject = ["email": .string(Scene.ada), "password": "A-wrong-word-1"]
      let compared = await scene.race(input, tokens + tokens) { $0.error?.code == "invalid_credentials" }
      return compared == 3 ? [] : ["\(compared) passwords were compared"]
    },
    Invariant("GHSA-7h8m-vrxx-vr4m", "one token takes a run one step further, once") { backend in
      let scene = try await Scene("GHSA-7h8m-vrxx-vr4m", on: backend)
      let token = await scene.start("by-code", address).token
      let tokens = Array(repeating: token, count: 32)
      // All of them are answered; what they are handed is one session.
      let ends = Mutex<Set<Reply.EndView>>([])
      let won = await scene.race(["code": scene.code()], tokens) { reply in
        reply.end.map { end in ends.withLock { $0.insert(end).inserted } } ?? false
      }
      return won == 1 ? [] : ["\(won) sessions were opened by one code"]
    },
    Invariant(
      "GHSA-7h8m-vrxx-vr4m", "a guess stays spent where its step is refused"
    ) { backend in
      let scene = try await Scene("GHSA-7h8m-vrxx-vr4m", on: backend)
      let token = await scene.start("undone", address).token
      for _ in 0..<3 { _ = await scene.send("submit", ["code": scene.wrongCode(), "network": "x"], token) }
      let right = await scene.send("submit", ["code": scene.code(), "network": "8"], token)
      return right.error?.code == "too_many_attempts" ? [] : ["a fourth code was compared"]
    },
  ]

  /// How many of three wrong codes are compared.
  private static func guesses(_ scene: Scene, _ token: String?) async -> Int {
    var compared = 0
    for _ in 0..<3 {
      let reply = await scene.send("submit", ["code": scene.wrongCode()], token)
      if reply.error?.code == "invalid_code" { compared += 1 }
    }
    return compared
  }

  /// Ory Kratos, better-auth: the limits begin again with each flow, or with each code.
  static let limits = [
    Invariant(
      "ory-kratos-4606", "codes to one address are bounded over all runs"
    ) { backend in
      let scene = try await Scene("ory-kratos-4606", on: backend)
      for _ in 0..<6 { _ = await scene.start("by-code", address) }
      return scene.outbox.messages.count == 4 ? [] : ["\(scene.outbox.messages.count) codes were sent within an hour"]
    },
    Invariant(
      "ory-kratos-4606", "guesses for one address are bounded over all runs and codes"
    ) { backend in
      let scene = try await Scene("ory-kratos-4606", on: backend)
      var compared = 0
      // Four codes of one hour, guessed at its end, and four of the next, guessed at its beginning: half in new runs, half
      // sent again in a run.
      var first: [String?] = []
      for _ in 0..<4 { first.append(await scene.start("by-code", address).token) }
      scene.clock.advance(minutes: 9)
      for token in first { compared += await guesses(scene, token) }
      if compared != 12 { return ["\(compared) of 12 guesses were compared"] }
      scene.clock.advance(minutes: 52)
      for _ in 0..<2 {
        let begun = await scene.start("by-code", address)
        compared += await guesses(scene, begun.token)
        let again = await scene.send("resend", [:], begun.token)
        compared += await guesses(scene, again.token)
      }
      return compared == 12 ? [] : ["\(compared) codes were compared within an hour"]
    },
    Invariant(
      "ory-kratos-4606", "guesses of one password are bounded over all runs"
    ) { backend in
      let scene = try await Scene("ory-kratos-4606", on: backend)
      var compared = 0
      for _ in 0..<5 {
        let reply = await scene.start("by-password", ["email": .string(Scene.ada), "password": "A-wrong-word-1"])
        if reply.error?.code == "invalid_credentials" { compared += 1 }
      }
      return compared == 3 ? [] : ["\(compared) passwords were compared"]
    },
  ]
}
