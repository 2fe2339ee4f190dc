/// The name of a language, such as `de`, `pt-BR` or `zh-Hant`: a tag of BCP 47 (RFC 5646, section 2.1) in its canonical case.
///
/// The form alone is checked, and no registry is asked. Tags that are kept for their age (`i-klingon`) and those of nothing
/// but private use are none.
public struct LanguageTag: Hashable, Sendable, CustomStringConvertible, BinaryCodable {
  /// The tag in its canonical case.
  public let text: String

  /// English, in which words stand where nothing else is said.
  public static let english = LanguageTag(known: "en")

  /// How long a tag may be, in bytes (RFC 5646, section 4.4.1).
  public static let longest = 35

  private init(known text: String) { self.text = text }

  /// Reads a tag, whatever its case; nil for what is none.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.longest, text.utf8.allSatisfy({ $0.isTagByte }) else { return nil }
    let subtags = text.split(separator: "-", omittingEmptySubsequences: false).map { $0.lowercased() }
    guard Self.isTag(subtags) else { return nil }
    var written: [String] = []
    var isBehindSingleton = false
    for (index, subtag) in subtags.enumerated() {
      if index > 0, !isBehindSingleton, subtag.utf8.count == 2 {
        written.append(subtag.uppercased())
      } else if index > 0, !isBehindSingleton, subtag.utf8.count == 4, subtag.isAlphabetic {
        written.append(subtag.prefix(1).uppercased() + subtag.dropFirst())
      } else {
        written.append(subtag)
      }
      if subtag.utf8.count == 1 { isBehindSingleton = true }
    }
    self.text = written.joined(separator: "-")
  }

  /// The tag.
  public var description: String { text }

  /// The language itself, such as `pt`.
  public var language: String { String(text.prefix { $0 != "-" }) }

  /// The script (ISO 15924) where the tag names one, such as `Hant`.
  public var script: String? {
    for subtag in text.split(separator: "-").dropFirst() {
      if subtag.utf8.count == 1 { return nil }
      if subtag.utf8.count == 4, subtag.utf8.first.map({ $0 > 0x39 }) == true { return String(subtag) }
    }
    return nil
  }

  /// The region (ISO 3166-1) where the tag names one by two letters, such as `CH` of `de-CH`.
  public var region: String? {
    for subtag in text.split(separator: "-").dropFirst() {
      if subtag.utf8.count == 1 { return nil }
      if subtag.utf8.count == 2 { return String(subtag) }
    }
    return nil
  }

  /// What is looked up in turn where nothing is known of this one (RFC 4647, section 3.4): itself first, then shorter and
  /// shorter, as `zh-Hant-TW`, `zh-Hant`, `zh`.
  public var fallbacks: [LanguageTag] {
    LanguagePreferences.truncations(of: text).map { LanguageTag(known: $0) }
  }

  /// Whether it is written from right to left: by its script, or by that in which the language is usually written.
  public var isRightToLeft: Bool {
    if let script { return Self.rightToLeftScripts.contains(script) }
    return Self.rightToLeftLanguages.contains(language)
  }

  /// The scripts of today that run from right to left (Unicode, Bidi_Class R and AL).
  private static let rightToLeftScripts: Set<String> = [
    "Adlm", "Arab", "Aran", "Hebr", "Mand", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa", "Yezi",
  ]

  /// The languages whose usual script (CLDR, likely subtags) is one of those.
  private static let rightToLeftLanguages: Set<String> = [
    "ar", "arz", "arc", "azb", "bal", "bqi", "ckb", "dv", "fa", "glk", "he", "iw", "khw", "ks", "lrc", "mzn", "nqo",
    "pnb",
    "ps", "rhg", "sd", "skr", "syr", "ug", "ur", "uzs", "yi",
  ]

  /// Appends the text.
  public func encode(to writer: inout ByteWriter) { text.encode(to: &writer) }

  /// Reads a tag in its canonical case.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let text = try String(from: &reader)
    guard let tag = LanguageTag(text), tag.text == text else { throw reader.failure("no language tag") }
    self = tag
  }
}

extension LanguageTag {
  /// `langtag` of RFC 5646, section 2.1, of subtags in lower case.
  private static func isTag(_ subtags: [String]) -> Bool {
    var rest = subtags[...]
    guard let language = rest.popFirst(), language.isAlphabetic, (2...8).contains(language.utf8.count) else {
      return false
    }
    if language.utf8.count < 4 {
      // Extended language subtags.
      for _ in 0..<3 {
        if let next = rest.first, next.isAlphabetic, next.utf8.count == 3 { rest.removeFirst() } else { break }
      }
    }
    if let next = rest.first, next.isAlphabetic, next.utf8.count == 4 { rest.removeFirst() }
    if let next = rest.first, next.isRegion { rest.removeFirst() }
    var seen = Set<String>()
    while let next = rest.first, next.isVariant {
      guard seen.insert(next).inserted else { return false }
      rest.removeFirst()
    }
    while let singleton = rest.first, singleton.utf8.count == 1, singleton != "x" {
      rest.removeFirst()
      guard seen.insert(singleton).inserted, let next = rest.first, (2...8).contains(next.utf8.count) else {
        return false
      }
      while let next = rest.first, (2...8).contains(next.utf8.count) { rest.removeFirst() }
    }
    if rest.first == "x" {
      rest.removeFirst()
      return !rest.isEmpty && rest.allSatisfy { (1...8).contains($0.utf8.count) }
    }
    return rest.isEmpty
  }
}

extension String {
  fileprivate var isAlphabetic: Bool { utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7A } }

  fileprivate var isRegion: Bool {
    utf8.count == 2 && isAlphabetic || utf8.count == 3 && utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }

  fileprivate var isVariant: Bool {
    (5...8).contains(utf8.count) || utf8.count == 4 && utf8.first.map { $0 <= 0x39 } == true
  }
}

extension UInt8 {
  /// A letter, a digit or a hyphen of ASCII.
  var isTagByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D: true
    default: false
    }
  }
}
