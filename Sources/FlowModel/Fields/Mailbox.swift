/// Somebody's mail address, with a name that people read beside it perhaps: `Contoso <no-reply@contoso.example>`
/// (RFC 5322, section 3.4).
package struct Mailbox: Hashable, Sendable {
  /// The name, without quotes; nil: there is none.
  package let name: String?
  /// The address.
  package let address: EmailAddress

  /// How long a name may be, in bytes.
  private static let longestName = 128

  /// An address without a name.
  package init(_ address: EmailAddress) { (name, self.address) = (nil, address) }

  /// Reads an address, or a name and an address in angle brackets.
  package init?(_ text: String) {
    guard text.last == ">", let open = text.lastIndex(of: "<") else {
      guard let address = EmailAddress(text) else { return nil }
      (name, self.address) = (nil, address)
      return
    }
    guard let address = EmailAddress(String(text[text.index(after: open)...].dropLast())) else { return nil }
    var name = Substring(text[..<open])
    while name.last == " " { name.removeLast() }
    while name.first == " " { name.removeFirst() }
    if name.count > 1, name.first == "\"", name.last == "\"" { name = name.dropFirst().dropLast() }
    guard name.utf8.count <= Self.longestName, name.unicodeScalars.allSatisfy(Self.isVisible) else { return nil }
    self.name = name.isEmpty ? nil : String(name)
    self.address = address
  }

  /// Whether it can stand in a name: nothing that ends a line, changes the direction, or is part of the form.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
    default: !"\"\\<>".unicodeScalars.contains(scalar)
    }
  }
}

extension EmailAddress {
  /// The domain as DNS and mail servers know it: `xn--bcher-kva.example`; nil where it has no such form.
  package var asciiDomain: String? { UnicodeForm.asciiDomain(domain) }
}

/// The name or address of a server.
package enum HostName {
  /// The name as DNS knows it, or the address, of a text that is one and nothing else; nil for others. An IPv6 address stands in
  /// brackets.
  package static func ascii(_ text: String) -> String? {
    if text.first == "[", text.last == "]" {
      let inner = text.dropFirst().dropLast()
      return inner.utf8.contains(UInt8(ascii: ":"))
        && inner.utf8.allSatisfy { (0x30...0x3A).contains($0) || (0x61...0x66).contains($0 | 0x20) || $0 == 0x2E }
        ? text : nil
    }
    guard !text.isEmpty, let name = UnicodeForm.asciiDomain(text), name.utf8.count <= 253 else { return nil }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    let isHost = labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.utf8.allSatisfy {
          (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
        }
    }
    return isHost ? name : nil
  }

  /// Whether it is on this machine, by its name.
  package static func isLocal(_ text: String) -> Bool {
    ["localhost", "127.0.0.1", "[::1]"].contains(text.lowercased())
  }
}
