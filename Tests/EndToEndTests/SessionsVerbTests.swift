import FlowJSON
import TestSupport
import Testing

/// `usher sessions`: what people are signed in by, and its end.
@Suite struct SessionsVerbTests {
  private let folder: TemporaryFolder
  private static let password = "Tea-at-5-oclock"

  init() throws { folder = try TemporaryFolder() }

  private func take(_ flow: String, _ name: String) throws -> String {
    let input = #"{"email":"\#(name)@example.com","password":"\#(Self.password)"}"#
    let result = try folder.usher("run", Flows.emailPassword, flow, "--json", "--outbox", "mail", "--input", input)
    let reply = try JSON.parse(result.output.split(separator: "\n").last.map(String.init) ?? "null")
    return reply["end"]?["name"]?.string ?? reply["error"]?["code"]?.string ?? result.errors
  }

  private func sessions(_ words: String...) throws -> ProcessResult {
    try run(Repository.program("usher"), ["sessions"] + words, folder: folder.path)
  }

  private func count(_ name: String) throws -> Int {
    let listed = try sessions("list", "\(name)@example.com", "--format", "json")
    #expect(listed.status == 0, "\(listed)")
    return try JSON.parse(listed.output)["sessions"]?.array?.count ?? -1
  }

  @Test func `a person, a tenant and everybody are signed out, and the audit log has it`() throws {
    for name in ["ada", "bob", "eve"] { #expect(try take("register-at-once", name) == "registered") }
    for name in ["ada", "ada", "bob"] { #expect(try take("log-in", name) == "completed") }
    #expect(try [count("ada"), count("bob"), count("eve")] == [2, 1, 0])
    let listed = try sessions("list", "ada@example.com")
    #expect(listed.output.split(separator: "\n").count == 2 && listed.output.contains("  until 20"), "\(listed)")

    let one = try sessions("revoke", "ada@example.com")
    #expect(one.status == 0 && one.output.hasSuffix(" of email-password was signed out\n"), "\(one)")
    #expect(try [count("ada"), count("bob")] == [0, 1])
    #expect(try take("log-in", "ada") == "completed")
    let all = try sessions("revoke", "--tenant", "email-password")
    #expect(all.status == 0 && all.output == "email-password: 2 accounts were signed out\n", "\(all)")
    #expect(try [count("ada"), count("bob")] == [0, 0])
    #expect(try take("log-in", "bob") == "completed")
    #expect(try sessions("revoke", "--all").output == "email-password: 1 account was signed out\n")
    #expect(try sessions("revoke", "--all").output == "email-password: 0 accounts were signed out\n")

    let log = try folder.usher("audit", "list", "--account", "bob@example.com").output
    #expect(log.split(separator: "\n").count { $0.hasSuffix("  sessions.ended  by operator") } == 2, "\(log)")
  }

  @Test func `what is not there, or does not go together, is told`() throws {
    #expect(try take("register-at-once", "ada") == "registered")
    #expect(try sessions("list").status == 2)
    #expect(try sessions("revoke").status == 2)
    #expect(try sessions("revoke", "--all", "--tenant", "t").status == 2)
    #expect(try sessions("revoke", "ada@example.com", "--all").status == 2)
    #expect(try sessions("revok", "ada@example.com").errors.contains("did you mean `revoke`?"))
    let none = try sessions("revoke", "eve@example.com")
    #expect(none.status == 1 && none.errors == "usher sessions: there is no account `eve@example.com`\n", "\(none)")
  }
}
