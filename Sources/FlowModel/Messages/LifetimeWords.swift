/// Durations in words, as they stand behind "it is valid for".
package enum LifetimeWords {
  /// Seconds in the largest unit that tells them exactly, in the words of a language: of one that ships as they stand in its
  /// sentences, of another as ICU says them, and where that has none with the signs of units that all know.
  package static func text(_ seconds: Int, in locale: LanguageTag) -> String {
    let sizes = [86_400, 3600, 60, 1]
    let unit = sizes.firstIndex { seconds >= $0 && seconds.isMultiple(of: $0) } ?? 3
    let count = seconds / sizes[unit]
    if let words = languages[locale.language] { return words(count, unit) }
    return LocaleFormats.shared.text(count, of: LocaleFormats.TimeUnit.allCases[unit], in: locale) ?? signs(count, unit)
  }

  /// The words of a count of days (0), hours (1), minutes (2) or seconds (3).
  private typealias Words = @Sendable (_ count: Int, _ unit: Int) -> String

  private static let signs: Words = { "\($0) \(["d", "h", "min", "s"][$1])" }

  private static let languages: [String: Words] = [
    "en": {
      plural(
        $0, [["day", "days"], ["hour", "hours"], ["minute", "minutes"], ["second", "seconds"]][$1], $0 == 1 ? 0 : 1)
    },
    "de": {
      plural(
        $0, [["Tag", "Tage"], ["Stunde", "Stunden"], ["Minute", "Minuten"], ["Sekunde", "Sekunden"]][$1],
        $0 == 1 ? 0 : 1)
    },
    "es": {
      plural(
        $0, [["día", "días"], ["hora", "horas"], ["minuto", "minutos"], ["segundo", "segundos"]][$1], $0 == 1 ? 0 : 1)
    },
    "fr": {
      plural(
        $0, [["jour", "jours"], ["heure", "heures"], ["minute", "minutes"], ["seconde", "secondes"]][$1], $0 < 2 ? 0 : 1
      )
    },
    "ja": { "\($0)\(["日間", "時間", "分間", "秒間"][$1])" },
    // In the accusative, as behind "platí".
    "cs": {
      plural(
        $0,
        [
          ["den", "dny", "dní"], ["hodinu", "hodiny", "hodin"], ["minutu", "minuty", "minut"],
          ["sekundu", "sekundy", "sekund"],
        ][
          $1], $0 == 1 ? 0 : (2...4).contains($0) ? 1 : 2)
    },
  ]

  /// A count and the form of a word that goes with it.
  @Sendable private static func plural(_ count: Int, _ forms: [String], _ form: Int) -> String {
    "\(count) \(forms[form])"
  }
}
