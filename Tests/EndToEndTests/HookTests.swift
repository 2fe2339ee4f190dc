import FlowJSON
import Glibc
import TestSupport
import Testing

/// What a server demands of web hooks before it serves them, and of applications' names across tenants.
@Suite struct HookTests {
  private let scene: ServingScene
  private var folder: TemporaryFolder { scene.folder }
  private static let key = String(repeating: "0123456789abcdef", count: 2)

  init() throws { scene = try ServingScene() }

  private func secret(_ tenant: String, _ text: String, mode: mode_t = 0o600) {
    folder.write("secrets/\(tenant)/hook", text)
    chmod(folder.path + "/secrets/\(tenant)/hook", mode)
  }

  private func refusal(
    _ function: String, _ options: [String] = [], environment: [String: String?] = [:]
  ) throws -> String {
    scene.write("club", function: function)
    let refused = try scene.refused(["flows"], options, environment: environment)
    #expect(refused.status == 1 && refused.output.isEmpty, "\(refused)")
    return refused.errors
  }

  private static let there = "url: \"https://hooks.example.invalid/join\""

  @Test func `a hook outside of this machine has a secret of 32 bytes`() throws {
    #expect(try refusal(Self.there).contains("`hook` of the tenant `club`: it has no `secret`"))
    let named = Self.there + ", secret: env:HOOK_KEY"
    #expect(try refusal(named).contains("the environment variable USHER_CLUB_HOOK_KEY with its key is not set"))
    #expect(try refusal(named, environment: ["HOOK_KEY": Self.key]).contains("USHER_CLUB_HOOK_KEY"))
    let short = try refusal(named, environment: ["USHER_CLUB_HOOK_KEY": String(Self.key.dropLast())])
    #expect(short.contains("fewer than 32 bytes") && !short.contains(Self.key.dropLast()))
    let (server, _) = try scene.serve(environment: ["USHER_CLUB_HOOK_KEY": Self.key])
    try scene.end(server)
  }

  @Test func `a secret in a file is the tenant's own`() throws {
    let named = Self.there + ", secret: file:hook"
    #expect(try refusal(named).contains("--secrets"))
    secret("shop", Self.key)
    #expect(try refusal(named, ["--secrets", "secrets"]).contains("No such file or directory"))
    symlink("shop", folder.path + "/secrets/club")
    #expect(try refusal(named, ["--secrets", "secrets"]).contains("cannot be read"))
    unlink(folder.path + "/secrets/club")
    secret("club", Self.key, mode: 0o644)
    #expect(try refusal(named, ["--secrets", "secrets"]).contains("chmod 640"))
    secret("club", Self.key + "\n")
    let (server, _) = try scene.serve(["flows"], ["--secrets", "secrets"])
    try scene.end(server)
    #expect(try scene.refused(["flows"], ["--secrets", "absent"]).status == 3)
  }

  @Test(
    arguments: [
      ("https://hooks.example.invalid/", "hooks.other.invalid", "https://hooks.example.invalid is not among the hosts"),
      ("http://127.0.0.1:9/", nil, "http://127.0.0.1 is not among the hosts"),
      ("https://127.0.0.1:9/", nil, "127.0.0.1 is no public address"),
      ("https://169.254.169.254/", nil, "169.254.169.254 is no public address"),
      ("https://10.0.0.1/", "*", "10.0.0.1 is no public address"),
      ("https://[fe80::1]/", "*", "fe80::1 is no public address"),
    ] as [(String, String?, String)])
  func `a hook is where the operator allows hooks`(url: String, list: String?, words: String) throws {
    let options = list.map { ["--allow-hosts", $0] } ?? []
    let told = try refusal("url: \"\(url)\", secret: env:KEY", options, environment: ["USHER_CLUB_KEY": Self.key])
    #expect(told.contains(words), "\(told)")
  }

  @Test func `what is no list of hosts is bad usage`() throws {
    scene.write("club")
    for list in ["", "a/b", "ftp://a.example", "a b"] {
      #expect(try scene.refused(["flows"], ["--allow-hosts", list]).status == 2, "\(list)")
    }
  }

  @Test func `a name that leads to this machine is not called, and the log says where it leads`() throws {
    // The resolver takes the number for 127.0.0.1, as a name server might say of any name.
    let listener = try HookListener()
    scene.write("club", function: "url: \"https://2130706433:\(listener.port)/\", secret: env:KEY")
    let (server, url) = try scene.serve(environment: ["USHER_CLUB_KEY": Self.key])
    #expect(try scene.join(url, "club").text("error", "code") == "denied")
    try scene.log("its host leads to 127.0.0.1, which is no public address")
    #expect(!listener.wasCalled)
    try scene.end(server)
  }

  @Test func `neither a proxy of the environment nor a redirect is followed`() throws {
    let (hook, elsewhere) = (try HookListener(), try HookListener())
    scene.write("club", function: "url: \"http://127.0.0.1:\(hook.port)/a\", secret: env:KEY")
    let proxy = "http://127.0.0.1:\(elsewhere.port)"
    let (server, url) = try scene.serve(
      ["flows"], ["--allow-hosts", "http://127.0.0.1"],
      environment: ["USHER_CLUB_KEY": "short", "http_proxy": proxy, "ALL_PROXY": proxy, "no_proxy": nil])
    let client = try TestSupport.start(
      "/usr/bin/curl",
      ["-s", "-o", "reply", url + "/v1/tenants/club/flows/join/runs", "--json", #"{"email":"a@b.example"}"#],
      environment: [:], folder: folder.path, .descriptors([0, 1, 2]))
    let answer = "HTTP/1.1 307 There\r\nLocation: http://127.0.0.1:\(elsewhere.port)/\r\nContent-Length: 0\r\n\r\n"
    let request = try hook.answer(answer)
    #expect(request.hasPrefix("POST /a HTTP/1.1\r\n") && request.contains("Signature: usher=:"))
    try wait(client)
    #expect(folder.read("reply")?.contains("denied") == true)
    #expect(!elsewhere.wasCalled)
    try scene.end(server)
  }

  @Test func `check warns of a hook that a server would not call, and run calls what is on this machine`() throws {
    scene.write("club", function: Self.there)
    let checked = try run(Repository.program("usher"), ["check", "flows"], folder: folder.path)
    #expect(checked.status == 0 && checked.output.contains("warning[U129]"), "\(checked.output)")
    // With what a server would have, it says what a server says.
    scene.write("club", function: Self.there + ", secret: file:hook")
    secret("club", "short\n")
    func checks(_ options: String...) throws -> ProcessResult {
      try run(Repository.program("usher"), ["check", "flows", "--deny", "warnings"] + options, folder: folder.path)
    }
    #expect(try checks().status == 0)
    let short = try checks("--secrets", "secrets")
    #expect(short.status == 1 && short.output.contains("fewer than 32 bytes"), "\(short)")
    secret("club", Self.key + "\n")
    #expect(try checks("--secrets", "secrets").status == 0)
    #expect(try checks("--secrets", "secrets", "--allow-hosts", "other.invalid").status == 1)
    scene.write("club", function: "url: \"http://localhost:9/\"")
    #expect(
      try run(Repository.program("usher"), ["check", "flows", "--deny", "warnings"], folder: folder.path).status == 0)
  }

  /// docs/channels.md: the environment is that of the server's start.
  @Test func `a variable is as it was when the server started, and one that came later is none`() throws {
    let hook = try HookListener()
    let there = "url: \"http://127.0.0.1:\(hook.port)/\", secret: "
    let hosts = ["--allow-hosts", "http://127.0.0.1"]
    scene.write("club", function: there + "env:FIRST")
    let (server, url) = try scene.serve(["flows"], hosts, environment: ["USHER_CLUB_FIRST": Self.key])
    func keyOfNextCall(_ url: String) throws -> String? {
      let client = try TestSupport.start(
        "/usr/bin/curl",
        ["-s", "-o", "reply", url + "/v1/tenants/club/flows/join/runs", "--json", #"{"email":"a@b.example"}"#],
        environment: [:], folder: folder.path, .descriptors([0, 1, 2]))
      let request = try hook.answer(status: "200 OK", #"{"status":"success"}"#)
      try wait(client)
      return request.split(separator: "keyid=\"").dropFirst().first.map { String($0.prefix { $0 != "\"" }) }
    }
    let first = try #require(try keyOfNextCall(url))
    // A name that the server has not got at its start has nothing behind it, whatever the operator has set since.
    scene.write("club", function: there + "env:SECOND")
    server.hangUp()
    try scene.log("USHER_CLUB_SECOND")
    #expect(try keyOfNextCall(url) == first)
    try scene.end(server)
    let second = String(Self.key.reversed())
    let (next, nextURL) = try scene.serve(["flows"], hosts, environment: ["USHER_CLUB_SECOND": second])
    let other = try #require(try keyOfNextCall(nextURL))
    #expect(other != first)
    try scene.end(next)
  }

  // MARK: Names across tenants

  private static let realm = """
    applications:
      gym:
        protocol: app-services
        flows: { log-in: log-in }

    """

  private func writeApp(_ tenant: String, has: Bool = true) throws {
    let tenantFile =
      "tenant: \(tenant)\nattributes:\n  email: { type: email, identifier: true }\n"
      + (has ? Self.realm : "applications:\n  own: { flows: [log-in] }\n")
    folder.write("flows/\(tenant)/tenant.yaml", tenantFile)
    folder.write(
      "flows/\(tenant)/log-in.yaml",
      try #require(
        readFile(Repository.root + "/flows/email-password/log-in.yaml").map { String(decoding: $0, as: UTF8.self) }))
  }

  @Test func `an application that is found by its name alone is one tenant's`() throws {
    try writeApp("club")
    try writeApp("shop", has: false)
    let (server, url) = try scene.serve()
    func deployment() throws -> Bool {
      try run("/usr/bin/curl", ["-s", url + "/api/client/v2.0/app/gym/location"]).output.contains("deployment_model")
    }
    #expect(try deployment())
    // Another tenant takes the name as well.
    try writeApp("shop")
    let checked = try run(Repository.program("usher"), ["check", "flows"], folder: folder.path)
    #expect(checked.status == 1 && checked.output.contains("error[U118]"), "\(checked.output)")
    server.hangUp()
    try scene.log("the application `gym` is one of several tenants (club, shop)")
    #expect(try deployment())
    // Another tenant takes the name over in one go.
    try writeApp("club", has: false)
    server.hangUp()
    try scene.log("the application `gym` of `club` would become one of `shop`")
    #expect(try deployment())
    // First it is taken out, then it may be somebody else's.
    try writeApp("shop", has: false)
    server.hangUp()
    try scene.log("no longer there: application club/gym")
    #expect(try !deployment())
    try writeApp("shop")
    server.hangUp()
    try scene.log("changed shop")
    for _ in 0..<100 where try !deployment() { usleep(20_000) }
    #expect(try deployment())
    try scene.end(server)
  }

  @Test func `an API that tokens are for is one tenant's`() throws {
    for tenant in ["club", "shop"] {
      let path = "\(folder.path)/flows/\(tenant)"
      #expect(try run("/bin/mkdir", ["-p", folder.path + "/flows"], folder: "/").status == 0)
      #expect(try run("/bin/cp", ["-r", Repository.root + "/flows/native-auth", path], folder: "/").status == 0)
      let file = try #require(folder.read("flows/\(tenant)/tenant.yaml"))
      folder.write("flows/\(tenant)/tenant.yaml", file.replacing("tenant: native-auth", with: "tenant: \(tenant)"))
      let compiled = try run(
        Repository.program("usher"), ["compile", "flows/\(tenant)", "-o", "\(tenant).table"], folder: folder.path)
      #expect(compiled.status == 0, "\(compiled.errors)")
    }
    let checked = try run(Repository.program("usher"), ["check", "flows"], folder: folder.path)
    #expect(checked.status == 1 && checked.output.contains("error[U118]"), "\(checked.output)")
    #expect(checked.output.contains("both have the API `api://club`"), "\(checked.output)")
    let refused = try scene.refused(["club.table", "shop.table"])
    #expect(refused.status == 1)
    #expect(refused.errors.contains("the API `api://club` is one of several tenants (club, shop)"), "\(refused)")
  }

  @Test func `tables with one application are refused like sources`() throws {
    for tenant in ["club", "shop"] {
      try writeApp(tenant)
      let compiled = try run(
        Repository.program("usher"), ["compile", "flows/\(tenant)", "-o", "\(tenant).table"], folder: folder.path)
      #expect(compiled.status == 0)
    }
    let refused = try scene.refused(["club.table", "shop.table"])
    #expect(refused.status == 1)
    #expect(refused.errors.contains("the application `gym` is one of several tenants (club, shop)"), "\(refused)")
  }
}
