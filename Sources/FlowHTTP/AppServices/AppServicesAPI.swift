public import FlowRuntime
public import FlowTokens

/// The App Services client API for e-mail and password, as the Realm SDKs speak it: `/api/client/v2.0`.
///
/// It knows the protocol and no flow: each call runs the flow of the part that the app offers, with the fields its pages
/// ask for, and puts the flow's end or error into the words that shipped clients branch on. For pages in browsers, wrap it
/// in `CrossOrigin` with `cors`.
public struct AppServicesAPI: HTTPHandler {
  /// The name of the provider for e-mail and password.
  static let provider = "local-userpass"
  private static let base = ["api", "client", "v2.0"]
  private static let methods = "GET, HEAD, POST, DELETE, OPTIONS"
  /// Any origin may read the answers: what counts is the token in a request, never a cookie.
  public static let cors = CORSPolicy(origins: nil)

  let service: any FlowService
  let accounts: any AccountDirectory
  let tokens: TokenService
  let identifiers: IdentifierLimit?
  let app: @Sendable (String) -> AppServicesApp?

  /// The API over an engine and its tokens; `identifiers` bounds how often it is asked about one address. `app` finds an app by its Client App ID, as the flows are now.
  public init(
    service: any FlowService, accounts: any AccountDirectory, tokens: TokenService,
    identifiers: IdentifierLimit? = nil,
    app: @escaping @Sendable (String) -> AppServicesApp?
  ) {
    self.service = service
    self.accounts = accounts
    self.tokens = tokens
    self.identifiers = identifiers
    self.app = app
  }

  /// Answers a request, whether the path it sees begins with `/api/client/v2.0` or behind it.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    if request.method == .options { return HTTPResponse(204, headers: ["Allow": Self.methods]) }
    // The head of what GET answers; the server leaves the body out.
    var request = request
    if request.method == .head { request.method = .get }
    do throws(AppServicesError) {
      return try await answer(request)
    } catch {
      return error.response(link: logLink(request))
    }
  }

  /// The protocol's own form of what the server refuses.
  public func refuse(_ refusal: HTTPRefusal, _ request: HTTPRequest) -> HTTPResponse {
    AppServicesError(refusal).response(link: logLink(request))
  }

  /// The words of its paths; the apps' ids are the site's to know.
  public func knows(_ segment: String) -> Bool { Self.words.contains(segment) }

  private static let words = Set(
    base + [
      "app", "auth", "providers", provider, "location", "register", "confirm", "send", "call", "reset", "login",
      "session", "profile", "delete",
    ])

  // MARK: Routing

  /// The segments behind the base path; nil for paths elsewhere.
  private func path(_ request: HTTPRequest) -> ArraySlice<String>? {
    let path = request.mountedAt + request.path
    return path.starts(with: Self.base) ? path.dropFirst(Self.base.count) : nil
  }

  private func answer(_ request: HTTPRequest) async throws(AppServicesError) -> HTTPResponse {
    guard let path = path(request), let first = path.first else { throw .notFound }
    if first == "auth" { return try await answer(session: path.dropFirst(), of: nil, request) }
    let rest = path.dropFirst(2)
    guard first == "app", let id = path.dropFirst().first else { throw .notFound }
    guard let app = app(id) else { throw .unknownApp(id) }
    if ["location", "location/"].contains(rest.joined(separator: "/")) {
      try demand(.get, request)
      return try location(request)
    }
    guard rest.first == "auth" else { throw .notFound }
    guard rest.dropFirst().first == "providers", let provider = rest.dropFirst(2).first else {
      return try await answer(session: rest.dropFirst(), of: app.tenant, request)
    }
    guard provider == Self.provider else { throw .providerNotFound(provider) }
    return try await answer(provider: rest.dropFirst(3), app, request)
  }

  private func answer(
    provider path: ArraySlice<String>, _ app: AppServicesApp, _ request: HTTPRequest
  ) async throws(AppServicesError) -> HTTPResponse {
    let call: (AppServicesApp, HTTPRequest) async throws(AppServicesError) -> HTTPResponse
    switch path.joined(separator: "/") {
    case "register": call = register
    case "confirm": call = confirm
    case "confirm/send": call = resendConfirmation
    case "confirm/call": call = retryConfirmation
    case "reset": call = reset
    case "reset/send": call = sendReset
    case "reset/call": call = callReset
    case "login": call = logIn
    default: throw .notFound
    }
    try demand(.post, request)
    return try await call(app, request)
  }

  private func answer(
    session path: ArraySlice<String>, of tenant: String?, _ request: HTTPRequest
  ) async throws(AppServicesError) -> HTTPResponse {
    switch path.joined(separator: "/") {
    case "session":
      if request.method == .delete { return try await endSession(of: tenant, request) }
      try demand(.post, request, or: [.delete])
      return try await refreshSession(of: tenant, request)
    case "profile":
      try demand(.get, request)
      return try await profile(of: tenant, request)
    case "delete":
      try demand(.delete, request)
      return try await deleteUser(of: tenant, request)
    default: throw .notFound
    }
  }

  private func demand(
    _ method: HTTPMethod, _ request: HTTPRequest, or others: [HTTPMethod] = []
  ) throws(AppServicesError) {
    if request.method == method { return }
    let refusal = HTTPRefusal.methodNotAllowed((method == .get ? [.get, .head] : [method]) + others)
    throw AppServicesError(refusal.status, nil, refusal.message, headers: refusal.headers)
  }

  /// Where an error's line in the log is, the app's where the path names one; its `co_id` is made of the correlation id,
  /// so that one leads to the other.
  private func logLink(_ request: HTTPRequest) -> String? {
    guard let origin = request.origin else { return nil }
    let digits = request.correlationID.utf8.filter(HexID.isDigit)
    let correlation = digits.count == 32 ? String(decoding: digits.prefix(24), as: UTF8.self).lowercased() : nil
    let line = "logs?co_id=" + (correlation ?? SystemRandomness().bytes(12).hex)
    guard let path = path(request), path.first == "app", let app = path.dropFirst().first.flatMap(app) else {
      return "\(origin)/\(line)"
    }
    let name = String(decoding: app.id.utf8.filter { $0.isVisible }, as: UTF8.self)
    return "\(origin)/groups/\(AppID.domain(app.tenant))/apps/\(name)/\(line)"
  }
}
