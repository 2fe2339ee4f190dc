import FlowJSON
import Glibc
import TestSupport
import Testing

/// `usher audit`: what became of accounts, and whether anybody has changed the list.
@Suite struct AuditVerbTests {
  private let folder: TemporaryFolder
  private static let password = "Tea-at-5-oclock"

  init() throws { folder = try TemporaryFolder() }

  private func take(_ flow: String, _ name: String) throws -> String {
    let input = #"{"email":"\#(name)@example.com","password":"\#(Self.password)"}"#
    let result = try folder.usher("run", Flows.emailPassword, flow, "--json", "--outbox", "mail", "--input", input)
    let reply = try JSON.parse(result.output.split(separator: "\n").last.map(String.init) ?? "null")
    return reply["end"]?["name"]?.string ?? reply["error"]?["code"]?.string ?? result.errors
  }

  private func audit(_ words: String...) throws -> ProcessResult {
    try run(Repository.program("usher"), ["audit"] + words, folder: folder.path)
  }

  private func sql(_ script: String) throws {
    let code = "import sqlite3; d = sqlite3.connect('usher.sqlite'); d.executescript(\"\"\"\(script)\"\"\"); d.commit()"
    #expect(try run("/usr/bin/python3", ["-c", code], folder: folder.path).status == 0)
  }

  private func entries(_ words: String...) throws -> [JSON] {
    let listed = try run(
      Repository.program("usher"), ["audit", "list", "--format", "json"] + words, folder: folder.path)
    return try JSON.parse(listed.output)["entries"]?.array ?? []
  }

  @Test func `what flows and operators do to accounts is listed, also when they are deleted, and by ids alone`() throws
  {
    for name in ["ada", "bob"] { #expect(try take("register-at-once", name) == "registered") }
    let all = try entries()
    #expect(all.count == 2)
    let ada = all[0].text("account")
    #expect(all[0]["by"] == "run" && all[0].text("flow") == "register-at-once" && all[0].text("run").count == 32)
    #expect(all[0].text("version").count == 64)
    #expect(all[0]["changes"]?.array?.contains("created") == true)
    #expect(try entries("--account", "ada@example.com") == [all[0]])

    for verb in ["disable", "enable", "delete"] { #expect(try folder.usher("accounts", verb, ada).status == 0) }
    let of = try entries("--account", ada, "--tenant", "email-password")
    #expect(of.map { $0.text("by") } == ["run", "operator", "operator", "operator"])
    #expect(of.last?["changes"] == ["deleted"])
    #expect(try audit("list", "--account", ada).status == 1, "in no tenant, nobody knows whose it was")
    let text = try audit("list").output
    #expect(
      text.split(separator: "\n").count == 5 && text.contains("  disabled,sessions.ended  by operator\n"), "\(text)")
    for word in ["@", "example", "argon2", Self.password] { #expect(!text.contains(word), "\(word)") }

    let whole = try audit("verify")
    #expect(whole.status == 0 && whole.output.hasPrefix("5 entries, digest "), "\(whole)")
    #expect(whole.output.hasSuffix(": as the servers wrote them\n"))
    #expect(try audit("verify").output == whole.output)
  }

  @Test func `whoever changes an entry, or takes one away, is told of with its place`() throws {
    #expect(try take("register-at-once", "ada") == "registered")
    let chain = try folder.usher("audit", "verify", "--format", "json")
    #expect(try JSON.parse(chain.output)["breaks"] == [])
    try sql("UPDATE audit SET content = CAST(replace(CAST(content AS TEXT), 'run', 'owner') AS BLOB)")
    let changed = try audit("verify")
    #expect(
      changed.status == 1 && changed.output.contains(", entry 1: it was changed, or the one before it was\n"),
      "\(changed)")
    #expect(changed.output.hasSuffix(": somebody has changed them\n"))
    try sql("DELETE FROM audit")
    let gone = try JSON.parse(try audit("verify", "--format", "json").output)
    #expect(gone["entries"] == 0 && gone["breaks"]?.array?.count == 1)
    #expect(gone["breaks"]?.array?.first?.text("reason") == "the entries from 1 to 1 are gone from the end")
    // Nobody is kept from an account by it.
    for name in ["bob", "eve", "kim"] { #expect(try take("register-at-once", name) == "registered") }
  }

  @Test func `what is not there, or does not go together, is told`() throws {
    #expect(try audit("verify").status == 3)
    #expect(try audit("verifi").errors.contains("did you mean `verify`?"))
    #expect(try audit("verify", "--tenant", "t").status == 2)
    #expect(try take("register-at-once", "ada") == "registered")
    let none = try audit("list", "--account", "eve@example.com")
    #expect(none.status == 1 && none.errors.contains("nothing is known of an account `eve@example.com`"), "\(none)")
  }
}
