/// Calendar dates as `yyyy-mm-dd` (RFC 3339, full-date).
package enum CalendarDate {
  /// Whether the text is a date of the Gregorian calendar, of the years 1 to 9999 that conditions reckon with.
  package static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return false }
    func number(_ range: Range<Int>) -> Int? {
      bytes[range].reduce(into: Int?.some(0)) { sum, byte in
        sum = byte >= 0x30 && byte <= 0x39 ? sum.map { $0 * 10 + Int(byte - 0x30) } : nil
      }
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), year > 0,
      (1...12).contains(month)
    else { return false }
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(day)
  }
}
