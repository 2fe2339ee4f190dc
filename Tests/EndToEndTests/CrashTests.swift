import FlowJSON
import Glibc
import TestSupport
import Testing

/// Processes that are killed, as by a power cut, over one SQLite file.
@Suite struct CrashTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func start() throws -> LiveUsher { try folder.live(Flows.nativeAuth, "sign-up") }
  private func resume(_ reply: JSON) throws -> LiveUsher { try folder.live("--resume", reply.text("token")) }

  /// What of a reply must be the same when its state is asked for again.
  private func standing(_ reply: JSON) -> [JSON?] {
    [reply["run"], reply["state"], reply["page"], reply["events"], reply["token"], reply["end"]?["result"]]
  }

  @Test func `a step that was answered is never lost`() throws {
    for number in 0..<8 {
      let signUp = SignUp(email: "ada\(number)@example.com", folder: folder)
      var process = try start()
      var reply = try process.reply()
      // Killed after each reply, or after some of them at random.
      while reply["end"] == nil {
        reply = try signUp.run(process, from: reply, steps: number == 0 ? 1 : .random(in: 1...3))
        process.kill()
        process = try resume(reply)
        let found = try process.reply()
        #expect(standing(found) == standing(reply))
        #expect(found["error"] == nil)
      }
      #expect(reply.text("state") == "completed")
      process.kill()
    }
    for number in 0..<8 {
      let reply = try start().reply(then: ["email": .string("ada\(number)@example.com")])
      #expect(reply.text("error", "code") == "user_already_exists")
    }
  }

  @Test func `a step that is killed halfway has happened as a whole or not at all`() throws {
    for number in 0..<24 {
      let signUp = SignUp(email: "bob\(number)@example.com", folder: folder)
      let process = try start()
      let step = number % 4
      let before = try signUp.run(process, from: try process.reply(), steps: step)
      #expect(before.text("state") == SignUp.states[step])
      process.write("submit", try #require(try signUp.input(before)))
      usleep(.random(in: 0...6000))
      process.kill()

      let next = try resume(before)
      let after = try next.reply()
      if after.text("error", "code") == "invalid_token" {
        // It has happened, and the reply was lost on the way: then so has what it did.
        guard step == 3 else { continue }
        let again = try start().reply(then: ["email": .string(signUp.email)])
        #expect(again.text("error", "code") == "user_already_exists")
      } else {
        #expect(standing(after) == standing(before))
        let done = try signUp.run(next, from: after)
        #expect(done.text("state") == "completed", "\(done.text)")
      }
    }
  }

  @Test func `what is guessed before a kill stays counted`() throws {
    let signUp = SignUp(email: "cara@example.com", folder: folder)
    var process = try start()
    var reply = try signUp.run(process, from: try process.reply(), steps: 1)
    let code = try folder.lastCode()
    let wrong: JSON = ["code": .string(code == "00000000" ? "11111111" : "00000000")]
    for _ in 0..<5 {
      reply = try process.send("submit", wrong)
      process.kill()
      process = try resume(reply)
      _ = try process.reply()
    }
    reply = try process.send("submit", ["code": .string(code)])
    #expect(reply.text("error", "code") == "too_many_attempts")
  }
}

extension LiveUsher {
  /// The reply to what is submitted to the first page.
  func reply(then input: JSON) throws -> JSON {
    _ = try reply()
    return try send("submit", input)
  }
}
