import FlowModel
public import FlowRuntime

/// Bounds how often anybody asks a tenant about one identifier, such as an e-mail address, from wherever and over whichever
/// protocol. It keeps keyed hashes and no identifier. What is asked of one tenant counts for no other.
public struct IdentifierLimit: Sendable {
  private let limiter: RateLimiter
  private let key: ServerKey

  /// A bound; the key makes the hashes.
  public init(_ limiter: RateLimiter, key: ServerKey) {
    self.limiter = limiter
    self.key = key
  }

  /// Takes one request about an identifier of a tenant that is known to be there; throws `tooManyRequests` where there were
  /// too many. An empty one is none.
  func take(_ identifier: String?, of tenant: String) throws(HTTPRefusal) {
    guard let identifier, !identifier.isEmpty else { return }
    let hash = key.hash(Array("door\0\(tenant)\0\(comparableIdentifier(identifier))".utf8), .counter, length: 16)
    if let wait = limiter.take(hash.hex) { throw .tooManyRequests(retryAfter: wait) }
  }
}
