import FlowJSON
import FlowModel
import FlowRuntime
import FlowSource
import FlowTokens
import FlowTooling

/// `usher sessions`: what people are signed in by, and how all of it ends.
enum SessionsVerb: Subcommand {
  static let name = "sessions"
  static let summary = "list what an account is signed in by; sign out somebody, a tenant, or everybody"
  static let usage = Usage(
    words: "list ACCOUNT | revoke [ACCOUNT]", wordCount: 1...2, first: verbs,
    options: StorageAccess.presentOptions + [
      Option("tenant", value: "NAME", "whose account it is; with `revoke` and no ACCOUNT: everybody of the tenant"),
      Option("all", nil, "with `revoke`: everybody of each tenant"),
      Option("format", value: "FORMAT", of: Format.self, "pretty (the default) or json; with `list`"),
    ])
  static let details = """
    ACCOUNT is an account's id, or what its owner signs in with, such as an address.
    list: the open sessions, whichever protocol opened them, those begun last first.
    revoke: sessions and refresh tokens end for good, and their owners sign in anew; the account stays as it is. Each account that
    was signed out has an entry in the audit log. Access tokens that others verify by their signature alone are good until they
    end: `usher keys rotate --forget` ends those as well. A server may go on meanwhile; who signs in while it runs may stay so.

    """

  private static let verbs = ["list", "revoke"]

  private enum Format: String, CaseIterable {
    case pretty
    case json
  }

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    let verb = arguments.words[0]
    let name = arguments.words.dropFirst().first?.withoutBlanks
    guard verbs.contains(verb) else {
      throw .usage(
        "there is no `usher sessions \(verb)`",
        help: nearest(verb, among: verbs).map { "did you mean `\($0)`?" } ?? "there is `list` and `revoke`")
    }
    let isOfAll = arguments.has("all")
    switch (verb, name) {
    case ("list", nil): throw .usage("name the account whose sessions are listed")
    case ("list", _) where isOfAll: throw .usage("`--all` goes with `revoke`")
    case ("revoke", nil) where arguments.value("tenant") == nil && !isOfAll:
      throw .usage("name an account, or a tenant with `--tenant`, or `--all`")
    case ("revoke", .some) where isOfAll: throw .usage("`--all` is everybody, and no account is named beside it")
    case ("revoke", nil) where isOfAll && arguments.value("tenant") != nil:
      throw .usage("`--all` is each tenant, and `--tenant` one")
    default: break
    }
    let isJSON = try arguments.choice("format", default: Format.pretty) == .json
    let access = try StorageAccess(arguments)
    let log = RefusedRowLog()
    let (storage, base, key) = try await access.openLayers(isWriting: verb == "revoke", log)
    let code: ExitCode
    do {
      let engine = Engine(storage: storage, ports: EnginePorts(key: key, log: log), hashingThreads: 1)
      if let name {
        let places = try await NamedAccount(storage: storage, base: base).places(
          name, tenant: arguments.value("tenant"))
        if let place = places.first, places.count == 1 {
          code = .clean
          if verb == "list" {
            try await list(place, storage, key, isJSON)
          } else {
            try await engine.revokeSessions(ofAccount: place.id, tenant: place.tenant)
            try StandardOutput.write("account \(visible(place.id)) of \(visible(place.tenant)) was signed out\n")
          }
        } else {
          code = .problems
          try StandardError.write(refusal(name, places))
        }
      } else {
        code = try await revoke(arguments.value("tenant"), engine, base)
      }
    } catch {
      await storage.close()
      if let failure = error as? Failure { throw failure }
      throw .impossible("\(access.choice.text): \(error)")
    }
    await storage.close()
    return log.hasRefused ? .problems : code
  }

  private static func refusal(_ name: String, _ places: [AccountPlace]) -> String {
    if places.isEmpty { return "usher sessions: there is no account \(name.quoted)\n" }
    return "usher sessions: \(name.quoted) names \(places.count) accounts; name one by its id and `--tenant`:\n"
      + places.map { "  \($0.id) of \($0.tenant)\n" }.joined()
  }

  private static func list(
    _ place: AccountPlace, _ storage: any Storage, _ key: ServerKey, _ isJSON: Bool
  ) async throws {
    let tokens = TokenService(storage: storage, key: key, keys: try await SigningKeys(storage: storage, key: key))
    let sessions = try await tokens.sessions(of: place.id, tenant: place.tenant)
    if isJSON {
      let object: JSON = [
        "version": 1, "account": .string(place.id), "tenant": .string(place.tenant),
        "sessions": .array(sessions.map(\.json)),
      ]
      try StandardOutput.write(object.text + "\n")
    } else {
      try StandardOutput.write(sessions.map(\.line).joined())
    }
  }

  /// Signs out everybody of a tenant, or of all.
  private static func revoke(_ tenant: String?, _ engine: Engine, _ base: any Storage) async throws -> ExitCode {
    let tenants = if let tenant { [tenant] } else { try await base.tenantsWithAccounts() }
    for tenant in tenants {
      let count = try await engine.revokeSessions(ofTenant: tenant)
      try StandardOutput.write(
        "\(visible(tenant)): \(count == 1 ? "1 account was" : "\(count) accounts were") signed out\n")
    }
    return .clean
  }
}

extension OpenSession {
  fileprivate var json: JSON {
    var object: JSONObject = [
      "id": .string(id), "protocol": .string(spoken.name), "started": .int(started), "expires": .int(expires),
    ]
    object["application"] = application.map(JSON.string)
    object["used"] = used.map { .int($0) }
    return .object(object)
  }

  /// The session as a line for people.
  fileprivate var line: String {
    var parts = [id, spoken.name, application ?? "-", "began \(started.utcText)"]
    if let used { parts.append("used \(used.utcText)") }
    parts.append("until \(expires.utcText)")
    return visible(parts.joined(separator: "  ")) + "\n"
  }
}
