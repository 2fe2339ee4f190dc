/// Which pages of other origins browsers let read our answers (Fetch Standard, CORS protocol).
public struct CORSPolicy: Hashable, Sendable {
  /// The origins, such as `https://app.example.com`; nil: any. Answers never allow credentials: tokens travel in bodies
  /// and headers, not in cookies.
  public var origins: Set<String>?
  /// The methods besides the simple ones.
  public var methods: [HTTPMethod] = [.get, .post, .put, .delete]
  /// The request headers.
  public var requestHeaders = ["authorization", "content-type", "accept"]
  /// The response headers that pages may read.
  public var exposedHeaders: [String] = []
  /// How many seconds a browser may keep the permission.
  public var maxAge = 600

  /// A policy for origins; nil: any.
  public init(origins: Set<String>?) { self.origins = origins }

  /// What is allowed to an origin: the value of `Access-Control-Allow-Origin`.
  func allowed(_ origin: String) -> String? {
    guard let origins else { return "*" }
    return origins.contains(origin) ? origin : nil
  }
}

/// Adds what browsers ask for to a handler's answers, and answers their preflight requests.
public struct CrossOrigin: HTTPHandler {
  private let handler: any HTTPHandler
  private let policy: CORSPolicy

  /// Wraps a handler.
  public init(_ handler: any HTTPHandler, _ policy: CORSPolicy) {
    self.handler = handler
    self.policy = policy
  }

  /// Answers a preflight, or what the handler answers.
  public nonisolated(nonsending) func respond(to request: HTTPRequest) async -> HTTPResponse {
    guard let origin = request.headers["Origin"] else { return await handler.respond(to: request) }
    guard request.isPreflight else { return allow(origin, await handler.respond(to: request)) }
    var response = allow(origin, HTTPResponse(204))
    guard policy.allowed(origin) != nil else { return response }
    response.headers.add("Access-Control-Allow-Methods", policy.methods.map(\.name).joined(separator: ", "))
    response.headers.add("Access-Control-Allow-Headers", policy.requestHeaders.joined(separator: ", "))
    response.headers.add("Access-Control-Max-Age", String(policy.maxAge))
    return response
  }

  /// The handler's form; a page gets to read it as well.
  public func refuse(_ refusal: HTTPRefusal, _ request: HTTPRequest) -> HTTPResponse {
    let response = handler.refuse(refusal, request)
    return request.headers["Origin"].map { allow($0, response) } ?? response
  }

  /// What the handler knows.
  public func knows(_ segment: String) -> Bool { handler.knows(segment) }

  private func allow(_ origin: String, _ response: HTTPResponse) -> HTTPResponse {
    var response = response
    if policy.origins != nil { response.headers.add("Vary", "Origin") }
    guard let allowed = policy.allowed(origin) else { return response }
    response.headers.add("Access-Control-Allow-Origin", allowed)
    if !policy.exposedHeaders.isEmpty {
      response.headers.add("Access-Control-Expose-Headers", policy.exposedHeaders.joined(separator: ", "))
    }
    return response
  }
}

extension HTTPRequest {
  /// Whether a browser asks for permission to send another request.
  var isPreflight: Bool {
    method == .options && headers["Origin"] != nil && headers["Access-Control-Request-Method"] != nil
  }
}
