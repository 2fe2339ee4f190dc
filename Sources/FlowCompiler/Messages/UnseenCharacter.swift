import FlowModel
import FlowSource

/// A character in the words of a message that nobody sees, or that turns the direction of those behind it: what is read
/// is not what stands there.
struct UnseenCharacter {
  /// The bytes that are it.
  let range: Range<Int>
  private let scalar: Unicode.Scalar

  /// The first one of a file behind a place; in a page also one that a reference such as `&#x202E;` stands for.
  static func first(in bytes: [UInt8], from start: Int, ofPage isPage: Bool) -> Self? {
    var at = start
    while at < bytes.count {
      let length = bytes[at] < 0x80 ? 1 : bytes[at] < 0xE0 ? 2 : bytes[at] < 0xF0 ? 3 : 4
      let range = at..<min(at + length, bytes.count)
      if length > 1, let scalar = String(decoding: bytes[range], as: UTF8.self).unicodeScalars.first,
        scalar.isUnseenInWords
      {
        return Self(range: range, scalar: scalar)
      }
      if isPage, bytes[at] == UInt8(ascii: "&"), let found = reference(at, bytes) { return found }
      at = range.upperBound
    }
    return nil
  }

  func problem(at place: SourceSpan) -> Diagnostic {
    let name = "U+" + String(scalar.value, radix: 16, uppercase: true).leftPadded(4)
    return Diagnostic(
      "U612", .error, "a character that nobody sees stands here: \(name)", at: place, help: "take it out",
      edit: Edit(place, ""))
  }

  /// What a numeric reference stands for, if that is forbidden. Who writes one for what is unseen and turns nothing, such as
  /// the spaces behind a preheader, means it; those below U+00A0 browsers read in a way of their own.
  private static func reference(_ start: Int, _ bytes: [UInt8]) -> Self? {
    let behind = bytes[(start + 1)...].prefix(16)
    guard behind.first == UInt8(ascii: "#") else { return nil }
    let isHexadecimal = behind.dropFirst().first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
    let digits = behind.dropFirst(isHexadecimal ? 2 : 1).prefix {
      $0.isDigit || isHexadecimal && (0x61...0x66).contains($0 | 0x20)
    }
    guard let number = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(number), number >= 0xA0, scalar.isForbiddenInWords
    else { return nil }
    let end = digits.endIndex
    let isClosed = end < bytes.count && bytes[end] == UInt8(ascii: ";")
    return Self(range: start..<(isClosed ? end + 1 : end), scalar: scalar)
  }
}

extension String {
  fileprivate func leftPadded(_ count: Int) -> String {
    String(repeating: "0", count: max(0, count - utf8.count)) + self
  }
}
