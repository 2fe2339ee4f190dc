import FlowJSON
import Glibc
import HTTPSupport
import TestSupport
import Testing

/// What the log of a server tells of accounts and the ways into them: each event once, and nothing personal in any line.
@Suite struct SecurityEventTests {
  private let folder: TemporaryFolder
  private let server: LiveUsher
  private let port: UInt16
  private static let (password, other, code) = ("Tea-at-5-oclock", "Coffee-at-6-oclock", "00000000")
  private static let id = "6b0a1d2e-0000-4000-8000-000000000002"

  init() throws {
    folder = try TemporaryFolder()
    let club = Repository.root + "/Tests/EndToEndTests/Club"
    server = try LiveUsher(
      [
        "serve", Repository.root + "/flows", club, "--listen", "127.0.0.1:0", "--outbox", "mail", "--storage",
        "sqlite:db", "--log", "log", "--allow-commands", "--metrics", "127.0.0.1:0",
      ], folder: folder)
    let line = try #require(try server.line())
    port = try #require(line.split(separator: ":").last.flatMap { UInt16($0) })
  }

  private func ask(_ line: String, _ body: JSON, bearer: String? = nil) async throws -> JSON {
    let headers = ["Content-Type: application/json", "client-request-id: \(Self.id)"]
    return try await HTTPSupport.ask(
      port, line, headers + (bearer.map { ["Authorization: Bearer \($0)"] } ?? []), body: body.text
    ).json
  }

  /// Starts a run of the club, or sends an event to one.
  private func start(_ flow: String, _ input: JSON) async throws -> JSON {
    try await ask("POST /v1/tenants/club/flows/\(flow)/runs", input)
  }

  private func send(_ event: String = "submit", _ input: JSON, _ reply: JSON) async throws -> JSON {
    try await ask("POST /v1/runs/events", ["event": .string(event), "input": input, "token": reply["token"] ?? ""])
  }

  private func mail(_ count: Int) throws -> JSON {
    for _ in 0..<400 {
      let mail = try folder.mail()
      if mail.count >= count { return mail[count - 1] }
      usleep(25_000)
    }
    throw Stalled(description: "no mail")
  }

  private func lines() -> [JSON] {
    (folder.read("log") ?? "").split(separator: "\n").compactMap { try? JSON.parse(String($0)) }
  }

  /// The events in their order, with their reasons, but those of requests; as soon as there are so many, as a thread of its own
  /// writes them.
  private func events(_ tenant: String, _ count: Int = 0) -> [String] {
    _ = soon { events(of: tenant).count >= count }
    return events(of: tenant)
  }

  /// Whether something holds soon.
  private func soon(_ holds: () -> Bool) -> Bool {
    for _ in 0..<400 {
      if holds() { return true }
      usleep(25_000)
    }
    return false
  }

  private func events(of tenant: String) -> [String] {
    lines().filter { $0["event"] != nil && $0["event"] != "request" && $0.text("tenant") == tenant }.map {
      [$0.text("event"), $0.text("reason")].filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// Ends the server, and looks at all that it has written and shown.
  private func end(_ tenants: [String]) throws {
    let figures = try TestSupport.run("/usr/bin/curl", ["-s", "-f", try metricsAddress(in: folder)]).output
    #expect(figures.contains("usher_run_ends_total{"))
    server.terminate()
    #expect(try server.finish() == 0)
    let log = try #require(folder.read("log"))
    let audit = try folder.usher("audit", "list", "--storage", "sqlite:db", "--format", "json").output
    #expect(audit.contains("created"))
    #expect(try folder.usher("audit", "verify", "--storage", "sqlite:db").status == 0)
    let mails = try folder.mail()
    let secrets = mails.flatMap { [$0.text("code"), $0.text("token"), $0.text("tokenId")] }
    for secret in [Self.password, Self.other, "@example", "@", "argon2"] + secrets where !secret.isEmpty {
      #expect(!log.contains(secret), "the log has \(secret)")
      #expect(!figures.contains(secret), "the figures have \(secret)")
      #expect(!audit.contains(secret), "the audit log has \(secret)")
    }
    for line in lines() {
      #expect(line["time"]?.int != nil && ["info", "warning", "error"].contains(line.text("level")), "\(line.text)")
      guard let event = line["event"]?.string, event != "keys.rotated", tenants.contains(line.text("tenant"))
      else { continue }
      #expect(!line.text("id").isEmpty, "\(line.text)")
      guard event != "request", event != "token.reused" || line["reason"] == "grant", event != "account.deleted"
      else { continue }
      #expect(line.text("run").count == 32 && !line.text("flow").isEmpty, "\(line.text)")
    }
    #expect(lines().contains { $0["message"] == "the server has ended" })
  }

  private func join(_ name: String, mails count: Int, wrongly: Bool = false) async throws -> (reply: JSON, grant: JSON)
  {
    let email = JSON.string(name + "@example.com")
    let started = try await start("join", ["email": email])
    let sent = try mail(count)
    if wrongly {
      let wrong = try await send(["code": .string(Self.code), "password": .string(Self.password)], started)
      #expect(wrong.text("error", "code") == "invalid_code", "\(wrong.text)")
      #expect(try await send("resend", [:], wrong).text("error", "code") == "too_many_codes")
    }
    let done = try await send(["code": sent["code"] ?? "", "password": .string(Self.password)], started)
    #expect(done.text("state") == "done", "\(done.text)")
    return (done, ["grant": done["end"]?["grants"]?["sign-in"] ?? ""])
  }

  private func send(_ input: JSON, _ reply: JSON) async throws -> JSON { try await send("submit", input, reply) }

  @Test func `whatever happens to accounts is told once, with its run, and without anything personal`() async throws {
    let (joined, grant) = try await join("ada", mails: 1, wrongly: true)
    #expect(
      events("club", 4) == [
        "proof.failed wrong_code", "message.throttled code", "account.created", "grant.issued",
      ], "\(events("club"))")
    // The lines of its requests name the run that replies name.
    let run = joined.text("run")
    #expect(soon { lines().count { $0["event"] == "request" && $0.text("run") == run && $0["tenant"] == "club" } >= 3 })

    var before = events("club").count
    func expect(_ expected: [String], line: Int = #line) {
      let found = events("club", before + expected.count)
      #expect(Array(found.dropFirst(before)) == expected, "line \(line)")
      before = found.count
    }
    func credentials(_ password: String, _ name: String = "ada") -> JSON {
      ["email": .string(name + "@example.com"), "password": .string(password)]
    }
    // The grant of the sign-up, twice.
    let page = try await start("sign-in", [:])
    #expect(try await send("continue", grant, page).text("state") == "done")
    let again = try await start("sign-in", [:])
    #expect(try await send("continue", grant, again).text("error", "code") == "invalid_grant")
    expect(["sign_in.succeeded", "token.reused grant"])

    // Both factors, each wrongly before.
    let signIn = try await start("sign-in", credentials("wrong-Tea"))
    expect(["sign_in.failed wrong_password"])
    let known = try await send(credentials(Self.password), signIn)
    #expect(known.text("state") == "code", "\(known.text)")
    let sent = try mail(2)
    let wrong = try await send(["code": .string(Self.code)], known)
    let right = try await send(["code": sent["code"] ?? ""], wrong)
    #expect(right.text("state") == "done", "\(right.text)")
    expect(["second_factor.failed wrong_code", "second_factor.passed", "sign_in.succeeded"])
    // A client whose answer was lost asks once more: nothing has happened again.
    #expect(try await send(["code": sent["code"] ?? ""], wrong).text("state") == "done")
    expect([])

    let change = try await start("change", credentials(Self.password))
    #expect(try await send(["password": .string(Self.other)], change).text("state") == "done")
    expect(["password.set"])

    // Nobody learns whether there is such an account, and the log has no name of it either.
    for _ in 0..<3 { _ = try await start("sign-in", credentials("wrong-Tea", "nobody")) }
    _ = try await start("sign-in", credentials("wrong-Tea", "nobody"))
    expect(Array(repeating: "sign_in.failed wrong_password", count: 3) + ["sign_in.locked password_attempts"])
    let locked = lines().last { $0["event"] == "sign_in.locked" }
    #expect(locked?["level"] == "warning" && locked?["account"] == nil)

    // Both factors, as a sign-in has them.
    let leaving = try await start("disable", credentials(Self.other))
    let left = try await send(["code": try mail(3)["code"] ?? ""], leaving)
    #expect(left.text("state") == "done", "\(left.text)")
    _ = try await start("sign-in", credentials(Self.other))
    expect(["second_factor.passed", "account.disabled", "sign_in.failed account_disabled"])
    let accounts = Set(lines().compactMap { $0["account"]?.string })
    #expect(accounts.count == 1 && accounts.allSatisfy { $0.count == 24 })

    // A row that somebody has edited.
    let spoil =
      "import sqlite3; db = sqlite3.connect('db'); db.execute(\"UPDATE accounts SET attributes = attributes || 'A'\"); db.commit()"
    #expect(try TestSupport.run("/usr/bin/python3", ["-c", spoil], folder: folder.path).status == 0)
    _ = try await start("sign-in", credentials(Self.other))
    expect(["row.refused"])
    let refused = lines().filter { $0["event"] == "row.refused" }
    #expect(
      refused.count == 1 && refused.first?["level"] == "error" && refused.first?.text("id") == Self.id, "\(refused)")
    try end([])
  }

  @Test func `links, resets, deletions, stolen tokens and rotated keys are told`() async throws {
    func provider(_ call: String, _ body: JSON) async throws -> JSON {
      try await ask("POST /api/client/v2.0/app/realm-by-link/auth/providers/local-userpass/\(call)", body)
    }
    func link(_ mail: JSON, _ more: JSONObject = [:]) -> JSON {
      var body = more
      (body["token"], body["tokenId"]) = (mail["token"] ?? "", mail["tokenId"] ?? "")
      return .object(body)
    }
    let login: JSON = ["username": "ada@example.com", "password": .string(Self.password)]
    _ = try await provider("register", ["email": "ada@example.com", "password": .string(Self.password)])
    _ = try await provider("login", login)
    _ = try await provider("confirm", link(try mail(1)))
    _ = try await provider("confirm", link(try mail(1)))
    _ = try await provider("reset/send", ["email": "ada@example.com"])
    _ = try await provider("reset", link(try mail(2), ["password": .string(Self.other)]))
    let session = try await provider("login", ["username": "ada@example.com", "password": .string(Self.other)])
    _ = try await ask("DELETE /api/client/v2.0/auth/delete", "", bearer: session.text("access_token"))
    #expect(
      events("email-password", 7) == [
        "account.created", "sign_in.failed account_unconfirmed", "account.confirmed", "proof.failed link_used",
        "password.reset", "sign_in.succeeded", "account.deleted",
      ], "\(events("email-password"))")

    func native(_ call: String, _ fields: KeyValuePairs<String, String>) async throws -> JSON {
      let form = (["client_id=phone"] + fields.map { "\($0.key)=\($0.value)" }).joined(separator: "&")
      return try await HTTPSupport.ask(
        port, "POST /native-auth/\(call)", ["Content-Type: application/x-www-form-urlencoded"], body: form
      ).json
    }
    let types = "oob password redirect"
    var step = try await native(
      "signup/v1.0/start",
      ["username": "ada@example.com", "challenge_type": types, "password": Self.password])
    step = try await native(
      "signup/v1.0/challenge", ["continuation_token": step.text("continuation_token"), "challenge_type": types])
    step = try await native(
      "signup/v1.0/continue",
      ["continuation_token": step.text("continuation_token"), "grant_type": "oob", "oob": try mail(3).text("code")])
    if step.text("error") == "attributes_required" {
      step = try await native(
        "signup/v1.0/continue",
        [
          "continuation_token": step.text("continuation_token"), "grant_type": "attributes",
          "attributes": #"{"country":"Norway","city":"Oslo","age":"36","newsletter":"true"}"#,
        ])
    }
    let tokens = try await native(
      "oauth2/v2.0/token",
      [
        "continuation_token": step.text("continuation_token"), "grant_type": "continuation_token",
        "scope": "openid offline_access",
      ])
    // So often that the first is not one of those that were replaced a moment ago.
    var newest = tokens.text("refresh_token")
    for _ in 0..<17 {
      let answer = try await native("oauth2/v2.0/token", ["grant_type": "refresh_token", "refresh_token": newest])
      newest = answer.text("refresh_token")
    }
    _ = try await native(
      "oauth2/v2.0/token", ["grant_type": "refresh_token", "refresh_token": tokens.text("refresh_token")])
    #expect(
      events("native-auth", 4) == [
        "account.created", "grant.issued", "sign_in.succeeded", "token.reused refresh_token",
      ],
      "\(events("native-auth"))")
    #expect(lines().contains { $0["event"] == "token.reused" && $0["level"] == "warning" && $0.text("account") != "" })
    // Of the refresh itself, too, whose tenant the log is for: a request line names it.
    #expect(soon { lines().count { $0.text("path").hasSuffix("/token") && $0["tenant"] == "native-auth" } == 19 })

    #expect(try folder.usher("keys", "rotate", "--forget", "--storage", "sqlite:db").status == 0)
    // Each tenant has its own.
    #expect(soon { lines().count { $0["event"] == "keys.rotated" } == 4 })
    let rotated = lines().filter { $0["event"] == "keys.rotated" }
    #expect(rotated.allSatisfy { $0["reason"] == "earlier_forgotten" })
    #expect(Set(rotated.map { $0.text("tenant") }) == ["accounts", "club", "email-password", "native-auth"])
    try end(["email-password"])
  }
}
