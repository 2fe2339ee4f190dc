import FlowJSON
import Glibc
import TestSupport
import Testing

/// Accounts that rest, while the attributes of their tenant change.
@Suite struct StoredAccountTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    write(email: ", case-sensitive: true")
    folder.write("flows/club/join.yaml", Self.flow)
  }

  private static let flow = """
    flow: join
    reveals: [account-existence]
    lifetime: 30m
    start: ask
    states:
      ask:
        page: Join
        fields: { email: required, city: required, password: required }
        then:
          submit: create
      create:
        do: account.create
        with: { identifier: email, status: unproven, password: password }
        then:
          created: done
          exists: { to: ask, error: user_already_exists }
          too_short: { to: ask, error: password_too_short }
          too_long: { to: ask, error: password_too_long }
          too_weak: { to: ask, error: password_too_weak }
          banned: { to: ask, error: password_banned }
      done: { end: completed, result: [email, account.id] }

    """

  private func write(email: String, city: String = "", passwords: String = "") {
    folder.write(
      "flows/club/tenant.yaml",
      "tenant: club\nattributes:\n  email: { type: email, identifier: true\(email) }\n"
        + "  city: { type: string\(city) }\npasswords: { min-length: 6, classes: 1, forbid: []\(passwords) }\n"
        + "applications:\n  web: { flows: [join] }\n")
  }

  /// Joins; the account's id, or the error's code.
  private func join(_ email: String, city: String = "Ulm") throws -> String {
    let input: JSON = ["email": .string(email), "city": .string(city), "password": "Correct-horse-9"]
    let result = try usher("run", "flows/club", "join", "--json", "--storage", "sqlite:db", "--input", input.text)
    let reply = try JSON.parse(result.output.split(separator: "\n").first.map(String.init) ?? "")
    return reply["end"]?["result"]?["account.id"]?.string ?? reply["error"]?["code"]?.string ?? result.errors
  }

  private func usher(_ arguments: String...) throws -> ProcessResult {
    try run(Repository.program("usher"), arguments, folder: folder.path)
  }

  private func check(_ options: String...) throws -> ProcessResult {
    try run(
      Repository.program("usher"), ["check", "flows", "--format", "short", "--storage", "sqlite:db"] + options,
      folder: folder.path)
  }

  @Test func `a password that was published is refused, and any where its list cannot be asked`() throws {
    write(email: "", passwords: ", forbid-breached: { file: leaked.txt }")
    #expect(try join("ada@example.com").contains("unavailable"))
    let told = try usher("run", "flows/club", "join", "--json", "--storage", "sqlite:db", "--input", "{}")
    #expect(told.errors.contains(#"the list of leaked passwords "leaked.txt": No such file or directory"#), "\(told)")
    // SHA-1 of another password, and of the one that is chosen here.
    let other = "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:10434004"
    folder.write("flows/club/leaked.txt", other + "\r\n")
    #expect(try join("ada@example.com").count == 24)
    let known = try run(
      "/usr/bin/python3", ["-c", "import hashlib; print(hashlib.sha1(b'Correct-horse-9').hexdigest())"], folder: "/")
    folder.write(
      "flows/club/leaked.txt", [other, known.output.prefix(40).uppercased() + ":1"].sorted().joined(separator: "\n"))
    #expect(try join("bob@example.com") == "password_banned")
  }

  @Test func `a check against storage counts what flows would not find or take, and changes nothing`() throws {
    for (email, city) in [("Ada@example.com", "Ulm"), ("bob@example.com", "Oberammergau"), ("Cyd@example.com", "Rom")] {
      #expect(try join(email, city: city).count == 24)
    }
    let clean = try check()
    #expect(clean.status == 0 && clean.output.contains("club: 3 accounts in sqlite:db\n"), "\(clean)")
    write(email: "", city: ", max-length: 5")
    let found = try check()
    #expect(found.status == 1)
    #expect(
      found.output.contains("  error: `email`: 2 accounts are not found by it as their owners wrote it"), "\(found)")
    #expect(found.output.contains("  warning: `city`: what 1 account has does not fit any more"), "\(found)")
    #expect(!found.output.contains("@") && !found.output.contains("Oberammergau"))
    #expect(try check().output == found.output)
    write(email: ", case-sensitive: true", city: ", max-length: 5")
    #expect(try check().status == 0)
    #expect(try check("--deny", "warnings").status == 1)
  }

  @Test func `a check of storage that is not there makes none, and speaks no format of machines`() throws {
    let absent = try check()
    #expect(absent.status == 3 && absent.errors.contains("`db`"))
    #expect(try usher("check", "flows", "--storage", "sqlite:db", "--format", "json").status == 2)
    #expect(try usher("check", "flows", "--storage", "memory").status == 2)
    #expect(try run("/bin/ls", ["-A"], folder: folder.path).output == "flows\n")
  }

  private func serve() throws -> LiveUsher {
    let words = ["serve", "flows", "--listen", "127.0.0.1:0", "--outbox", "mail", "--storage", "sqlite:db"]
    let server = try LiveUsher(words, folder: folder)
    #expect(try server.line()?.hasPrefix("serving ") == true)
    return server
  }

  /// What a server of the flows, as they are now or as they were served last, says to somebody who joins.
  private func joinServed(_ email: String) throws -> String {
    let words = ["serve", "flows", "--listen", "127.0.0.1:0", "--outbox", "mail", "--storage", "sqlite:db"]
    let server = try LiveUsher(words, folder: folder)
    let line = try server.line() ?? ""
    #expect(line.hasPrefix("serving "))
    let input = #"{"email":"\#(email)","city":"Ulm","password":"Correct-horse-9"}"#
    let url =
      (line.split(separator: " ").last.map(String.init) ?? "") + "/v1/tenants/club/flows/join/runs?client_id=web"
    let answer = try run("/usr/bin/curl", ["-s", url, "--json", input])
    server.terminate()
    #expect(try server.finish() == 0)
    let reply = try JSON.parse(answer.output)
    return reply["end"]?["result"]?["account.id"]?.string ?? reply["error"]?["code"]?.string ?? answer.output
  }

  @Test
  func `flows that would not find accounts are not served until these are converted, and nobody gets their names`()
    throws
  {
    let id = try join("Ada@example.com")
    let server = try serve()
    write(email: "")
    server.hangUp()
    try told("1 account rests in another form than these flows compare", level: "error")
    try told("the flows have problems; those before them go on", level: "error", tenant: nil)
    server.terminate()
    #expect(try server.finish() == 0)
    // A start goes on with what was served last.
    #expect(try joinServed("Ada@example.com") == "user_already_exists")
    // Where nothing was, it serves nothing.
    let words = ["serve", "flows/club", "--listen", "127.0.0.1:0", "--outbox", "mail", "--storage", "sqlite:db"]
    let refused = try run(Repository.program("usher"), words, folder: folder.path)
    #expect(refused.status == 1 && refused.errors.contains("usher accounts convert flows/club"), "\(refused)")
    let converted = try usher("accounts", "convert", "flows/club", "--storage", "sqlite:db")
    #expect(converted.status == 0 && converted.output == "club: 1 account was converted\n", "\(converted)")
    #expect(try joinServed("ADA@example.com") == "user_already_exists")
    #expect(try usher("accounts", "show", id, "--storage", "sqlite:db").output.contains("ada@example.com"))
  }

  @Test func `where two accounts come to one name, the operator shows and deletes one, and the rest is converted`()
    throws
  {
    let (ada, other) = (try join("Ada@example.com"), try join("ADA@example.com"))
    #expect(try join("Cyd@example.com").count == 24)
    write(email: "")
    let refused = try usher("accounts", "convert", "flows/club", "--storage", "sqlite:db")
    #expect(refused.status == 1 && refused.output == "club: 0 accounts were converted\n", "\(refused)")
    #expect(refused.errors.contains("  \(max(ada, other))\n") && !refused.errors.contains("@"), "\(refused)")
    let shown = try usher("accounts", "show", "Ada@example.com", "--tenant", "club", "--storage", "sqlite:db")
    #expect(shown.status == 0 && shown.output.contains(ada), "\(shown)")
    #expect(try usher("accounts", "delete", other, "--tenant", "club", "--storage", "sqlite:db").status == 0)
    let done = try usher("accounts", "convert", "flows/club", "--storage", "sqlite:db")
    #expect(done.status == 0 && done.output == "club: 2 accounts were converted\n", "\(done)")
    #expect(try check().status == 0)
    #expect(try join("CYD@example.com") == "user_already_exists")
  }

  @Test func `an identifier that tells cases apart again gets the case in which its owner wrote it`() throws {
    write(email: "")
    #expect(try join("Ada@example.com").count == 24)
    write(email: ", case-sensitive: true")
    #expect(try check().output.contains("`email`: 1 account is not found by it"))
    #expect(try usher("accounts", "convert", "flows/club", "--storage", "sqlite:db").status == 0)
    #expect(try join("Ada@example.com") == "user_already_exists")
    #expect(try check().status == 0)
  }

  @Test func `flows that are read again are held against the accounts, and the log has the counts`() throws {
    #expect(try join("Ada@example.com", city: "Oberammergau").count == 24)
    let server = try serve()
    write(email: ", case-sensitive: true", city: ", max-length: 5")
    server.hangUp()
    try told("`city`: what 1 account has does not fit")
    server.terminate()
    #expect(try server.finish() == 0)
  }

  private func told(_ text: String, level: JSON = "warning", tenant: JSON? = "club") throws {
    for _ in 0..<400 {
      let lines = (folder.read("errors") ?? "").split(separator: "\n").compactMap { try? JSON.parse(String($0)) }
      if let line = lines.first(where: { $0["message"]?.string?.contains(text) == true }) {
        #expect(line["level"] == level && line["tenant"] == tenant)
        return
      }
      usleep(25_000)
    }
    throw Stalled(description: "the log does not say \(text): \(folder.read("errors") ?? "")")
  }

  @Test func `tenants are listed with their versions, runs and accounts`() throws {
    #expect(try join("Ada@example.com").count == 24)
    #expect(try join("Ada@example.com") == "user_already_exists")
    let listed = try usher("tenants", "--storage", "sqlite:db")
    #expect(
      listed.output.hasPrefix("club: 1 account\n  ")
        && listed.output.hasSuffix("2 runs; flows join; applications web\n"))
    let json = try JSON.parse(try usher("tenants", "--storage", "sqlite:db", "--format", "json").output)
    let tenant = json["tenants"]?.array?.first
    #expect(tenant?["tenant"] == "club" && tenant?["accounts"] == 1)
    let version = tenant?["versions"]?.array?.first
    #expect(version?["runs"] == 2 && version?["flows"] == ["join"] && version?["applications"] == ["web"])
    #expect(version?["hash"]?.string?.count == 64)
    #expect(try usher("tenants", "--storage", "sqlite:absent").status == 3)
    #expect(try run("/bin/ls", ["-A"], folder: folder.path).output == "db\ndb.key\nflows\n")
  }
}
