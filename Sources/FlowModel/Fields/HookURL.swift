/// The URL of a web hook, taken apart by strict rules, so that whoever reads it after us reads the same: no user's name, no
/// blank, no backslash, a host of letters, digits, dots and dashes or an IPv6 address in brackets.
package struct HookURL: Hashable, Sendable {
  package let isSecure: Bool
  /// In lower case; an IPv6 address without its brackets.
  package let host: String
  package let port: UInt16
  /// Whether the port is written out.
  package let namesPort: Bool
  /// The whole URL in the form that is called and signed: host in lower case, no port that the scheme implies, a path.
  package let text: String

  /// Reads a URL; nil where it is none that may be called.
  package init?(_ url: String) {
    guard let separator = url.firstRange(of: "://") else { return nil }
    switch url[..<separator.lowerBound].lowercased() {
    case "https": isSecure = true
    case "http": isSecure = false
    default: return nil
    }
    let rest = url[separator.upperBound...]
    guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}#".utf8.contains($0) }) else { return nil }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let target = rest[authority.endIndex...]
    let isBracketed = authority.first == "["
    let name = isBracketed ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
    let port = authority[name.endIndex...].dropFirst(isBracketed ? 1 : 0)
    guard !name.isEmpty, !isBracketed || authority[name.endIndex...].first == "]",
      name.utf8.allSatisfy({ Self.isHostByte($0, isBracketed) })
    else { return nil }
    let implied: UInt16 = isSecure ? 443 : 80
    namesPort = !port.isEmpty
    if port.isEmpty {
      self.port = implied
    } else {
      let digits = port.dropFirst()
      guard port.first == ":", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(digits)
      else { return nil }
      self.port = number
    }
    host = name.lowercased()
    let shown = (isBracketed ? "[\(host)]" : host) + (self.port == implied ? "" : ":\(self.port)")
    text = "\(isSecure ? "https" : "http")://\(shown)\(target.first == "/" ? "" : "/")\(target)"
  }

  /// Whether it is on this machine, by its name.
  package var isLocal: Bool { host == "localhost" || host == "::1" || host == "127.0.0.1" }

  private static func isHostByte(_ byte: UInt8, _ isBracketed: Bool) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66, UInt8(ascii: "."): true
    case 0x47...0x5A, 0x67...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): !isBracketed
    case UInt8(ascii: ":"): isBracketed
    default: false
    }
  }
}
