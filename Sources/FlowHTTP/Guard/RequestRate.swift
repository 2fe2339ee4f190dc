/// How many requests in a stretch of time: `200 per 4s`, `30 per 1m`, `1000 per 1h`. So many may come at once; then they
/// come back evenly.
public struct RequestRate: Hashable, Sendable {
  /// How many requests; 1 at least.
  public let count: Int
  /// In how many seconds; 1 at least.
  public let seconds: Int

  /// A rate of at least one request in at least one second.
  public init(_ count: Int, per seconds: Int) {
    self.count = max(1, count)
    self.seconds = max(1, seconds)
  }

  /// Reads `COUNT per DURATION`; nil if the text is none, or a number is zero or above a million.
  public init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 3, words[1] == "per", let count = Self.number(words[0]),
      let unit = ["s": 1, "m": 60, "h": 3600][words[2].last], let time = Self.number(words[2].dropLast())
    else { return nil }
    self.init(count, per: time * unit)
  }

  private static func number(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text), 1...1_000_000 ~= number else {
      return nil
    }
    return number
  }
}

extension RateLimiter {
  /// A limiter at a rate.
  public convenience init(_ rate: RequestRate) {
    self.init(rate: Double(rate.count) / Double(rate.seconds), burst: rate.count)
  }
}
