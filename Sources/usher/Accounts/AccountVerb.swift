import FlowModel
import FlowRuntime
import FlowTooling

/// What the operator does with one account.
enum AccountVerb: String, CaseIterable {
  case show, disable, enable, delete

  /// Does it with the account that a text names; exit code 1 where there is none, or more than one.
  func run(_ typed: String, _ arguments: Arguments) async throws(Failure) -> ExitCode {
    // As what its owner types.
    let name = typed.withoutBlanks
    let access = try StorageAccess(arguments)
    let file = try arguments.value("log").map { path throws(Failure) in try ServeLog(file: path) }
    let (storage, base, key) = try await access.openLayers(isWriting: self != .show, file ?? StandardError.log)
    let said: Said
    do {
      let places = try await NamedAccount(storage: storage, base: base).places(name, tenant: arguments.value("tenant"))
      if let place = places.first, places.count == 1 {
        said = try await act(on: place, storage, key, file ?? StandardError.log)
      } else if places.isEmpty {
        said = .problem("there is no account \(name.quoted)")
      } else {
        let list = places.map { "  \($0.id) of \($0.tenant)\n" }.joined()
        said = .problem("\(name.quoted) names \(places.count) accounts; name one by its id and `--tenant`:\n\(list)")
      }
    } catch {
      await storage.close()
      await file?.flush()
      throw .impossible("\(access.choice.text): \(error)")
    }
    await storage.close()
    await file?.flush()
    switch said {
    case .done(let text):
      try StandardOutput.write(text)
      return .clean
    case .problem(let text):
      try StandardError.write("usher accounts: \(text.hasSuffix("\n") ? text : text + "\n")")
      return .problems
    }
  }

  private enum Said {
    case done(String)
    case problem(String)
  }

  private func act(
    on place: AccountPlace, _ storage: any Storage, _ key: ServerKey, _ log: any OperatorLog
  ) async throws -> Said {
    // It does what a host does: with the same events, once they are committed.
    let engine = Engine(storage: storage, ports: EnginePorts(key: key, log: log), hashingThreads: 1)
    let isThere: Bool
    switch self {
    case .show: return try await show(place, storage)
    case .disable: isThere = try await engine.disableAccount(place.id, tenant: place.tenant)
    case .enable: isThere = try await engine.enableAccount(place.id, tenant: place.tenant)
    case .delete:
      try await engine.removeAccount(place.id, tenant: place.tenant)
      isThere = true
    }
    guard isThere else { return .problem("there is no account \(place.id.quoted) any more") }
    return .done("account \(visible(place.id)) of \(visible(place.tenant)) was \(rawValue)d\n")
  }

  /// What is known of an account, a line each.
  private func show(_ place: AccountPlace, _ storage: any Storage) async throws -> Said {
    let now = SystemClock().now()
    let (account, sessions) = try await storage.transact { transaction in
      let tickets = try [TicketRecord.Kind.session, .refresh].flatMap {
        try transaction.tickets($0, account: place.id, tenant: place.tenant)
      }
      return (
        try transaction.account(place.id, tenant: place.tenant),
        tickets.count { $0.used == nil && $0.expires > now }
      )
    }
    guard let account else { return .problem("there is no account \(place.id.quoted) any more") }
    var lines: [(String, String)] = [
      ("account", account.id), ("tenant", account.tenant), ("created", account.created.utcText),
    ]
    lines += account.identifiers.map { identifier in
      (identifier.attribute, identifier.value + (account.unproven.contains(identifier) ? " (not proven)" : ""))
    }
    lines += [
      ("confirmed", account.isConfirmed ? "yes" : "no"), ("enabled", account.isEnabled ? "yes" : "no"),
      ("password", account.passwordHash == nil ? "none" : "yes"), ("sessions", String(sessions)),
    ]
    let width = lines.map { $0.0.count }.max() ?? 0
    var text = ""
    for (name, value) in lines {
      text += visible(name) + String(repeating: " ", count: width - name.count + 2) + visible(value) + "\n"
    }
    return .done(text)
  }
}
