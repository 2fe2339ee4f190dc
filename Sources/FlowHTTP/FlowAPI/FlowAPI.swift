import FlowJSON
import FlowModel
import FlowRuntime

/// The flow contract over HTTP, for any flow of any tenant. Below its prefix:
///
/// | request | body | answer |
/// |---|---|---|
/// | `GET flows` | | 200: the tenants' flows with their pages |
/// | `POST tenants/{tenant}/flows/{flow}/runs` | an input object, or none | 201: the first reply |
/// | `POST runs/events` | an event object | 200: the next reply |
/// | `GET runs/current` | | 200: where the run stands |
/// | `GET openapi.json` | | 200: all of this in OpenAPI 3.1 |
///
/// The token travels in `Authorization: Bearer …`, or in the event. All answers but the list and the document are
/// replies of the contract, also those that say why a request was refused.
public struct FlowAPI: Sendable {
  private let service: any FlowService
  private let directory: FlowDirectory
  private let prefix: String

  /// An API at `/v1`, or below another path.
  public init(service: any FlowService, directory: FlowDirectory, prefix: String = "v1") {
    self.service = service
    self.directory = directory
    self.prefix = prefix
  }

  /// Adds the API to a router: below its prefix, and `/openapi.json`. Pages of the policy's origins may use it; without
  /// a policy those of no other origin. The limiter bounds how often an address asks.
  public func mount(on router: inout Router, cors: CORSPolicy? = nil, limiter: RateLimiter? = nil) {
    router.mount(prefix, guarded(endpoints, cors, limiter))
    var document = Router()
    document.on(.get, "", documentHandler)
    router.mount("openapi.json", guarded(document, cors, limiter))
  }

  private func guarded(_ handler: any HTTPHandler, _ cors: CORSPolicy?, _ limiter: RateLimiter?) -> any HTTPHandler {
    var handler: any HTTPHandler = Correlated(handler: handler)
    if let limiter { handler = RateLimited(handler, by: limiter) }
    if let cors { handler = CrossOrigin(handler, Self.extended(cors)) }
    return handler
  }

  private static func extended(_ policy: CORSPolicy) -> CORSPolicy {
    var policy = policy
    policy.methods = [.get, .post]
    policy.requestHeaders += [FlowRequest.applicationHeader.lowercased(), "x-request-id"]
    policy.exposedHeaders += ["X-Request-Id", "Retry-After"]
    return policy
  }

  private var endpoints: Router {
    var router = Router()
    router.on(.get, "flows") { _ in
      HTTPResponse(200, headers: ["Content-Type": MediaType.json], body: directory.listing())
    }
    router.on(.post, "tenants/{tenant}/flows/{flow}/runs") { await start($0) }
    router.on(.post, "runs/events") { await send($0) }
    router.on(.get, "runs/current") { await current($0) }
    router.on(.get, "openapi.json", documentHandler)
    return router
  }

  private var documentHandler: FunctionHandler {
    FunctionHandler { _ in
      HTTPResponse(200, headers: ["Content-Type": MediaType.json], body: directory.document(mountedAt: "/" + prefix))
    }
  }

  // MARK: Requests

  private nonisolated(nonsending) func start(_ request: HTTPRequest) async -> HTTPResponse {
    let start: FlowRequest.Start
    do throws(HTTPRefusal) { start = try FlowRequest.start(request) } catch { return error.response }
    return await service.start(
      flow: start.flow, tenant: start.tenant, application: start.application, input: start.input
    ).response(success: 201)
  }

  private nonisolated(nonsending) func send(_ request: HTTPRequest) async -> HTTPResponse {
    let event: ClientEvent
    do throws(HTTPRefusal) { event = try FlowRequest.event(request) } catch { return error.response }
    return await service.send(event).response(success: 200)
  }

  private nonisolated(nonsending) func current(_ request: HTTPRequest) async -> HTTPResponse {
    guard let token = request.bearerToken else {
      return Reply(error: .init(EngineError.invalidToken)).response(success: 200)
    }
    return await service.current(token: token).response(success: 200)
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

  private func mark(_ response: HTTPResponse, _ request: HTTPRequest) -> HTTPResponse {
    var response = response
    response.headers.add("X-Request-Id", request.correlationID)
    return response
  }
}
