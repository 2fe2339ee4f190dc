/// E-mail addresses as mail systems take them: a dot-atom before the `@`, a domain of labels behind it (RFC 5321,
/// sections 4.1.2 and 4.5.3.1; quoted local parts and address literals are refused, non-ASCII letters are allowed).
package enum EmailAddress {
  /// Whether the text is one address and nothing else.
  package static func isValid(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count <= 254, let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return false }
    let local = bytes[..<at]
    let domain = bytes[bytes.index(after: at)...]
    guard !local.isEmpty, local.count <= 64, !domain.isEmpty, domain.contains(UInt8(ascii: ".")) else { return false }
    return hasNoEmptyPart(local) && local.allSatisfy(isAtom) && hasNoEmptyPart(domain)
      && domain.allSatisfy(isLabel) && domain.last != UInt8(ascii: "-") && domain.first != UInt8(ascii: "-")
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

/// Telephone numbers in the international form of ITU-T E.164: `+`, no leading zero, 8 to 15 digits.
package enum PhoneNumber {
  /// Whether the text is one number and nothing else.
  package static func isValid(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "+") else { return false }
    let digits = bytes.dropFirst()
    return (8...15).contains(digits.count) && digits.first != UInt8(ascii: "0")
      && digits.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }
}

/// Calendar dates as `yyyy-mm-dd` (RFC 3339, full-date).
package enum CalendarDate {
  /// Whether the text is a date of the Gregorian calendar.
  package static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return false }
    func number(_ range: Range<Int>) -> Int? {
      bytes[range].reduce(into: Int?.some(0)) { sum, byte in
        sum = byte >= 0x30 && byte <= 0x39 ? sum.map { $0 * 10 + Int(byte - 0x30) } : nil
      }
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), (1...12).contains(month)
    else { return false }
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(day)
  }
}
