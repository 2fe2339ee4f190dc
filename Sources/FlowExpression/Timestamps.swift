// Timestamps and durations: limits, calendar arithmetic, and their texts. The calendar is the proleptic Gregorian one.

/// 0001-01-01T00:00:00Z and the last second of 9999 (CEL language definition, "Timestamps").
let timestampRange: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
private let billion: Int64 = 1_000_000_000

/// A timestamp of seconds and any number of nanoseconds, brought into form.
func makeTimestamp(_ seconds: Int64, _ nanos: Int64) throws(EvaluationError.Kind) -> Value {
  let carry = nanos >= 0 ? nanos / billion : -((-nanos + billion - 1) / billion)
  let (whole, overflow) = seconds.addingReportingOverflow(carry)
  guard !overflow, timestampRange.contains(whole) else { throw .outOfRange }
  return .timestamp(seconds: whole, nanos: Int32(nanos - carry * billion))
}

/// A duration of seconds and nanoseconds below two billion either way, brought into form. Its nanoseconds must fit in 64
/// bits, as CEL demands.
func makeDuration(_ seconds: Int64, _ nanos: Int64) throws(EvaluationError.Kind) -> Value {
  let total = try exact(try exact(seconds.multipliedReportingOverflow(by: billion)).addingReportingOverflow(nanos))
  return .duration(seconds: total / billion, nanos: Int32(total % billion))
}

/// A point in time by the calendar.
struct CivilTime: Equatable {
  var year: Int64
  /// 1 to 12.
  var month: Int64
  /// 1 to 31.
  var day: Int64
  /// 0 is the first of January.
  var dayOfYear: Int64
  /// 0 is Sunday.
  var weekday: Int64
  var hour: Int64
  var minute: Int64
  var second: Int64

  /// From seconds since 1970-01-01T00:00:00 of the same zone.
  init(_ seconds: Int64) {
    let days = floorDivide(seconds, 86_400)
    let rest = seconds - days * 86_400
    // Years that begin in March, so that leap days are last (after H. Hinnant, "chrono-compatible date algorithms").
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let marchDay = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * marchDay + 2) / 153
    day = marchDay - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    dayOfYear = days - daysSinceEpoch(year, 1, 1)
    weekday = days + 4 - floorDivide(days + 4, 7) * 7
    hour = rest / 3600
    minute = rest / 60 % 60
    second = rest % 60
  }
}

/// The quotient rounded down, of a divisor above 0.
package func floorDivide(_ a: Int64, _ b: Int64) -> Int64 { a % b < 0 ? a / b - 1 : a / b }

/// Days from 1970-01-01 to a date; the date need not exist.
func daysSinceEpoch(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
  let shifted = month <= 2 ? year - 1 : year
  let era = floorDivide(shifted, 400)
  let yearOfEra = shifted - era * 400
  let marchDay = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
  return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + marchDay - 719_468
}

func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

func daysInMonth(_ month: Int64, _ year: Int64) -> Int64 {
  month == 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
}

// MARK: Text

/// A cursor over the bytes of a date or a duration.
struct Scanner {
  private let bytes: [UInt8]
  private(set) var at = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { at >= bytes.count }

  /// The byte that comes next.
  var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  mutating func skip() { at = min(at + 1, bytes.count) }

  /// Consumes one byte if it is this one.
  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: sign) else { return false }
    at += 1
    return true
  }

  /// Consumes a text if it comes next.
  mutating func take(text: String) -> Bool {
    guard bytes[at...].starts(with: text.utf8) else { return false }
    at += text.utf8.count
    return true
  }

  /// A number of exactly this many digits.
  mutating func number(_ digits: Int) -> Int64? {
    guard at + digits <= bytes.count, bytes[at..<at + digits].allSatisfy(isDigit) else { return nil }
    defer { at += digits }
    return bytes[at..<at + digits].reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }

  /// All digits that come next, nil where they overflow; empty gives no digits.
  mutating func digits() -> (value: Int64, count: Int)? {
    var value: Int64 = 0
    let start = at
    while at < bytes.count, isDigit(bytes[at]) {
      let (tens, over) = value.multipliedReportingOverflow(by: 10)
      let (sum, more) = tens.addingReportingOverflow(Int64(bytes[at] - UInt8(ascii: "0")))
      if over || more { return nil }
      value = sum
      at += 1
    }
    return (value, at - start)
  }

  /// Digits behind a point as billionths; nil for none or more than nine.
  mutating func nanos() -> Int64? {
    guard let (value, count) = digits(), count > 0, count <= 9 else { return nil }
    return (count..<9).reduce(value) { result, _ in result * 10 }
  }
}

/// Seconds and nanoseconds of an RFC 3339 date and time; nil where it is none.
func parseTimestamp(_ text: String) -> (Int64, Int32)? {
  var scanner = Scanner(text)
  guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2), scanner.take("-"),
    let day = scanner.number(2), scanner.take("T") || scanner.take("t"), let hour = scanner.number(2),
    scanner.take(":"), let minute = scanner.number(2), scanner.take(":"), let second = scanner.number(2)
  else { return nil }
  guard (1...12).contains(month), day >= 1, day <= daysInMonth(month, year), hour < 24, minute < 60, second < 60 else {
    return nil
  }
  var nanos: Int64 = 0
  if scanner.take(".") {
    guard let fraction = scanner.nanos() else { return nil }
    nanos = fraction
  }
  var offset: Int64 = 0
  if !scanner.take("Z"), !scanner.take("z") {
    guard let zone = scanner.zoneOffset(signed: true) else { return nil }
    offset = zone
  }
  guard scanner.isAtEnd else { return nil }
  let seconds = daysSinceEpoch(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
  return (seconds - offset, Int32(nanos))
}

extension Scanner {
  /// `±HH:MM` in seconds, the sign left out only where that is allowed.
  mutating func zoneOffset(signed: Bool) -> Int64? {
    let isNegative = take("-")
    guard isNegative || take("+") || !signed, let hours = number(2), take(":"), let minutes = number(2), hours < 24,
      minutes < 60
    else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return isNegative ? -seconds : seconds
  }
}

package func padded(_ number: Int64, _ width: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
}

private func fraction(_ nanos: Int64) -> String {
  if nanos == 0 { return "" }
  var digits = padded(nanos, 9)
  while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
  return "." + digits
}

/// RFC 3339 in UTC, the fraction as short as it may be.
func formatTimestamp(_ seconds: Int64, _ nanos: Int32) -> String {
  guard timestampRange.contains(seconds) else { return "\(seconds)s" }
  return rfc3339(seconds, fraction: fraction(Int64(nanos)))
}

/// A time as RFC 3339 writes it (section 5.6), in UTC; `fraction` begins with its point.
package func rfc3339(_ seconds: Int64, fraction: String = "") -> String {
  let civil = CivilTime(seconds)
  let date = "\(padded(civil.year, 4))-\(padded(civil.month, 2))-\(padded(civil.day, 2))"
  let time = "\(padded(civil.hour, 2)):\(padded(civil.minute, 2)):\(padded(civil.second, 2))"
  return "\(date)T\(time)\(fraction)Z"
}

/// Seconds with as short a fraction as may be, such as `90s` or `-1.5s`.
func formatDuration(_ seconds: Int64, _ nanos: Int32) -> String {
  let sign = seconds < 0 || nanos < 0 ? "-" : ""
  return "\(sign)\(seconds.magnitude)\(fraction(Int64(nanos.magnitude)))s"
}

/// Seconds and nanoseconds of a text such as `1h30m`, `-1.5s` or `250ms`; nil where it is none or does not fit.
func parseDuration(_ text: String) -> (Int64, Int64)? {
  var scanner = Scanner(text)
  let isNegative = scanner.take("-")
  if !isNegative { _ = scanner.take("+") }
  if scanner.isAtEnd { return nil }
  if scanner.take("0"), scanner.isAtEnd { return (0, 0) }
  scanner = Scanner(text)
  _ = scanner.take("-") || scanner.take("+")
  var total: Int64 = 0
  while !scanner.isAtEnd {
    guard let (whole, wholeDigits) = scanner.digits() else { return nil }
    var (part, partDigits): (Int64, Int) = (0, 0)
    if scanner.take(".") {
      guard let (value, count) = scanner.digits(), count <= 18 else { return nil }
      (part, partDigits) = (value, count)
    }
    guard wholeDigits + partDigits > 0, let unit = scanner.unit() else { return nil }
    let scale = (0..<partDigits).reduce(1.0) { result, _ in result * 10 }
    let (product, over) = whole.multipliedReportingOverflow(by: unit)
    let (sum, more) = product.addingReportingOverflow(Int64(Double(part) * (Double(unit) / scale)))
    let (next, evenMore) = total.addingReportingOverflow(sum)
    if over || more || evenMore { return nil }
    total = next
  }
  if isNegative { total = -total }
  return (total / billion, total % billion)
}

extension Scanner {
  /// A unit of durations in nanoseconds.
  mutating func unit() -> Int64? {
    if take(text: "ns") { return 1 }
    if take(text: "us") || take(text: "µs") || take(text: "μs") { return 1000 }
    if take(text: "ms") { return 1_000_000 }
    if take("s") { return billion }
    if take("m") { return 60 * billion }
    if take("h") { return 3600 * billion }
    return nil
  }
}
