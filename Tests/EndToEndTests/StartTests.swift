import FlowJSON
import Glibc
import TestSupport
import Testing

/// What a server says and refuses at its start, at a signal and at its end, before somebody has to find it out.
@Suite struct StartTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    write("club")
    write("shop")
  }

  private static let flow = """
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
          submit: done
      done: { end: completed, result: [email] }

    """

  private func write(_ tenant: String, _ more: String = "", flow: String = flow) {
    folder.write(
      "flows/\(tenant)/tenant.yaml",
      "tenant: \(tenant)\nattributes:\n  email: { type: email, identifier: true }\n\(more)")
    folder.write("flows/\(tenant)/join.yaml", flow)
  }

  private static let words = ["serve", "flows", "--listen", "127.0.0.1:0", "--storage", "sqlite:db"]

  private func serve(
    _ options: [String] = ["--outbox", "mail"], environment: [String: String?] = [:], shell: String = ""
  ) throws -> (LiveUsher, String) {
    let server = try LiveUsher(
      Self.words + ["--log", "log"] + options, folder: folder, environment: environment, shell: shell)
    guard let line = try server.line(), line.hasPrefix("serving ") else {
      throw Stalled(description: "it does not serve: \(folder.read("errors") ?? "")")
    }
    return (server, String(line.split(separator: " ").last ?? ""))
  }

  private func end(_ server: LiveUsher) throws {
    server.terminate()
    #expect(try server.finish() == 0)
  }

  /// A start that is refused.
  private func refused(_ options: String..., environment: [String: String?] = [:]) throws -> ProcessResult {
    try run(Repository.program("usher"), Self.words + options, environment: environment, folder: folder.path)
  }

  private func start(_ url: String, _ tenant: String = "club", name: String = "ada") throws -> String {
    let runs = url + "/v1/tenants/\(tenant)/flows/join/runs"
    let body = #"{"email":"\#(name)@example.com"}"#
    return try run("/usr/bin/curl", ["-s", "-o", "/dev/null", "-w", "%{http_code}", runs, "--json", body]).output
  }

  /// The line of the log that says something, as soon as there is one.
  @discardableResult
  private func told(_ text: String, file: String = "log") throws -> JSON {
    for _ in 0..<400 {
      let lines = (folder.read(file) ?? "").split(separator: "\n").compactMap { try? JSON.parse(String($0)) }
      if let line = lines.first(where: { $0.text("message").contains(text) }) { return line }
      usleep(25_000)
    }
    throw Stalled(description: "the log does not say \(text): \(folder.read(file) ?? "")")
  }

  private func files() throws -> String { try run("/bin/ls", ["-A"], folder: folder.path).output }

  // MARK: Messages

  @Test func `messages are not written to what is no terminal, unless that is asked for`() throws {
    let result = try refused()
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains("--outbox FILE") && result.errors.contains("--outbox -"), "\(result.errors)")
    #expect(try files() == "flows\n")
    #expect(try refused("--outbox", "mail", "--no-delivery").status == 2)
    let (server, url) = try serve(["--outbox", "-"])
    #expect(try start(url) == "201")
    #expect(try server.line()?.contains("Mail to ada@example.com") == true)
    try end(server)
  }

  @Test func `an outbox that cannot be written is found at the start`() throws {
    let result = try refused("--outbox", "nowhere/mail")
    #expect(result.status == 3 && result.errors.contains("nowhere/mail"), "\(result.errors)")
    #expect(try files() == "flows\n")
  }

  @Test func `on a copy of a database messages stay where they are, and the original sends them`() throws {
    let (copy, url) = try serve(["--no-delivery"])
    #expect(try start(url) == "201")
    usleep(500_000)
    try told("messages stay in storage")
    try end(copy)
    #expect(folder.read("mail") == nil)
    let (original, _) = try serve()
    for _ in 0..<200 where folder.read("mail")?.contains("ada@example.com") != true { usleep(25_000) }
    #expect(try folder.mail().count == 1)
    try end(original)
  }

  @Test func `many messages that wait are told`() throws {
    let (server, url) = try serve(["--outbox", "mail", "--limit-address", "off", "--limit-runs", "off"])
    #expect(mkdir(folder.path + "/mail", 0o700) == 0)
    let script = """
      import http.client, json, sys
      client = http.client.HTTPConnection(sys.argv[1][7:], timeout=20)
      for number in range(1100):
        client.request("POST", "/v1/tenants/club/flows/join/runs", json.dumps({"email": f"u{number}@example.com"}),
          {"Content-Type": "application/json"})
        client.getresponse().read()
      """
    #expect(try run("/usr/bin/python3", ["-c", script, url]).status == 0)
    for _ in 0..<200 where folder.read("log")?.contains("messages wait to be delivered") != true { usleep(100_000) }
    #expect(try told("messages wait to be delivered")["level"] == "warning")
    #expect(try told("no message has left for ")["level"] == "error")
    server.kill()
  }

  // MARK: The machine

  @Test func `libraries that are missing are told all at once, before a file is made`() throws {
    // What is no library is found in the place of one.
    folder.write("lib/libmicrohttpd.so.12", "nothing")
    folder.write("lib/libcjose.so.0", "nothing")
    let result = try refused("--outbox", "mail", environment: ["LD_LIBRARY_PATH": folder.path + "/lib"])
    #expect(result.status == 3 && result.errors.contains("apt install libmicrohttpd12 libcjose0"), "\(result.errors)")
    #expect(try files() == "flows\nlib\n")
  }

  @Test func `what a tenant needs of the machine is told before somebody comes`() throws {
    let functions =
      "functions:\n  hook: { url: https://hooks.example.com/x, secret: env:HOOK_SECRET, timeout: 5s, attempts: 5 per 1h }\n"
    write("club", functions, flow: Self.hookFlow)
    // What is no library is found in the place of one.
    folder.write("lib/libcurl.so.4", "nothing")
    let (server, _) = try serve(environment: [
      "LD_LIBRARY_PATH": folder.path + "/lib", "USHER_CLUB_HOOK_SECRET": String(repeating: "k", count: 32),
    ])
    let line = try told("libcurl4")
    #expect(line["level"] == "warning" && line["tenant"] == "club" && line.text("message").contains("hook"))
    try end(server)
  }

  private static let hookFlow = """
    flow: join
    lifetime: 30m
    start: ask
    states:
      ask:
        do: function.call
        with: { function: hook }
        then:
          success: done
          pending: done
          fail: done
      done: { end: completed }

    """

  @Test func `where the address space is short it does not start, and where it does it lives`() throws {
    let short = try run(
      "/bin/sh",
      ["-c", "ulimit -v 700000; exec \"$0\" \"$@\"", Repository.program("usher")] + Self.words + ["--outbox", "mail"],
      folder: folder.path)
    #expect(short.status == 3 && short.errors.contains("address space"), "\(short.errors)")
    let needed = try #require(
      short.errors.split(separator: "connections needs ").last.flatMap { Int($0.prefix { $0.isNumber }) })
    folder.write(
      "flows/club/join.yaml",
      """
      flow: join
      lifetime: 30m
      start: ask
      states:
        ask:
          page: Your password
          fields: { email: required, password: required }
          then:
            submit: find
        find:
          do: account.find
          with: { identifier: email }
          then:
            found: verify
            missing: verify
        verify:
          do: password.verify
          then:
            match: done
            mismatch: { to: ask, error: invalid_credentials }
            locked: { to: ask, error: account_locked }
        done: { end: completed }

      """)
    let (server, url) = try serve(
      ["--outbox", "mail", "--limit-address", "off", "--limit-runs", "off"], shell: "ulimit -v \(needed * 1024)")
    let script = """
      import http.client, json, sys, threading, time
      end = time.time() + 3
      def ask(number):
        client = http.client.HTTPConnection(sys.argv[1][7:], timeout=30)
        while time.time() < end:
          client.request("POST", "/v1/tenants/club/flows/join/runs",
            json.dumps({"email": f"u{number}@example.com", "password": "Tea-at-5-oclock"}), {"Content-Type": "application/json"})
          client.getresponse().read()
      threads = [threading.Thread(target=ask, args=(number,)) for number in range(200)]
      for thread in threads: thread.start()
      for thread in threads: thread.join()
      """
    #expect(try run("/usr/bin/python3", ["-c", script, url]).errors == "")
    try end(server)
  }

  @Test func `where files are few, connections are fewer, and messages still leave`() throws {
    let (server, url) = try serve(shell: "ulimit -n 80")
    #expect(try told("(`ulimit -n`)")["level"] == "warning")
    let script = """
      import socket, sys, time
      port = int(sys.argv[1].rsplit(":", 1)[1])
      open = []
      for _ in range(120):
        one = socket.socket()
        one.setblocking(False)
        one.connect_ex(("127.0.0.1", port))
        open.append(one)
      time.sleep(2)
      """
    // They say nothing, and take all the room there is, until others want it.
    let crowd = try TestSupport.start(
      "/usr/bin/python3", ["-c", script, url], environment: [:], folder: folder.path, .descriptors([0, 1, 2]))
    usleep(500_000)
    #expect(try start(url) == "201")
    waitpid(crowd, nil, 0)
    for _ in 0..<200 where folder.read("mail")?.contains("ada@example.com") != true { usleep(25_000) }
    #expect(try folder.mail().count == 1)
    try end(server)
    let few = try run(
      "/bin/sh",
      ["-c", "ulimit -n 24; exec \"$0\" \"$@\"", Repository.program("usher")] + Self.words + ["--outbox", "mail"],
      folder: folder.path)
    #expect(few.status == 3 && few.errors.contains("ulimit -n"), "\(few.errors)")
  }

  // MARK: The log

  @Test func `the log tells of the start, the versions, and the end`() throws {
    let (server, url) = try serve()
    let line = try told("serves 2 tenants at \(url), from sqlite:db, master key ")
    #expect(line["level"] == "info" && line.text("message").hasPrefix("usher "))
    let version = try told("serves version ")
    #expect(version["tenant"] == "club")
    write("club", "  city: { type: string }\n")
    server.hangUp()
    try told("the flows were read again: changed club")
    for _ in 0..<200 where (folder.read("log") ?? "").split(separator: "serves version ").count < 4 { usleep(25_000) }
    let versions = (folder.read("log") ?? "").split(separator: "\n").filter {
      $0.contains("serves version ") && $0.contains("club")
    }
    #expect(versions.count == 2 && Set(versions.map { $0.split(separator: "serves version ").last }).count == 2)
    try end(server)
    try told("the server ends, as it was told to (SIGTERM)")
    try told("the server has ended")
  }

  @Test func `what was served last is sealed under a new master key, and needs the older one no more`() throws {
    var (server, url) = try serve()
    try end(server)
    for words in [["keys", "rotate-master"], ["keys", "rotate-master"], ["storage", "seal"]] {
      #expect(
        try run(Repository.program("usher"), words + ["--storage", "sqlite:db"], folder: folder.path).status == 0)
    }
    let ring = try #require(folder.read("db.key"))
    folder.write("db.key", ring.split(separator: "\n").prefix(1).joined() + "\n")
    #expect(rename(folder.path + "/flows", folder.path + "/elsewhere") == 0)
    (server, url) = try serve()
    #expect(try told("those that were served last are served instead")["level"] == "error")
    #expect(try start(url) == "201")
    try end(server)
  }

  @Test func `tenants that vanish between two starts are told, and a folder that does is no outage`() throws {
    var (server, url) = try serve()
    try end(server)
    #expect(rename(folder.path + "/flows/shop", folder.path + "/flows/.shop") == 0)
    (server, url) = try serve()
    #expect(try told("of what was served last, these are gone: retired shop")["level"] == "warning")
    try end(server)
    #expect(rename(folder.path + "/flows", folder.path + "/elsewhere") == 0)
    (server, url) = try serve()
    #expect(try told("those that were served last are served instead")["level"] == "error")
    #expect(try start(url) == "201")
    try end(server)
    #expect(try refused("--outbox", "mail", "--require-fresh").status == 3)
    unlink(folder.path + "/log")
    let other = try run(
      Repository.program("usher"),
      ["serve", "flows", "--listen", "127.0.0.1:0", "--storage", "sqlite:new", "--outbox", "mail"], folder: folder.path)
    let made = try files()
    #expect(other.status == 3 && !made.contains("new"), "\(other.errors) \(made)")
  }

  @Test func `which problems flows have at a start is in the log's file, and why a server does not start`() throws {
    var (server, _) = try serve()
    try end(server)
    folder.write("flows/club/join.yaml", Self.flow + "foo: 1\n")
    (server, _) = try serve()
    #expect(try told("error[U101]")["level"] == "error")
    try end(server)
    _ = try refused("--outbox", "nowhere/mail", "--log", "log")
    #expect(try told("the server does not start: ")["level"] == "error")
  }

  @Test func `a log that cannot be opened again says so where it goes on, and a pipe without a reader is refused`()
    throws
  {
    let (server, url) = try serve()
    #expect(rename(folder.path + "/log", folder.path + "/log.1") == 0 && mkdir(folder.path + "/log", 0o700) == 0)
    server.signal(SIGUSR1)
    #expect(try told("the log cannot be opened again", file: "log.1")["level"] == "error")
    #expect(try start(url) == "201")
    try end(server)
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    let result = try refused("--outbox", "mail", "--log", "pipe")
    #expect(result.status == 3 && result.errors.contains("nobody reads"), "\(result.errors)")
  }

  @Test func `a proxy that is not trusted is told, once`() throws {
    let (server, url) = try serve()
    for _ in 0..<3 {
      _ = try run("/usr/bin/curl", ["-s", "-H", "X-Forwarded-For: 192.0.2.7", url + "/openapi.json"])
    }
    #expect(try told("is no proxy that is trusted")["level"] == "warning")
    try end(server)
    let count = (folder.read("log") ?? "").split(separator: "\n").count { $0.contains("is no proxy that is trusted") }
    #expect(count == 1)
  }

  @Test func `a proxy that is everybody is told`() throws {
    let (server, _) = try serve(["--outbox", "mail", "--trust-proxy", "127.0.0.1,0.0.0.0/0"])
    #expect(try told("`--trust-proxy` believes whoever connects")["level"] == "warning")
    try end(server)
    let count = (folder.read("log") ?? "").split(separator: "\n").count { $0.contains("believes whoever connects") }
    #expect(count == 1)
  }

  @Test func `what is no request is told, once a minute with a count, and nothing of it`() throws {
    let (server, url) = try serve()
    let script = """
      import socket, sys
      port = int(sys.argv[1].rsplit(":", 1)[1])
      for text in [b"SSH-2.0-probe\\r\\n", b"\\x16\\x03\\x01" + bytes(40) + b"\\r\\n\\r\\n", b""]:
        with socket.create_connection(("127.0.0.1", port)) as one: one.sendall(text)
      """
    #expect(try run("/usr/bin/python3", ["-c", script, url]).status == 0)
    let line = try told("a connection has brought something, and no HTTP request; the last was of 127.0.0.1")
    #expect(line["level"] == "info")
    #expect(try start(url) == "201")
    try end(server)
    let log = try #require(folder.read("log"))
    #expect(!log.contains("SSH") && log.split(separator: "\n").count { $0.contains("no HTTP request") } == 1)
  }

  @Test func `paths and ids of requests bring nobody's address into the log`() throws {
    let (server, url) = try serve()
    for (path, header) in [
      ("/v1/tenants/club/ada.path@example.com", ""), ("/ada.tenant@example.com/signup/v1.0/start", ""),
      ("/v1/tenants/ada.name@example.com/flows", ""), ("/v1/runs/aGlkZGVuLXRva2Vu", ""),
      ("/api/client/v2.0/app/ada.app@example.com/auth/profile", ""),
      ("/healthz", "client-request-id: ada.hdr@example.com"), ("/v1/x", "X-Request-Id: ada.xid@example.com"),
      ("/v1/x", "X-Request-Id: +1-555-0100-4567"),
      ("/healthz", "client-request-id: 6b0a1d2e-0000-4000-8000-000000000001"),
    ] {
      _ = try run("/usr/bin/curl", ["-s", "-H", header, url + path])
    }
    for _ in 0..<2 { _ = try run("/usr/bin/curl", ["-s", "-X", "OPTIONS", url + "/club/ada.options@example.com"]) }
    #expect(try start(url) == "201")
    try end(server)
    let log = try #require(folder.read("log"))
    for part in ["ada.", "aGlkZGVu", "555-0100"] { #expect(!log.contains(part), "\(part)") }
    for path in [
      "/v1/tenants/club/…", "/…", "/v1/runs/…", "/api/client/v2.0/app/…", "/v1/tenants/club/flows/join/runs",
    ] {
      #expect(log.contains("\"path\":\"\(path)\""), "\(path)")
    }
    #expect(log.contains("\"id\":\"6b0a1d2e-0000-4000-8000-000000000001\""))
  }

  @Test func `an address has so many runs open of an application, behind a proxy each client's own`() throws {
    let (server, url) = try serve(["--outbox", "mail", "--limit-open-runs", "2", "--trust-proxy", "127.0.0.1"])
    func ask(_ path: String, _ body: String, from client: String) throws -> (status: String, retry: String, reply: JSON)
    {
      let words = ["-s", "-w", "\n%{http_code} %header{retry-after}", "-H", "X-Forwarded-For: \(client)", url + path]
      let lines = try run("/usr/bin/curl", words + ["--json", body]).output.split(separator: "\n").map(String.init)
      let end = (lines.last ?? "").split(separator: " ").map(String.init)
      return (end.first ?? "", end.count > 1 ? end[1] : "", (try? JSON.parse(lines.first ?? "")) ?? .null)
    }
    let join = "/v1/tenants/club/flows/join/runs"
    _ = try ask(join, "{}", from: "192.0.2.1")
    let second = try ask(join, #"{"email":"ada@example.com"}"#, from: "192.0.2.1")
    #expect(second.status == "201")
    let third = try ask(join, "{}", from: "192.0.2.1")
    #expect(
      third.status == "429" && third.retry == "60" && third.reply.text("error", "code") == "too_many_runs", "\(third)")
    // What is not started counts for nobody, and neither do others.
    for _ in 0..<3 { #expect(try ask("/v1/tenants/club/flows/none/runs", "{}", from: "192.0.2.2").status == "404") }
    #expect(try ask(join, "{}", from: "192.0.2.2").status == "201")
    #expect(try ask("/v1/tenants/shop/flows/join/runs", "{}", from: "192.0.2.1").status == "201")
    // One that has ended makes room, whoever it was that ended it; and once.
    for _ in 0..<200 where folder.read("mail")?.contains("ada@example.com") != true { usleep(25_000) }
    let code = try folder.lastCode()
    let event = JSON.object(
      ["event": "submit", "input": ["code": .string(code)], "token": .string(second.reply.text("token"))])
    for _ in 0..<2 {
      #expect(try ask("/v1/runs/events", event.text, from: "192.0.2.9").reply.text("end", "name") == "completed")
    }
    #expect(try ask(join, "{}", from: "192.0.2.1").status == "201")
    #expect(try ask(join, "{}", from: "192.0.2.1").status == "429")
    try end(server)
  }

  // MARK: Certificates

  private func certificate(_ name: String, days: Int, from: String = "") throws {
    let command = """
      openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out req.pem -subj /CN=\(name) \
      2>/dev/null && openssl x509 -req -in req.pem -signkey key.pem -days \(days) -out cert.pem 2>/dev/null
      """
    #expect(try run("/bin/sh", ["-c", command], folder: folder.path).status == 0)
  }

  @Test func `a certificate that has ended is not taken, and one that ends soon is told`() throws {
    func name(_ url: String) throws -> String {
      let port = String(url.split(separator: ":").last ?? "")
      let command = "openssl s_client -connect 127.0.0.1:\(port) </dev/null 2>/dev/null | grep '^subject'"
      return try run("/bin/sh", ["-c", command]).output
    }
    try certificate("first.example", days: 5)
    #expect(chmod(folder.path + "/key.pem", 0o644) == 0)
    let (server, url) = try serve(["--outbox", "mail", "--tls-cert", "cert.pem", "--tls-key", "key.pem"])
    #expect(try told("the certificate ends on ")["level"] == "warning")
    #expect(try told("the private key `key.pem` can be read by everybody on this machine")["level"] == "warning")
    try certificate("second.example", days: -1)
    server.hangUp()
    let line = try told("the certificate before goes on: the certificate cannot be used: it ended on ")
    #expect(line["level"] == "error")
    #expect(try name(url).contains("first.example"))
    try certificate("third.example", days: 400)
    server.hangUp()
    try told("the certificate was read again: new connections get it")
    #expect(try name(url).contains("third.example"))
    try end(server)
  }

  // MARK: Storage

  @Test func `a damaged database is refused at the start, and a whole one is said to be`() throws {
    let (server, url) = try serve()
    for number in 0..<40 { #expect(try start(url, name: "u\(number)") == "201") }
    try end(server)
    let whole = try folder.usher("storage", "check", "--storage", "sqlite:db")
    #expect(whole.status == 0 && whole.output == "`db` is whole\n", "\(whole)")
    // A later page is overwritten, as by a write-ahead log of another database.
    let spoil = "f = open('db', 'r+b'); f.seek(4096 * 6); f.write(bytes(4096 * 4))"
    #expect(try run("/usr/bin/python3", ["-c", spoil], folder: folder.path).status == 0)
    let result = try refused("--outbox", "mail")
    #expect(result.status == 3 && result.errors.contains("`db` is damaged"), "\(result.errors)")
    let damaged = try folder.usher("storage", "check", "--storage", "sqlite:db")
    #expect(damaged.status == 1 && !damaged.output.isEmpty, "\(damaged)")
    #expect(try folder.usher("storage", "check", "--storage", "sqlite:absent").status == 3)
  }

  @Test func `a database that is empty beside an older key is told of`() throws {
    var (server, _) = try serve()
    try end(server)
    for suffix in ["-wal", "-shm"] { unlink(folder.path + "/db" + suffix) }
    #expect(truncate(folder.path + "/db", 0) == 0)
    var times = [timespec(tv_sec: time(nil) - 3600, tv_nsec: 0), timespec(tv_sec: time(nil) - 3600, tv_nsec: 0)]
    #expect(utimensat(AT_FDCWD, folder.path + "/db.key", &times, 0) == 0)
    (server, _) = try serve()
    #expect(try told("is empty, and the key beside it is older")["level"] == "warning")
    try end(server)
  }

  @Test func `a database whose file is cut while it is served is noticed`() throws {
    let (server, url) = try serve()
    for number in 0..<5 { #expect(try start(url, name: "u\(number)") == "201") }
    #expect(truncate(folder.path + "/db-wal", 0) == 0)
    #expect(try start(url, name: "late") == "503")
    _ = try told("db-wal was cut while it was open")
    server.terminate()
    _ = try server.finish()
  }

  @Test func `a database that others can read is told, and so is one that others hold`() throws {
    var (server, url) = try serve()
    try end(server)
    #expect(chmod(folder.path + "/db", 0o644) == 0)
    (server, url) = try serve()
    #expect(try told("can be read or written by others")["level"] == "warning")
    let hold = "import sqlite3, time; d = sqlite3.connect('db'); d.execute('BEGIN IMMEDIATE'); time.sleep(2.5)"
    let holder = try TestSupport.start(
      "/usr/bin/python3", ["-c", hold], environment: [:], folder: folder.path, .descriptors([0, 1, 2]))
    usleep(500_000)
    #expect(try start(url) == "201")
    waitpid(holder, nil, 0)
    #expect(try told("another process held the database's lock for ")["level"] == "warning")
    try end(server)
  }
}
