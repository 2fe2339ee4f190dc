import FlowJSON
import Glibc
import TestSupport
import Testing

/// Two processes at once on one database.
@Suite struct TwoProcessTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func start() throws -> LiveUsher { try folder.live(Flows.nativeAuth, "sign-up") }

  @Test func `both make progress, and see each other's accounts`() throws {
    // Started together on a database that is not there yet.
    let processes = [try start(), try start()]
    let people = (0..<2).map { SignUp(email: "person\($0)@example.com", folder: folder) }
    var replies = try processes.map { try $0.reply() }
    while replies.contains(where: { $0["end"] == nil }) {
      for (process, (person, reply)) in zip(processes, zip(people, replies)) {
        if let input = try person.input(reply) { process.write("submit", input) }
      }
      for index in replies.indices where replies[index]["end"] == nil { replies[index] = try processes[index].reply() }
    }
    #expect(replies.allSatisfy { $0.text("state") == "completed" })
    for (mine, other) in [(0, 1), (1, 0)] {
      #expect(try processes[mine].finish() == 0)
      let reply = try start().reply(then: ["email": .string(people[other].email)])
      #expect(reply.text("error", "code") == "user_already_exists")
    }
  }

  @Test func `processes that start at once on nothing share one key`() throws {
    for number in 0..<3 {
      let name = "db\(number)"
      let processes = try (0..<6).map { _ in
        try LiveUsher(
          ["run", Flows.nativeAuth, "sign-up", "--json", "--storage", "sqlite:\(name)"], folder: folder)
      }
      let replies = try processes.map { try $0.reply() }
      for reply in replies {
        let other = try folder.usher("run", "--json", "--storage", "sqlite:\(name)", "--resume", reply.text("token"))
        #expect(try other.replies().first?["run"] == reply["run"])
      }
    }
    #expect(folder.read("errors") == "")
    #expect(try run("/bin/ls", [folder.path]).output.split(separator: "\n").count { $0.contains("key") } == 3)
  }

  @Test func `a key's file is whole as soon as it is there`() throws {
    for number in 0..<4 {
      let process = try LiveUsher(
        ["run", Flows.nativeAuth, "sign-up", "--json", "--storage", "memory", "--key", "key\(number)"], folder: folder)
      let path = folder.path + "/key\(number)"
      var status = stat()
      let deadline = now() + 20
      while stat(path, &status) != 0, now() < deadline {}
      #expect(status.st_size == 65)
      #expect(status.st_mode & 0o777 == 0o600)
      #expect(try process.reply().text("state") == "identify")
    }
  }

  @Test func `of two who claim one address, one gets it`() throws {
    let processes = [try start(), try start()]
    let signUp = SignUp(email: "ada@example.com", folder: folder)
    var last: [JSON] = []
    for process in processes { last.append(try signUp.run(process, from: try process.reply(), steps: 3)) }
    #expect(last.map { $0.text("state") } == Array(repeating: SignUp.states[3], count: 2))
    for (process, reply) in zip(processes, last) { process.write("submit", try #require(try signUp.input(reply))) }
    let replies = try processes.map { try $0.reply() }
    #expect(replies.count { $0.text("state") == "completed" } == 1)
    #expect(replies.count { $0.text("error", "code") == "user_already_exists" } == 1)
  }

  @Test func `of two who hold one token, one goes on`() throws {
    let first = try start()
    let reply = try first.reply()
    let second = try folder.live("--resume", reply.text("token"))
    #expect(try second.reply().text("state") == "identify")
    for (index, process) in [first, second].enumerated() {
      process.write("submit", ["email": .string("ada\(index)@example.com")], token: reply.text("token"))
    }
    let replies = [try first.reply(), try second.reply()]
    #expect(replies.count { $0.text("error", "code") == "invalid_token" } == 1)
    #expect(replies.count { $0["error"] == nil && $0.text("state") == SignUp.states[1] } == 1)
    #expect(try folder.mail().count == 1)
  }
}
