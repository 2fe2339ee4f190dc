import FlowJSON
import Glibc
import TestSupport
import Testing

/// The built command as a server: the flow API and both protocols over one socket, reload and end.
@Suite struct ServeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A server of the repository's flows, and the address it says it serves at.
  private func serve(
    _ flows: String = Repository.root + "/flows", _ options: [String] = []
  ) throws -> (LiveUsher, String) {
    let server = try LiveUsher(
      ["serve", flows, "--listen", "127.0.0.1:0", "--outbox", "mail", "--allow-commands"] + options, folder: folder)
    let line = try #require(try server.line())
    #expect(line.hasPrefix("serving accounts, email-password, native-auth at http://127.0.0.1:"))
    return (server, String(line.split(separator: " ").last ?? ""))
  }

  /// What a client of another make gets: the status and the body.
  private func ask(
    _ method: String, _ url: String, _ body: String? = nil, type: String = "application/json",
    header: String = "X-None: none"
  ) throws -> (status: String, json: JSON?) {
    let script = """
      import sys, urllib.request, urllib.error
      method, url, type = sys.argv[1:4]
      body = sys.stdin.buffer.read() or None
      request = urllib.request.Request(url, data=body, method=method, headers={"Content-Type": type} if body else {})
      request.add_header(*sys.argv[4].split(": "))
      try:
          answer = urllib.request.urlopen(request, timeout=20)
      except urllib.error.HTTPError as error:
          answer = error
      sys.stdout.write(str(answer.status) + "\\n" + answer.read().decode())
      """
    let result = try run("/usr/bin/python3", ["-c", script, method, url, type, header], input: body ?? "")
    let parts = result.output.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts.first ?? ""), parts.count > 1 ? try? JSON.parse(String(parts[1])) : nil)
  }

  /// The newest code in the outbox, once it is there.
  private func code() throws -> String {
    for _ in 0..<200 {
      let line = folder.read("mail")?.split(separator: "\n").last.map(String.init)
      if let code = try line.flatMap({ try JSON.parse($0)["code"]?.string }) { return code }
      usleep(50_000)
    }
    throw Stalled(description: "no mail")
  }

  @Test func `someone signs up over the flow API, and goes on in the terminal's process`() throws {
    let (server, url) = try serve()
    let started = try ask(
      "POST", url + "/v1/tenants/native-auth/flows/sign-up/runs?client_id=ios", #"{"email":"ada@example.com"}"#)
    #expect(started.status == "201")
    let token = try #require(started.json?["token"]?.string)
    server.terminate()
    #expect(try server.finish() == 0)

    // The same run, the same database: another transport.
    let terminal = try LiveUsher(["run", "--json", "--resume", token], folder: folder)
    #expect(try terminal.reply().text("state") == "prove-email/enter-code")
    #expect(
      try terminal.send("submit", ["code": .string(try code())]).text("state") == "collect-attributes/where-you-live")
  }

  @Test func `a server whose database was removed says so, and takes nothing that it would lose`() throws {
    let (server, url) = try serve()
    let runs = url + "/v1/tenants/native-auth/flows/sign-up/runs?client_id=ios"
    #expect(try ask("POST", runs).status == "201")
    for name in ["usher.sqlite", "usher.sqlite-wal", "usher.sqlite-shm"] { unlink(folder.path + "/" + name) }
    #expect(try ask("POST", runs).status == "503")
    #expect(folder.read("errors")?.contains("was removed or replaced while it was open") == true)
    server.terminate()
    #expect(try server.finish() == 0)
  }

  @Test func `both protocols are there, with keys and discovery`() throws {
    let (server, url) = try serve()
    let location = try ask("GET", url + "/api/client/v2.0/app/realm-by-link/location")
    #expect(location.status == "200" && location.json?["hostname"]?.string == url)
    let start = try ask(
      "POST", url + "/native-auth/signup/v1.0/start",
      "client_id=browser&username=eve%40example.com&challenge_type=oob%20redirect",
      type: "application/x-www-form-urlencoded")
    #expect(start.status == "200" && start.json?["continuation_token"]?.string != nil, "\(start)")
    let discovery = try ask("GET", url + "/native-auth/v2.0/.well-known/openid-configuration")
    #expect(discovery.json?["issuer"]?.string == url + "/native-auth/v2.0")
    let keys = try ask("GET", try #require(discovery.json?["jwks_uri"]?.string))
    let before = try #require(keys.json?["keys"]?.array)
    #expect(before.count == 1)
    func keyIDs(_ tenant: String) throws -> [String] {
      let answer = try ask("GET", url + "/\(tenant)/discovery/v2.0/keys")
      return (answer.json?["keys"]?.array ?? []).compactMap { $0["kid"]?.string }
    }
    let (own, others) = (try keyIDs("native-auth"), try keyIDs("email-password"))
    #expect(Set(own).isDisjoint(with: others) && own.count == 1 && others.count == 1)
    // One tenant's leak is no other one's.
    let rotated = try folder.usher("keys", "rotate", "--tenant", "native-auth", "--forget")
    #expect(rotated.status == 0 && rotated.output.hasPrefix("native-auth  ES256  "), "\(rotated)")
    #expect(Set(try keyIDs("native-auth")).isDisjoint(with: own))
    #expect(try keyIDs("email-password") == others)
    #expect(try folder.usher("keys", "rotate").status == 0)
    #expect(try keyIDs("native-auth").count == 2)
    #expect(Set(try keyIDs("email-password")).isStrictSuperset(of: others))
    let unknown = try folder.usher("keys", "rotate", "--tenant", "nobody")
    #expect(unknown.status == 3 && unknown.errors.contains("nobody"), "\(unknown)")
    server.terminate()
    #expect(try server.finish() == 0)
  }

  @Test func `attributes of a second page are taken with the first one's token, and no token of another flow`() throws {
    let (server, url) = try serve()
    func post(_ path: String, _ fields: KeyValuePairs<String, String>) throws -> JSON {
      let form = fields.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
      let type = "application/x-www-form-urlencoded"
      return try #require(try ask("POST", url + "/native-auth/" + path, "client_id=browser&" + form, type: type).json)
    }
    func attributes(_ token: String, _ values: String) throws -> JSON {
      try post("signup/v1.0/continue", ["continuation_token": token, "grant_type": "attributes", "attributes": values])
    }
    let start = try post(
      "signup/v1.0/start", ["username": "kim%40example.com", "challenge_type": "oob%20redirect"])
    let token = try #require(start["continuation_token"]?.string)
    let elsewhere = try post(
      "oauth2/v2.0/challenge", ["continuation_token": token, "challenge_type": "oob%20redirect"])
    #expect(elsewhere["error_codes"] == [55200], "\(elsewhere)")
    let challenge = try post(
      "signup/v1.0/challenge", ["continuation_token": token, "challenge_type": "oob%20redirect"])
    let told = try #require(challenge["continuation_token"]?.string)
    let code = try post(
      "signup/v1.0/continue", ["continuation_token": told, "grant_type": "oob", "oob": try code()])
    // The JavaScript SDK submits to both pages with this one.
    let first = try #require(code["continuation_token"]?.string)
    let next = try attributes(first, #"{"country":"Norway","city":"Oslo"}"#)
    #expect(next["error"] == "attributes_required", "\(next)")
    let done = try attributes(first, #"{"age":"36","newsletter":"true"}"#)
    #expect(done["error"] == nil && done["continuation_token"]?.string != nil, "\(done)")
    server.terminate()
    #expect(try server.finish() == 0)
  }

  @Test func `limits and proxies are options`() throws {
    let (server, url) = try serve(
      Repository.root + "/flows",
      ["--limit-identifier", "2 per 1h", "--limit-address", "4 per 1h", "--trust-proxy", "127.0.0.1"])
    func start(_ email: String, from client: String) throws -> String {
      try ask(
        "POST", url + "/v1/tenants/native-auth/flows/sign-up/runs?client_id=ios", #"{"email":"\#(email)"}"#,
        header: "X-Forwarded-For: \(client)"
      ).status
    }
    #expect(try start("ada@example.com", from: "198.51.100.1") == "201")
    #expect(try start("ada@example.com", from: "198.51.100.2") == "201")
    #expect(try start("ada@example.com", from: "198.51.100.3") == "429")
    for name in ["bob", "cyd", "dee"] { #expect(try start("\(name)@example.com", from: "198.51.100.1") == "201") }
    #expect(try start("eve@example.com", from: "198.51.100.1") == "429")
    #expect(try start("eve@example.com", from: "198.51.100.2") == "201")
    server.terminate()
    #expect(try server.finish() == 0)
    let log = try #require(folder.read("errors"))
    #expect(log.contains(#""remote":"198.51.100.3""#) && !log.contains("example.com"))
  }

  @Test func `a tenant whose files are gone starts no run any more`() throws {
    #expect(try run("/bin/cp", ["-r", Repository.root + "/flows", folder.path + "/flows"]).status == 0)
    let (server, url) = try serve("flows")
    let gone = url + "/v1/tenants/email-password/flows/log-in/runs?client_id=by-link"
    #expect(try ask("POST", gone, "{}").status == "201")
    #expect(try run("/bin/rm", ["-r", folder.path + "/flows/email-password"]).status == 0)
    server.hangUp()
    for _ in 0..<200 where folder.read("errors")?.contains("the flows were read again") != true { usleep(50_000) }
    #expect(try ask("POST", gone, "{}").status == "404")
    #expect(try ask("POST", url + "/v1/tenants/native-auth/flows/sign-up/runs?client_id=ios", "{}").status == "201")
    server.terminate()
    #expect(try server.finish() == 0)
  }

  @Test func `flows with problems are told, and those of the tenant before them go on`() throws {
    #expect(try run("/bin/cp", ["-r", Repository.root + "/flows", folder.path + "/flows"]).status == 0)
    let (server, url) = try serve("flows")
    let flow = try #require(folder.read("flows/native-auth/sign-up.yaml"))
    folder.write("flows/native-auth/sign-up.yaml", flow + "\nfoo: 1\n")
    server.hangUp()
    for _ in 0..<200 where folder.read("errors")?.contains("the flows were read again") != true { usleep(50_000) }
    #expect(folder.read("errors")?.contains("has problems: what was served of it last is served instead") == true)
    #expect(folder.read("errors")?.contains("error[U101]") == true)
    let started = try ask("POST", url + "/v1/tenants/native-auth/flows/sign-up/runs?client_id=ios", "{}")
    #expect(started.status == "201")
    #expect(
      folder.read("errors")?.contains(#""path":"/v1/tenants/native-auth/flows/sign-up/runs","status":201"#) == true)
    server.terminate()
    #expect(try server.finish() == 0)
  }
}
