/// The keys that a function and its caller share: a line each, the newest first. While one takes the place of another, the
/// function knows both, and requests are signed with the newest.
public struct SecretKeys: Sendable {
  /// The key that requests are signed with.
  public let newest: [UInt8]

  /// The fewest bytes that the key of a function outside of this machine has.
  public static let leastSize = 32

  /// Whether the newest key is long enough to go outside of this machine.
  public var isLong: Bool { newest.count >= Self.leastSize }

  /// Reads lines; nil where there is none that says something.
  init?(_ content: [UInt8]) {
    let lines = content.split { $0 == 0x0A || $0 == 0x0D }
    guard let first = lines.first, !lines.contains(where: { $0.contains(0) }) else { return nil }
    newest = Array(first)
  }
}

/// Why a secret is not there, as the end of a sentence. It tells no part of it.
public struct SecretProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason.
  public let description: String

  init(_ reason: String) { description = reason }
}
