import FlowRuntime
import Glibc

/// A time as RFC 3339 writes it (a profile of ISO 8601), in UTC with milliseconds: `2026-03-01T09:30:00.250Z`.
func timestamp(_ time: Milliseconds) -> String {
  let (quotient, remainder) = time.quotientAndRemainder(dividingBy: 1000)
  let milliseconds = remainder < 0 ? remainder + 1000 : remainder
  var seconds = time_t(remainder < 0 ? quotient - 1 : quotient)
  var parts = tm()
  guard gmtime_r(&seconds, &parts) != nil else { return String(time) }
  func digits(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
  let date =
    "\(digits(Int(parts.tm_year) + 1900, 4))-\(digits(Int(parts.tm_mon) + 1, 2))-\(digits(Int(parts.tm_mday), 2))"
  let clock = "\(digits(Int(parts.tm_hour), 2)):\(digits(Int(parts.tm_min), 2)):\(digits(Int(parts.tm_sec), 2))"
  return "\(date)T\(clock).\(digits(Int(milliseconds), 3))Z"
}
