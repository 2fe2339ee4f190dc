import FlowJSON
import FlowModel
public import FlowRuntime

/// Opens a session of App Services where a flow says `token.issue`.
private struct AppTokenIssuer: TokenIssuer {
  let service: TokenService
  let device: String?
  let app: SessionApp?

  func issue(
    to account: AccountRecord, signIn: SignIn, now: Milliseconds, randomness: any Randomness,
    in transaction: any StorageTransaction
  ) throws -> TokenSigning {
    let keys = try service.keys.current(of: account.tenant, for: .hs256, in: transaction)
    let settings = service.settings.under(app?.policy ?? TokenPolicy())
    let claims = AppClaims(
      session: AppID.fresh(now: now, randomness),
      device: AppID.device(device) ?? AppID.fresh(now: now, randomness), user: account.id,
      tenant: account.tenant, now: now)
    // The refresh token is signed, so nothing secret is kept: no text has an empty hash.
    try transaction.put(
      TicketRecord(
        kind: .session, id: claims.session, tenant: account.tenant, account: account.id, secretHash: [],
        sealed: AppGrant(app: app?.id, signIn: signIn, epoch: account.sessionEpoch).sealed(claims.session, service.key),
        expires: now + settings.appRefresh * 1000))
    let userData = app?.claim(of: account)
    let (access, refresh) = (randomness.bytes(AppClaims.idSize), randomness.bytes(AppClaims.idSize))
    return {
      [
        "access_token": .string(try keys.signApp(claims.access(settings, id: access, userData: userData))),
        "refresh_token": .string(try keys.signApp(claims.refresh(settings, id: refresh))),
        "user_id": .string(claims.user), "device_id": .string(claims.device),
      ]
    }
  }

  func hasEnded(_ time: Milliseconds, tenant: String, in transaction: any StorageTransaction) throws -> Bool {
    try service.keys.hasForgotten(time, tenant: tenant, in: transaction)
  }
}

/// What rests with a session: the app that opened it, and how its user signed in.
struct AppGrant: Sendable {
  var app: String?
  var signIn: SignIn?
  /// The epoch of the account's sessions.
  var epoch: Int64 = 0

  init(app: String?, signIn: SignIn?, epoch: Int64) {
    self.app = app
    self.signIn = signIn
    self.epoch = epoch
  }

  /// Opens a session's ticket; nil where what rests with it is not as this server sealed it: without its app it would be good
  /// for each.
  init?(_ ticket: TicketRecord, _ key: ServerKey) {
    // An earlier version kept nothing where there was no app.
    if ticket.sealed.isEmpty { return }
    guard let content = key.open(ticket.sealed, context: Self.context(ticket.id)) else { return nil }
    // An earlier version kept the app's name alone.
    guard content.first == UInt8(ascii: "{"), let json = try? JSON.parse(content) else {
      app = String(decoding: content, as: UTF8.self)
      return
    }
    app = json["app"]?.string
    signIn = SignIn(json["signed-in"])
    epoch = json["epoch"]?.int ?? 0
  }

  func sealed(_ session: String, _ key: ServerKey) -> [UInt8] {
    var content = JSONObject()
    content["app"] = app.map(JSON.string)
    content["signed-in"] = signIn?.json
    content["epoch"] = .int(epoch)
    return key.seal(JSON.object(content).utf8(), context: Self.context(session))
  }

  private static func context(_ session: String) -> [UInt8] { Array("session:\(session)".utf8) }
}

extension SessionApp {
  /// `user_data`: an object where the app has any, and absent where not. It is never null, or realm-core gives up.
  fileprivate func claim(of account: AccountRecord) -> JSONObject? { userData.isEmpty ? nil : userData(of: account) }
}

extension TokenService {
  /// What opens sessions of App Services when a flow issues tokens; for `FlowService.start` and `send`. `device` is the
  /// id that the client sent; where it is none, a new one is made. The tokens are the answer to `/login`.
  public func appIssuer(device: String?, app: SessionApp? = nil) -> any TokenIssuer {
    AppTokenIssuer(service: self, device: device, app: app)
  }

  /// A new access token for a refresh token (`POST /auth/session`), with what the user's attributes are by now. `tenant`,
  /// here and below: whose token it must be; nil: anybody's. `app` finds the session's app by its Client App ID; with
  /// an app that it does not know, the session is over.
  public func refreshAppSession(
    _ token: String, of tenant: String? = nil, app: (@Sendable (String) -> SessionApp?)? = nil
  ) async throws(AppSessionError) -> String {
    let (session, keys) = try await session(of: token, .refresh, tenant)
    let sessionApp = session.app.flatMap { app?($0) }
    if app != nil, session.app != nil, sessionApp == nil { throw .sessionNotFound }
    let claims = AppClaims(
      session: session.id, device: session.device, user: session.account.id, tenant: session.account.tenant,
      now: clock.now())
    do {
      let userData = sessionApp?.claim(of: session.account)
      let settings = settings.under(sessionApp?.policy ?? TokenPolicy())
      let id = SystemRandomness().bytes(AppClaims.idSize)
      return try keys.signApp(claims.access(settings, id: id, userData: userData))
    } catch {
      log.write(unavailable: "\(error)")
      throw .unavailable("\(error)")
    }
  }

  /// The session that an access token belongs to, if it is still open.
  public func appSession(accessToken token: String, of tenant: String? = nil) async throws(AppSessionError)
    -> AppSession
  {
    try await session(of: token, .access, tenant).session
  }

  /// Ends the session of a refresh token (`DELETE /auth/session`).
  public func endAppSession(_ token: String, of tenant: String? = nil) async throws(AppSessionError) {
    try await attempt { transaction, now in
      try transaction.end(openSession(token, .refresh, tenant, transaction, now: now).ticket, now: now)
    }
  }

  private func session(
    of token: String, _ type: AppTokenType, _ tenant: String?
  ) async throws(AppSessionError) -> (session: AppSession, keys: KeySet) {
    try await attempt { transaction, now in
      let open = try openSession(token, type, tenant, transaction, now: now)
      guard let grant = AppGrant(open.ticket, key) else { throw AppSessionError.sessionNotFound }
      guard let account = try transaction.usableAccount(open.ticket.account, tenant: open.ticket.tenant) else {
        throw AppSessionError.userNotFound(open.ticket.account)
      }
      guard account.sessionEpoch == grant.epoch else { throw AppSessionError.sessionNotFound }
      let session = AppSession(id: open.ticket.id, device: open.device, app: grant.app, account: account)
      // What verifies may be a key that signs no more.
      return (session, try keys.current(of: open.ticket.tenant, for: .hs256, in: transaction))
    }
  }

  /// Checks a token, then its session; the user comes last, as clients tell them apart in that order.
  func openSession(
    _ token: String, _ type: AppTokenType, _ tenant: String?, _ transaction: any StorageTransaction, now: Milliseconds
  ) throws -> (ticket: TicketRecord, device: String, claims: JSONObject) {
    // The token says whose keys verify it, and is good there alone: its session is of the same tenant.
    guard let domain = KeySet.unverified(token)?.claims["baas_domain_id"]?.string,
      tenant.map({ AppID.domain($0) == domain }) ?? true,
      let keys = try keys.current(ofDomain: domain, in: transaction)
    else { throw AppSessionError.invalidSignature }
    let claims = try keys.verifyApp(token, type, now: now)
    guard let id = claims[type == .access ? "iss" : "baas_id"]?.string, let device = claims["baas_device_id"]?.string,
      let ticket = try transaction.ticket(.session, id), ticket.used == nil, ticket.expires > now,
      ticket.account == claims["sub"]?.string, AppID.domain(ticket.tenant) == domain
    else { throw AppSessionError.sessionNotFound }
    return (ticket, device, claims)
  }

  private func attempt<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction, Milliseconds) throws -> Result
  ) async throws(AppSessionError) -> Result {
    let now = clock.now()
    do {
      return try await storage.transact { try body($0, now) }
    } catch {
      let error = error as? AppSessionError ?? .unavailable("\(error)")
      if case .unavailable(let reason) = error { log.write(unavailable: reason) }
      throw error
    }
  }
}

extension KeySet {
  /// App Services' tokens name no key in their header.
  fileprivate func signApp(_ claims: JSONObject) throws(TokenError) -> String {
    try sign(claims, with: .hs256, type: "JWT", naming: false)
  }

  /// The claims of a token of App Services.
  fileprivate func verifyApp(_ token: String, _ type: AppTokenType, now: Milliseconds) throws -> JSONObject {
    do throws(TokenError) {
      let claims = try verify(token, expecting: TokenExpectation([.hs256], type: "JWT"), now: now)
      guard claims["typ"]?.string == type.rawValue else { throw .wrongHeader }
      return claims
    } catch {
      switch error {
      case .expired: throw type == .access ? AppSessionError.accessTokenExpired : .sessionNotFound
      case .unavailable: throw error
      default: throw AppSessionError.invalidSignature
      }
    }
  }
}
