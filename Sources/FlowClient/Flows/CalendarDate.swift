/// A day of the calendar, without a time or a place: what a field of the type `date` takes.
public struct CalendarDate: Hashable, Sendable, Comparable, CustomStringConvertible, FlowValue {
  /// The year, 0 to 9999.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month.
  public let day: Int

  /// A day; nil where the calendar has none such.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(of: month, year) else {
      return nil
    }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Reads `yyyy-mm-dd` (RFC 3339, full-date); nil for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// `yyyy-mm-dd`.
  public var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
  /// Its text.
  public var flowJSON: JSON { .string(description) }
  /// Reads its text.
  public init?(flowJSON json: JSON) {
    guard let text = json.string else { return nil }
    self.init(text)
  }
  /// Whether one day comes before another.
  public static func < (one: Self, other: Self) -> Bool {
    (one.year, one.month, one.day) < (other.year, other.month, other.day)
  }

  private static func days(of month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
