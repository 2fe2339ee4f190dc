/// The keys that a function and its caller share: a line each, the newest first. While one takes the place of another, the
/// function knows both, and requests are signed with the newest.
public struct SecretKeys: Sendable {
  /// All of them, the newest first.
  public let all: [[UInt8]]

  /// The key that requests are signed with.
  public var newest: [UInt8] { all.first ?? [] }

  /// The fewest bytes that the key of a function outside of this machine has.
  public static let leastSize = 32

  /// Whether the newest key is long enough to go outside of this machine.
  public var isLong: Bool { newest.count >= Self.leastSize }

  /// Reads lines; nil where there is none that says something.
  init?(_ content: [UInt8]) {
    let lines = content.split { $0 == 0x0A || $0 == 0x0D }
    guard !lines.isEmpty, !lines.contains(where: { $0.contains(0) }) else { return nil }
    all = lines.map(Array.init)
  }
}

/// Why a secret is not there, as the end of a sentence. It tells no part of it.
public struct SecretProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason.
  public let description: String

  init(_ reason: String) { description = reason }
}
