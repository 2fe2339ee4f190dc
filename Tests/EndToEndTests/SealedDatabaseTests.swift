import FlowJSON
import Glibc
import TestSupport
import Testing

/// The database of the command under its key: what its file tells, and how its master key changes.
@Suite struct SealedDatabaseTests {
  private let folder: TemporaryFolder
  private static let password = "Tea-at-5-oclock"

  init() throws { folder = try TemporaryFolder() }

  /// Registers, or logs in, somebody; the name of the end.
  private func take(_ flow: String, _ name: String, _ options: String...) throws -> String? {
    let input = #"{"email":"\#(name)@example.com","password":"\#(Self.password)"}"#
    let words = ["run", Flows.emailPassword, flow, "--json", "--outbox", "mail", "--input", input]
    let result = try run(Repository.program("usher"), words + options, input: "", folder: folder.path)
    guard result.status == 0, let line = result.output.split(separator: "\n").last else {
      Issue.record("\(result.errors)")
      return nil
    }
    return try JSON.parse(String(line))["end"]?["name"]?.string
  }

  private func sql(_ script: String) throws {
    let code = "import sqlite3; d = sqlite3.connect('usher.sqlite'); d.executescript(\"\"\"\(script)\"\"\"); d.commit()"
    #expect(try run("/usr/bin/python3", ["-c", code], folder: folder.path).status == 0)
  }

  @Test func `the file of a database tells nothing of who has an account`() throws {
    #expect(try take("register-at-once", "ada") == "registered")
    let content = String(decoding: try #require(readFile(folder.path + "/usher.sqlite")), as: UTF8.self)
    #expect(!content.contains("ada@example.com") && !content.contains("argon2"))
  }

  @Test func `an account that was edited is refused, and the log says so`() throws {
    #expect(try take("register-at-once", "ada") == "registered")
    #expect(try take("register-at-once", "bob") == "registered")
    // Bob's password for Ada's account.
    try sql(
      """
      UPDATE accounts SET attributes = (SELECT attributes FROM accounts WHERE number = 2) WHERE number = 1
      """)
    let input = #"{"email":"ada@example.com","password":"\#(Self.password)"}"#
    let result = try folder.usher("run", Flows.emailPassword, "log-in", "--json", "--input", input)
    #expect(result.output.contains(#""unavailable""#), "\(result.output)")
    #expect(result.errors.contains("is not as this server wrote it, and was refused"), "\(result.errors)")
    #expect(!result.errors.contains("example.com"))
  }

  @Test func `a look at the storage tells which accounts were edited, and where rows lead nowhere`() throws {
    for name in ["ada", "bob"] { #expect(try take("register-at-once", name) == "registered") }
    func check(key: String = "usher.sqlite.key") throws -> ProcessResult {
      try folder.usher("storage", "check", "--key", key)
    }
    #expect(try check().output == "`usher.sqlite` is whole\n")
    try sql("UPDATE accounts SET version = version + 1 WHERE number = 2")
    let edited = try check()
    #expect(edited.status == 1 && edited.output.hasSuffix(" is not as a server wrote it\n"), "\(edited)")
    #expect(edited.output.split(separator: "\n").count == 1)
    // Without the key it says what it could not tell.
    let blind = try check(key: "absent")
    #expect(blind.status == 0 && blind.errors.contains("was not looked at"), "\(blind)")
    try sql("PRAGMA foreign_keys = OFF; DELETE FROM accounts WHERE number = 1")
    let dangling = try check()
    #expect(dangling.status == 1 && dangling.output.contains("rows lead to accounts that are not there"), "\(dangling)")
  }

  @Test func `a master key is rotated while accounts stay what they are`() throws {
    #expect(try take("register-at-once", "ada") == "registered")
    let old = try #require(folder.read("usher.sqlite.key"))
    // First all can read with it, and what the older one alone wrote is found by both.
    #expect(chown(folder.path + "/usher.sqlite.key", 65534, 65534) == 0 || getuid() != 0)
    // What a run that was killed has left holds all master keys.
    folder.write("usher.sqlite.key.usher-new-aB3dE6", old)
    folder.write("usher.sqlite.key.backup", old)
    let prepared = try folder.usher("keys", "rotate-master")
    #expect(folder.read("usher.sqlite.key.usher-new-aB3dE6") == nil && folder.read("usher.sqlite.key.backup") == old)
    #expect(prepared.status == 0, "\(prepared.errors)")
    let between = try #require(folder.read("usher.sqlite.key"))
    #expect(between.hasPrefix(old + "next "))
    #expect(try take("register-at-once", "bob") == "registered")
    folder.write("older", old)
    #expect(chmod(folder.path + "/older", 0o600) == 0)
    #expect(try take("log-in", "bob", "--key", "older") == "completed")

    let rotated = try folder.usher("keys", "rotate-master")
    let ring = try #require(folder.read("usher.sqlite.key"))
    #expect(ring.split(separator: "\n").count == 2 && ring.hasSuffix(old) && !ring.contains("next"))
    #expect(rotated.output.prefix(16) == prepared.output.prefix(16))
    var status = stat()
    #expect(stat(folder.path + "/usher.sqlite.key", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600 && (status.st_uid == 65534 || getuid() != 0))
    #expect(try take("register-at-once", "eve") == "registered")

    // With the new one alone, what the old one sealed would be lost: it says which is missing.
    let new = String(ring.prefix(65))
    folder.write("new", new)
    #expect(chmod(folder.path + "/new", 0o600) == 0)
    let early = try folder.usher("run", Flows.emailPassword, "log-in", "--json", "--key", "new")
    #expect(early.status == 3)
    #expect(early.errors.contains("it asks for "), "\(early.errors)")

    let sealed = try folder.usher("storage", "seal")
    #expect(sealed.status == 0, "\(sealed.errors)")
    let lines = sealed.output.split(separator: "\n")
    #expect(lines.first == "3 accounts sealed under \(rotated.output.prefix(16))")
    // Bob's session is one of the older key.
    #expect(lines.last?.hasPrefix("older keys are needed for links and sessions until 20") == true)
    try sql("UPDATE tickets SET expires = 1")
    #expect(try folder.usher("storage", "seal").output == "3 accounts sealed under \(rotated.output.prefix(16))\n")
    for name in ["ada", "bob", "eve"] { #expect(try take("log-in", name, "--key", "new") == "completed") }
  }

  @Test func `a wrong key is noticed before anything is sealed under it`() throws {
    #expect(try take("register-at-once", "ada") == "registered")
    folder.write("wrong", String(repeating: "7", count: 64) + "\n")
    #expect(chmod(folder.path + "/wrong", 0o600) == 0)
    #expect(try folder.usher("storage", "seal", "--key", "wrong").status == 3)
    #expect(try folder.usher("storage", "seal", "--key", "none").errors.contains("`none`"))
    #expect(readFile(folder.path + "/none") == nil)
    #expect(try take("log-in", "ada") == "completed")
  }

  @Test func `a table that was replaced in the file is not run`() throws {
    let begun = try folder.usher("run", Flows.emailPassword, "log-in", "--json", "--outbox", "mail")
    let page = try #require(begun.output.split(separator: "\n").first.map(String.init))
    let token = try #require(try JSON.parse(page)["token"]?.string)
    // Of another tenant, under the hash of this one's.
    #expect(try folder.usher("compile", Flows.nativeAuth, "-o", "other.table").status == 0)
    let code = """
      import sqlite3
      d = sqlite3.connect('usher.sqlite')
      d.execute('UPDATE tables SET file = ?', (open('other.table', 'rb').read(),)); d.commit()
      """
    #expect(try run("/usr/bin/python3", ["-c", code], folder: folder.path).status == 0)
    let result = try folder.usher("run", "--resume", token, "--json", "--outbox", "mail")
    #expect(!result.output.contains(#""state""#) && result.output.contains("unavailable"), "\(result.output)")
    #expect(result.errors.contains("is not as this server wrote it"), "\(result.errors)")
  }

  @Test func `a master key is needed as long as a password is peppered with it`() throws {
    #expect(try run("/bin/cp", ["-r", Flows.emailPassword, folder.path + "/flows"], folder: "/").status == 0)
    let tenant = try #require(folder.read("flows/tenant.yaml"))
    folder.write("flows/tenant.yaml", tenant.replacing("  remember: 0", with: "  remember: 0\n  pepper: true"))
    func take(_ flow: String) throws -> String {
      let input = #"{"email":"ada@example.com","password":"\#(Self.password)"}"#
      let result = try folder.usher("run", "flows", flow, "--json", "--input", input)
      return try JSON.parse(result.output.split(separator: "\n").last.map(String.init) ?? "")["end"]?["name"]?.string
        ?? result.errors
    }
    #expect(try take("register-at-once") == "registered")
    let old = try #require(folder.read("usher.sqlite.key"))
    for _ in 0..<2 { #expect(try folder.usher("keys", "rotate-master").status == 0) }
    let early = try folder.usher("storage", "seal")
    #expect(early.output.contains("\n1 password needs the pepper of ") && early.output.hasSuffix(": keep that key\n"))
    let ring = try #require(folder.read("usher.sqlite.key"))
    let new = String(ring.dropLast(old.count))
    folder.write("usher.sqlite.key", new)
    let locked = try folder.usher("run", "flows", "log-in", "--json")
    #expect(locked.status == 3 && locked.errors.contains("it asks for "), "\(locked.errors)")
    folder.write("usher.sqlite.key", ring)
    #expect(try take("log-in") == "completed")
    #expect(try folder.usher("storage", "seal").output.split(separator: "\n").count == 1)
    folder.write("usher.sqlite.key", new)
    #expect(try take("log-in") == "completed")
  }

  @Test func `accounts that an earlier version wrote are sealed by a command of their own`() throws {
    #expect(try take("register-at-once", "ada", "--plain-accounts") == "registered")
    // As an earlier version left it: without the tag, and without the mark.
    try sql(
      """
      UPDATE accounts SET attributes = substr(attributes, instr(attributes, '{')) WHERE number > 0;
      DELETE FROM secrets WHERE name = 'rows-at-rest';
      """)
    let before = try #require(readFile(folder.path + "/usher.sqlite"))
    let refused = try folder.usher("run", Flows.emailPassword, "log-in", "--json")
    #expect(refused.status == 3)
    #expect(refused.errors.contains("usher storage seal --storage sqlite:usher.sqlite"), "\(refused.errors)")
    #expect(readFile(folder.path + "/usher.sqlite") == before)
    #expect(try folder.usher("storage", "seal").output.hasPrefix("1 account sealed under "))
    #expect(try take("log-in", "ada") == "completed")
    let other = try folder.usher("run", Flows.emailPassword, "log-in", "--json", "--plain-accounts")
    #expect(other.status == 3 && other.errors.contains("--plain-accounts"))
    #expect(try folder.usher("storage", "seal", "--plain-accounts").status == 0)
    #expect(try take("log-in", "ada", "--plain-accounts") == "completed")
  }

  @Test func `a key comes from a command, and a command that fails gives none`() throws {
    let command = "printf '%064d' 7"
    #expect(try take("register-at-once", "ada", "--key-command", command) == "registered")
    #expect(access(folder.path + "/usher.sqlite.key", F_OK) != 0)
    #expect(try take("log-in", "ada", "--key-command", command) == "completed")
    for (other, word) in [
      ("exit 4", "exit code 4"), ("echo secret", "64 hexadecimal digits"), ("true", "64 hexadecimal"),
    ] {
      let result = try folder.usher("run", Flows.emailPassword, "log-in", "--json", "--key-command", other)
      #expect(result.status == 3)
      #expect(result.errors.contains(word) && !result.errors.contains("secret"), "\(result.errors)")
    }
    #expect(try folder.usher("keys", "rotate-master", "--key-command", command).status == 2)
  }

  @Test func `a key file that others can read is refused`() throws {
    #expect(try take("register-at-once", "ada") == "registered")
    for mode: mode_t in [0o644, 0o660, 0o602] {
      #expect(chmod(folder.path + "/usher.sqlite.key", mode) == 0)
      let result = try folder.usher("run", Flows.emailPassword, "log-in", "--json")
      #expect(result.status == 3)
      #expect(result.errors.contains("chmod 600"), "\(result.errors)")
    }
  }
}
