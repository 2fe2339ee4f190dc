/// A session that the engine's own, opaque token stands for.
public struct Session: Hashable, Sendable {
  /// Its id, 24 hexadecimal digits, which is no secret.
  public var id: String
  /// Whose it is: the account's id.
  public var account: String
  /// The tenant.
  public var tenant: String
  /// The application whose run opened it; nil: none did. What one application's flows ask of people says nothing about
  /// another one's.
  public var application: String?
  /// How its owner signed in; nil: not known, as of those from an earlier version.
  public var signIn: SignIn?
  /// When it ends.
  public var expires: Milliseconds
  /// In which epoch of the account's sessions it was opened.
  package var epoch: Int64

  /// The session of a ticket; nil where what rests with it is not as this server sealed it.
  package init?(_ ticket: TicketRecord, _ key: ServerKey) {
    let origin = ticket.origin(key)
    guard origin != nil || ticket.sealed.isEmpty else { return nil }
    epoch = origin?.epoch ?? 0
    id = ticket.id
    account = ticket.account
    tenant = ticket.tenant
    application = origin?.application
    signIn = origin?.signIn
    expires = ticket.expires
  }
}

/// What hosts ask of the tokens that `token.issue` makes where no transport brings an issuer of its own.
extension Engine {
  /// The session of a tenant that an access token stands for; nil where the token was not made here, has expired or was
  /// revoked, or its account is gone or disabled.
  public func session(of token: String, tenant: String) async throws(StorageError) -> Session? {
    let (key, now) = (ports.key, ports.clock.now())
    return try await attempt { transaction in
      guard let ticket = try transaction.ticket(.session, standingFor: token, tenant: tenant, key),
        ticket.used == nil, ticket.expires > now, let session = Session(ticket, key),
        let account = try transaction.account(ticket.account, tenant: tenant), account.isEnabled,
        account.sessionEpoch == session.epoch
      else { return nil }
      return session
    }
  }

  /// Ends the session of a token; false where there is none that could be ended.
  public func revokeSession(of token: String, tenant: String) async throws(StorageError) -> Bool {
    let (key, now) = (ports.key, ports.clock.now())
    return try await attempt { transaction in
      guard var ticket = try transaction.ticket(.session, standingFor: token, tenant: tenant, key), ticket.used == nil
      else { return false }
      ticket.used = now
      try transaction.put(ticket)
      return true
    }
  }

  /// Ends all that an account is signed in by, whichever protocol opened it: its sessions and its refresh tokens.
  public func revokeSessions(ofAccount account: String, tenant: String) async throws(StorageError) {
    let origin = AuditOrigin(.operator, at: ports.clock.now())
    try await attempt { [key = ports.key] in
      try $0.endSessions(account: account, tenant: tenant, by: origin, key)
    }
  }

  /// Ends all that the accounts of a tenant are signed in by, a hundred accounts at a time; how many were signed in.
  public func revokeSessions(ofTenant tenant: String) async throws(StorageError) -> Int {
    let origin = AuditOrigin(.operator, at: ports.clock.now())
    var (last, count): (String?, Int) = ("", 0)
    while let after = last {
      let (end, ended) = try await attempt { [key = ports.key] transaction in
        let accounts = try transaction.accounts(of: tenant, after: after, limit: 100)
        var ended = 0
        for account in accounts {
          let isSignedIn = try [TicketRecord.Kind.session, .refresh].contains {
            try !transaction.tickets($0, account: account.id, tenant: tenant).isEmpty
          }
          guard isSignedIn else { continue }
          try transaction.endSessions(account: account.id, tenant: tenant, by: origin, key)
          ended += 1
        }
        return (accounts.last?.id, ended)
      }
      (last, count) = (end, count + ended)
    }
    return count
  }
}

extension StorageTransaction {
  /// The ticket of a tenant that a text `id.secret` stands for, if its secret is the right one.
  package func ticket(
    _ kind: TicketRecord.Kind, standingFor text: String, tenant: String, _ key: ServerKey
  ) throws(StorageError) -> TicketRecord? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let ticket = try ticket(kind, String(parts[0])), ticket.tenant == tenant,
      key.isHash(ticket.secretHash, of: Array(parts[1].utf8), .ticket)
    else { return nil }
    return ticket
  }

  /// Ends what an account was signed in by: its sessions and refresh tokens. The account is the caller's to write.
  package func endSessions(of account: inout AccountRecord) throws(StorageError) {
    account.sessionEpoch += 1
    for kind in [TicketRecord.Kind.session, .refresh] {
      try removeTickets(kind, account: account.id, tenant: account.tenant)
    }
  }

  /// Ends what an account was signed in by.
  package func endSessions(
    account id: String, tenant: String, by origin: AuditOrigin, _ key: ServerKey
  ) throws(StorageError) {
    guard var account = try account(id, tenant: tenant) else { return }
    try endSessions(of: &account)
    account.version += 1
    guard try put(account, by: origin, key) else { throw .corrupted("account \(id)") }
  }
}
