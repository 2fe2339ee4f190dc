import FlowModel

/// Bounds how many runs one address starts of one application, whose state the server keeps until they end or expire. What
/// comes back with time is what runs that were left behind free again.
public struct RunLimit: Sendable {
  private let limiter: RateLimiter

  /// A bound.
  public init(_ limiter: RateLimiter) { self.limiter = limiter }

  /// Takes one start of an application that is known to be there; throws where there were too many.
  func take(_ request: HTTPRequest, application: String?, of table: FlowTable) throws(HTTPRefusal) {
    let key = [table.tenant, application ?? "", ClientNetwork.of(request.remoteAddress)].joined(separator: "\0")
    guard let wait = limiter.take(key) else { return }
    throw HTTPRefusal(
      429, EngineError.tooManyRuns.code, EngineError.tooManyRuns.message, headers: ["Retry-After": String(wait)])
  }
}
