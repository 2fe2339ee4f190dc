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

/// Seconds that a text surely means that is no duration: `1 hour`, `1h30m`; nil for other texts.
func meantDuration(_ text: String) -> Int? {
  var (seconds, rest) = (0, text.lowercased().filter { $0 != " " }[...])
  guard !rest.isEmpty else { return nil }
  while !rest.isEmpty {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let unit = rest.dropFirst(digits.count).prefix { $0.isLetter }
    guard let count = wholeNumber(digits), let scale = unitSeconds(unit) else { return nil }
    seconds += count * scale
    guard seconds <= 3660 * 86400 else { return nil }
    rest = rest.dropFirst(digits.count + unit.count)
  }
  return seconds > 0 ? seconds : nil
}

/// A rate that a text surely means that is none: `5 per hour`, `5/h`, `1h per 5`; nil for other texts.
func meantRate(_ text: String) -> (count: Int, seconds: Int)? {
  for separator in ["per", "every", "in", "/"] {
    let parts = text.lowercased().components(around: separator)
    guard let (left, right) = parts else { continue }
    for (number, period) in [(left, right), (right, left)] {
      guard let count = wholeNumber(number), count > 0 else { continue }
      if let seconds = unitSeconds(period) ?? meantDuration(String(period)) { return (count, seconds) }
    }
  }
  return nil
}

private func unitSeconds(_ unit: some StringProtocol) -> Int? {
  switch unit {
  case "s", "sec", "secs", "second", "seconds": 1
  case "m", "min", "mins", "minute", "minutes": 60
  case "h", "hr", "hrs", "hour", "hours": 3600
  case "d", "day", "days": 86400
  default: nil
  }
}

extension String {
  /// What stands on both sides of the first occurrence of a word, without spaces; nil where it does not occur.
  fileprivate func components(around word: String) -> (Substring, Substring)? {
    let text = filter { $0 != " " }
    let bytes = Array(text.utf8)
    guard let at = bytes.indices.first(where: { bytes[$0...].starts(with: word.utf8) }) else { return nil }
    let start = text.utf8.index(text.startIndex, offsetBy: at)
    return (text[..<start], text[text.utf8.index(start, offsetBy: word.utf8.count)...])
  }
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
