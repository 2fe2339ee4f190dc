import CIDN2
import Glibc

/// Unicode's forms in which texts that look alike are the same bytes (UAX #15, UTS #46), as the system's libraries make them.
enum UnicodeForm {
  /// The composed form (NFC).
  static func composed(_ text: String) -> String { normal(text, isCompatible: false) ?? text }

  /// The composed form in which full-width letters, ligatures and the like are the usual ones (NFKC).
  static func compatible(_ text: String) -> String { compatible(whole: text) ?? text }

  /// The same; nil, and not the text as it was, where memory is short.
  static func compatible(whole text: String) -> String? { normal(text, isCompatible: true) }

  /// A domain name in the one form that all its spellings share: lower case, its labels as people read them, whether they
  /// came so or as `xn--…`. Nil where a label is none.
  static func domain(_ text: String) -> String? {
    let lower = lowercased(text)
    let isPlain = lower.utf8.allSatisfy { $0 < 0x80 }
    // Most have no hyphen at all.
    if isPlain,
      !lower.utf8.contains(UInt8(ascii: "-")) || !lower.split(separator: ".").contains(where: { $0.hasPrefix("xn--") })
    {
      return lower
    }
    return converted(lower, domain_to_ascii).flatMap { converted($0, domain_to_unicode) }
  }

  /// A domain name as DNS knows it: lower case, labels of other letters as `xn--…`. Nil where a label is none.
  static func asciiDomain(_ text: String) -> String? {
    let lower = text.lowercased()
    return lower.utf8.allSatisfy { $0 < 0x80 } ? lower : converted(lower, domain_to_ascii)
  }

  /// The text in lower case. A capital sigma at the end of a word becomes the final one (Unicode Standard, section 3.13), as
  /// people write it.
  static func lowercased(_ text: String) -> String {
    guard text.unicodeScalars.contains("\u{3A3}") else { return text.lowercased() }
    let scalars = Array(text.unicodeScalars)
    func isCased(_ indices: some Sequence<Int>) -> Bool {
      indices.lazy.map { scalars[$0].properties }.first { $0.generalCategory != .nonspacingMark }?.isCased ?? false
    }
    var lower = ""
    for (index, scalar) in scalars.enumerated() {
      let isFinal = scalar == "\u{3A3}" && isCased((0..<index).reversed()) && !isCased(index + 1..<scalars.count)
      lower += isFinal ? "\u{3C2}" : scalar.properties.lowercaseMapping
    }
    return lower
  }

  private static func normal(_ text: String, isCompatible: Bool) -> String? {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    let bytes = Array(text.utf8)
    var count = 0
    guard let made = unicode_normal(bytes, bytes.count, isCompatible ? 1 : 0, &count) else { return nil }
    defer { free(made) }
    return String(decoding: UnsafeBufferPointer(start: made, count: count), as: UTF8.self)
  }

  private static func converted(
    _ text: String, _ convert: (UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt
  ) -> String? {
    if text.utf8.contains(0) { return nil }
    var made: UnsafeMutablePointer<CChar>?
    let code = convert(text, &made)
    defer { idn2_free(made) }
    guard code == 0, let made else { return nil }
    return String(cString: made)
  }
}
