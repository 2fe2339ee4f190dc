import FlowJSON
import FlowRuntime

/// A refresh token: `id.secret`. The id is that of its family, which storage keeps as one ticket from the sign-in to the
/// last rotation, with the hash of the newest secret.
///
/// The secret ends in a keyed hash over what is before it. So a token that this server made, and that is not the newest,
/// is known to have been rotated without keeping any of the earlier ones; a made-up one can end nobody's session.
struct RefreshToken {
  private static let tagSize = 16
  private static let randomSize = 32

  let id: String
  let secret: String

  var text: String { id + "." + secret }

  /// A fresh secret for a family.
  init(id: String, _ key: ServerKey, _ randomness: any Randomness = SystemRandomness()) {
    let random = randomness.bytes(Self.randomSize)
    self.id = id
    secret = Base64URL.encode(random + Self.tag(id, random, key))
  }

  /// The token that replaces one of the same family: the same whenever it is made with the same salt, so that an answer that
  /// was lost is given again without being kept.
  init(after token: RefreshToken, salt: [UInt8], _ key: ServerKey) {
    let random = key.hash(
      Array("next\0\(token.text)\0".utf8) + salt, .refresh, length: Self.randomSize)
    id = token.id
    secret = Base64URL.encode(random + Self.tag(id, random, key))
  }

  /// Reads a token; nil if this server did not make it.
  init?(_ text: String, _ key: ServerKey) {
    guard text.utf8.count <= 128 else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let bytes = Base64URL.decode(String(parts[1])),
      bytes.count == Self.randomSize + Self.tagSize,
      key.isHash(
        Array(bytes.suffix(Self.tagSize)), of: Array(parts[0].utf8) + bytes.prefix(Self.randomSize), .refresh,
        length: Self.tagSize)
    else { return nil }
    id = String(parts[0])
    secret = String(parts[1])
  }

  func hash(_ key: ServerKey) -> [UInt8] { key.hash(Array(secret.utf8), .ticket) }

  /// Whether a hash is that of the token.
  func has(_ hash: [UInt8], _ key: ServerKey) -> Bool { key.isHash(hash, of: Array(secret.utf8), .ticket) }

  private static func tag(_ id: String, _ random: [UInt8], _ key: ServerKey) -> [UInt8] {
    key.hash(Array(id.utf8) + random, .refresh, length: tagSize)
  }
}
