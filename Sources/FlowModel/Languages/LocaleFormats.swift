import CICU
import Synchronization

/// Plurals, numbers, lengths of time and dates of a language, as ICU knows them. It is opened at first use.
final class LocaleFormats: Sendable {
  static let shared = LocaleFormats()

  private enum Kind: Hashable {
    case plurals(isOrdinal: Bool)
    case numbers(MessagePattern.NumberStyle)
    case dates(date: Int, time: Int)
    case measures(unit: String)
  }

  private struct Key: Hashable {
    var locale: String
    var kind: Kind
  }

  /// What ICU has opened; closed with it.
  ///
  /// INVARIANT: it never leaves the lock of `formatters`, so no two threads use one at once.
  private final class Formatter: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
    let close: (UnsafeMutableRawPointer) -> Void

    init?(_ key: Key) {
      let made: UnsafeMutableRawPointer?
      switch key.kind {
      case .plurals(let isOrdinal):
        made = lazy_icu_plurals(key.locale, isOrdinal ? 1 : 0)
        close = { lazy_icu_close_plurals($0) }
      case .numbers(let style):
        let styles = [
          MessagePattern.NumberStyle.decimal: LAZY_ICU_DECIMAL, .integer: LAZY_ICU_INTEGER, .percent: LAZY_ICU_PERCENT,
        ]
        made = lazy_icu_numbers(key.locale, styles[style] ?? LAZY_ICU_DECIMAL)
        close = { lazy_icu_close_numbers($0) }
      case .dates(let date, let time):
        made = lazy_icu_dates(key.locale, CInt(date), CInt(time))
        close = { lazy_icu_close_dates($0) }
      case .measures(let unit):
        made = lazy_icu_measures(key.locale, unit)
        close = { lazy_icu_close_measures($0) }
      }
      guard let made else { return nil }
      pointer = made
    }

    deinit { close(pointer) }
  }

  /// INVARIANT: there are as many as the tables at hand have languages and forms, and never more than `limit`.
  private let formatters = Mutex<[Key: Formatter]>([:])
  private static let limit = 256

  /// Whether ICU is installed.
  var isThere: Bool { lazy_icu_load() == nil }

  /// The category of a number; nil without ICU.
  func category(of number: Double, in language: LanguageTag, isOrdinal: Bool) -> PluralCategory? {
    text(language, .plurals(isOrdinal: isOrdinal)) { lazy_icu_category($0, number, $1, $2) }
      .flatMap(PluralCategory.init(rawValue:))
  }

  /// A whole number in a language's digits.
  func text(_ number: Int64, _ style: MessagePattern.NumberStyle, in language: LanguageTag) -> String? {
    text(language, .numbers(style)) { lazy_icu_integer($0, number, $1, $2) }
  }

  /// A number in a language's digits.
  func text(_ number: Double, _ style: MessagePattern.NumberStyle, in language: LanguageTag) -> String? {
    text(language, .numbers(style)) { lazy_icu_double($0, number, $1, $2) }
  }

  /// A point in time in UTC; `date` and `time` from 0, the longest, to 3; -1: without.
  func text(_ time: Int64, date: Int, time length: Int, in language: LanguageTag) -> String? {
    text(language, .dates(date: date, time: length)) { lazy_icu_date($0, Double(time), $1, $2) }
  }

  /// A count of days, hours, minutes or seconds in whole words; nil where ICU has none in the language.
  func text(_ count: Int, of unit: TimeUnit, in language: LanguageTag) -> String? {
    text(language, .measures(unit: unit.rawValue)) { lazy_icu_measure($0, Int64(count), $1, $2) }
  }

  /// A unit of time, by its name in ICU.
  enum TimeUnit: String, CaseIterable {
    case day, hour, minute, second
  }

  private func text(
    _ language: LanguageTag, _ kind: Kind,
    _ write: (UnsafeMutableRawPointer, UnsafeMutablePointer<CChar>, CInt) -> CInt
  ) -> String? {
    guard isThere else { return nil }
    let key = Key(locale: language.text, kind: kind)
    return formatters.withLock { formatters in
      if formatters[key] == nil {
        if formatters.count >= Self.limit { formatters.removeAll() }
        formatters[key] = Formatter(key)
      }
      guard let formatter = formatters[key] else { return nil }
      return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
        guard let start = buffer.baseAddress, case let count = write(formatter.pointer, start, 512), count >= 0 else {
          return nil
        }
        return String(decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self)
      }
    }
  }
}
