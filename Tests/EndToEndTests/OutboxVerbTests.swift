import FlowJSON
import Glibc
import TestSupport
import Testing

/// `usher outbox` beside a server that sends mail: what waits and why, and what somebody does about it.
@Suite struct OutboxVerbTests {
  private let scene: ServingScene
  private var folder: TemporaryFolder { scene.folder }

  init() throws { scene = try ServingScene() }

  /// A tenant whose mail leaves by the server at a port.
  private func write(_ tenant: String, _ port: Int, _ smtp: String = "tls: none", reveals: Bool = false) {
    folder.write(
      "flows/\(tenant)/tenant.yaml",
      """
      tenant: \(tenant)
      attributes:
        email: { type: email, identifier: true }
      channels:
        email:
          smtp: { host: localhost, port: \(port), from: no-reply@club.example, \(smtp) }

      """)
    let flow = MailTests.flow.replacing("start: identify", with: "start: identify\nreveals: [account-existence]")
    folder.write("flows/\(tenant)/join.yaml", reveals ? flow : MailTests.flow)
  }

  private func serve() throws -> (LiveUsher, String) {
    let server = try LiveUsher(
      ["serve", "flows", "--listen", "127.0.0.1:0", "--storage", "sqlite:db", "--allow-hosts", "http://localhost"],
      folder: folder)
    guard let line = try server.line(), line.hasPrefix("serving ") else {
      throw Stalled(description: "it does not serve: \(folder.read("errors") ?? "")")
    }
    return (server, String(line.split(separator: " ").last ?? ""))
  }

  private func outbox(_ words: String...) throws -> ProcessResult {
    try run(Repository.program("usher"), ["outbox"] + words + ["--storage", "sqlite:db"], folder: folder.path)
  }

  /// The list, as soon as it has a text.
  private func list(until text: String, _ words: String...) throws -> String {
    var list = ""
    for _ in 0..<200 {
      list = try run(
        Repository.program("usher"), ["outbox", "list"] + words + ["--storage", "sqlite:db"], folder: folder.path
      ).output
      if list.contains(text) { return list }
      usleep(50_000)
    }
    Issue.record("\(list)")
    return list
  }

  @Test func `a message that waits says why and until when, and leaves when somebody asks for it`() throws {
    let mail = try MailServer(in: folder.path)
    let port = mail.port
    write("club", port)
    let (server, url) = try serve()
    mail.stop()
    for number in 0..<6 { #expect(try scene.join(url, "club", "u\(number)@example.com")["state"] == "code") }
    #expect(try scene.join(url, "club", "full@example.com")["state"] == "code")
    let list = try list(until: "its channel rests until ")
    #expect(
      list.contains(" failures: nothing answers at localhost:\(port): look at `host` and `port`"), "\(list)")
    let entries = try JSON.parse(try outbox("list", "--format", "json").output)["messages"]?.array ?? []
    #expect(entries.contains { $0["waitsFor"]?["what"] == "rest" && $0["waitsFor"]?["failures"]?.int ?? 0 >= 5 })
    #expect(entries.contains { $0["failureKind"] == "connection" })
    let status = try outbox("status").output
    #expect(status.hasPrefix("club  email  7 wait, the oldest for ") && status.contains("rests until "), "\(status)")
    let again = try MailServer(in: folder.path, ["--port", String(port)])
    let asked = try outbox("retry", "--all").output
    #expect(asked.components(of: ", and is tried with one message within seconds: ") == 7, "\(asked)")
    #expect(again.mails(atLeast: 6, seconds: 15).count == 6)
    let full = try self.list(until: "said \"later\"")
    #expect(full.contains("tried ") && full.contains("(452 4.2.2)"), "\(full)")
    let shown = try outbox("show", String(full.prefix { $0 != " " })).output
    #expect(
      shown.contains(", busy: the mail server said") && shown.contains("it said:  the mailbox is (withheld)\n"),
      "\(shown)")
    try scene.end(server)
    let log = try #require(folder.read("errors"))
    #expect(log.components(of: "the channel email fails: nothing answers at localhost") == 1, "\(log)")
    #expect(log.contains("the channel email works again") && !log.contains("the mailbox is"), "\(log)")
  }

  @Test func `an address that refused is sent mail again where an operator says so`() throws {
    let mail = try MailServer(in: folder.path)
    write("club", mail.port, reveals: true)
    let (server, url) = try serve()
    #expect(try scene.join(url, "club", "nobody@example.com")["state"] == "code")
    #expect(try list(until: "given up", "--dead").contains("the mail server refuses the address (550 5.1.1)"))
    #expect(try scene.join(url, "club", "nobody@example.com")["error"]?["code"] == "invalid_username")
    let free = try outbox("allow", "ada@example.com")
    #expect(free.status == 1 && free.errors.contains("ada@example.com is not held back"), "\(free)")
    #expect(try outbox("list", "--tenant", "klub").status == 2)
    #expect(try outbox("list", "--all").output.contains("given up"))
    #expect(try outbox("list", "--channel", "sms").errors == "usher outbox: no message waits or was given up for sms\n")
    #expect(try outbox("allow", "nobody@example.com", "--tenant", "klub").errors.contains("did you mean `club`?"))
    let allowed = try outbox("allow", "nobody@example.com")
    #expect(allowed.status == 0 && allowed.output == "club: nobody@example.com is sent messages again\n", "\(allowed)")
    #expect(try scene.join(url, "club", "nobody@example.com")["state"] == "code")
    try scene.end(server)
  }

  @Test func `one tenant's channel is paused while the others' mail leaves, and goes on where it is resumed`() throws {
    let mail = try MailServer(in: folder.path)
    for tenant in ["club", "shop"] { write(tenant, mail.port) }
    let (server, url) = try serve()
    #expect(try outbox("pause", "clubb").status == 2)
    #expect(try outbox("pause", "club", "--channel", "sms").errors.contains("has no channel for `sms`"))
    let paused = try outbox("pause", "club", "--channel", "email")
    #expect(paused.status == 0 && paused.output == "club: email is paused\n", "\(paused)")
    for tenant in ["club", "shop"] { #expect(try scene.join(url, tenant, "\(tenant)@example.com")["state"] == "code") }
    #expect(mail.mails(atLeast: 1).count == 1)
    #expect(try list(until: "is paused").contains("its channel is paused (`usher outbox resume`)"))
    #expect(try outbox("status").output.contains("club  email  1 waits, the oldest for "))
    sleep(2)
    let mails = try mail.mails.map { try JSON.parse($0) }
    #expect(mails.map { $0["to"] } == [["shop@example.com"]])
    #expect(try outbox("resume", "club").output == "club: email is resumed\n")
    #expect(mail.mails(atLeast: 2).count == 2)
    let status = try JSON.parse(try outbox("status", "--format", "json").output)
    #expect(status["version"] == 1 && status["channels"]?.array?.isEmpty == true, "\(status.text)")
    try scene.end(server)
  }

  @Test func `what waits of a tenant that is gone at a start is told, and leaves by its channel`() throws {
    let mail = try MailServer(in: folder.path)
    let port = mail.port
    for tenant in ["club", "shop"] { write(tenant, port) }
    let (first, url) = try serve()
    mail.stop()
    #expect(try scene.join(url, "club", "ada@example.com")["state"] == "code")
    _ = try list(until: "nothing answers")
    try scene.end(first)
    #expect(rename(folder.path + "/flows/club", folder.path + "/club") == 0)
    let again = try MailServer(in: folder.path, ["--port", String(port)])
    let (second, _) = try serve()
    #expect(again.mails(atLeast: 1, seconds: 30).count == 1)
    try scene.end(second)
    let log = try #require(folder.read("errors"))
    #expect(log.contains("1 message waits of a tenant that is not served"), "\(log)")
  }

  @Test func `a channel is tried before people need it`() throws {
    let mail = try MailServer(in: folder.path)
    write("club", mail.port)
    func trial(
      _ address: String, _ hosts: String = "http://localhost", format: String = "pretty"
    ) throws -> ProcessResult {
      try run(
        Repository.program("usher"),
        ["outbox", "test", "flows/club", address, "--allow-hosts", hosts, "--format", format], folder: folder.path)
    }
    let json = try JSON.parse(try trial("nobody@example.com", format: "json").output)
    #expect(json["channel"] == "email" && json["tenant"] == "club", "\(json.text)")
    #expect(json["steps"]?.array?.last?["outcome"] == "not tried", "\(json.text)")
    #expect(json["steps"]?.array?.contains { $0["name"] == "address" && $0["outcome"] == "failed" } == true)
    let good = try trial("ada@example.com")
    #expect(good.status == 0 && good.output.contains("TLS         not asked for\n"), "\(good)")
    #expect(good.output.hasSuffix("message     ok: taken, 250\n") && mail.mails.count == 1, "\(good)")
    let bad = try trial("nobody@example.com")
    #expect(bad.status == 1 && bad.output.contains("address     failed: the mail server refuses the address (550"))
    #expect(try trial("ada@example.com", "localhost").output.contains("settings    failed: "))
    #expect(try trial("+420601123456").output.contains("is no address of this channel"), "the tenant has one channel")
  }

  private func sql(_ script: String) throws {
    let code = "import sqlite3; d = sqlite3.connect('db'); d.executescript(\"\"\"\(script)\"\"\"); d.commit()"
    #expect(try run("/usr/bin/python3", ["-c", code], folder: folder.path).status == 0)
  }

  @Test func `a message that is on its way says so, and whoever drops it is told that it may arrive`() throws {
    let mail = try MailServer(in: folder.path, ["--delay", "4"])
    write("club", mail.port)
    let (server, url) = try serve()
    #expect(try scene.join(url, "club")["state"] == "code")
    let listed = try list(until: "is being tried now")
    #expect(listed.contains("code by email to ada@example.com  is being tried now\n"), "\(listed)")
    let json = try JSON.parse(try outbox("list", "--format", "json").output)
    #expect(json["messages"]?.array?.first?["waitsFor"]?["what"] == "delivery", "\(json.text)")
    let dropped = try outbox("drop", String(listed.prefix { $0 != " " }))
    #expect(dropped.output.hasSuffix(": was dropped; it is being handed over just now, and may arrive all the same\n"))
    #expect(mail.mails(atLeast: 1, seconds: 15).count == 1)
    #expect(try outbox("list").output == "")
    try scene.end(server)
  }

  @Test func `the list goes by tenants and time, and what nobody can read stops neither it nor the mail`() throws {
    let mail = try MailServer(in: folder.path)
    for tenant in ["shop", "club"] { write(tenant, mail.port) }
    let (server, url) = try serve()
    for tenant in ["shop", "club"] { #expect(try outbox("pause", tenant).status == 0) }
    try scene.log("the channel email is paused")
    for (tenant, name) in [("shop", "a"), ("club", "b"), ("shop", "c"), ("club", "d"), ("club", "e")] {
      #expect(try scene.join(url, tenant, "\(name)@example.com")["state"] == "code")
      usleep(20_000)
    }
    func order(_ text: String) -> [String] {
      text.split(separator: "\n").map { line in
        ["a", "b", "c", "d", "e"].first { line.contains("\($0)@example.com") } ?? String(line.dropFirst(14))
      }
    }
    #expect(try order(list(until: "e@example.com")) == ["b", "d", "e", "a", "c"])
    #expect(try order(outbox("list", "--all", "--tenant", "shop").output) == ["a", "c"])
    try sql(
      """
      PRAGMA ignore_check_constraints = ON;
      UPDATE messages SET sealed = x'00' WHERE id = (SELECT id FROM messages WHERE tenant = 'shop' LIMIT 1);
      UPDATE messages SET id = x'00' WHERE id = (SELECT id FROM messages WHERE tenant = 'club' LIMIT 1);
      """)
    let edited = try outbox("list")
    #expect(
      edited.status == 0 && order(edited.output).count == 4
        && edited.output.hasSuffix("it cannot be opened: it is sealed under another key, or somebody has edited it\n"),
      "\(edited)")
    #expect(edited.errors.contains("1 row cannot be read at all"), "\(edited)")
    let json = try JSON.parse(try outbox("list", "--format", "json").output)
    #expect(json["messages"]?.array?.count == 3 && json["unreadable"] == 1 && json["unopened"]?.array?.count == 1)
    for tenant in ["shop", "club"] { #expect(try outbox("resume", tenant).status == 0) }
    try scene.log("the channel email goes on: its pause was ended")
    #expect(mail.mails(atLeast: 3, seconds: 15).count == 3)
    let strange = try #require(json["unopened"]?.array?.first?["id"]?.string)
    #expect(try outbox("retry", strange).status == 1)
    #expect(try outbox("drop", String(strange.prefix(8))).output == "\(strange): was dropped\n")
    #expect(try outbox("list").output == "")
    try scene.end(server)
  }

  @Test func `two servers on one database send each message once`() throws {
    let mail = try MailServer(in: folder.path)
    write("club", mail.port)
    let (first, url) = try serve()
    let (second, other) = try serve()
    for number in 0..<20 {
      #expect(
        try scene.join(number.isMultiple(of: 2) ? url : other, "club", "u\(number)@example.com")["state"] == "code")
    }
    #expect(mail.mails(atLeast: 20, seconds: 20).count == 20)
    sleep(2)
    let to = try mail.mails.map { try JSON.parse($0)["to"]?.array?.first?.string ?? "" }
    #expect(to.count == 20 && Set(to).count == 20, "\(to)")
    try scene.end(first)
    try scene.end(second)
  }

  @Test func `where tenants are named one by one, what waits of another one is told as well`() throws {
    let mail = try MailServer(in: folder.path)
    let port = mail.port
    for tenant in ["club", "shop"] { write(tenant, port) }
    let (first, url) = try serve()
    mail.stop()
    #expect(try scene.join(url, "club", "ada@example.com")["state"] == "code")
    _ = try list(until: "nothing answers")
    try scene.end(first)
    let server = try LiveUsher(
      [
        "serve", "flows/shop", "--listen", "127.0.0.1:0", "--storage", "sqlite:db", "--allow-hosts", "http://localhost",
      ], folder: folder)
    #expect(try server.line()?.hasPrefix("serving shop ") == true)
    try scene.log("1 message waits of a tenant that is not served: `usher outbox list --tenant club`")
    try scene.end(server)
  }

  @Test func `a mail server that answers late behind a mail gets it once, and others' mail leaves meanwhile`() throws {
    let mail = try MailServer(in: folder.path, ["--slow", "34"])
    write("club", mail.port, "tls: none, connections: 1")
    let (server, url) = try serve()
    #expect(try scene.join(url, "club", "slow@example.com")["state"] == "code")
    _ = try list(until: "is being tried now")
    #expect(try scene.join(url, "club", "ada@example.com")["state"] == "code")
    // With one connection the other mail waits for 25 s, and no longer.
    let taken = try mail.mails(atLeast: 2, seconds: 60).map { try JSON.parse($0)["to"]?.array?.first?.string }
    #expect(taken == ["ada@example.com", "slow@example.com"])
    sleep(3)
    #expect(mail.mails.count == 2)
    #expect(try outbox("list").output == "")
    try scene.end(server)
    #expect(folder.read("errors")?.contains("the channel email fails") == false)
  }

  @Test func `marks that nobody sees around an address are left out`() throws {
    let mail = try MailServer(in: folder.path)
    write("club", mail.port, reveals: true)
    let (server, url) = try serve()
    #expect(try scene.join(url, "club", "nobody@example.com")["state"] == "code")
    _ = try list(until: "given up", "--dead")
    let allowed = try outbox("allow", "\u{202A}nobody@example.com\u{202C}\u{200B} ")
    #expect(allowed.output == "club: nobody@example.com is sent messages again\n", "\(allowed)")
    try scene.end(server)
  }
}
