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
    to account: AccountRecord, signIn: SignIn, now: Milliseconds, randomness: any Randomness,
    in transaction: any StorageTransaction
  ) throws -> TokenSigning {
    let settings = service.settings.under(client.policy)
    let keys = try service.keys.current(of: account.tenant, for: settings.algorithm, in: transaction)
    let token = RefreshToken(
      id: OrderedID.text(now: now, random: randomness.bytes(OrderedID.randomSize)), service.key, randomness)
    let grant = RefreshGrant(
      client: client.id, scopes: client.scopes, started: now, signIn: signIn, epoch: account.sessionEpoch)
    try transaction.put(
      TicketRecord(
        kind: .refresh, id: token.id, tenant: account.tenant, account: account.id, secretHash: token.hash(service.key),
        sealed: grant.sealed(id: token.id, service.key), expires: settings.refreshEnd(grant, now: now)))
    let answer = TokenAnswer(
      account: account, client: client, refresh: token, signIn: signIn, now: now, name: randomness.bytes(16))
    return { try answer.signed(keys, settings) }
  }

  func hasEnded(_ time: Milliseconds, tenant: String, in transaction: any StorageTransaction) throws -> Bool {
    try service.keys.hasForgotten(time, tenant: tenant, in: transaction)
  }
}

extension TokenService {
  /// What makes a client's tokens when a flow issues them; for `FlowService.start` and `send`.
  public func issuer(for client: TokenClient) -> any TokenIssuer { NativeTokenIssuer(service: self, client: client) }

  /// Tokens for an account that was authenticated elsewhere, and how.
  public func issue(
    account id: String, tenant: String, to client: TokenClient, signIn: SignIn? = nil
  ) async throws(TokenError) -> JSONObject {
    let now = clock.now()
    let issuer = issuer(for: client)
    let signIn = signIn ?? SignIn(methods: [], time: now)
    let sign = try await storage.attempt(log) { transaction in
      guard let account = try transaction.usableAccount(id, tenant: tenant) else { throw TokenError.accountUnavailable }
      return try issuer.issue(
        to: account, signIn: signIn, now: now, randomness: SystemRandomness(), in: transaction)
    }
    return try signing(sign)
  }

  /// New tokens for a refresh token, which is replaced. `client` is the one that asks; its `scopes` must be among those
  /// granted at the sign-in, the usual ones or those of its own APIs, and none stands for all that were granted. The usual
  /// ones come with each grant, because MSAL adds them to each refresh, though not to a sign-in that names scopes of its
  /// own. Those of its APIs are the application's as it is declared now, not as it was at the sign-in: MSAL signs in once and
  /// asks for a token to each API when it needs one.
  ///
  /// A token that was replaced within the last `refreshGrace` seconds gets what its first presenter got: the same refresh
  /// token, and access and id tokens of the same content for the same scopes. So does a client whose answer was lost, and one
  /// that asks twice at a time. After that it ends its whole family, as it, or the one that replaced it, was stolen (`reused`;
  /// RFC 9700, section 4.14.2). So does a token of an account that may not sign in by now: where the account is enabled again,
  /// its sessions are not. A refusal of any other kind leaves the token as it was.
  public func refresh(_ text: String, tenant: String, client: TokenClient) async throws(TokenError) -> JSONObject {
    RequestSubject.present?.note(tenant: tenant)
    guard let token = RefreshToken(text, key) else { throw .unknownSession }
    let now = clock.now()
    let settings = settings.under(client.policy)
    let (outcome, robbed) = try await storage.attempt(log) {
      transaction -> (Result<TokenSigning, TokenError>, robbed: String?) in
      guard var ticket = try transaction.ticket(.refresh, token.id), ticket.tenant == tenant, ticket.used == nil else {
        return (.failure(.unknownSession), nil)
      }
      guard ticket.expires > now else { return (.failure(.expired), nil) }
      var grant = try RefreshGrant(ticket, key)
      let keys = try keys.current(of: tenant, for: settings.algorithm, in: transaction)
      if let forgotten = keys.forgotten, grant.started <= forgotten { return (.failure(.unknownSession), nil) }
      let past = now - settings.refreshGrace * 1000
      let isNewest = token.has(ticket.secretHash, key)
      let earlier = isNewest ? nil : grant.replaced.first { $0.time > past && token.has($0.hash, key) }
      guard isNewest || earlier != nil else {
        try transaction.end(ticket, now: now)
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
      guard let account = try transaction.usableAccount(of: ticket, epoch: grant.epoch) else {
        try transaction.end(ticket, now: now)
        return (.failure(.accountUnavailable), nil)
      }
      let turn = earlier ?? .init(hash: ticket.secretHash, salt: SystemRandomness().bytes(16), time: now)
      let next = RefreshToken(after: token, salt: turn.salt, key)
      if isNewest {
        grant.note(turn, forgettingBefore: past)
        ticket.secretHash = next.hash(key)
        ticket.sealed = grant.sealed(id: ticket.id, key)
        ticket.expires = settings.refreshEnd(grant, now: now)
        try transaction.put(ticket)
      }
      let name = key.hash(
        turn.salt + Array(client.scopes.joined(separator: " ").utf8), .refresh, length: 16)
      let answer = TokenAnswer(
        account: account, client: client, refresh: next, signIn: grant.signIn, now: turn.time, name: name)
      return (.success { try answer.signed(keys, settings) }, nil)
    }
    if let robbed {
      log.write(LogEntry(SecurityEvent(.tokenReused, account: robbed, reason: "refresh_token"), tenant: tenant))
    }
    return try signing(try outcome.get())
  }

  /// The claims of an access token that this server made in a tenant for `audience`: a client's
  /// (`TokenClient.audience(issuer:client:)`), or the resource of an `APIScope`. What ended its session meanwhile is not asked:
  /// `introspect` does.
  public func verifyAccessToken(
    _ token: String, tenant: String, issuer: String, audience: String
  ) async throws(TokenError) -> JSONObject {
    let expectation = TokenExpectation(
      SigningAlgorithm.published, type: AccessToken.type, issuer: issuer, audience: audience)
    let present = try await storage.attempt(log) { [keys] transaction -> KeySet? in
      try keys.current(ofDomain: AppID.domain(tenant), in: transaction)
    }
    guard let keys = present else { throw .unknownKey }
    return try keys.verify(token, expecting: expectation, now: clock.now())
  }

  private func signing(_ sign: TokenSigning) throws(TokenError) -> JSONObject {
    do {
      return try sign()
    } catch {
      let error = error as? TokenError ?? .unavailable("\(error)")
      if case .unavailable(let reason) = error { log.write(unavailable: reason) }
      throw error
    }
  }
}

extension TokenSettings {
  /// When a family of refresh tokens ends unless it is used before.
  fileprivate func refreshEnd(_ grant: RefreshGrant, now: Milliseconds) -> Milliseconds {
    min(now + refreshIdle * 1000, grant.started + refreshTotal * 1000)
  }
}
