import EngineSupport
import FlowJSON
import FlowModel

@testable import FlowRuntime

extension Invariant {
  /// Two runs on one account: a proof is of the account as it was, and dies when the ways into it change.
  static let twoRuns = [
    Invariant("two runs", "a code that was entered before a reset sets no password after it") { backend in
      let scene = try await Scene("two-runs", on: backend)
      let stranger = await scene.start("reset", ["email": .string(Scene.ada)])
      let waiting = await scene.send("submit", ["code": scene.code()], stranger.token)
      guard await scene.reset() else { return ["no reset"] }
      let set = await scene.send("submit", ["password": "Of-a-stranger-2"], waiting.token)
      return set.end == nil ? [] : ["a password was set after the reset"]
    },
    Invariant("two runs", "an address that was proven before the account was looked for proves nothing after a reset") {
      backend in
      let scene = try await Scene("two-runs", on: backend)
      let stranger = await scene.start("prove-first", ["email": .string(Scene.ada)])
      let waiting = await scene.send("submit", ["code": scene.code()], stranger.token)
      guard await scene.reset() else { return ["no reset"] }
      let set = await scene.send("submit", ["password": "Of-a-stranger-2"], waiting.token)
      return set.end == nil ? [] : ["a password was set after the reset"]
    },
    Invariant("two runs", "links that let in are void after a reset") { backend in
      let scene = try await Scene("two-runs", on: backend)
      let asked = await scene.start("reset")
      _ = await scene.send("link", ["email": .string(Scene.ada)], asked.token)
      guard let link = scene.outbox.links(to: Scene.ada).first else { return ["no link"] }
      guard await scene.reset() else { return ["no reset"] }
      let signIn = await scene.start(
        "by-link", ["token": .string(link.token), "tokenId": .string(link.tokenId)])
      return signIn.end?.name == "failed" ? [] : ["an old link signs in: \(signIn)"]
    },
    Invariant("two runs", "what was read of the account and not changed is not written back") { backend in
      let scene = try await Scene("two-runs", on: backend)
      let first = await scene.edit()
      let second = await scene.edit()
      guard await scene.send("submit", ["name": "Ada", "city": "Ulm"], second.token).end?.name == "completed" else {
        return ["not edited"]
      }
      let late = await scene.send("submit", ["name": "Lovelace"], first.token)
      let held = try await scene.account()?.attributes ?? ""
      return late.end?.name == "changed" && held.contains(#""name":"Ada","city":"Ulm""#) ? [] : ["\(late): \(held)"]
    },
    Invariant("two runs", "two that found no second factor register one") { backend in
      let scene = try await Scene("two-factors", on: backend)
      let thief = await scene.enrol("+12025550101")
      let owner = await scene.enrol("+12025550102")
      guard await scene.send("submit", ["code": scene.code(to: "+12025550102")], owner.token).end?.name == "completed"
      else { return ["not registered"] }
      let late = await scene.send("submit", ["code": scene.code(to: "+12025550101")], thief.token)
      let held = try await scene.account()?.attributes ?? ""
      return late.end?.name != "completed" && held.contains(#""phone":"+12025550102""#) ? [] : ["\(late): \(held)"]
    },
    Invariant("two runs", "who found no second factor is not signed in once there is one") { backend in
      let scene = try await Scene("two-factors", on: backend)
      // Both have the password; the thief waits before the end of an enrolment of their own.
      let thief = await scene.enrol("+12025550101")
      let owner = await scene.enrol("+12025550102")
      _ = await scene.send("submit", ["code": scene.code(to: "+12025550102")], owner.token)
      let late = await scene.send("submit", ["code": scene.code(to: "+12025550101")], thief.token)
      return late.end?.result?["tokens"] == nil ? [] : ["tokens were handed out"]
    },
    Invariant("two runs", "who found no second factor has no link sent that signs in, once there is one") { backend in
      let scene = try await Scene("two-factors", on: backend)
      let thief = await scene.start("letter", ["email": .string(Scene.ada), "password": .string(Scene.password)])
      guard thief.state == "rest" else { return ["a second factor was asked for: \(thief)"] }
      let owner = await scene.enrol("+12025550102")
      _ = await scene.send("submit", ["code": scene.code(to: "+12025550102")], owner.token)
      let late = await scene.send("submit", [:], thief.token)
      return late.end == nil && scene.outbox.links(to: Scene.ada).isEmpty ? [] : ["a link was sent: \(late)"]
    },
    Invariant("two runs", "a function is not told of an account whose password has changed since") { backend in
      let functions = TestFunctions { _, _ in .success }
      let scene = try await Scene("two-runs", on: backend, functions: functions)
      let (stranger, other) = (await scene.signIn("pay"), await scene.signIn("pay"))
      guard await scene.send("submit", [:], other.token).end?.name == "completed", functions.requests.count == 1 else {
        return ["it was not told of one whose password is the same"]
      }
      guard await scene.reset() else { return ["no reset"] }
      let late = await scene.send("submit", [:], stranger.token)
      return late.end == nil && functions.requests.count == 1 ? [] : ["it was told: \(late)"]
    },
    Invariant("two runs", "who is there removes the account, and nobody does who was there before a reset") { backend in
      let scene = try await Scene("two-runs", on: backend)
      let stranger = await scene.signIn("close")
      guard await scene.reset() else { return ["no reset"] }
      let late = await scene.send("submit", [:], stranger.token)
      guard late.end == nil, try await scene.account() != nil else { return ["it was removed: \(late)"] }
      let owner = await scene.signIn("close", password: "The-owner's-own-1")
      let done = await scene.send("submit", [:], owner.token)
      let left = try await scene.account()
      return done.end?.name == "completed" && left == nil ? [] : ["it is still there: \(done)"]
    },
    Invariant("two runs", "an account that is deleted between two steps is nobody's") { backend in
      let scene = try await Scene("two-runs", on: backend)
      let asked = await scene.start("reset", ["email": .string(Scene.ada)])
      let waiting = await scene.send("submit", ["code": scene.code()], asked.token)
      let (id, tenant) = (try await scene.account()?.id ?? "", scene.table.tenant)
      try await scene.engine.removeAccount(id, tenant: tenant)
      let set = await scene.send("submit", ["password": "The-owner's-own-2"], waiting.token)
      return set.end == nil && set.error != nil ? [] : ["\(set)"]
    },
  ]
}

extension Scene {
  /// Ada resets her password.
  fileprivate func reset() async -> Bool {
    let asked = await start("reset", ["email": .string(Scene.ada)])
    let entered = await send("submit", ["code": code()], asked.token)
    return await send("submit", ["password": "The-owner's-own-1"], entered.token).end?.name == "completed"
  }

  fileprivate func edit() async -> Reply {
    await start("edit", ["email": .string(Scene.ada), "password": .string(Scene.password)])
  }

  /// Comes to the page behind the password.
  fileprivate func signIn(_ flow: String, password: String = Scene.password) async -> Reply {
    await start(flow, ["email": .string(Scene.ada), "password": .string(password)])
  }

  /// Comes to the page for the code of a new phone.
  fileprivate func enrol(_ phone: String) async -> Reply {
    let asked = await start("enrol", ["email": .string(Scene.ada), "password": .string(Scene.password)])
    return await send("submit", ["phone": .string(phone)], asked.token)
  }
}
