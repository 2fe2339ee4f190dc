import CICU

/// Whether clients ask for a language by some tag, as ICU knows languages and regions.
public enum KnownLanguage: Hashable, Sendable {
  /// They may, or nobody knows: languages of three letters are more than ICU has names for.
  case usable
  /// They ask for it by another tag.
  case called(LanguageTag)
  /// There is no such language or region.
  case unassigned

  /// What is known of a tag. Languages that ship are not looked up, so that most tenants open no ICU.
  public init(_ tag: LanguageTag) {
    self = .usable
    let language = tag.language
    if StandardWords.speaks(tag), tag.region == nil { return }
    guard LocaleFormats.shared.isThere else { return }
    if let code = Self.withdrawn[language] ?? Self.shorter(language) {
      self = tag.replacing(language: code).map { .called($0) } ?? .unassigned
    } else if Self.isNothing(language) {
      // Who writes `cz` means the language of that country.
      let spoken = Self.name(LAZY_ICU_REGION, language) == nil ? nil : Self.spoken(in: language)
      self = spoken.flatMap { tag.replacing(language: $0) }.map { .called($0) } ?? .unassigned
    } else if let region = tag.region, Self.code(LAZY_ICU_REGION, of: region) != region {
      self =
        Self.code(LAZY_ICU_REGION, of: region).flatMap { tag.replacing(region: $0) }.map { .called($0) } ?? .unassigned
    }
  }

  /// Codes of two letters that ISO 639 has given up, and what stands in their place (RFC 5646, the registry).
  static let withdrawn = ["in": "id", "iw": "he", "ji": "yi", "jw": "jv", "mo": "ro"]
  /// Codes for what is no language (ISO 639-2).
  private static let special: Set<String> = ["mis", "mul", "und", "zxx"]

  private static func isNothing(_ language: String) -> Bool {
    special.contains(language) || language.utf8.count == 2 && name(LAZY_ICU_LANGUAGE, language) == nil
  }

  /// The code of two letters for a language of three.
  private static func shorter(_ language: String) -> String? {
    guard language.utf8.count == 3, let code = code(LAZY_ICU_LANGUAGE, of: language), code.utf8.count == 2 else {
      return nil
    }
    return code
  }

  /// The first code that has the name of this one, of two letters where there is such a one; nil where ICU has no name.
  private static func code(_ kind: lazy_icu_code, of code: String) -> String? {
    guard let wanted = name(kind, code), let codes = lazy_icu_codes(kind) else { return nil }
    var index = 0
    while let next = codes[index] {
      let other = String(cString: next)
      if other.utf8.count == 2, other == code || name(kind, other) == wanted { return other }
      index += 1
    }
    return code
  }

  private static func name(_ kind: lazy_icu_code, _ code: String) -> String? {
    text { lazy_icu_name(kind, code, $0, $1) }
  }

  private static func spoken(in region: String) -> String? {
    text { lazy_icu_spoken(region.uppercased(), $0, $1) }
  }

  private static func text(_ write: (UnsafeMutablePointer<CChar>, CInt) -> CInt) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, case let count = write(start, 256), count > 0 else { return nil }
      return String(decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self)
    }
  }
}

extension LanguageTag {
  /// The tag with another language in it.
  fileprivate func replacing(language other: String) -> LanguageTag? {
    LanguageTag(other + text.dropFirst(language.utf8.count))
  }

  /// The tag with another region in it.
  fileprivate func replacing(region other: String) -> LanguageTag? {
    LanguageTag(text.split(separator: "-").map { String($0) == region ? other : String($0) }.joined(separator: "-"))
  }
}
