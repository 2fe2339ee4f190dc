/// The categories into which languages put numbers (UTS #35, part 3, section 5).
public enum PluralCategory: String, CaseIterable, Sendable {
  case zero, one, two, few, many, other

  /// All of their names.
  public static let allNames = allCases.map(\.rawValue)

  /// The category of a whole number, as those languages count that the standard texts speak: without ICU, which nobody has
  /// to install for them. Nil for other languages.
  static func known(of number: Int64, in language: String) -> PluralCategory? {
    switch language {
    case "en", "de": number == 1 ? .one : .other
    case "es": number == 1 ? .one : isMillions(number) ? .many : .other
    case "fr": number == 0 || number == 1 ? .one : isMillions(number) ? .many : .other
    case "cs": number == 1 ? .one : (2...4).contains(number) ? .few : .other
    case "ja": .other
    default: nil
    }
  }

  private static func isMillions(_ number: Int64) -> Bool { number != 0 && number % 1_000_000 == 0 }

  /// The category of a number; `other` where nothing is known of the language.
  public static func of(_ number: Double, in language: LanguageTag, isOrdinal: Bool = false) -> PluralCategory {
    let size = abs(number)
    if !isOrdinal, let whole = Int64(exactly: size), let known = known(of: whole, in: language.language) {
      return known
    }
    return LocaleFormats.shared.category(of: size, in: language, isOrdinal: isOrdinal) ?? .other
  }

  /// The categories in which a language has any number, fractions and millions too; nil where that is not known.
  public static func possible(in language: LanguageTag, isOrdinal: Bool = false) -> [PluralCategory]? {
    guard LocaleFormats.shared.isThere, let needed = needed(in: language, isOrdinal: isOrdinal) else { return nil }
    let large: [Double] = [1_000, 1_001, 1_000_000, 1_000_001, 2_000_000, 3_000_000]
    let fractions = (0...110).map { Double($0) + 0.5 } + (0...110).map { Double($0) / 10 }
    let found = Set((large + (isOrdinal ? [] : fractions)).map { of($0, in: language, isOrdinal: isOrdinal) } + needed)
    return allCases.filter { found.contains($0) }
  }

  /// The categories that a language needs for whole numbers; nil where nothing is known of it, as ICU is not installed.
  /// Those that fractions alone are in, such as the Czech `many`, are none of them.
  public static func needed(in language: LanguageTag, isOrdinal: Bool = false) -> [PluralCategory]? {
    if !LocaleFormats.shared.isThere, isOrdinal || known(of: 0, in: language.language) == nil { return nil }
    let found = Set((0...200).map { of(Double($0), in: language, isOrdinal: isOrdinal) })
    return allCases.filter { found.contains($0) || $0 == .other }
  }
}
