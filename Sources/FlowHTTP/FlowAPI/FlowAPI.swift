import FlowJSON
import FlowModel
public import FlowRuntime

/// The flow contract over HTTP, for any flow of any tenant. Below its prefix:
///
/// | request | body | answer |
/// |---|---|---|
/// | `GET tenants/{tenant}/flows` | | 200: the tenant's flows with their pages |
/// | `POST tenants/{tenant}/flows/{flow}/runs` | an input object, or none | 201: the first reply |
/// | `POST runs/events` | an event object | 200: the next reply |
/// | `GET runs/current` | | 200: where the run stands |
/// | `GET tenants/{tenant}/openapi.json` | | 200: all of this in OpenAPI 3.1, with the tenant's flows |
/// | `GET openapi.json` | | 200: the same, as it is for all tenants |
///
/// Nothing names the tenants: whoever asks knows theirs.
///
/// A start may name the language to be spoken in `?locale=`; else `Accept-Language` says which are read. The token travels in `Authorization: Bearer …`, or in the event. An application names itself in `Usher-Application` or
/// `?client_id=`, with each request. Where a tenant declares applications, each start names one that offers the flow
/// (`application_required`, `unknown_application`, `unknown_flow` say what is wrong), and no other one, and nobody without a
/// name, goes on with its runs. All answers but the list and the document are replies of the contract, also those that say
/// why a request was refused.
public struct FlowAPI: Sendable {
  private let service: any FlowService
  private let directory: FlowDirectory
  private let identifiers: IdentifierLimit?
  private let sessions: SessionAPI?
  private let prefix: String

  /// An API at `/v1`, or below another path; `identifiers` bounds how often it is asked about one identifier. With
  /// `sessions` it has their calls, too.
  public init(
    service: any FlowService, directory: FlowDirectory, identifiers: IdentifierLimit? = nil,
    sessions: SessionAPI? = nil, prefix: String = "v1"
  ) {
    self.service = service
    self.directory = directory
    self.identifiers = identifiers
    self.sessions = sessions
    self.prefix = prefix
  }

  /// Adds the API to a router: below its prefix, and `/openapi.json`. Pages of the policy's origins may use it; without
  /// a policy those of no other origin.
  public func mount(on router: inout Router, cors: CORSPolicy? = nil) {
    router.mount(prefix, guarded(endpoints, cors))
    var document = Router { $0.response }
    document.on(.get, "", documentHandler)
    router.mount("openapi.json", guarded(document, cors))
  }

  private func guarded(_ handler: any HTTPHandler, _ cors: CORSPolicy?) -> any HTTPHandler {
    let handler = Correlated(handler: handler)
    return cors.map { CrossOrigin(handler, Self.extended($0)) } ?? handler
  }

  private static func extended(_ policy: CORSPolicy) -> CORSPolicy {
    var policy = policy
    policy.methods = [.get, .post, .delete]
    policy.requestHeaders += [FlowRequest.applicationHeader.lowercased(), "x-request-id"]
    policy.exposedHeaders += ["X-Request-Id", "Retry-After", "ETag"]
    return policy
  }

  private var endpoints: Router {
    var router = Router { $0.response }
    router.on(.get, "tenants/{tenant}/flows") { request in
      let listing = directory.listing(of: request.parameters["tenant"] ?? "")
      return listing?.response(to: request) ?? HTTPRefusal.notFound.response
    }
    router.on(.post, "tenants/{tenant}/flows/{flow}/runs") { await start($0) }
    router.on(.post, "runs/events") { await send($0) }
    router.on(.get, "runs/current") { await current($0) }
    router.on(.get, "tenants/{tenant}/openapi.json", documentHandler)
    router.on(.get, "openapi.json", documentHandler)
    sessions?.mount(on: &router)
    return router
  }

  private var documentHandler: FunctionHandler {
    FunctionHandler { request in
      let document = directory.document(
        of: request.parameters["tenant"], mountedAt: "/" + prefix, hasSessions: sessions != nil)
      return document?.response(to: request) ?? HTTPRefusal.notFound.response
    }
  }

  // MARK: Requests

  private nonisolated(nonsending) func start(_ request: HTTPRequest) async -> HTTPResponse {
    let start: FlowRequest.Start
    do throws(HTTPRefusal) {
      start = try FlowRequest.start(request)
      // What cannot be started counts for nobody: a stranger must not use up what others may ask.
      if let table = directory.table(of: start.tenant), table.offers(start.flow, to: .client(start.application)) {
        try bound(start.input, of: table)
      }
    } catch { return error.response(of: directory.table(of: request.parameters["tenant"] ?? "")) }
    return await RequestLanguages.$present.withValue(
      start.locale.map { $0.followed(by: RequestLanguages.present) } ?? RequestLanguages.present
    ) {
      await service.start(
        flow: start.flow, tenant: start.tenant, by: .client(start.application), input: start.input)
    }.response(success: 201)
  }

  private nonisolated(nonsending) func send(_ request: HTTPRequest) async -> HTTPResponse {
    let event: ClientEvent
    do throws(HTTPRefusal) { event = try FlowRequest.event(request) } catch { return error.response }
    if identifiers != nil, directory.mayIdentify(event.input), let token = event.token {
      // Whose identifiers these are, the run says; who has none asks about nobody.
      let standing = await service.current(token: token, scope: event.scope, earlier: false)
      // The run has gone on: the event may be the one that took it there, whose answer was lost. It asks nothing anew.
      if standing.error?.code == EngineError.invalidToken.code {
        return await service.send(event).response(success: 200)
      }
      guard let table = standing.tenant.flatMap(directory.table), standing.token == token else {
        return standing.response(success: 200)
      }
      do throws(HTTPRefusal) { try bound(event.input, of: table) } catch { return error.response(of: table) }
    }
    return await service.send(event).response(success: 200)
  }

  /// Counts a request about the identifiers in its input.
  private func bound(_ input: JSONObject, of table: FlowTable) throws(HTTPRefusal) {
    guard let identifiers, !input.members.isEmpty else { return }
    for attribute in table.attributes where attribute.isIdentifier {
      try identifiers.take(input[attribute.name]?.string, of: table.tenant)
    }
  }

  private nonisolated(nonsending) func current(_ request: HTTPRequest) async -> HTTPResponse {
    guard let token = request.bearerToken else {
      return Reply(runless: EngineError.invalidToken).response(success: 200)
    }
    let scope: ClientEvent.Scope
    do throws(HTTPRefusal) { scope = try FlowRequest.scope(request) } catch { return error.response }
    return await service.current(token: token, scope: scope, earlier: false).response(success: 200)
  }
}

/// Says which line of the log belongs to an answer.
private struct Correlated: HTTPHandler {
  let handler: any HTTPHandler

  nonisolated(nonsending) func respond(to request: HTTPRequest) async -> HTTPResponse {
    mark(await handler.respond(to: request), request)
  }

  func refuse(_ refusal: HTTPRefusal, _ request: HTTPRequest) -> HTTPResponse {
    mark(handler.refuse(refusal, request), request)
  }

  func knows(_ segment: String) -> Bool { handler.knows(segment) }

  private func mark(_ response: HTTPResponse, _ request: HTTPRequest) -> HTTPResponse {
    var response = response
    response.headers.add("X-Request-Id", request.correlationID)
    return response
  }
}
