import FlowModel
import FlowRuntime

/// Sign-out, and what people see of their own sessions.
extension TokenService {
  /// The open session that an access token of a tenant belongs to, if its account may still sign in. A token for an API of
  /// the application's own is none here: whoever is handed one must not sign its owner out. `issuer` is the tenant's.
  public func session(
    accessToken token: String, tenant: String, issuer: String
  ) async throws(TokenError) -> OpenSession? {
    RequestSubject.present?.note(tenant: tenant)
    let now = clock.now()
    return try await storage.attempt(log) { transaction in
      guard let found = try find(token, tenant: tenant, transaction, now: now), found.use == .access
      else { return nil }
      if found.session.spoken.definition.namesAudience, let client = found.session.application,
        found.audience != TokenClient.audience(issuer: issuer, client: client)
      {
        return nil
      }
      return found.session
    }
  }

  /// The open sessions of an account, those begun last first.
  public func sessions(of account: String, tenant: String) async throws(TokenError) -> [OpenSession] {
    let now = clock.now()
    let sessions = try await storage.attempt(log) { transaction in
      try OpenSession.kinds.flatMap { try transaction.tickets($0, account: account, tenant: tenant) }
        .compactMap { try openSession(of: $0, transaction, now: now) }
    }
    return sessions.sorted { ($0.started, $0.id) > ($1.started, $1.id) }
  }

  /// Ends a session of an account; false where it has none of that id.
  public func endSession(_ id: String, of account: String, tenant: String) async throws(TokenError) -> Bool {
    let now = clock.now()
    return try await storage.attempt(log) { transaction in
      for kind in OpenSession.kinds {
        guard let ticket = try transaction.ticket(kind, id), ticket.account == account, ticket.tenant == tenant,
          try openSession(of: ticket, transaction, now: now) != nil
        else { continue }
        try transaction.end(ticket, now: now)
        return true
      }
      return false
    }
  }

  /// Ends the sessions of an account, all of them or all but one.
  public func endSessions(
    of account: String, tenant: String, except kept: String? = nil
  ) async throws(TokenError) {
    let now = clock.now()
    try await storage.attempt(log) { [key] transaction in
      guard let kept else {
        return try transaction.endSessions(
          account: account, tenant: tenant, by: AuditOrigin(.owner, at: now), key)
      }
      for kind in OpenSession.kinds {
        for ticket in try transaction.tickets(kind, account: account, tenant: tenant)
        where ticket.id != kept && ticket.used == nil {
          try transaction.end(ticket, now: now)
        }
      }
    }
  }

  /// Ends the session of a token (RFC 7009): of a refresh token, whether or not it was replaced since, or of an access token;
  /// all tokens of the session end with it. `client` is the application that asks; nil: one of a tenant without
  /// applications. A token that is none, or has ended, is as good as revoked; one of another client throws `wrongClient`, and
  /// so does an access token for an API: its API holds it as well.
  public func revoke(_ token: String, tenant: String, client: String?) async throws(TokenError) {
    RequestSubject.present?.note(tenant: tenant)
    let now = clock.now()
    try await storage.attempt(log) { transaction in
      guard let found = try find(token, tenant: tenant, transaction, now: now, isEarlier: true) else { return }
      let isForAPI = found.use == .access && found.audience?.hasPrefix(APIScope.prefix) == true
      guard found.session.application == client, !isForAPI else { throw TokenError.wrongClient }
      try transaction.end(found.ticket, now: now)
    }
  }
}

extension StorageTransaction {
  /// Ends a session.
  func end(_ ticket: TicketRecord, now: Milliseconds) throws(StorageError) {
    var ticket = ticket
    ticket.used = now
    try put(ticket)
  }
}
