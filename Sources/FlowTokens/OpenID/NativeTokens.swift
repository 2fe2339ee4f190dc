public import FlowJSON
import FlowModel
public import FlowRuntime

/// Access tokens as resource servers meet them.
enum AccessToken {
  /// The `typ` of RFC 9068: no id token passes for an access token.
  static let type = "at+jwt"
}

/// Makes the tokens of native authentication where a flow says `token.issue`.
private struct NativeTokenIssuer: TokenIssuer {
  let service: TokenService
  let client: TokenClient

  func issue(
    to account: AccountRecord, now: Milliseconds, randomness: any Randomness, in transaction: any StorageTransaction
  ) throws -> TokenSigning {
    let keys = try service.keys.current(in: transaction)
    let token = RefreshToken(
      id: OrderedID.text(now: now, random: randomness.bytes(OrderedID.randomSize)), service.key, randomness)
    let grant = RefreshGrant(client: client.id, scopes: client.scopes, started: now)
    try transaction.put(
      TicketRecord(
        kind: .refresh, id: token.id, tenant: account.tenant, account: account.id, secretHash: token.hash(service.key),
        sealed: grant.sealed(id: token.id, service.key), expires: service.refreshEnd(grant, now: now)))
    let answer = TokenAnswer(account: account, client: client, refresh: token, now: now)
    let settings = service.settings
    return { try answer.signed(keys, settings) }
  }
}

extension TokenService {
  /// What makes a client's tokens when a flow issues them; for `FlowService.start` and `send`.
  public func issuer(for client: TokenClient) -> any TokenIssuer { NativeTokenIssuer(service: self, client: client) }

  /// Tokens for an account that was authenticated elsewhere.
  public func issue(
    account id: String, tenant: String, to client: TokenClient
  ) async throws(TokenError) -> JSONObject {
    let now = clock.now()
    let issuer = issuer(for: client)
    let sign = try await storage.attempt { transaction in
      try issuer.issue(
        to: try transaction.usableAccount(id, tenant: tenant), now: now, randomness: SystemRandomness(), in: transaction
      )
    }
    return try signing(sign)
  }

  /// New tokens for a refresh token, which is replaced. `client` is the one that asks; its `scopes` must be among those
  /// granted at the sign-in, the usual ones or those of its own APIs, and none stands for all that were granted. The usual
  /// ones come with each grant, because MSAL adds them to each refresh, though not to a sign-in that names scopes of its
  /// own. Those of its APIs are the application's as it is declared now, not as it was at the sign-in: MSAL signs in once and
  /// asks for a token to each API when it needs one.
  ///
  /// A token that was replaced before ends its whole family, as it, or the one that replaced it, was stolen (`reused`; RFC
  /// 9700, section 4.14.2). A refusal of any other kind leaves the token as it was.
  public func refresh(_ text: String, tenant: String, client: TokenClient) async throws(TokenError) -> JSONObject {
    RequestSubject.present?.note(tenant: tenant)
    guard let token = RefreshToken(text, key) else { throw .unknownSession }
    let now = clock.now()
    let (outcome, robbed) = try await storage.attempt {
      transaction -> (Result<TokenSigning, TokenError>, robbed: String?) in
      guard var ticket = try transaction.ticket(.refresh, token.id), ticket.tenant == tenant, ticket.used == nil else {
        return (.failure(.unknownSession), nil)
      }
      guard ticket.expires > now else { return (.failure(.expired), nil) }
      let grant = try RefreshGrant(ticket, key)
      let keys = try keys.current(in: transaction)
      if let forgotten = keys.forgotten, grant.started <= forgotten { return (.failure(.unknownSession), nil) }
      guard token.has(ticket.secretHash, key) else {
        ticket.used = now
        try transaction.put(ticket)
        return (.failure(.reused), ticket.account)
      }
      guard grant.client == client.id else { return (.failure(.wrongClient), nil) }
      var client = client
      func mayHave(_ scope: String) -> Bool {
        if APIScope(scope) != nil { return client.declared.contains { $0.text == scope } }
        return grant.scopes.contains(scope) || Self.usualScopes.contains(scope)
      }
      if client.scopes.isEmpty { client.scopes = grant.scopes.filter(mayHave) }
      if client.scopes.isEmpty { client.scopes = Self.usualScopes }
      if let scope = client.scopes.first(where: { !mayHave($0) }) { return (.failure(.invalidScope(scope)), nil) }
      let account = try transaction.usableAccount(ticket.account, tenant: tenant)
      let next = RefreshToken(id: token.id, key)
      ticket.secretHash = next.hash(key)
      ticket.expires = refreshEnd(grant, now: now)
      try transaction.put(ticket)
      let answer = TokenAnswer(account: account, client: client, refresh: next, now: now)
      return (.success { [settings] in try answer.signed(keys, settings) }, nil)
    }
    if let robbed {
      log.write(LogEntry(SecurityEvent(.tokenReused, account: robbed, reason: "refresh_token"), tenant: tenant))
    }
    return try signing(try outcome.get())
  }

  /// The claims of an access token that this server made for `audience`: a client id, or the resource of an `APIScope`.
  public func verifyAccessToken(
    _ token: String, issuer: String, audience: String
  ) async throws(TokenError) -> JSONObject {
    let expectation = TokenExpectation(
      [.es256, .rs256], type: AccessToken.type, issuer: issuer, audience: audience)
    return try await keys.current().verify(token, expecting: expectation, now: clock.now())
  }

  /// When a family of refresh tokens ends unless it is used before.
  fileprivate func refreshEnd(_ grant: RefreshGrant, now: Milliseconds) -> Milliseconds {
    min(now + settings.refreshIdle * 1000, grant.started + settings.refreshTotal * 1000)
  }

  private func signing(_ sign: TokenSigning) throws(TokenError) -> JSONObject {
    do {
      return try sign()
    } catch let error as TokenError {
      throw error
    } catch {
      throw .unavailable("\(error)")
    }
  }
}
