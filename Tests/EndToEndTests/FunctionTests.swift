import FlowJSON
import Glibc
import TestSupport
import Testing

/// A tenant's functions, called by the built command.
@Suite struct FunctionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func register(_ tenant: String, _ email: String) throws -> JSON {
    let run = try folder.live(tenant, "register-by-function")
    return try run.reply(then: ["email": .string(email), "password": "Correct-Horse-7"])
  }

  @Test func `a local command decides`() throws {
    #expect(try register(Flows.emailPassword, "ada@example.com").text("end", "name") == "confirmed")
    #expect(try register(Flows.emailPassword, "pending@example.com").text("end", "name") == "pending")
    let failed = try register(Flows.emailPassword, "fail@example.com")
    #expect(failed.text("state") == "register")
    #expect(failed.text("error", "code") == "confirmation_failed")

    let logIn = try folder.live(Flows.emailPassword, "log-in")
    let pending = try logIn.reply(then: ["email": "pending@example.com", "password": "Correct-Horse-7"])
    #expect(pending.text("error", "code") == "confirmation_required")
    let done = try logIn.send("submit", ["email": "ada@example.com", "password": "Correct-Horse-7"])
    #expect(done.text("end", "name") == "completed")
  }

  @Test func `commands leave no files open`() throws {
    let live = try folder.live(Flows.emailPassword, "register-by-function")
    let input: JSON = ["email": "fail@example.com", "password": "Correct-Horse-7"]
    _ = try live.reply(then: input)
    let before = live.openFiles
    for _ in 0..<5 {
      #expect(try live.send("submit", input).text("error", "code") == "confirmation_failed")
    }
    #expect(live.openFiles <= before)
  }

  @Test func `a web hook decides, and can prove who asks`() throws {
    let server = try HookListener()
    #expect(try run("/bin/cp", ["-r", Flows.emailPassword, folder.path + "/t"]).status == 0)
    let tenant = try #require(folder.read("t/tenant.yaml"))
    let hook =
      "confirm-user: { url: \"http://127.0.0.1:\(server.port)/confirm\", secret: env:HOOK_KEY, attempts: 10 per 1h }"
    let command = "confirm-user: { command: [sh, functions/confirm-user.sh], timeout: 5s, attempts: 10 per 1h }"
    folder.write("t/tenant.yaml", tenant.replacing(command, with: hook))

    let live = try LiveUsher(
      ["run", "t", "register-by-function", "--json", "--storage", "sqlite:db"], folder: folder,
      environment: ["USHER_EMAIL__PASSWORD_HOOK_KEY": "secret"])
    _ = try live.reply()
    let input: JSON = ["email": "ada@example.com", "password": "Correct-Horse-7"]
    live.write("submit", input)
    let refused = try server.answer(status: "500 Oops", "")
    #expect(try live.reply().text("error", "code") == "confirmation_failed")
    live.write("submit", input)
    let request = try server.answer(status: "200 OK", #"{"status":"success"}"#)
    #expect(try live.reply().text("end", "name") == "confirmed")

    for request in [refused, request] {
      #expect(request.hasPrefix("POST /confirm HTTP/1.1\r\n"))
      #expect(request.contains("Signature: usher=:") && request.contains("Content-Digest: sha-256=:"))
      #expect(request.contains(#""email":"ada@example.com""#))
      #expect(!request.contains("Correct-Horse") && !request.contains("secret"))
    }
  }
}

extension FunctionTests {
  /// The function of `docs/language/functions.md`, as it stands there.
  @Test func `the documented function knows who asks`() throws {
    let page = String(decoding: try #require(readFile(Repository.root + "/docs/language/functions.md")), as: UTF8.self)
    let parts = page.components(around: "```python\n", "```\n")
    folder.write("office.py", try #require(parts))
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let child = try start(
      "/usr/bin/python3", ["office.py"],
      environment: [
        "OFFICE_SECRET": "right", "PYTHONPATH": Repository.root + "/Examples/Receiver", "PYTHONDONTWRITEBYTECODE": "1",
      ], folder: folder.path, .descriptors([ends[0], ends[1], 2]))
    close(ends[1])
    defer {
      kill(child, SIGTERM)
      _ = try? TestSupport.wait(child, sent: SIGTERM)
      close(ends[0])
    }
    var line = ""
    while !line.hasSuffix("\n"), let more = try readSome(ends[0], until: now() + 20) {
      line += String(decoding: more, as: UTF8.self)
    }
    let port = try #require(UInt16(line.dropLast()))

    #expect(try run("/bin/cp", ["-r", Flows.emailPassword, folder.path + "/t"]).status == 0)
    let tenant = try #require(folder.read("t/tenant.yaml"))
    let hook =
      "confirm-user: { url: \"http://127.0.0.1:\(port)/\", secret: env:HOOK_KEY, attempts: 10 per 1h }"
    let command = "confirm-user: { command: [sh, functions/confirm-user.sh], timeout: 5s, attempts: 10 per 1h }"
    folder.write("t/tenant.yaml", tenant.replacing(command, with: hook))
    for (key, email, expected) in [
      ("right", "ada@example.com", "confirmed"), ("right", "bob@example.com", nil), ("wrong", "ada@example.com", nil),
    ] as [(String, String, String?)] {
      let live = try LiveUsher(
        ["run", "t", "register-by-function", "--json", "--storage", "memory"], folder: folder,
        environment: ["USHER_EMAIL__PASSWORD_HOOK_KEY": key])
      _ = try live.reply()
      live.write("submit", ["email": .string(email), "password": "Correct-Horse-7"])
      #expect(try live.reply().text("end", "name") == expected ?? "", "\(key) \(email)")
    }
  }
}

extension String {
  /// What stands between the first occurrence of a text and the next one of another.
  fileprivate func components(around start: String, _ end: String) -> String? {
    guard let first = firstRange(of: start), let last = self[first.upperBound...].firstRange(of: end) else {
      return nil
    }
    return String(self[first.upperBound..<last.lowerBound])
  }
}
