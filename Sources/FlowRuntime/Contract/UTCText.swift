import FlowExpression
import FlowModel

extension Milliseconds {
  /// A time as RFC 3339 writes it (section 5.6), in UTC and whole seconds: `2026-03-01T09:30:00Z`. So are the times of
  /// replies as JSON.
  public var utcText: String { rfc3339(floorDivide(self, 1000)) }

  /// The same with milliseconds: `2026-03-01T09:30:00.250Z`.
  public var utcTextWithMilliseconds: String {
    let rest = self % 1000
    return rfc3339(floorDivide(self, 1000), fraction: "." + padded(rest < 0 ? rest + 1000 : rest, 3))
  }
}
