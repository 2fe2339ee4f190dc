import FlowJSON

/// An access token, as far as a client reads it: it is a JWT (RFC 7519) whose payload holds the user's custom data. Its
/// signature is the server's business.
struct AccessToken: Hashable, Sendable {
  let text: String
  let userData: Document

  /// Nil where the text is no such token.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = Self.base64URL(parts[1]), let payload = try? JSON.parse(bytes),
      case .object = payload
    else { return nil }
    self.text = text
    if case .object(let data) = payload["user_data"] { userData = Document(data) } else { userData = [:] }
  }

  /// What a text in base64url without padding (RFC 4648, section 5) holds.
  private static func base64URL(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for character in text.utf8 {
      guard let digit = digit(character) else { return nil }
      bits = bits << 6 & 0xFF_FFFF | digit
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }

  private static func digit(_ character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
