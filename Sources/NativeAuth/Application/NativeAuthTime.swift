import Glibc

/// The time of an app.
public struct NativeAuthTime: Sendable {
  /// Seconds since 1970, as tokens count them.
  public var now: @Sendable () -> Int
  /// Waits.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// The system's time, or what a test puts in its place.
  public init(
    now: @escaping @Sendable () -> Int = NativeAuthTime.systemTime,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.now = now
    self.sleep = sleep
  }

  /// Seconds since 1970 by the system's clock.
  @Sendable public static func systemTime() -> Int { time(nil) }
}
