import FlowJSON
import Glibc
import TestSupport
import Testing

/// Functions that are commands: served where the operator says so, kept from what is not theirs, and gone with the server.
@Suite struct CommandTests {
  private let scene: ServingScene

  init() throws { scene = try ServingScene() }

  private func write(_ script: String, more: String = "", tenant: String = "club") {
    scene.write(tenant, function: "command: [sh, hook.sh], timeout: 60s\(more)")
    scene.folder.write("flows/\(tenant)/hook.sh", script + "\n")
  }

  private static let success = #"cat > /dev/null; echo '{"status":"success"}'"#

  @Test func `a tenant with commands is not served unless the operator says so, and whose they are is told`() throws {
    write(Self.success)
    scene.write("shop")
    let refused = try scene.refused(["flows"], ["--require-fresh"])
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(refused.errors.contains("the tenant `club` has functions that are commands (hook)"))
    #expect(refused.errors.contains("--allow-commands") && !refused.errors.contains("shop"))

    // The others are served.
    func isLeftOut() throws {
      let (server, url) = try scene.serve()
      try scene.log(
        "`flows/club` has problems, and nothing was served of it before that could be instead: it is not served")
      #expect(try scene.join(url, "club").text("error", "code") == "unknown_flow")
      #expect(try scene.join(url, "shop").text("end", "name") == "completed")
      try scene.end(server)
      unlink(scene.folder.path + "/errors")
    }
    try isLeftOut()
    let (server, url) = try scene.serve(["flows"], ["--allow-commands"])
    #expect(try scene.join(url, "club").text("end", "name") == "done")
    let warned = try scene.log("functions are commands (hook)")
    #expect(warned.first { $0.text("message").contains("commands") }?.text("tenant") == "club")
    try scene.end(server)
    unlink(scene.folder.path + "/errors")
    // Not what was served before either.
    try isLeftOut()
  }

  @Test func `flows that are read again bring in no command, and those before them go on`() throws {
    scene.write("club")
    let (server, url) = try scene.serve()
    write(Self.success)
    server.hangUp()
    try scene.log("the flows have problems; those before them go on")
    try scene.log("the tenant `club` has functions that are commands (hook)")
    #expect(try scene.join(url, "club").text("end", "name") == "completed")
    try scene.end(server)
    // A slip in a file is no outage: what was served last had no command.
    let (next, nextURL) = try scene.serve()
    #expect(try scene.join(nextURL, "club").text("end", "name") == "completed")
    try scene.end(next)
  }

  @Test func `a command that a run under way would ask is not run by a server that allows none`() throws {
    write("touch ../../asked; " + Self.success)
    scene.folder.write(
      "flows/club/join.yaml",
      ServingScene.asking.replacing("start: identify", with: "start: city")
        .replacing(
          "states:\n",
          with: """
            states:
              city:
                page: Your address, again
                fields: { email: required }
                then:
                  submit: identify

            """))
    var (server, url) = try scene.serve(["flows"], ["--allow-commands"])
    let started = try scene.join(url, "club")
    let token = started.text("token")
    try #require(!token.isEmpty, "\(started)")
    try scene.end(server)
    scene.write("club")
    (server, url) = try scene.serve()
    let body = JSON.object(["event": "submit", "input": ["email": "ada@example.com"], "token": .string(token)]).text
    let reply = try JSON.parse(run("/usr/bin/curl", ["-s", url + "/v1/runs/events", "--json", body]).output)
    #expect(reply.text("error", "code") == "denied", "\(reply)")
    try scene.log("it is a command, and those are not allowed here")
    #expect(scene.folder.read("asked") == nil)
    try scene.end(server)
  }

  @Test func `a command gets its tenant's variables alone`() throws {
    write("env > environment; " + Self.success, more: ", environment: [API_KEY, SHOP_KEY, DATABASE]")
    let (server, url) = try scene.serve(
      ["flows"], ["--allow-commands"],
      environment: [
        "USHER_CLUB_API_KEY": "ours", "USHER_SHOP_API_KEY": "theirs", "API_KEY": "server's", "DATABASE": "server's",
        "SHOP_KEY": "server's",
      ])
    #expect(try scene.join(url, "club").text("end", "name") == "done")
    let lines = try #require(scene.folder.read("flows/club/environment")).split(separator: "\n")
    let names = Set(lines.map { String($0.prefix { $0 != "=" }) })
    #expect(names.isSubset(of: ["PATH", "HOME", "LANG", "API_KEY", "PWD", "OLDPWD", "SHLVL", "_"]), "\(names)")
    #expect(lines.contains("API_KEY=ours"))
    try scene.end(server)
  }

  @Test func `tenants whose variables would be the same are not served together`() throws {
    scene.write("book-club", function: "url: \"http://127.0.0.1:9/\", secret: env:KEY")
    scene.write("book_club", function: "url: \"http://127.0.0.1:9/\", secret: env:KEY")
    let refused = try scene.refused(
      ["flows"], ["--allow-hosts", "http://127.0.0.1"], environment: ["USHER_BOOK__CLUB_KEY": "x"])
    #expect(refused.status == 1 && refused.errors.contains("USHER_BOOK__CLUB_"), "\(refused)")
  }

  @Test(.enabled(if: geteuid() == 0)) func `commands run as another user, who reads no key`() throws {
    // It tells the log: the folder is not the other user's to write to.
    write(#"echo "$(id -u) $(id -G) $HOME $(cat ../../db.key 2>/dev/null || echo none)" >&2; "# + Self.success)
    #expect(try run("/bin/chmod", ["755", scene.folder.path]).status == 0)
    let (server, url) = try scene.serve(["flows"], ["--allow-commands", "--commands-as", "nobody"])
    #expect(try scene.join(url, "club").text("end", "name") == "done")
    let said = try scene.log("function hook says: ").first { $0.text("message").contains("says: ") }
    #expect(said?.text("message") == "function hook says: 65534 65534 /nonexistent none", "\(said ?? .null)")
    try scene.end(server)
    // The user is of no use where the key lies open to it.
    #expect(try run("/bin/chgrp", ["nogroup", scene.folder.path + "/db"]).status == 0)
    chmod(scene.folder.path + "/db", 0o640)
    let open = try scene.refused(["flows"], ["--allow-commands", "--commands-as", "nobody"])
    #expect(open.status == 3 && open.errors.contains("who may open `db`"), "\(open)")
    chmod(scene.folder.path + "/db", 0o600)
    // Nor where it could read codes, or what functions of tenants are signed with.
    scene.folder.write("mail", "")
    chmod(scene.folder.path + "/mail", 0o644)
    let mail = try scene.refused(["flows"], ["--allow-commands", "--commands-as", "nobody"])
    #expect(mail.status == 3 && mail.errors.contains("who may open `mail`"), "\(mail)")
    chmod(scene.folder.path + "/mail", 0o600)
    scene.folder.write("secrets/shop/hook", "key\n")
    #expect(try run("/bin/chgrp", ["nogroup", scene.folder.path + "/secrets/shop/hook"]).status == 0)
    chmod(scene.folder.path + "/secrets/shop/hook", 0o640)
    let secret = try scene.refused(["flows"], ["--allow-commands", "--commands-as", "nobody", "--secrets", "secrets"])
    #expect(secret.status == 3 && secret.errors.contains("/secrets/shop/hook`"), "\(secret)")
    // A certificate is no secret, unless its key lies with it.
    chmod(scene.folder.path + "/secrets/shop/hook", 0o600)
    scene.folder.write("secrets/shop/ca.pem", "-----BEGIN CERTIFICATE-----\n")
    chmod(scene.folder.path + "/secrets/shop/ca.pem", 0o644)
    let options = ["--allow-commands", "--commands-as", "nobody", "--secrets", "secrets"]
    let (served, _) = try scene.serve(["flows"], options)
    try scene.end(served)
    scene.folder.write("secrets/shop/ca.pem", "-----BEGIN CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\n")
    let key = try scene.refused(["flows"], options)
    #expect(key.status == 3 && key.errors.contains("/secrets/shop/ca.pem`"), "\(key)")
  }

  @Test func `whom commands cannot run as is told`() throws {
    write(Self.success)
    func refusal(_ options: String...) throws -> ProcessResult { try scene.refused(["flows"], options) }
    #expect(try refusal("--commands-as", "nobody").status == (geteuid() == 0 ? 2 : 3))
    guard geteuid() == 0 else { return }
    let unknown = try refusal("--allow-commands", "--commands-as", "no-such-user")
    #expect(unknown.status == 2 && unknown.errors.contains("there is no user `no-such-user`"))
    let root = try refusal("--allow-commands", "--commands-as", "root")
    #expect(root.status == 2 && root.errors.contains("`root` is root"))
    let plain = try run(
      "/usr/bin/setpriv",
      [
        "--reuid=65534", "--clear-groups", Repository.program("usher"), "run", "flows/club", "--commands-as", "nobody",
        "--storage", "memory",
      ], folder: scene.folder.path)
    // Where others cannot reach the program, it says nothing at all.
    if plain.status != 127, plain.status != 126, plain.status != 1 {
      #expect(plain.status == 3 && plain.errors.contains("needs to be started as root"), "\(plain)")
    }
  }

  // MARK: The end

  /// Starts a step that waits for a command with a child, and returns the two processes.
  private func hang(_ url: String) throws -> (client: pid_t, processes: [pid_t]) {
    let client = try TestSupport.start(
      "/usr/bin/curl", ["-s", url + "/v1/tenants/club/flows/join/runs", "--json", #"{"email":"a@example.com"}"#],
      environment: [:], folder: scene.folder.path, .descriptors([0, 1, 2]))
    let ids = try scene.wait(for: "flows/club/ids").split(separator: " ").compactMap { pid_t($0.filter(\.isNumber)) }
    try #require(ids.count == 2)
    #expect(ids.allSatisfy { kill($0, 0) == 0 })
    return (client, ids)
  }

  private static let slow = "sleep 50 & echo $$ $! > started; mv started ids; wait"

  private func stop(_ client: pid_t) {
    kill(client, SIGKILL)
    waitpid(client, nil, 0)
  }

  @Test func `a command and what it has started end with the server, in the time that its end may take`() throws {
    write(Self.slow)
    let (server, url) = try scene.serve(["flows"], ["--allow-commands", "--stop-timeout", "2"])
    let (client, processes) = try hang(url)
    defer { stop(client) }
    server.terminate()
    _ = try server.finish()
    for id in processes { #expect(isGone(id)) }
  }

  @Test func `a command and what it has started end with a server that is killed`() throws {
    write(Self.slow)
    let (server, url) = try scene.serve(["flows"], ["--allow-commands"])
    let (client, processes) = try hang(url)
    defer { stop(client) }
    server.kill()
    for id in processes { #expect(isGone(id)) }
  }
}
