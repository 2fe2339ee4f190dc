/// Answers requests.
///
/// A handler starts on the thread that received the request, and other requests of that thread wait until it first awaits
/// something elsewhere: what blocks or computes long must be awaited, as all of `FlowService` is.
public protocol HTTPHandler: Sendable {
  /// The response to a request.
  nonisolated(nonsending) func respond(to request: HTTPRequest) async -> HTTPResponse
  /// The form a refusal has in this handler's protocol. The request's body is empty, and its path may be.
  func refuse(_ refusal: HTTPRefusal, _ request: HTTPRequest) -> HTTPResponse
}

extension HTTPHandler {
  /// The form of the flow contract.
  public func refuse(_ refusal: HTTPRefusal, _ request: HTTPRequest) -> HTTPResponse { refusal.response }
}

/// A handler that is a function.
public struct FunctionHandler: HTTPHandler {
  /// It starts on the thread of its caller.
  public typealias Body = nonisolated(nonsending) @Sendable (HTTPRequest) async -> HTTPResponse

  private let body: Body

  /// Answers with what the function returns.
  public init(_ body: @escaping Body) {
    self.body = body
  }

  /// Calls the function.
  public nonisolated(nonsending) func respond(to request: HTTPRequest) async -> HTTPResponse { await body(request) }
}
