import FlowRuntime
import Synchronization

/// Token buckets by key, such as an address or an identifier: each holds `burst` requests and is refilled at `rate`.
///
/// Memory is bounded: of more than `capacity` keys, those not seen for longest are forgotten, and begin with a full
/// bucket again.
public final class RateLimiter: Sendable {
  private struct Bucket {
    var tokens: Double
    var time: Int64
  }

  /// Two generations: what is seen moves to the young one; when that is half of all, the old one is forgotten.
  private struct Buckets {
    var young: [String: Bucket] = [:]
    var old: [String: Bucket] = [:]
  }

  private let rate: Double
  private let burst: Double
  private let capacity: Int
  private let clock: @Sendable () -> Int64
  private let buckets = Mutex(Buckets())

  /// `rate` requests a second in the long run, `burst` at once.
  public convenience init(rate: Double, burst: Int, capacity: Int = 65_536) {
    self.init(rate: rate, burst: burst, capacity: capacity, clock: monotonicNanoseconds)
  }

  /// The same by a given clock of nanoseconds.
  init(rate: Double, burst: Int, capacity: Int, clock: @escaping @Sendable () -> Int64) {
    self.rate = max(rate, 1e-6)
    self.burst = Double(max(1, burst))
    self.capacity = max(2, capacity)
    self.clock = clock
  }

  /// Takes one request from a key's bucket. Nil: go on; else the whole seconds after which there is one again.
  public func take(_ key: String) -> Int? {
    let now = clock()
    return buckets.withLock { buckets in
      var bucket = buckets.young[key] ?? buckets.old.removeValue(forKey: key) ?? Bucket(tokens: burst, time: now)
      bucket.tokens = min(burst, bucket.tokens + Double(max(0, now - bucket.time)) / 1e9 * rate)
      bucket.time = now
      var wait: Int?
      if bucket.tokens >= 1 {
        bucket.tokens -= 1
      } else {
        wait = Int(min(((1 - bucket.tokens) / rate).rounded(.up), 86_400))
      }
      buckets.young[key] = bucket
      if buckets.young.count > capacity / 2 {
        buckets.old = buckets.young
        buckets.young = [:]
      }
      return wait.map { max(1, $0) }
    }
  }
}

/// Bounds how often each client asks, before its request is handled.
///
/// A browser's question for permission (CORS preflight) passes uncounted: what it wants to ask is counted when it comes. A
/// page learns nothing of a preflight that is refused, and takes the network to be down.
public struct RateLimited: HTTPHandler {
  private let limiter: RateLimiter
  private let handler: any HTTPHandler
  private let key: @Sendable (HTTPRequest) -> String?

  /// Bounds requests by their client's address, or by another key; requests without a key are not bounded.
  public init(
    _ handler: any HTTPHandler, by limiter: RateLimiter,
    key: @escaping @Sendable (HTTPRequest) -> String? = { ClientNetwork.of($0.remoteAddress) }
  ) {
    self.handler = handler
    self.limiter = limiter
    self.key = key
  }

  /// Answers 429 in the handler's own form where there are too many.
  public nonisolated(nonsending) func respond(to request: HTTPRequest) async -> HTTPResponse {
    if !request.isPreflight, let key = key(request), let wait = limiter.take(key) {
      return handler.refuse(.tooManyRequests(retryAfter: wait), request)
    }
    return await handler.respond(to: request)
  }

  /// The handler's form.
  public func refuse(_ refusal: HTTPRefusal, _ request: HTTPRequest) -> HTTPResponse {
    handler.refuse(refusal, request)
  }

  /// What the handler knows.
  public func knows(_ segment: String) -> Bool { handler.knows(segment) }
}

/// Whom an address stands for.
public enum ClientNetwork {
  /// An IPv4 address as it is; of an IPv6 address the first 64 bits, which is what one customer has.
  public static func of(_ address: String) -> String {
    guard address.contains(":") else { return address }
    let halves = address.split(separator: ":", omittingEmptySubsequences: false)
    // `::` is unfolded far enough to count four groups from the left.
    var groups: [Substring] = []
    let present = halves.filter { !$0.isEmpty }.count
    var isUnfolded = false
    for group in halves {
      if !group.isEmpty {
        groups.append(group)
      } else if !isUnfolded {
        isUnfolded = true
        groups += Array(repeating: "0", count: max(0, 8 - present))
      }
    }
    return groups.prefix(4).joined(separator: ":") + "::/64"
  }
}
