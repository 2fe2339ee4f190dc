import FlowJSON
import Glibc
import TestSupport
import Testing

/// `/healthz` and `/readyz` of a server that something is wrong with.
@Suite struct ReadinessTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func serve(_ options: String..., shell: String = "") throws -> (LiveUsher, String) {
    let words = [
      "serve", Repository.root + "/flows", "--listen", "127.0.0.1:0", "--storage", "sqlite:db", "--log", "log",
      "--allow-commands",
    ]
    let server = try LiveUsher(words + options, folder: folder, shell: shell)
    let line = try #require(try server.line())
    return (server, String(line.split(separator: " ").last ?? ""))
  }

  private func ask(_ url: String, _ options: String...) throws -> (status: String, body: String) {
    let output = try run("/usr/bin/curl", ["-s", "-w", "\n%{http_code}", url] + options).output
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    return (String(lines.last ?? ""), lines.dropLast().joined(separator: "\n"))
  }

  /// Asks until the answer has a status, for as long as ten seconds.
  private func wait(_ url: String, for status: String) throws -> String {
    for _ in 0..<100 {
      let answer = try ask(url + "/readyz")
      if answer.status == status { return answer.body }
      usleep(100_000)
    }
    throw Stalled(description: "/readyz never answers \(status): \(folder.read("log") ?? "")")
  }

  private func signUp(_ url: String) throws -> String {
    try ask(
      url + "/v1/tenants/native-auth/flows/sign-up/runs?client_id=ios", "--json", #"{"email":"ada@example.com"}"#
    ).status
  }

  @Test func `a database that was removed is told, and the process is alive all the same`() throws {
    let (server, url) = try serve("--outbox", "mail")
    #expect(try ask(url + "/readyz") == ("200", "ok\n"))
    for name in ["db", "db-wal", "db-shm"] { unlink(folder.path + "/" + name) }
    #expect(try wait(url, for: "503") == "storage cannot be written\n")
    #expect(try ask(url + "/healthz") == ("200", "ok\n"))
    #expect(folder.read("log")?.contains("storage cannot be written: ") == true)
    server.terminate()
    #expect(try server.finish() == 0)
  }

  @Test func `a master key that others write under and this server lacks is told`() throws {
    let (server, url) = try serve("--outbox", "mail")
    #expect(try ask(url + "/readyz") == ("200", "ok\n"))
    // The two steps of a rotation, and no server was started anew between.
    for _ in 0..<2 { #expect(try folder.usher("keys", "rotate-master", "--storage", "sqlite:db").status == 0) }
    let sealed = try folder.usher("storage", "seal", "--storage", "sqlite:db")
    #expect(sealed.status == 0, "\(sealed)")
    #expect(try wait(url, for: "503") == "the key that storage was written under is missing\n")
    #expect(folder.read("log")?.contains("rows were written under a master key that this server has not") == true)
    server.terminate()
    _ = try server.finish()
  }

  @Test func `a disk that is full is told`() throws {
    // The shell's unit is 512 bytes: enough for the database, and not for what comes.
    let (first, _) = try serve("--outbox", "mail")
    first.terminate()
    #expect(try first.finish() == 0)
    var status = stat()
    #expect(stat(folder.path + "/db", &status) == 0)
    let (server, url) = try serve("--outbox", "mail", shell: "ulimit -f \(status.st_size / 512 + 8)")
    for _ in 0..<200 where try signUp(url) == "201" {}
    #expect(try wait(url, for: "503").contains("storage cannot be written\n"))
    #expect(try ask(url + "/healthz").status == "200")
    server.terminate()
    _ = try server.finish()
  }

  @Test func `an outbox that fails is told, and that it works again`() throws {
    let (server, url) = try serve("--outbox", "mail")
    #expect(mkdir(folder.path + "/mail", 0o700) == 0)
    #expect(try signUp(url) == "201")
    #expect(try wait(url, for: "503") == "messages are not delivered\n")
    #expect(rmdir(folder.path + "/mail") == 0)
    #expect(try wait(url, for: "200") == "ok\n")
    server.terminate()
    #expect(try server.finish() == 0)
  }

  @Test func `an outbox that fails is told alike whether somebody has an account or not`() throws {
    let (server, url) = try serve("--outbox", "mail")
    let reset = url + "/v1/tenants/native-auth/flows/reset-password-quietly/runs?client_id=macos"
    #expect(mkdir(folder.path + "/mail", 0o700) == 0)
    // Nobody has this address: what rests for it is a decoy.
    #expect(try ask(reset, "--json", #"{"email":"none@example.com"}"#).status == "201")
    #expect(try wait(url, for: "503") == "messages are not delivered\n")
    #expect(rmdir(folder.path + "/mail") == 0)
    #expect(try wait(url, for: "200") == "ok\n")
    #expect(folder.read("mail") == nil)
    server.terminate()
    #expect(try server.finish() == 0)
  }

  @Test func `whoever looks after the machine is never limited, and never answered in a protocol's form`() throws {
    let (server, url) = try serve("--outbox", "mail", "--limit-address", "2 per 1h")
    for _ in 0..<5 { #expect(try ask(url + "/healthz") == ("200", "ok\n")) }
    for _ in 0..<5 { #expect(try ask(url + "/readyz") == ("200", "ok\n")) }
    for path in ["/healthz", "/readyz"] {
      let refused = try ask(url + path, "-X", "POST")
      #expect(refused.status == "405" && !refused.body.contains("{"), "\(refused)")
    }
    #expect(try signUp(url) == "201")
    #expect(try signUp(url) == "201")
    #expect(try signUp(url) == "429")
    #expect(try ask(url + "/readyz", "-H", "Host: elsewhere.example") == ("200", "ok\n"))
    server.terminate()
    #expect(try server.finish() == 0)
  }
}
