import FlowModel
import FlowRuntime

extension ChannelKind {
  /// Whether `address` has the form of this channel's addresses: for e-mail something on both sides of the last `@`, at
  /// most 254 bytes (RFC 5321, 4.5.3.1.3), for text messages an E.164 number, `+` and 2 to 15 digits.
  func isAddress(_ address: String) -> Bool {
    let bytes = Array(address.utf8)
    switch self {
    case .email:
      guard bytes.count <= 254, let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return false }
      return at > 0 && at < bytes.count - 1 && !bytes.contains { $0 <= 0x20 || $0 == 0x7F }
    case .sms:
      guard (3...16).contains(bytes.count), bytes[0] == UInt8(ascii: "+"), bytes[1] != UInt8(ascii: "0") else {
        return false
      }
      return bytes.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
  }
}
