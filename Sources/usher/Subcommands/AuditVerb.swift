import FlowJSON
import FlowModel
import FlowRuntime
import FlowSource
import FlowTooling

/// `usher audit`: what became of accounts, and whether the log that says so is as the servers wrote it.
enum AuditVerb: Subcommand {
  static let name = "audit"
  static let summary = "list what became of accounts, and look whether anybody has changed that list"
  static let usage = Usage(
    words: "list|verify", wordCount: 1...1, first: verbs,
    options: StorageAccess.presentOptions + [
      Option("account", value: "ACCOUNT", "the changes of one account, by its id or what its owner signs in with"),
      Option("tenant", value: "NAME", "the changes of one tenant's accounts"),
      Option("format", value: "FORMAT", of: Format.self, "pretty (the default) or json"),
    ])
  static let details = """
    Each change of an account is noted in the transaction that makes it: when, by whom (a run of a flow, the owner by a token, or the
    operator), in which run, flow and version, and on what evidence. Accounts are named by their ids and attributes by their names:
    the list holds no address, no value and no secret.
    list: the changes, the oldest first. An account that was deleted is named by its id and --tenant.
    verify: goes through all of it, and says where an entry was changed or is gone; exit code 1 where something is wrong. The digest
    of a list that nobody has written to since is the same: keep it elsewhere. It needs the server's key. A server may go on meanwhile.

    """

  private static let verbs = ["list", "verify"]

  private enum Format: String, CaseIterable {
    case pretty
    case json
  }

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    let verb = arguments.words[0]
    guard verbs.contains(verb) else {
      throw .usage(
        "there is no `usher audit \(verb)`",
        help: nearest(verb, among: verbs).map { "did you mean `\($0)`?" } ?? "there is `list` and `verify`")
    }
    for option in ["account", "tenant"] where verb == "verify" && arguments.value(option) != nil {
      throw .usage("`--\(option)` goes with `list`: the chains are those of all accounts")
    }
    let isJSON = try arguments.choice("format", default: Format.pretty) == .json
    let access = try StorageAccess(arguments)
    let (storage, base, key) = try await access.openLayers(isWriting: false, StandardError.log)
    let code: ExitCode
    do {
      let reading = AuditReading(storage, key: key)
      code =
        verb == "verify"
        ? try await verify(reading, isJSON)
        : try await list(reading, NamedAccount(storage: storage, base: base), arguments, isJSON)
    } catch {
      await storage.close()
      if let failure = error as? Failure { throw failure }
      throw .impossible("\(access.choice.text): \(error)")
    }
    await storage.close()
    return code
  }

  private static func verify(_ reading: AuditReading, _ isJSON: Bool) async throws -> ExitCode {
    let verdict = try await reading.verify()
    if isJSON {
      try StandardOutput.write(verdict.json.text + "\n")
    } else {
      let entries = verdict.entries == 1 ? "1 entry" : "\(verdict.entries) entries"
      try StandardOutput.write(
        verdict.breaks.map { "chain \($0.chain), entry \($0.number): \($0.reason)\n" }.joined()
          + "\(entries), digest \(verdict.digest): "
          + (verdict.breaks.isEmpty ? "as the servers wrote them\n" : "somebody has changed them\n"))
    }
    return verdict.breaks.isEmpty ? .clean : .problems
  }

  private static func list(
    _ reading: AuditReading, _ accounts: NamedAccount, _ arguments: Arguments, _ isJSON: Bool
  ) async throws -> ExitCode {
    let tenant = arguments.value("tenant")
    var entries: [AuditEntry] = []
    if let name = arguments.value("account")?.withoutBlanks {
      var places = try await accounts.places(name, tenant: tenant)
      // One that was deleted is in no tenant any more.
      if places.isEmpty, let tenant { places = [AccountPlace(tenant: tenant, id: name)] }
      for place in places { entries += try await reading.entries(account: place) }
      if entries.isEmpty {
        try StandardError.write(
          "usher audit: nothing is known of an account \(name.quoted)"
            + (tenant == nil ? "; one that was deleted is named by its id and `--tenant`\n" : "\n"))
        return .problems
      }
    } else {
      entries = try await reading.entries(tenant: tenant)
    }
    if isJSON {
      let list = JSON.array(entries.map(\.json))
      try StandardOutput.write((["version": 1, "entries": list] as JSON).text + "\n")
    } else {
      try StandardOutput.write(entries.map(\.line).joined())
    }
    return .clean
  }
}

extension AuditEntry {
  /// The entry as a line for people.
  fileprivate var line: String {
    var parts = [time.utcText, tenant, account, changes.joined(separator: ","), "by \(actor.rawValue)"]
    if let flow { parts.append("flow \(flow)") }
    if let run { parts.append("run \(run)") }
    if let version { parts.append("version \(version.prefix(12))") }
    if !evidence.isEmpty { parts.append("on: " + evidence.joined(separator: ", ")) }
    if let trouble { parts.append("(\(trouble))") }
    return visible(parts.joined(separator: "  ")) + "\n"
  }
}

extension AuditReading.Verdict {
  fileprivate var json: JSON {
    [
      "version": 1, "entries": .int(Int64(entries)), "digest": .string(digest),
      "breaks": .array(
        breaks.map { ["chain": .int($0.chain), "number": .int($0.number), "reason": .string($0.reason)] }),
    ]
  }
}
