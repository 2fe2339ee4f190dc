import FlowJSON
import FlowRuntime
import FlowTokens

/// The calls of a logged-in user. Their bodies are never read: clients declare a type and send none. Below an app's path, a
/// session of another tenant's app is none.
extension AppServicesAPI {
  func location(_ request: HTTPRequest) throws(AppServicesError) -> HTTPResponse {
    guard let origin = request.origin, !origin.hasSuffix("//") else { throw .badRequest("the request has no Host") }
    return .json(
      200,
      [
        "deployment_model": "GLOBAL", "location": "US-VA", "hostname": .string(origin),
        "ws_hostname": .string("ws" + origin.dropFirst("http".count)),
      ])
  }

  func refreshSession(of tenant: String?, _ request: HTTPRequest) async throws(AppServicesError) -> HTTPResponse {
    let token = try token(request)
    let access = try await session { () async throws(AppSessionError) in
      try await tokens.refreshAppSession(token, of: tenant) { app($0)?.session }
    }
    return .json(201, ["access_token": .string(access)])
  }

  func endSession(of tenant: String?, _ request: HTTPRequest) async throws(AppServicesError) -> HTTPResponse {
    let token = try token(request)
    try await session { () async throws(AppSessionError) in try await tokens.endAppSession(token, of: tenant) }
    return HTTPResponse(204)
  }

  func profile(of tenant: String?, _ request: HTTPRequest) async throws(AppServicesError) -> HTTPResponse {
    let session = try await open(of: tenant, request)
    return .json(200, UserProfile.json(session.account, session.app.flatMap { app($0)?.session }))
  }

  func deleteUser(of tenant: String?, _ request: HTTPRequest) async throws(AppServicesError) -> HTTPResponse {
    let account = try await open(of: tenant, request).account
    do {
      try await accounts.removeOwnAccount(account.id, tenant: account.tenant)
    } catch {
      throw .processing
    }
    return HTTPResponse(204)
  }

  /// The token that the request shows.
  private func token(_ request: HTTPRequest) throws(AppServicesError) -> String {
    guard let token = request.bearerToken else { throw .missingAuthorization }
    return token
  }

  /// The session of the request's access token.
  private func open(of tenant: String?, _ request: HTTPRequest) async throws(AppServicesError) -> AppSession {
    let token = try token(request)
    return try await session { () async throws(AppSessionError) in
      let session = try await tokens.appSession(accessToken: token, of: tenant)
      // Whoever takes an app out wants its sessions to end with it.
      guard session.app.map({ app($0) != nil }) ?? true else { throw .sessionNotFound }
      return session
    }
  }

  private func session<Result>(
    _ body: () async throws(AppSessionError) -> Result
  ) async throws(AppServicesError) -> Result {
    do {
      return try await body()
    } catch {
      if case .unavailable = error { throw .processing }
      throw .invalidSession(error.text)
    }
  }
}
