/// Reads `30s`, `10m`, `24h` or `7d` as seconds; nil for other texts, and for what is longer than ten years.
func duration(_ text: some StringProtocol) -> Int? {
  guard let unit = text.last?.asciiValue, let digits = wholeNumber(text.dropLast()) else { return nil }
  let scale: Int
  switch unit {
  case UInt8(ascii: "s"): scale = 1
  case UInt8(ascii: "m"): scale = 60
  case UInt8(ascii: "h"): scale = 3600
  case UInt8(ascii: "d"): scale = 86400
  default: return nil
  }
  let seconds = digits * scale
  return seconds <= 3660 * 86400 ? seconds : nil
}

/// Reads `10 per 1h` as a count and seconds; nil for other texts.
func rate(_ text: String) -> (count: Int, seconds: Int)? {
  let parts = text.split(separator: " ")
  guard parts.count == 3, parts[1] == "per", let count = wholeNumber(parts[0]), let seconds = duration(parts[2]) else {
    return nil
  }
  return (count, seconds)
}

/// One to nine digits.
func wholeNumber(_ text: some StringProtocol) -> Int? {
  guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit) else { return nil }
  return Int(text)
}

/// Seconds as people write them: the greatest unit that divides them.
package func durationText(_ seconds: Int) -> String {
  for (scale, unit) in [(86400, "d"), (3600, "h"), (60, "m")] where seconds % scale == 0 && seconds > 0 {
    return "\(seconds / scale)\(unit)"
  }
  return "\(seconds)s"
}
