import FlowModel

extension Milliseconds {
  /// A time as RFC 3339 writes it (section 5.6), in UTC and whole seconds: `2026-03-01T09:30:00Z`. The calendar is that of
  /// Howard Hinnant's `civil_from_days`.
  var utcText: String {
    let seconds = self >= 0 ? self / 1000 : (self - 999) / 1000
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let second = seconds - days * 86_400
    // Years of 400-year eras that begin on 1 March, so that a leap day is the last of its year.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let day = shifted - era * 146_097
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let isNewYear = month >= 10
    let date = [
      digits(year + era * 400 + (isNewYear ? 1 : 0), 4), digits(isNewYear ? month - 9 : month + 3, 2),
      digits(dayOfYear - (153 * month + 2) / 5 + 1, 2),
    ]
    let time = [second / 3600, second / 60 % 60, second % 60].map { digits($0, 2) }
    return date.joined(separator: "-") + "T" + time.joined(separator: ":") + "Z"
  }

  private func digits(_ number: Milliseconds, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: Swift.max(0, count - text.utf8.count)) + text
  }
}
