/// An e-mail address as mail systems take them: a dot-atom before the `@`, a domain of labels behind it (RFC 5321,
/// sections 4.1.2 and 4.5.3.1; quoted local parts and address literals are refused, non-ASCII letters are allowed, RFC 6531).
package struct EmailAddress: Hashable, Sendable {
  /// What stands before the `@`, in Unicode's composed form (NFC).
  package let local: String
  /// The domain, in the one form that all its spellings share: `bücher.example`, also where it came as `xn--bcher-kva`.
  package let domain: String

  /// How many bytes an address may have.
  package static let longest = 254

  /// Reads a text that is one address and nothing else.
  package init?(_ text: String) {
    let bytes = text.utf8
    guard bytes.count <= Self.longest, let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return nil }
    let (before, behind) = (bytes[..<at], bytes[bytes.index(after: at)...])
    guard !before.isEmpty, before.count <= 64, !behind.isEmpty, behind.contains(UInt8(ascii: ".")),
      Self.hasNoEmptyPart(before), before.allSatisfy(Self.isAtom), Self.hasNoEmptyPart(behind),
      behind.allSatisfy(Self.isLabel), behind.last != UInt8(ascii: "-"), behind.first != UInt8(ascii: "-"),
      !Self.isDeceptive(text), let domain = UnicodeForm.domain(String(Substring(behind))),
      !Unicode.Scalar.areMixed(in: domain)
    else { return nil }
    local = UnicodeForm.composed(String(Substring(before)))
    self.domain = domain
  }

  /// Whether the text is one address and nothing else.
  package static func isValid(_ text: String) -> Bool { EmailAddress(text) != nil }

  /// Whether a text has what no address has, as nobody sees it or it passes for something else: zero-width and format
  /// characters, blanks, full-width letters and other doubles of the usual ones, words of letters of several scripts.
  package static func isDeceptive(_ text: String) -> Bool {
    // Most are ASCII, of which only what is no character is forbidden.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return false }
    if text.unicodeScalars.contains(where: \.isForbiddenInAddress) || Unicode.Scalar.areMixed(in: text) { return true }
    return UnicodeForm.compatible(text) != UnicodeForm.composed(text)
  }

  /// The form in which two addresses are the same; `keepingCase` tells the cases of the local part apart. Those of a domain
  /// never matter.
  package func comparable(keepingCase: Bool = false) -> String {
    (keepingCase ? local : UnicodeForm.composed(UnicodeForm.lowercased(local))) + "@" + domain
  }

  private static func hasNoEmptyPart(_ text: Substring.UTF8View) -> Bool {
    var last = UInt8(ascii: ".")
    for byte in text {
      if byte == UInt8(ascii: "."), last == byte { return false }
      last = byte
    }
    return last != UInt8(ascii: ".")
  }

  private static func isLabel(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...:
      true
    default: false
    }
  }

  private static func isAtom(_ byte: UInt8) -> Bool {
    if isLabel(byte) { return true }
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
      UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="),
      UInt8(ascii: "?"), UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "{"),
      UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "~"):
      return true
    default: return false
    }
  }
}
