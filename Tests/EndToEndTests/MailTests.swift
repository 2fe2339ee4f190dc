import FlowJSON
import Glibc
import TestSupport
import Testing

/// The release build with tenants whose mail leaves by a real mail server.
@Suite struct MailTests {
  private let scene: ServingScene
  private var folder: TemporaryFolder { scene.folder }

  init() throws { scene = try ServingScene() }

  static let flow = """
    flow: join
    lifetime: 30m
    start: identify
    states:
      identify:
        page: Your address
        fields: { email: required }
        then:
          submit: send
      send:
        do: code.send
        with: { to: email }
        then:
          sent: code
          throttled: { to: code, error: too_many_codes }
          undeliverable: { to: identify, error: invalid_username }
      code:
        page: The code
        fields: { code: required }
        then:
          submit: verify
      verify:
        do: code.verify
        then:
          valid: done
          invalid: { to: code, error: invalid_code }
          expired: { to: code, error: code_expired }
          exhausted: { to: code, error: too_many_attempts }
      done: { end: proven, result: [email] }

    """

  /// Writes a tenant that sends mail, with these settings of its mail server.
  private func write(_ smtp: String) {
    folder.write(
      "flows/club/tenant.yaml",
      """
      tenant: club
      attributes:
        email: { type: email, identifier: true }
      channels:
        email:
          smtp: { host: localhost, port: env:SMTP_PORT, from: The club <no-reply@club.example>, \(smtp) }

      """)
    folder.write("flows/club/join.yaml", Self.flow)
  }

  private func serve(
    _ mail: MailServer, _ options: [String] = ["--allow-hosts", "http://localhost"], output: String? = nil
  ) throws -> (LiveUsher, String) {
    let words = ["serve", "flows", "--listen", "127.0.0.1:0", "--storage", "sqlite:db"]
    let server = try LiveUsher(
      words + options + (output.map { ["--outbox", $0] } ?? []), folder: folder,
      environment: ["USHER_CLUB_SMTP_PORT": String(mail.port)])
    guard let line = try server.line(), line.hasPrefix("serving ") else {
      throw Stalled(description: "it does not serve: \(folder.read("errors") ?? "")")
    }
    return (server, String(line.split(separator: " ").last ?? ""))
  }

  private func documents(_ mails: [String]) throws -> [JSON] { try mails.map { try JSON.parse($0) } }

  private func outbox(_ words: String...) throws -> ProcessResult {
    try run(Repository.program("usher"), ["outbox"] + words + ["--storage", "sqlite:db"], folder: folder.path)
  }

  @Test func `a code leaves over TLS with a log-in, and proves the address`() throws {
    try MailServer.makeCertificate(in: folder.path)
    let mail = try MailServer(
      in: folder.path,
      ["--tls", "starttls", "--key", "cert-key.pem", "--user", "club", "--password", "s3cret!", "--greylist", "1"])
    write("tls: starttls, ca: file:ca.pem, user: club, password: file:smtp")
    folder.write("secrets/club/ca.pem", try #require(folder.read("cert.pem")))
    folder.write("secrets/club/smtp", "s3cret!\n")
    chmod(folder.path + "/secrets/club/ca.pem", 0o644)
    chmod(folder.path + "/secrets/club/smtp", 0o600)
    let options = ["--secrets", "secrets", "--allow-hosts", "localhost"]
    let (server, url) = try serve(mail, options)
    let reply = try scene.join(url, "club")
    #expect(reply["state"] == "code" && reply["sent"]?["to"] == "a***@example.com", "\(reply.text)")
    // Greylisting lets it wait five seconds.
    let mails = try documents(mail.mails(atLeast: 1))
    let first = try #require(mails.first)
    #expect(
      first["tls"] == true && first["user"] == "club" && first["to"] == ["ada@example.com"] && first["defects"] == [])
    let text = first["raw"]?.string ?? ""
    let code = try #require(text.firstRange(of: "Your code is ").map { text[$0.upperBound...].prefix(8) })
    let token = try #require(reply["token"]?.string)
    let body = #"{"event":"submit","input":{"code":"\#(code)"},"token":"\#(token)"}"#
    let answer = try run("/usr/bin/curl", ["-s", url + "/v1/runs/events", "--json", body])
    #expect(try JSON.parse(answer.output)["end"]?["name"] == "proven", "\(answer.output)")
    usleep(300_000)
    #expect(mail.mails.count == 1)
    try scene.end(server)
    let log = try #require(folder.read("errors"))
    #expect(log.contains("messages leave: email by a mail server") && log.contains("(451 4.7.1)"))
    for secret in [String(code), "s3cret", "ada@example.com"] { #expect(!log.contains(secret)) }
  }

  /// Postfix, which most of the mail in the world comes to, in place of a server that was written for tests.
  @Test(.enabled(if: Postfix.canRun, "Postfix is started by root alone, from the package `postfix`"))
  func `codes and notices come to a mailbox behind Postfix, over TLS`() throws {
    try MailServer.makeCertificate(in: folder.path)
    let postfix = try Postfix(in: folder.path)
    let copy = ["-c", "mkdir flows && cp -r \"$0\" flows/accounts", Flows.accounts]
    #expect(try run("/bin/sh", copy, folder: folder.path).status == 0)
    let tenant = try #require(folder.read("flows/accounts/tenant.yaml"))
    folder.write(
      "flows/accounts/tenant.yaml",
      tenant + """
        channels:
          email:
            smtp:
              { host: localhost, port: env:SMTP_PORT, tls: starttls, ca: file:ca.pem, from: Bücherclub <no-reply@club.example> }

        """)
    folder.write("secrets/accounts/ca.pem", try #require(folder.read("cert.pem")))
    chmod(folder.path + "/secrets/accounts/ca.pem", 0o600)
    let server = try LiveUsher(
      [
        "serve", "flows", "--listen", "127.0.0.1:0", "--storage", "sqlite:db", "--secrets", "secrets", "--allow-hosts",
        "localhost",
      ], folder: folder, environment: ["USHER_ACCOUNTS_SMTP_PORT": String(postfix.port)])
    let line = try #require(try server.line(), "\(folder.read("errors") ?? "")")
    let url = String(line.split(separator: " ").last ?? "")
    func post(_ path: String, _ body: JSON) throws -> JSON {
      try JSON.parse(try run("/usr/bin/curl", ["-s", url + path, "--json", body.text]).output)
    }
    var reply = try post("/v1/tenants/accounts/flows/sign-up/runs?client_id=web", ["email": "ada@example.com"])
    #expect(reply["state"] == "enter-code", "\(reply.text)")
    let first = try #require(try JSON.parse(try postfix.mails(atLeast: 1)).array?.first)
    let text = first.text("text")
    let code = try #require(text.firstRange(of: "Your code is ").map { text[$0.upperBound...].prefix(8) })
    for input in [["code": .string(String(code))], ["password": "Tea-at-5-oclock"]] as [JSON] {
      reply = try post(
        "/v1/runs/events?client_id=web", ["event": "submit", "input": input, "token": .string(reply.text("token"))])
    }
    #expect(reply["state"] == "terms/ask", "\(reply.text)")
    let mails = try JSON.parse(try postfix.mails(atLeast: 2)).array ?? []
    try #require(mails.count == 2)
    #expect(mails[1].text("subject") == "Welcome" && mails[1].text("text").contains("Your account is ready"))
    for mail in mails {
      #expect(mail.text("to") == "ada@example.com" && mail.text("auto") == "auto-generated" && mail["defects"] == [])
      #expect(mail.text("received").contains("TLSv1.3") && mail.text("id").hasSuffix("@club.example>"), "\(mail.text)")
    }
    try scene.end(server)
  }

  @Test func `a slow mail server slows no step, and each mail comes once`() throws {
    let mail = try MailServer(in: folder.path, ["--delay", "6"])
    write("tls: none, connections: 16")
    let (server, url) = try serve(mail)
    for number in 0..<12 { #expect(try scene.join(url, "club", "u\(number)@example.com")["state"] == "code") }
    // The first mail is not even taken.
    #expect(mail.mails.isEmpty)
    let mails = try documents(mail.mails(atLeast: 12, seconds: 60))
    sleep(2)
    #expect(mails.count == 12 && mail.mails.count == 12)
    #expect(Set(mails.compactMap { $0["headers"]?["message-id"]?.string }).count == 12)
    try scene.end(server)
  }

  @Test func `a mail that a mail server dropped behind its end is sent again, and one that it was killed over as well`()
    throws
  {
    let mail = try MailServer(in: folder.path, ["--drop", "1", "--delay", "1"])
    write("tls: none")
    let (first, url) = try serve(mail)
    #expect(try scene.join(url, "club")["state"] == "code")
    #expect(mail.mails(atLeast: 2).count == 2)
    #expect(try scene.join(url, "club", "bob@example.com")["state"] == "code")
    first.kill()
    let (second, _) = try serve(mail)
    for _ in 0..<400 where try !documents(mail.mails).contains(where: { $0["to"] == ["bob@example.com"] }) {
      usleep(50_000)
    }
    let mails = try documents(mail.mails)
    #expect(mails.contains { $0["to"] == ["bob@example.com"] }, "\(folder.read("errors") ?? "")")
    let toAda = mails.filter { $0["to"] == ["ada@example.com"] }
    #expect(Set(toAda.compactMap { $0["headers"]?["message-id"]?.string }).count == 1)
    try scene.end(second)
  }

  @Test func `what a mail server refuses is listed without its code, tried again when asked for, and dropped`() throws {
    let mail = try MailServer(in: folder.path)
    write("tls: none")
    let (server, url) = try serve(mail)
    #expect(try scene.join(url, "club", "spam@example.com")["state"] == "code")
    try scene.log("cannot be delivered: the mail server refuses the mail (554 5.6.0)")
    var list = ""
    for _ in 0..<200 where !list.contains("given up") {
      list = try outbox("list", "--dead").output
      usleep(50_000)
    }
    #expect(list.contains("code by email to spam@example.com") && list.contains("(554 5.6.0)"), "\(list)")
    #expect(!list.contains("Your code"))
    let id = String(list.prefix { $0 != " " })
    #expect(try outbox("show", id).output.contains("standing: given up at "))
    let json = try JSON.parse(try outbox("list", "--format", "json").output)
    #expect(json["messages"]?.array?.count == 1 && json["messages"]?.array?.first?["attempts"] == 1)
    #expect(!json.text.contains("\"code\":"))
    let retried = try outbox("retry", id)
    #expect(retried.status == 0 && retried.output.hasSuffix(": is tried again within seconds\n"), "\(retried)")
    for _ in 0..<200 where folder.read("errors")?.components(of: "refuses the mail (554 5.6.0)") != 2 { usleep(50_000) }
    #expect(folder.read("errors")?.components(of: "refuses the mail (554 5.6.0)") == 2)
    for _ in 0..<200 where try outbox("list", "--dead").output.isEmpty { usleep(50_000) }
    #expect(try outbox("drop", "--dead").output.hasSuffix(": was dropped\n"))
    #expect(try outbox("list").output.isEmpty)
    #expect(try outbox("show", id).status == 3)
    #expect(try outbox("retyr", id).errors.contains("did you mean `retry`?"))
    try scene.end(server)
  }

  @Test func `with an outbox no mail leaves, and without its settings the server does not start`() throws {
    let mail = try MailServer(in: folder.path)
    write("tls: none")
    let (server, url) = try serve(mail, [], output: "letters")
    #expect(try scene.join(url, "club")["state"] == "code")
    #expect(try scene.wait(for: "letters").contains("ada@example.com"))
    try scene.log("no message leaves by the tenant's channels")
    try scene.end(server)
    #expect(mail.mails.isEmpty)
    func refused(_ options: [String], _ environment: [String: String?]) throws -> ProcessResult {
      try run(
        Repository.program("usher"),
        ["serve", "flows", "--listen", "127.0.0.1:0", "--storage", "sqlite:new"] + options,
        environment: environment, folder: folder.path, seconds: 30)
    }
    let unset = try refused(["--allow-hosts", "http://localhost"], [:])
    #expect(unset.status == 1 && unset.errors.contains("USHER_CLUB_SMTP_PORT"), "\(unset)")
    let unlisted = try refused([], ["USHER_CLUB_SMTP_PORT": "25"])
    #expect(unlisted.status == 1 && unlisted.errors.contains("--allow-hosts"), "\(unlisted)")
    #expect(access(folder.path + "/new", F_OK) != 0)
    let noted = try run(Repository.program("usher"), ["check", "flows"], folder: folder.path)
    #expect(
      noted.status == 0
        && noted.errors
          == "note: the channel `email` of the tenant `club` was not looked at: USHER_CLUB_SMTP_PORT is not "
          + "set here\n",
      "\(noted)")
    let checked = try run(
      Repository.program("usher"), ["check", "flows", "--allow-hosts", "http://localhost"], folder: folder.path)
    #expect(checked.status == 1 && checked.output.contains("USHER_CLUB_SMTP_PORT"), "\(checked)")
    func check(_ environment: [String: String?]) throws -> ProcessResult {
      try run(
        Repository.program("usher"), ["check", "flows", "--allow-hosts", "http://localhost"], environment: environment,
        folder: folder.path)
    }
    for port in ["70000", "0", "smtp"] {
      let bad = try check(["USHER_CLUB_SMTP_PORT": .some(port)])
      #expect(bad.status == 1 && bad.output.contains("USHER_CLUB_SMTP_PORT is no port"), "\(bad)")
    }
    #expect(try check(["USHER_CLUB_SMTP_PORT": "25"]).status == 0)
    write("tls: none, reply-to: env:REPLY")
    let address = try check(["USHER_CLUB_SMTP_PORT": "25", "USHER_CLUB_REPLY": "nobody"])
    #expect(address.status == 1 && address.output.contains("USHER_CLUB_REPLY is no mail address"), "\(address)")
  }

  /// The program of `docs/channels.md`, as it stands there.
  @Test func `the documented program sends texts on by an HTTP API`() throws {
    let page = String(decoding: try #require(readFile(Repository.root + "/docs/channels.md")), as: UTF8.self)
    let start = try #require(page.firstRange(of: "```python\n"))
    let end = try #require(page[start.upperBound...].firstRange(of: "```\n"))
    folder.write("texts.py", String(page[start.upperBound..<end.lowerBound]))
    folder.write(
      "api.py",
      """
      import http.server, json, urllib.parse
      class API(http.server.BaseHTTPRequestHandler):
        def log_message(self, *words): pass
        def do_POST(self):
          form = urllib.parse.parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
          with open("texts", "a") as file: file.write(json.dumps([self.path, self.headers["Authorization"], form]) + "\\n")
          self.send_response(400 if form["To"][0].endswith("00") else 201)
          self.end_headers()
          self.wfile.write(b'{"code": 21211}')
      server = http.server.HTTPServer(("127.0.0.1", 0), API)
      print(server.server_port, flush=True)
      server.serve_forever()

      """)
    var children: [(pid_t, Int32)] = []
    defer {
      for (child, end) in children {
        kill(child, SIGTERM)
        _ = try? TestSupport.wait(child, sent: SIGTERM)
        close(end)
      }
    }
    func python(_ file: String, _ environment: [String: String?]) throws -> Int {
      var ends: [Int32] = [-1, -1]
      #expect(pipe(&ends) == 0)
      let child = try TestSupport.start(
        "/usr/bin/python3", [file], environment: environment, folder: folder.path, .descriptors([ends[0], ends[1], 2]))
      close(ends[1])
      children.append((child, ends[0]))
      var line = ""
      while !line.hasSuffix("\n"), let more = try readSome(ends[0], until: now() + 20) {
        line += String(decoding: more, as: UTF8.self)
      }
      return try #require(Int(line.dropLast()))
    }
    let api = try python("api.py", [:])
    let port = try python(
      "texts.py",
      [
        "SMS_SECRET": "right", "SMS_ACCOUNT": "AC1", "SMS_TOKEN": "t", "SMS_FROM": "+12025550166",
        "SMS_API": "http://127.0.0.1:\(api)", "PYTHONPATH": Repository.root + "/Examples/Receiver",
        "PYTHONDONTWRITEBYTECODE": "1",
      ])
    folder.write(
      "flows/club/tenant.yaml",
      """
      tenant: club
      attributes:
        phone: { type: phone, identifier: true }
      channels:
        sms:
          webhook: { url: env:SMS_URL, secret: env:SMS_SECRET }

      """)
    folder.write("flows/club/join.yaml", Self.flow.replacing("email", with: "phone"))
    let server = try LiveUsher(
      ["serve", "flows", "--listen", "127.0.0.1:0", "--storage", "sqlite:db", "--allow-hosts", "http://127.0.0.1"],
      folder: folder,
      environment: ["USHER_CLUB_SMS_URL": "http://127.0.0.1:\(port)/", "USHER_CLUB_SMS_SECRET": "right"])
    let line = try #require(try server.line(), "\(folder.read("errors") ?? "")")
    let url = String(line.split(separator: " ").last ?? "")
    for number in ["+420601123456", "+420601123400"] {
      let answer = try run(
        "/usr/bin/curl", ["-s", "\(url)/v1/tenants/club/flows/join/runs", "--json", #"{"phone":"\#(number)"}"#])
      #expect(answer.output.contains(#""state":"code""#), "\(answer.output)")
    }
    try scene.log("its web hook refuses the address")
    for _ in 0..<200
    where folder.read("texts")?.contains("%2B420601123456") != true
      && folder.read("texts")?.contains("+420601123456") != true
    { usleep(50_000) }
    let texts = try #require(folder.read("texts"))
    #expect(texts.contains("/2010-04-01/Accounts/AC1/Messages.json") && texts.contains("Basic QUMxOnQ="))
    #expect(texts.contains("+420601123456") && texts.contains("Your code is "))
    try scene.end(server)
  }
}

extension String {
  /// How often a text occurs.
  func components(of text: String) -> Int { ranges(of: text).count }
}
