import FlowModel
public import FlowRuntime
public import FlowTokens

/// All that a server offers over HTTP: the flow API for every flow, and each protocol for the applications that speak it.
///
/// | path | is |
/// |---|---|
/// | `/v1`, `/openapi.json` | `FlowAPI`, with `SessionAPI` |
/// | `/healthz`, `/readyz` | `Health`, under whatever name and above all limits |
/// | `/api/client/v2.0` | `AppServicesAPI` |
/// | `/{tenant}` | `NativeAuthAPI`, with the discovery document and the keys of its tokens |
public struct Site: Sendable {
  /// The newest tables.
  public let directory: FlowDirectory
  private let service: any FlowService
  private let accounts: any AccountDirectory
  private let tokens: TokenService
  private let key: ServerKey

  /// The names by which it is called, as tokens and answers say them.
  public var hosts = KnownHosts()
  /// How many runs an address may start of one application; nil: as many as it likes.
  public var perApplication: RequestRate? = Site.perApplication
  /// How many runs an address may have open of one application; nil: as many as it likes.
  public var openRuns: Int? = Site.openRuns
  /// How often an address may ask; nil: as often as it likes.
  public var perAddress: RequestRate? = Site.perAddress
  /// How often an identifier may be asked about, by whomever; nil: any number of times.
  public var perIdentifier: RequestRate? = Site.perIdentifier

  /// What an application's server may show to ask about tokens, by its tenant and where its secret is; by default nothing.
  public var secrets: SessionAPI.Secrets = { _, _ in [] }

  /// Why the server cannot do its work now, in sentences that tell no secret; empty: it can.
  public var unreadiness: @Sendable () async -> [String] = { [] }

  /// Fifty requests a second: far above what a person does, far below what guessing needs.
  public static let perAddress = RequestRate(200, per: 4)
  /// Far above what a person does who mistypes; less than what filling a mailbox, or the queue of hashing, needs.
  public static let perIdentifier = RequestRate(30, per: 60)

  /// What many people behind one address start; less than what fills a disk.
  public static let perApplication = RequestRate(5000, per: 600)
  /// What many people behind one address have under way at a time: some ten megabytes that rest.
  public static let openRuns = 10_000

  /// A site over an engine, or what stands before it. The key is the engine's.
  public init(
    _ directory: FlowDirectory, service: any FlowService, accounts: any AccountDirectory, tokens: TokenService,
    key: ServerKey
  ) {
    self.directory = directory
    self.service = service
    self.accounts = accounts
    self.tokens = tokens
    self.key = key
  }

  /// What answers the requests, with its own limits. Each handler has counted nothing yet.
  public func handler() -> any HTTPHandler {
    let rate = perApplication.map { RateLimiter($0) }
    let service = BoundedRuns(
      service: self.service, directory: directory, rate: rate, open: openRuns.map { OpenRuns(limit: $0, key: key) })
    // Nobody goes on with a run of App Services: one that its call leaves behind is not under way.
    let calls = BoundedRuns(service: self.service, directory: directory, rate: rate, open: nil)
    let identifiers = perIdentifier.map { IdentifierLimit(RateLimiter($0), key: key) }
    var router = Router()
    for spoken in SpokenProtocol.allCases {
      switch spoken {
      case .flowAPI: mountFlowAPI(on: &router, service, identifiers)
      case .nativeAuth: mountNativeAuth(on: &router, service, identifiers)
      case .appServices: mountAppServices(on: &router, calls, identifiers)
      }
    }
    let named = NamedServer(handler: router, hosts: hosts)
    let health = Health(unreadiness)
    // Whoever looks after the machine asks by its address, is not counted, and gets nothing that repeats a name.
    var whole = Router()
    for path in [ServedPaths.liveness, ServedPaths.readiness] { whole.mount(path, health) }
    whole.mount("", perAddress.map { RateLimited(named, by: RateLimiter($0)) } ?? named)
    return NamingPaths(handler: whole, directory: directory)
  }

  private func mountFlowAPI(on router: inout Router, _ service: any FlowService, _ identifiers: IdentifierLimit?) {
    let sessions = SessionAPI(tokens: tokens, issuer: { issuer(of: $1, $0) }, table: table, secrets: secrets)
    FlowAPI(
      service: service, directory: directory, identifiers: identifiers, sessions: sessions, prefix: ServedPaths.flowAPI
    )
    .mount(on: &router, cors: CORSPolicy(origins: nil))
  }

  private func mountNativeAuth(on router: inout Router, _ service: any FlowService, _ identifiers: IdentifierLimit?) {
    let nativeAuth = NativeAuthAPI(
      service: service, tokens: SignedTokens(tokens), key: key, identifiers: identifiers,
      issuer: { issuer(of: $1, $0) }, tables: table)
    router.mount("{tenant}", CrossOrigin(nativeAuth, .nativeAuth()))
    router.on(.get, "{tenant}/v2.0/.well-known/openid-configuration") { discovery($0) }
    router.on(.get, "{tenant}/discovery/v2.0/keys") { await keys($0) }
  }

  private func mountAppServices(on router: inout Router, _ service: any FlowService, _ identifiers: IdentifierLimit?) {
    let appServices = AppServicesAPI(service: service, accounts: accounts, tokens: tokens, identifiers: identifiers) {
      [directory] id in directory.app(id)
    }
    router.mount(ServedPaths.appServices, CrossOrigin(appServices, AppServicesAPI.cors))
  }

  @Sendable private func table(_ tenant: String) -> FlowTable? { directory.table(of: tenant) }

  // MARK: What clients find out of tokens

  /// What the tokens of a tenant name as their issuer: below the address that clients know.
  private func issuer(of tenant: String, _ request: HTTPRequest) -> String {
    "\(request.serverURL ?? "")/\(tenant)/v2.0"
  }

  private func discovery(_ request: HTTPRequest) -> HTTPResponse {
    guard let tenant = request.parameters["tenant"], let table = table(tenant) else {
      return HTTPRefusal.notFound.plain
    }
    let issuer = issuer(of: tenant, request)
    let base = String(issuer.dropLast("/v2.0".count))
    let calls = "\(request.serverURL ?? "")/v1/tenants/\(tenant)/tokens"
    return .json(
      200,
      Discovery(
        issuer: issuer, authorizationEndpoint: base + "/oauth2/v2.0/authorize",
        tokenEndpoint: base + "/oauth2/v2.0/token", keysEndpoint: base + "/discovery/v2.0/keys",
        apiScopes: Set(table.applications.flatMap(\.scopes).map(\.text)).sorted(),
        revocationEndpoint: calls + "/revoke", introspectionEndpoint: calls + "/introspect",
        algorithm: table.tokens.algorithm
      ).json(tokens.settings))
  }

  private nonisolated(nonsending) func keys(_ request: HTTPRequest) async -> HTTPResponse {
    guard let tenant = request.parameters["tenant"], let table = table(tenant) else {
      return HTTPRefusal.notFound.plain
    }
    guard let keys = try? await tokens.keys.current(of: tenant, for: table.tokens.algorithm) else {
      return HTTPRefusal.unavailable.response
    }
    return .json(200, keys.jwks(now: tokens.clock.now()))
  }
}

/// Knows what paths name beside their words: the tenants, flows and applications of now.
private struct NamingPaths: HTTPHandler {
  let handler: any HTTPHandler
  let directory: FlowDirectory

  nonisolated(nonsending) func respond(to request: HTTPRequest) async -> HTTPResponse {
    await handler.respond(to: request)
  }

  func refuse(_ refusal: HTTPRefusal, _ request: HTTPRequest) -> HTTPResponse { handler.refuse(refusal, request) }

  func knows(_ segment: String) -> Bool { handler.knows(segment) || directory.hasName(segment) }
}
