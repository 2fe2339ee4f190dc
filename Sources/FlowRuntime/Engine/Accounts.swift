public import FlowModel

/// What a transport may ask of accounts outside any run, once a session or the protocol itself allows it.
extension Engine {
  /// The account that a value of an identifying attribute belongs to; nil if there is none.
  public func account(
    _ value: String, by attribute: AttributeDefinition, tenant: String
  ) async throws(StorageError) -> AccountRecord? {
    let identifier = Identifier(attribute: attribute.name, value: attribute.normalised(value))
    return try await attempt { try $0.account(identifier, tenant: tenant) }
  }

  /// Removes an account with all that it was handed, its sessions too, and frees its identifiers: also one that is not as this
  /// server wrote it. Removing one that is gone changes nothing.
  public func removeAccount(_ id: String, tenant: String) async throws(StorageError) {
    try await removeAccount(id, tenant: tenant, by: .operator)
  }

  /// Removes an account at its owner's wish, who has shown a token of it.
  public func removeOwnAccount(_ id: String, tenant: String) async throws(StorageError) {
    try await removeAccount(id, tenant: tenant, by: .owner)
  }

  private func removeAccount(_ id: String, tenant: String, by actor: AuditEntry.Actor) async throws(StorageError) {
    let origin = AuditOrigin(actor, at: ports.clock.now())
    let wasThere = try await attempt { [key = ports.key] transaction in
      let isThere: Bool
      do throws(StorageError) {
        isThere = try transaction.account(id, tenant: tenant) != nil
      } catch {
        guard case .forged = error else { throw error }
        isThere = true
      }
      try transaction.discard(id, tenant: tenant)
      if isThere { try transaction.append(AuditEntry(["deleted"], of: id, tenant: tenant, by: origin), key) }
      return isThere
    }
    if wasThere { ports.log.write(LogEntry(SecurityEvent(.accountDeleted, account: id), tenant: tenant)) }
  }

  /// Disables an account, as `account.disable` does: nobody signs in to it, and what it was signed in by ends for good, also
  /// where it is enabled again. False where there is none.
  @discardableResult
  public func disableAccount(_ id: String, tenant: String) async throws(StorageError) -> Bool {
    let now = ports.clock.now()
    let (isThere, wasEnabled) = try await attempt { [key = ports.key] transaction in
      guard var account = try transaction.account(id, tenant: tenant) else { return (false, false) }
      let wasEnabled = account.isEnabled
      account.isEnabled = false
      account.version += 1
      try transaction.endSessions(of: &account)
      for kind in [TicketRecord.Kind.reset, .grant] {
        try transaction.useTickets(kind, account: id, tenant: tenant, now: now)
      }
      guard try transaction.put(account, by: AuditOrigin(.operator, at: now), key) else {
        throw StorageError.corrupted("account \(id)")
      }
      return (true, wasEnabled)
    }
    if wasEnabled { ports.log.write(LogEntry(SecurityEvent(.accountDisabled, account: id), tenant: tenant)) }
    return isThere
  }

  /// Enables an account again. Its owner signs in anew. False where there is none.
  @discardableResult
  public func enableAccount(_ id: String, tenant: String) async throws(StorageError) -> Bool {
    let origin = AuditOrigin(.operator, at: ports.clock.now())
    let (isThere, wasEnabled) = try await attempt { [key = ports.key] transaction in
      guard var account = try transaction.account(id, tenant: tenant) else { return (false, false) }
      let wasEnabled = account.isEnabled
      account.isEnabled = true
      account.version += 1
      guard try transaction.put(account, by: origin, key) else { throw StorageError.corrupted("account \(id)") }
      return (true, wasEnabled)
    }
    if isThere, !wasEnabled {
      ports.log.write(LogEntry(SecurityEvent(.accountEnabled, account: id), tenant: tenant))
    }
    return isThere
  }

  /// How the accounts that rest stand to a table.
  package func census(of table: FlowTable) async throws -> AccountCensus {
    try await AccountCensus.take(of: table, in: storage)
  }

  func attempt<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
  ) async throws(StorageError) -> Result {
    do {
      return try await storage.transact(body)
    } catch {
      log(.error, "accounts cannot be read or written: \(error)", of: RequestSubject.present?.subject.tenant)
      throw error as? StorageError ?? .unavailable("\(error)")
    }
  }
}

extension StorageTransaction {
  /// Removes an account and every ticket it was handed.
  func discard(_ account: String, tenant: String) throws(StorageError) {
    for kind in TicketRecord.Kind.allCases { try removeTickets(kind, account: account, tenant: tenant) }
    try removeAccount(account, tenant: tenant)
  }
}
