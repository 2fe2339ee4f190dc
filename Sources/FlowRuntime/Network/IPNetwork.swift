import Glibc

/// An IP address or a network of them: `192.0.2.7`, `10.0.0.0/8`, `::1`, `2001:db8::/32`.
public struct IPNetwork: Hashable, Sendable {
  private let address: IPAddress
  private let bits: Int

  /// Reads an address, or a network with the number of its leading bits; nil if the text is neither.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let address = IPAddress(String(first)) else { return nil }
    let all = address.bytes.count * 8
    guard parts.count == 1 || parts[1].utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let bits = parts.count == 1 ? all : Int(parts[1]), bits <= all
    else { return nil }
    self.address = address
    self.bits = bits
  }

  /// Whether each address of its kind belongs to it.
  public var isEverything: Bool { bits == 0 }

  /// Whether an address belongs to it.
  package func contains(_ other: IPAddress) -> Bool {
    guard other.bytes.count == address.bytes.count else { return false }
    return zip(address.bytes, other.bytes).enumerated().allSatisfy { index, pair in
      let rest = min(8, max(0, bits - index * 8))
      return (pair.0 ^ pair.1) >> UInt8(8 - rest) == 0 || rest == 0
    }
  }
}

/// An IPv4 or IPv6 address.
package struct IPAddress: Hashable, Sendable {
  /// Four or sixteen bytes.
  package let bytes: [UInt8]

  /// Reads an address; an IPv4 address written as IPv6 is the IPv4 address. Nil if the text is none.
  package init?(_ text: String) {
    guard text.utf8.count < Int(INET6_ADDRSTRLEN), !text.utf8.contains(0) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 {
      self.init(bytes: Array(bytes[..<4]))
    } else if inet_pton(AF_INET6, text, &bytes) == 1 {
      self.init(bytes: bytes)
    } else {
      return nil
    }
  }

  /// Takes four or sixteen bytes; an IPv4 address written as IPv6 is the IPv4 address. Nil for another number.
  package init?(bytes: [UInt8]) {
    guard [4, 16].contains(bytes.count) else { return nil }
    let isMapped =
      bytes.count == 16 && bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    self.bytes = isMapped ? Array(bytes[12...]) : bytes
  }

  /// Reads an address with or without a port, as proxies write it: `192.0.2.7:4711`, `[2001:db8::1]:4711`.
  package init?(node: some StringProtocol) {
    var text = Substring(node)
    if text.first == "[", let end = text.firstIndex(of: "]") {
      text = text[text.index(after: text.startIndex)..<end]
    } else if let colon = text.firstIndex(of: ":"), !text[text.index(after: colon)...].contains(":") {
      text = text[..<colon]
    }
    self.init(String(text))
  }

  /// The address in its usual form.
  package var text: String {
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard inet_ntop(family, bytes, &buffer, socklen_t(buffer.count)) != nil else { return "" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
