import FlowJSON
import FlowModel
import FlowRuntime

/// What a token stands for, of whichever form it is, while its session is open.
struct FoundToken: Sendable {
  /// What it is good for.
  enum Use { case access, refresh }

  var session: OpenSession
  var ticket: TicketRecord
  var use: Use
  /// Its claims, where it is signed.
  var claims: JSONObject?

  /// For whom it is, where it is signed for somebody.
  var audience: String? { claims?["aud"]?.string }
}

extension TokenService {
  /// What a token of a tenant stands for; nil where this server did not make it there, or it has ended. `isEarlier`: also a
  /// refresh token that was replaced since.
  func find(
    _ token: String, tenant: String, _ transaction: any StorageTransaction, now: Milliseconds, isEarlier: Bool = false
  ) throws -> FoundToken? {
    guard let (ticket, use, claims) = try ticket(of: token, tenant, transaction, now: now, isEarlier: isEarlier),
      let session = try openSession(of: ticket, transaction, now: now)
    else { return nil }
    return FoundToken(session: session, ticket: ticket, use: use, claims: claims)
  }

  /// The session of a ticket; nil where it has ended: by itself, with its account's, or with its tenant's keys.
  func openSession(
    of ticket: TicketRecord, _ transaction: any StorageTransaction, now: Milliseconds
  ) throws -> OpenSession? {
    guard let session = try OpenSession(ticket, key, now: now),
      try transaction.usableAccount(of: ticket, epoch: session.epoch) != nil
    else { return nil }
    let forgotten = try keys.current(ofDomain: AppID.domain(ticket.tenant), in: transaction)?.forgotten
    return forgotten.map { session.started <= $0 } == true ? nil : session
  }

  private func ticket(
    of token: String, _ tenant: String, _ transaction: any StorageTransaction, now: Milliseconds, isEarlier: Bool
  ) throws -> (TicketRecord, FoundToken.Use, JSONObject?)? {
    if let header = KeySet.unverified(token)?.header {
      guard header["typ"]?.string == AccessToken.type else {
        return try appTicket(of: token, tenant, transaction, now: now)
      }
      return try signedTicket(of: token, tenant, transaction, now: now)
    }
    if let refresh = RefreshToken(token, key) {
      guard let ticket = try transaction.ticket(.refresh, refresh.id), ticket.tenant == tenant,
        isEarlier || refresh.has(ticket.secretHash, key)
      else { return nil }
      return (ticket, .refresh, nil)
    }
    return try transaction.ticket(.session, standingFor: token, tenant: tenant, key).map { ($0, .access, nil) }
  }

  /// The family of an access token of native authentication.
  private func signedTicket(
    of token: String, _ tenant: String, _ transaction: any StorageTransaction, now: Milliseconds
  ) throws -> (TicketRecord, FoundToken.Use, JSONObject?)? {
    let expectation = TokenExpectation(SigningAlgorithm.published, type: AccessToken.type)
    guard let keys = try keys.current(ofDomain: AppID.domain(tenant), in: transaction),
      let claims = try? keys.verify(token, expecting: expectation, now: now),
      // Keys of an earlier version are those of all tenants.
      claims["tid"]?.string == tenant, let family = claims["sid"]?.string,
      let ticket = try transaction.ticket(.refresh, family), ticket.tenant == tenant,
      ticket.account == claims["sub"]?.string
    else { return nil }
    return (ticket, .access, claims)
  }

  /// The session of a token of App Services.
  private func appTicket(
    of token: String, _ tenant: String, _ transaction: any StorageTransaction, now: Milliseconds
  ) throws -> (TicketRecord, FoundToken.Use, JSONObject?)? {
    for (type, use) in [(AppTokenType.access, FoundToken.Use.access), (.refresh, .refresh)] {
      do {
        let open = try openSession(token, type, tenant, transaction, now: now)
        return (open.ticket, use, open.claims)
      } catch is AppSessionError {
        continue
      }
    }
    return nil
  }
}
