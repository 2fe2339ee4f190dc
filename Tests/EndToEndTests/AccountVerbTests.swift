import FlowJSON
import Glibc
import TestSupport
import Testing

/// What the operator decides about one account: `usher accounts`.
@Suite struct AccountVerbTests {
  private let folder: TemporaryFolder
  private static let password = "Tea-at-5-oclock"

  init() throws { folder = try TemporaryFolder() }

  /// Registers, or logs in, somebody; the name of the end, or the error's code.
  private func take(_ flow: String, _ name: String) throws -> String {
    let input = #"{"email":"\#(name)@example.com","password":"\#(Self.password)"}"#
    let result = try folder.usher("run", Flows.emailPassword, flow, "--json", "--outbox", "mail", "--input", input)
    let reply = try JSON.parse(result.output.split(separator: "\n").last.map(String.init) ?? "null")
    return reply["end"]?["name"]?.string ?? reply["error"]?["code"]?.string ?? result.errors
  }

  private func accounts(_ words: String...) throws -> ProcessResult {
    try run(Repository.program("usher"), ["accounts"] + words, folder: folder.path)
  }

  private func sql(_ script: String) throws {
    let code = "import sqlite3; d = sqlite3.connect('usher.sqlite'); d.executescript(\"\"\"\(script)\"\"\"); d.commit()"
    #expect(try run("/usr/bin/python3", ["-c", code], folder: folder.path).status == 0)
  }

  /// The id of somebody's account.
  private func id(_ name: String) throws -> String {
    let shown = try accounts("show", "\(name)@example.com")
    #expect(shown.status == 0, "\(shown)")
    return shown.output.split(separator: "\n").first.map { String($0.suffix(24)) } ?? ""
  }

  @Test func `an account is shown, disabled, enabled and deleted, beside a server, and the log has it`() throws {
    for name in ["ada", "bob"] { #expect(try take("register-at-once", name) == "registered") }
    #expect(try take("log-in", "ada") == "completed")
    let server = try LiveUsher(
      ["serve", Repository.root + "/flows", "--listen", "127.0.0.1:0", "--outbox", "mail", "--allow-commands"],
      folder: folder)
    #expect(try server.line()?.hasPrefix("serving ") == true)
    let shown = try accounts("show", "ada@example.com", "--tenant", "email-password")
    let ada = try id("ada")
    #expect(shown.output.hasPrefix("account    \(ada)\ntenant     email-password\ncreated    20"), "\(shown)")
    for line in ["email      ada@example.com (not proven)", "enabled    yes", "password   yes", "sessions   1"] {
      #expect(shown.output.contains(line + "\n"), "\(shown.output)")
    }
    #expect(!shown.output.contains("argon2"))

    let disabled = try accounts("disable", ada, "--log", "log")
    #expect(disabled.status == 0 && disabled.output == "account \(ada) of email-password was disabled\n", "\(disabled)")
    #expect(try take("log-in", "ada") != "completed")
    #expect(try accounts("show", ada).output.contains("enabled    no\n"))
    #expect(try accounts("show", "\u{2068}ada@example.com\u{2069}", "--tenant", "email-password").status == 0)
    #expect(try accounts("show", ada).output.contains("sessions   0\n"))
    #expect(try accounts("enable", ada, "--log", "log").status == 0)
    #expect(try take("log-in", "ada") == "completed")
    #expect(try accounts("delete", "ada@example.com", "--tenant", "email-password", "--log", "log").status == 0)
    #expect(try accounts("show", ada).status == 1)
    #expect(try take("register-at-once", "ada") == "registered")
    #expect(try take("log-in", "bob") == "completed")

    let events = try (folder.read("log") ?? "").split(separator: "\n").map { try JSON.parse(String($0)) }
    #expect(events.map { $0.text("event") } == ["account.disabled", "account.enabled", "account.deleted"])
    #expect(events.allSatisfy { $0.text("account") == ada && $0.text("tenant") == "email-password" })
    server.terminate()
    #expect(try server.finish() == 0)
  }

  @Test(arguments: [("de-AT", "Einladung"), ("en", "Come in"), (nil, "Come in")])
  func `an invitation is in the language that the operator says`(_ locale: String?, _ subject: String) throws {
    for name in names(Flows.accounts) where name.hasSuffix(".yaml") {
      let text = String(decoding: try #require(readFile("\(Flows.accounts)/\(name)")), as: UTF8.self)
      folder.write("accounts/\(name)", text)
    }
    folder.write("accounts/messages/invitation.de.txt", "---\nsubject: Einladung\n---\n{{ link }}\n")
    folder.write("accounts/messages/invitation.en.txt", "---\nsubject: Come in\n---\n{{ link }}\n")
    func invite(_ more: [String]) throws -> ProcessResult {
      try run(
        Repository.program("usher"),
        ["accounts", "invite", "accounts", "ada@example.com", "--flow", "accept-administration"] + more,
        folder: folder.path)
    }
    let server = try LiveUsher(["serve", "accounts", "--listen", "127.0.0.1:0", "--outbox", "mail"], folder: folder)
    _ = try #require(try server.line(), "\(folder.read("errors") ?? "")")
    let invited = try invite(locale.map { ["--locale", $0] } ?? [])
    #expect(invited.status == 0, "\(invited)")
    for _ in 0..<200 where (folder.read("mail") ?? "").isEmpty { usleep(50_000) }
    let mail = try JSON.parse(String(try #require(folder.read("mail")?.split(separator: "\n").first)))
    #expect(mail.text("subject") == subject, "\(mail.text)")
    let unspoken = try invite(["--locale", "fr"])
    #expect(unspoken.status == 2 && unspoken.errors.contains("does not speak `fr`"), "\(unspoken)")
    server.terminate()
    #expect(try server.finish() == 0)
  }

  @Test
  func `whom an operator invites, until when, and whether there is an account is told; what was sent is withdrawn`()
    throws
  {
    func invite(_ address: String, _ more: String...) throws -> ProcessResult {
      let flow = ["--flow", "accept-administration"]
      return try run(
        Repository.program("usher"), ["accounts", "invite", Flows.accounts, address] + flow + more, folder: folder.path)
    }
    let server = try LiveUsher(
      ["serve", Flows.accounts, "--listen", "127.0.0.1:0", "--outbox", "mail"], folder: folder)
    let line = try #require(try server.line(), "\(folder.read("errors") ?? "")")
    let url = String(line.split(separator: " ").last ?? "")
    let first = try invite("Ada@Example.com")
    #expect(
      first.status == 0 && first.output.hasPrefix("invited  ada@example.com to accept-administration of accounts\n"))
    for text in ["waits in the outbox\n", "\nuntil    20", "\naccount  none has the address yet\n"] {
      #expect(first.output.contains(text), "\(first)")
    }
    // As it comes along where somebody copies it.
    #expect(try invite("\u{200E}ada@example.com\u{200B} ").output.hasSuffix("earlier  1 link is good beside it\n"))
    for _ in 0..<200 where (folder.read("mail") ?? "").split(separator: "\n").count < 2 { usleep(50_000) }
    let mails = try (folder.read("mail") ?? "").split(separator: "\n").map { try JSON.parse(String($0)) }
    let link = try #require(mails.first?["url"]?.string)
    #expect(mails.count == 2 && mails.allSatisfy { $0["kind"] == "invitation" })
    let withdrawn = try invite("ada@example.com", "--withdraw", "--log", "events")
    #expect(
      withdrawn.status == 0
        && withdrawn.output == "ada@example.com: 2 invitations to accept-administration of accounts were withdrawn\n",
      "\(withdrawn)")
    #expect(try invite("ada@example.com", "--withdraw").status == 1)
    #expect(try invite("eve@example.com", "--log", "events").status == 0)
    let told = try (folder.read("events") ?? "").split(separator: "\n").map { try JSON.parse(String($0)) }
    #expect(told.map { $0.text("event") } == ["invitation.withdrawn", "invitation.sent"])
    #expect(told.allSatisfy { $0["tenant"] == "accounts" && !$0.text.contains("@") })
    // The mail has left, and its link is dead.
    let parts = link.split(separator: "?").last.map {
      $0.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
    }
    let values = Dictionary((parts ?? []).map { (String($0[0]), String($0.last ?? "")) }, uniquingKeysWith: { $1 })
    func post(_ path: String, _ body: JSON) throws -> JSON {
      try JSON.parse(
        try run("/usr/bin/curl", ["-s", "-H", "Usher-Application: console", url + path, "--json", body.text]).output)
    }
    let start = try post("/v1/tenants/accounts/flows/accept-administration/runs", [:])
    let opened = try post(
      "/v1/runs/events",
      [
        "event": "submit", "token": .string(start.text("token")),
        "input": ["token": .string(values["token"] ?? ""), "tokenId": .string(values["tokenId"] ?? "")],
      ])
    #expect(opened["error"] != nil, "\(start.text) \(opened.text)")
    #expect(try accounts("show", "ada@example.com", "--withdraw").errors.contains("goes with `invite`"))
    server.terminate()
    #expect(try server.finish() == 0)
  }

  @Test func `what was deleted beside a server leaves the files`() throws {
    let server = try LiveUsher(
      [
        "serve", Repository.root + "/flows", "--listen", "127.0.0.1:0", "--outbox", "mail", "--allow-commands",
        "--plain-accounts",
      ], folder: folder)
    #expect(try server.line()?.hasPrefix("serving ") == true)
    let input = #"{"email":"zoe@example.com","password":"\#(Self.password)"}"#
    #expect(
      try folder.usher(
        "run", Flows.emailPassword, "register-at-once", "--json", "--input", input, "--plain-accounts"
      ).output.contains("registered"))
    func holds() -> Bool {
      ["usher.sqlite", "usher.sqlite-wal"].contains { name in
        readFile(folder.path + "/" + name).map { String(decoding: $0, as: UTF8.self).contains("zoe@example.com") }
          ?? false
      }
    }
    #expect(holds())
    #expect(try accounts("delete", "zoe@example.com").status == 0)
    #expect(!holds())
    server.terminate()
    #expect(try server.finish() == 0)
  }

  @Test func `what names no account, or no verb, changes nothing`() throws {
    #expect(try take("register-at-once", "ada") == "registered")
    let unknown = try accounts("delete", "nobody@example.com")
    #expect(unknown.status == 1 && unknown.errors == "usher accounts: there is no account `nobody@example.com`\n")
    #expect(try accounts("delete", "ada@example.com", "--tenant", "native-auth").status == 1)
    #expect(try accounts("remove", "ada@example.com").status == 2)
    #expect(try accounts("delete", "ada@example.com", "--storage", "sqlite:absent").status == 3)
    #expect(try accounts("convert", Flows.emailPassword, "--tenant", "email-password").status == 2)
    #expect(try take("log-in", "ada") == "completed")
    #expect(readFile(folder.path + "/absent") == nil)
  }

  @Test func `verbs go on past an account that was edited, say so, and it can be deleted`() throws {
    for name in ["ada", "bob", "eve"] { #expect(try take("register-at-once", name) == "registered") }
    let bob = try id("bob")
    try sql("UPDATE accounts SET version = version + 1 WHERE id = '\(bob)'")
    let tenants = try folder.usher("tenants")
    #expect(tenants.status == 1 && tenants.output.hasPrefix("email-password: 2 accounts\n"), "\(tenants)")
    #expect(tenants.errors.contains("account \(bob) is not as this server wrote it"), "\(tenants)")
    for _ in 0..<2 { #expect(try folder.usher("keys", "rotate-master").status == 0) }
    let sealed = try folder.usher("storage", "seal")
    #expect(sealed.status == 1 && sealed.output.hasPrefix("2 accounts sealed under "), "\(sealed)")
    #expect(sealed.output.contains("account \(bob) is not as a server wrote it, and was left"), "\(sealed)")
    // The older key may go: no key opens the one that is left.
    try sql("UPDATE tickets SET expires = 1")
    let ring = try #require(folder.read("usher.sqlite.key"))
    folder.write("usher.sqlite.key", ring.split(separator: "\n").prefix(1).joined() + "\n")
    #expect(try take("log-in", "ada") == "completed")
    let deleted = try accounts("delete", bob)
    #expect(deleted.status == 0 && deleted.output == "account \(bob) of email-password was deleted\n", "\(deleted)")
    #expect(try folder.usher("storage", "seal").status == 0)
    #expect(try folder.usher("tenants").status == 0)
  }
}
