import FlowJSON
public import FlowModel
public import FlowRuntime

/// The native-authentication API, version 1, as MSAL's SDKs for iOS, macOS, Android and JavaScript speak it.
///
/// Mounted at `/{tenant}`, it has the endpoints `signup/v1.0`, `resetpassword/v1.0`, `oauth2/v2.0` and `register/v1.0`.
/// It knows no flow, only what replies show: a page that takes a code is `oob`, one that takes a password is `password`,
/// and so on (`NativeAuthProtocol.PageKind`). Nothing is kept between requests: a continuation token is the run's own, sealed for the
/// application (`WireToken`).
///
/// Answers have the status 200 or 400 and no other, as the SDKs turn any other into a general error.
public struct NativeAuthAPI: HTTPHandler {
  let service: any FlowService
  let tokens: any NativeAuthTokens
  let key: ServerKey
  let identifiers: IdentifierLimit?
  let clock: any TimeSource
  let issuer: @Sendable (HTTPRequest, _ tenant: String) -> String
  let tables: @Sendable (_ tenant: String) -> FlowTable?

  /// An API over a service. `key` seals continuation tokens; `identifiers` bounds how often it is asked about one user name or
  /// address. `tables` are the newest versions of the tenants by name; `issuer` is the URL that a tenant's
  /// tokens name, by default `{server}/{tenant}/v2.0` of where the server says that it is.
  public init(
    service: any FlowService, tokens: any NativeAuthTokens, key: ServerKey, identifiers: IdentifierLimit? = nil,
    clock: any TimeSource = SystemClock(),
    issuer: @escaping @Sendable (HTTPRequest, String) -> String = { "\($0.serverURL ?? "")/\($1)/v2.0" },
    tables: @escaping @Sendable (String) -> FlowTable?
  ) {
    self.service = service
    self.tokens = tokens
    self.key = key
    self.identifiers = identifiers
    self.clock = clock
    self.issuer = issuer
    self.tables = tables
  }

  /// How many bytes a form may have.
  static let formLimit = 64 * 1024

  /// Answers a request whose path is what stands behind `/{tenant}`.
  public nonisolated(nonsending) func respond(to request: HTTPRequest) async -> HTTPResponse {
    do throws(WireError) {
      guard let endpoint = NativeAuthEndpoint(path: request.path) else {
        // Below no tenant no protocol is spoken.
        guard hasTenant(request) else { return HTTPRefusal.notFound.plain }
        throw WireError("invalid_request", codes: [AADSTS.malformed], HTTPRefusal.notFound.message)
      }
      let exchange = try NativeAuthExchange(self, request)
      do throws(HTTPRefusal) {
        try identifiers?.take(exchange["username"], of: exchange.table.tenant)
        try identifiers?.take(exchange["challenge_target"], of: exchange.table.tenant)
      } catch {
        return refuse(error, request)
      }
      return response(200, .object(try await exchange.answer(endpoint)), request, trace: CorrelationID.new())
    } catch {
      if let reason = error.redirect {
        let body = JSON.object(NativeAuthExchange.redirect(reason))
        return response(200, body, request, trace: CorrelationID.new(), in: error.locale)
      }
      return refuse(error, 400, request)
    }
  }

  /// Whether the path is below a tenant's name. What is not belongs to no protocol, and may well be not found.
  private func hasTenant(_ request: HTTPRequest) -> Bool { request.parameters["tenant"].flatMap(tables) != nil }

  /// The protocol's own form: the status is 400, but for what is no request of this protocol (a path below no tenant, the
  /// wrong method for a tenant's documents) or cannot be answered now.
  public func refuse(_ refusal: HTTPRefusal, _ request: HTTPRequest) -> HTTPResponse {
    var error = WireError("invalid_request", codes: [AADSTS.malformed], refusal.message)
    if refusal.status == 429 { error = .tooMany(refusal.message) }
    if refusal.status >= 500 { error = .unavailable(refusal.message) }
    let isOwn = [404, 405].contains(refusal.status) || refusal.status >= 500
    var response = refuse(error, isOwn ? refusal.status : 400, request)
    for header in refusal.headers.fields { response.headers.add(header.name, header.value) }
    return response
  }

  /// The words of its paths; the tenants' names are the site's to know.
  public func knows(_ segment: String) -> Bool { Self.words.contains(segment) }

  private static let words = Set(
    NativeAuthEndpoint.allCases.flatMap { $0.rawValue.split(separator: "/").map(String.init) })

  private func refuse(_ error: WireError, _ status: Int, _ request: HTTPRequest) -> HTTPResponse {
    let trace = CorrelationID.new()
    let body = error.json(request, trace: trace, clock)
    var response = response(status, body, request, trace: trace, in: error.locale)
    if let seconds = error.retryAfter { response.headers.add("Retry-After", String(seconds)) }
    return response
  }

  /// `trace` names this answer. The JavaScript SDK sends it as the correlation id of its next request, and iOS reads no
  /// other correlation id than a UUID, so it is one.
  private func response(
    _ status: Int, _ body: JSON, _ request: HTTPRequest, trace: String, in locale: LanguageTag? = nil
  ) -> HTTPResponse {
    var headers: HTTPHeaders = [
      "Cache-Control": "no-store", "client-request-id": request.correlationID, "x-ms-request-id": trace,
    ]
    // RFC 9110, section 8.5: of an answer that says something to people in the words of a flow.
    if let locale { headers.add("Content-Language", locale.text) }
    return .json(status, body, headers: headers)
  }
}

extension CORSPolicy {
  /// What the JavaScript SDK asks browsers for.
  public static func nativeAuth(origins: Set<String>? = nil) -> CORSPolicy {
    var policy = CORSPolicy(origins: origins)
    policy.methods = [.post]
    policy.requestHeaders = [
      "accept", "client-request-id", "content-type", "x-client-cpu", "x-client-current-telemetry",
      "x-client-last-telemetry", "x-client-os", "x-client-sku", "x-client-ver",
    ]
    policy.exposedHeaders = ["x-ms-request-id", "client-request-id"]
    return policy
  }
}

/// The endpoints, by their path behind the tenant.
enum NativeAuthEndpoint: String, CaseIterable {
  case signUpStart = "signup/v1.0/start"
  case signUpChallenge = "signup/v1.0/challenge"
  case signUpContinue = "signup/v1.0/continue"
  case resetStart = "resetpassword/v1.0/start"
  case resetChallenge = "resetpassword/v1.0/challenge"
  case resetContinue = "resetpassword/v1.0/continue"
  case resetSubmit = "resetpassword/v1.0/submit"
  case resetPoll = "resetpassword/v1.0/poll_completion"
  case signInInitiate = "oauth2/v2.0/initiate"
  case signInChallenge = "oauth2/v2.0/challenge"
  case signInIntrospect = "oauth2/v2.0/introspect"
  case token = "oauth2/v2.0/token"
  case registerIntrospect = "register/v1.0/introspect"
  case registerChallenge = "register/v1.0/challenge"
  case registerContinue = "register/v1.0/continue"

  /// The endpoint of a path.
  init?(path: [String]) {
    guard path.count == 3 else { return nil }
    self.init(rawValue: path.joined(separator: "/"))
  }

  /// Whether it starts a run.
  var isStart: Bool { [.signUpStart, .resetStart, .signInInitiate].contains(self) }

  /// The part of the flow behind it.
  var part: NativeAuthPart {
    switch self {
    case .signUpStart, .signUpChallenge, .signUpContinue: .signUp
    case .resetStart, .resetChallenge, .resetContinue, .resetSubmit, .resetPoll: .resetPassword
    default: .signIn
    }
  }
}
