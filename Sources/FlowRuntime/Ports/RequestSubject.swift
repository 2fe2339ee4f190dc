import Synchronization

/// The request that the present task answers, as the log tells of it: a transport sets it around its call of `FlowService`, and
/// whatever answers notes what the request turns out to be about.
public final class RequestSubject: Sendable {
  /// The request that the present task answers: an entry of the log that is made there is about it.
  @TaskLocal public static var present: RequestSubject?

  /// The correlation id.
  public let id: String
  private let found = Mutex<(tenant: String?, run: String?)>((nil, nil))

  /// A request of a correlation id, about nothing yet.
  public init(id: String) { self.id = id }

  /// The tenant that the request is about, and the run, as replies name it; nil: not known.
  public var subject: (tenant: String?, run: String?) { found.withLock { $0 } }

  /// Notes what it is about; nil leaves what is known.
  public func note(tenant: String?, run: String? = nil) {
    found.withLock { found in
      found.tenant = tenant ?? found.tenant
      found.run = run ?? found.run
    }
  }
}
