import FlowJSON
import FlowModel
import FlowRuntime
import Glibc
import Synchronization
import Testing

@testable import FlowDelivery

@Suite struct CommandFunctionTests {
  let folder: TemporaryFolder
  /// A tenant of its own, so that no test waits for the turns of another.
  let own: JSON = ["id": "1", "tenant": .string("t\(UInt64.random(in: 0 ... .max))")]

  init() throws { folder = try TemporaryFolder() }

  private func call(
    _ words: [String], timeout: Int = 5000, request: JSON? = nil
  ) async -> (status: FunctionStatus, reason: String?) {
    await FunctionGateway(folder: folder.path, settings: .development).call(
      FunctionDefinition(name: "confirm", target: .command(words), timeout: timeout), request: request ?? own)
  }

  private func shell(
    _ script: String, timeout: Int = 5000, request: JSON? = nil
  ) async -> (status: FunctionStatus, reason: String?) {
    await call(["sh", "-c", script], timeout: timeout, request: request)
  }

  @Test(arguments: [("success", FunctionStatus.success), ("pending", .pending), ("fail", .fail)])
  func `a command decides`(word: String, status: FunctionStatus) async {
    let answer = await shell("echo '{\"status\":\"\(word)\"}'")
    #expect(answer.status == status)
    #expect(answer.reason == nil)
  }

  @Test func `where commands are not allowed none is run`() async throws {
    let function = FunctionDefinition(name: "confirm", target: .command(["touch", "run"]))
    let answer = await FunctionGateway(folder: folder.path).call(function, request: own)
    #expect(answer.status == .fail)
    #expect(answer.reason == "was not called: it is a command, and those are not allowed here (`--allow-commands`)")
    #expect(throws: (any Error).self) { try folder.read("run") }
  }

  @Test func `a command reads the request and runs in the tenant's folder`() async throws {
    let answer = await shell(#"cat > request; echo '{"status":"success"}'"#, request: ["id": "7", "user": "é\n"])
    #expect(answer.status == .success)
    #expect(try folder.read("request") == "{\"id\":\"7\",\"user\":\"é\\n\"}\n")
  }

  @Test func `a command says which published passwords begin like one`() async throws {
    func leaked(_ script: String) async -> (range: String?, reason: String?) {
      await FunctionGateway(folder: folder.path, settings: .development).leaked(
        FunctionDefinition(name: "look-up", target: .command(["sh", "-c", script])), request: ["prefix": "5BAA6"])
    }
    let said = await leaked(#"cat > request; printf '%s' '{"status":"success","range":"1E4C:3\r\n1F00:1"}'"#)
    #expect(said.range == "1E4C:3\r\n1F00:1" && said.reason == nil)
    #expect(try folder.read("request") == "{\"prefix\":\"5BAA6\"}\n")
    for (script, reason) in [
      (#"echo '{"status":"success"}'"#, "answered without a \"range\""),
      (#"echo '{"status":"fail","range":""}'"#, "does not say which passwords were published"),
      (#"echo '{"status":"pending"}'"#, "does not say which passwords were published"),
      ("exit 3", "ended with exit status 3"),
    ] {
      let silent = await leaked(script)
      #expect(silent.range == nil && silent.reason == reason)
    }
  }

  @Test func `a function that hangs takes no other tenant's turn, and its own calls say what they waited for`() async {
    // Turns of its own: other tests call functions at the same time.
    let gateway = FunctionGateway(folder: folder.path, settings: .development, turns: FunctionTurns(threads: 64))
    func shell(_ script: String, timeout: Int, request: JSON) async -> (status: FunctionStatus, reason: String?) {
      await gateway.call(
        FunctionDefinition(name: "confirm", target: .command(["sh", "-c", script]), timeout: timeout), request: request)
    }
    await withTaskGroup(of: String?.self) { group in
      for number in 0..<80 {
        let request: JSON = ["id": .string("\(number)"), "tenant": "hanging"]
        group.addTask { await shell("sleep 9", timeout: 2500, request: request).reason }
      }
      var ids = 0
      while ids < 20 {
        ids += 1
        let answer = await shell(
          #"echo '{"status":"success"}'"#, timeout: 2000, request: ["id": "x", "tenant": "other"])
        #expect(answer.status == .success, "\(answer.reason ?? "")")
      }
      let reasons = await group.reduce(into: [String: Int]()) { $0[$1 ?? "", default: 0] += 1 }
      #expect(reasons["did not answer in time"] == 8)
      let waited = reasons.filter { $0.key.hasSuffix(": 8 calls of it are under way") }
      #expect(waited.values.reduce(0, +) == 72, "\(reasons)")
    }
  }

  @Test func `a relative command is one of the tenant's folder`() async throws {
    #expect(
      await shell(
        #"printf '#!/bin/sh\necho "{\"status\":\"pending\"}"\n' > hook; chmod +x hook; echo '{"status":"success"}'"#
      ).status == .success)
    #expect(await call(["./hook"]).status == .pending)
  }

  @Test func `a command gets the variables that it is given, and none of the server's`() async throws {
    setenv("USHER_SHOP_GIVEN", "given", 1)
    setenv("GIVEN", "the server's", 1)
    setenv("USHER_SHOP__TWO_OTHER", "another tenant's", 1)
    setenv("USHER_TEST_SECRET", "secret", 1)
    let words = ["sh", "-c", #"env > environment; echo '{"status":"success"}'"#]
    var function = FunctionDefinition(name: "confirm", target: .command(words))
    // The last two are those that would reach into the names of another tenant, and of the server.
    function.environment = ["GIVEN", "ABSENT", "_TWO_OTHER", "TEST_SECRET"]
    let gateway = FunctionGateway(folder: folder.path, settings: .development)
    #expect(await gateway.call(function, request: ["id": "1", "tenant": "shop"]).status == .success)
    let lines = try folder.read("environment").split(separator: "\n")
    let names = Set(lines.map { String($0.prefix { $0 != "=" }) })
    #expect(
      names.isSubset(of: ["PATH", "HOME", "LANG", "GIVEN", "PWD", "OLDPWD", "SHLVL", "_"]), "\(names)")
    #expect(lines.contains("GIVEN=given"))
  }

  @Test func `what a command says is marked as its words, and cannot begin a line or move a cursor`() async throws {
    let log = Mutex<[String]>([])
    let gateway = FunctionGateway(
      folder: folder.path, settings: .development, log: LineLog { line in log.withLock { $0.append(line) } })
    let words = ["printf", #"\033[2Jusher: all is well\rusher: again\n"#]
    _ = await gateway.call(
      FunctionDefinition(name: "confirm", target: .command(["sh", "-c", words[0] + " '" + words[1] + "' >&2"])),
      request: ["id": "1"])
    let lines = log.withLock { $0 }
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.hasPrefix("function confirm says: ") })
    #expect(!lines.contains { $0.unicodeScalars.contains { $0.value < 0x20 } })
  }

  @Test func `words are not read by a shell`() async {
    #expect(await call(["printf", "%s", #"{"status":"success","x":"$HOME; exit 1"}"#]).status == .success)
  }

  @Test func `a large request that nobody reads does no harm`() async {
    let request: JSON = ["id": .string(String(repeating: "x", count: 1_000_000))]
    #expect(await shell(#"exec 0<&-; sleep 0.1; echo '{"status":"success"}'"#, request: request).status == .success)
    let read = await shell(#"test $(wc -c) -gt 1000000 && echo '{"status":"success"}'"#, request: request)
    #expect(read.status == .success)
  }

  @Test(arguments: [
    ("echo hello", "answered no JSON (see byte 0 of its answer)"),
    ("true", "answered no JSON (see byte 0 of its answer)"),
    ("echo '{}'", #"answered without a "status" of "success", "pending" or "fail""#),
    ("echo '{\"status\":\"success\"}'; exit 3", "ended with exit status 3"),
    ("kill -9 $$", "was ended by signal 9"),
    ("no-such-command", "ended with exit status 127"),
    ("head -c 65537 /dev/zero", "answered more than 65536 bytes"),
    ("cat /dev/zero", "answered more than 65536 bytes"),
  ])
  func `whatever else happens is a failure with a reason`(script: String, predicate: String) async {
    let answer = await shell(script + " 2>/dev/null")
    #expect(answer.status == .fail)
    #expect(answer.reason == predicate)
  }

  @Test(arguments: [["no-such-command"], ["./absent"], [], [""]])
  func `a command that is not there is a failure`(words: [String]) async {
    let answer = await call(words)
    #expect(answer.status == .fail)
    let predicate = words.isEmpty ? "has no command" : "could not be started: No such file or directory"
    #expect(answer.reason == predicate)
  }

  @Test func `what a command says on standard error goes to the log, a line an entry, and no further than 64 KiB`()
    async
  {
    let log = Entries()
    let gateway = FunctionGateway(folder: folder.path, settings: .development, log: log)
    let script =
      #"echo one >&2; printf 'two\r\n\n' >&2; head -c 100000 /dev/zero | tr "\0" x >&2; echo '{"status":"success"}'"#
    let answer = await gateway.call(
      FunctionDefinition(name: "confirm", target: .command(["sh", "-c", script]), timeout: 5000),
      request: ["id": "1", "tenant": "shop"])
    #expect(answer.status == .success)
    let told = log.entries.withLock { $0 }
    #expect(told.count == 3)
    #expect(told.first == LogEntry(.warning, "function confirm says: one", tenant: "shop"))
    #expect(told.dropFirst().first?.message == "function confirm says: two")
    #expect(told.last.map { $0.message.utf8.count < 65_600 } == true)
  }

  @Test func `a time-out ends the command and all it has started`() async throws {
    let answer = await shell("(sleep 30; echo late) & echo $! > grandchild; echo $$ > child; wait", timeout: 300)
    #expect(answer.status == .fail)
    #expect(answer.reason?.hasPrefix("did not answer in time") == true)
    for name in ["child", "grandchild"] { #expect(try await isGone(name)) }
  }

  @Test func `what a command leaves running does not delay its answer, and is ended`() async throws {
    let answer = await shell(#"sleep 30 & echo $! > grandchild; echo '{"status":"success"}'"#)
    #expect(answer.status == .success)
    #expect(try await isGone("grandchild"))
  }

  /// Whether the process whose number the file holds has ended, waiting a moment for the kill to take effect.
  private func isGone(_ name: String) async throws -> Bool {
    let id = try #require(pid_t(folder.read(name).filter(\.isNumber)))
    for _ in 0..<100 {
      if kill(id, 0) != 0 || isZombie(id) { return true }
      try await Task.sleep(for: .milliseconds(20))
    }
    return false
  }

  /// An orphan may stay a zombie where nobody adopts it.
  private func isZombie(_ id: pid_t) -> Bool {
    guard let file = fopen("/proc/\(id)/stat", "r") else { return true }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    guard fgets(&line, 512, file) != nil else { return true }
    return String(decoding: line.map(UInt8.init(bitPattern:)), as: UTF8.self).contains(") Z")
  }
}

private final class Entries: OperatorLog {
  let entries = Mutex<[LogEntry]>([])

  func write(_ entry: LogEntry) { entries.withLock { $0.append(entry) } }
}
