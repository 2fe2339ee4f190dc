/// Answers requests.
///
/// A handler starts on the thread that received the request, and other requests of that thread wait until it first awaits
/// something elsewhere: what blocks or computes long must be awaited, as all of `FlowService` is.
public protocol HTTPHandler: Sendable {
  /// The response to a request.
  nonisolated(nonsending) func respond(to request: HTTPRequest) async -> HTTPResponse
  /// The form a refusal has in this handler's protocol. The request's body is empty, and its path may be.
  func refuse(_ refusal: HTTPRefusal, _ request: HTTPRequest) -> HTTPResponse
  /// Whether a segment of a path is a word of the handler's own. The log cuts the paths of requests that are refused at the
  /// first that is none: whatever stands there, such as an address, is a client's.
  func knows(_ segment: String) -> Bool
}

extension HTTPHandler {
  /// All segments: nothing is cut.
  public func knows(_ segment: String) -> Bool { true }

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
