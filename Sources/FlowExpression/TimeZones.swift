import Glibc
import Synchronization

/// Offsets of time zones from UTC: fixed ones such as `+02:00`, and named ones from the system's zone files (Debian package
/// tzdata; without it a named zone fails to evaluate).
enum TimeZones {
  private static let folder = "/usr/share/zoneinfo/"
  /// Zones read so far; nil for names that are none. Bounded, so that made-up names cannot fill the memory.
  private static let cache = Mutex<[String: ZoneFile?]>([:])

  /// Seconds to add to UTC in a zone at a time; nil where there is no such zone.
  static func offset(of zone: String, at seconds: Int64) -> Int64? {
    if zone == "UTC" { return 0 }
    var scanner = Scanner(zone)
    if let fixed = scanner.zoneOffset(signed: false) { return scanner.isAtEnd ? fixed : nil }
    return named(zone)?.offset(at: seconds)
  }

  private static func named(_ name: String) -> ZoneFile? {
    if let known = cache.withLock({ $0[name] }) { return known }
    let zone = isName(name) ? read(folder + name).flatMap { ZoneFile($0) } : nil
    cache.withLock { if $0.count < 128 { $0[name] = .some(zone) } }
    return zone
  }

  /// Names of zones lead nowhere else: letters, digits, `_ + -` and single slashes.
  private static func isName(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return name.utf8.count <= 64
      && parts.allSatisfy { part in
        guard let first = part.first, isLetter(first) else { return false }
        return part.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
      }
  }

  private static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 64 * 1024)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      }
      if got < 0 { return nil }
      if got == 0 { break }
      count += got
    }
    return Array(bytes[..<count])
  }
}

/// A zone as its TZif file tells it (RFC 9636): transitions, and a rule for the time behind the last of them.
struct ZoneFile: Sendable {
  private var transitions: [Int64] = []
  private var kinds: [UInt8] = []
  private var offsets: [Int64] = []
  private var rule: ZoneRule?

  /// Nil for what is no TZif file of version 2 or later.
  init?(_ bytes: [UInt8]) {
    func number(_ at: Int, _ size: Int) -> Int64? {
      guard at >= 0, at + size <= bytes.count else { return nil }
      let raw = bytes[at..<at + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return size == 4 ? Int64(Int32(truncatingIfNeeded: raw)) : Int64(bitPattern: raw)
    }
    func counts(_ header: Int) -> [Int]? {
      guard header + 44 <= bytes.count, bytes[header..<header + 4].elementsEqual("TZif".utf8), bytes[header + 4] >= 0x32
      else { return nil }
      let counts = (0..<6).compactMap { number(header + 20 + $0 * 4, 4).map(Int.init) }
      return counts.allSatisfy { (0...65_536).contains($0) } ? counts : nil
    }
    // isutcnt, isstdcnt, leapcnt, timecnt, typecnt, charcnt; first for 32-bit times, which are skipped.
    guard let old = counts(0) else { return nil }
    let second = 44 + old[3] * 5 + old[4] * 6 + old[5] + old[2] * 8 + old[1] + old[0]
    guard let sizes = counts(second), sizes[4] > 0 else { return nil }
    var at = second + 44
    for index in 0..<sizes[3] {
      guard let time = number(at + index * 8, 8) else { return nil }
      transitions.append(time)
    }
    at += sizes[3] * 8
    guard at + sizes[3] <= bytes.count else { return nil }
    kinds = Array(bytes[at..<at + sizes[3]])
    at += sizes[3]
    for index in 0..<sizes[4] {
      guard let offset = number(at + index * 6, 4) else { return nil }
      offsets.append(offset)
    }
    guard kinds.allSatisfy({ Int($0) < offsets.count }) else { return nil }
    at += sizes[4] * 6 + sizes[5] + sizes[2] * 12 + sizes[1] + sizes[0]
    if at < bytes.count {
      rule = ZoneRule(String(decoding: bytes[(at + 1)...].prefix { $0 != 0x0A }, as: UTF8.self))
    }
  }

  /// Seconds to add to UTC at a time.
  func offset(at seconds: Int64) -> Int64 {
    guard let first = transitions.first, seconds >= first else { return offsets.first ?? 0 }
    if let last = transitions.last, seconds >= last, let rule { return rule.offset(at: seconds) }
    var (low, high) = (0, transitions.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if transitions[middle] <= seconds { low = middle } else { high = middle }
    }
    return offsets[Int(kinds[low])]
  }
}

/// The rule of a POSIX `TZ` text such as `EST5EDT,M3.2.0,M11.1.0`, as TZif files end in.
struct ZoneRule: Sendable {
  /// A day: a weekday's occurrence in a month, 5 for the last; and seconds into it.
  private struct Change {
    let month: Int64
    let week: Int64
    let weekday: Int64
    let time: Int64

    /// Local seconds of the change in a year.
    func seconds(_ year: Int64) -> Int64 {
      let first = daysSinceEpoch(year, month, 1)
      let ahead = (weekday - CivilTime(first * 86_400).weekday + 7) % 7
      var day = ahead + (week - 1) * 7
      while day >= daysInMonth(month, year) { day -= 7 }
      return (first + day) * 86_400 + time
    }
  }

  private let standard: Int64
  private var summer: (offset: Int64, from: Change, until: Change)?

  /// Nil for texts that are no rule of this kind.
  init?(_ text: String) {
    var scanner = Scanner(text)
    guard scanner.zoneName(), let west = scanner.clock() else { return nil }
    standard = -west
    if scanner.isAtEnd { return }
    guard scanner.zoneName() else { return nil }
    var offset = standard + 3600
    if !scanner.take(",") {
      guard let west = scanner.clock(), scanner.take(",") else { return nil }
      offset = -west
    }
    guard let from = ZoneRule.change(&scanner), scanner.take(","), let until = ZoneRule.change(&scanner),
      scanner.isAtEnd
    else { return nil }
    summer = (offset, from, until)
  }

  private static func change(_ scanner: inout Scanner) -> Change? {
    guard scanner.take("M"), let (month, _) = scanner.digits(), (1...12).contains(month), scanner.take("."),
      let (week, _) = scanner.digits(), (1...5).contains(week), scanner.take("."), let (weekday, _) = scanner.digits(),
      weekday < 7
    else { return nil }
    var time: Int64 = 7200
    if scanner.take("/") {
      guard let clock = scanner.clock() else { return nil }
      time = clock
    }
    return Change(month: month, week: week, weekday: weekday, time: time)
  }

  /// Seconds to add to UTC at a time.
  func offset(at seconds: Int64) -> Int64 {
    guard let (offset, from, until) = summer else { return standard }
    let year = CivilTime(seconds + standard).year
    let begin = from.seconds(year) - standard
    let end = until.seconds(year) - offset
    // South of the equator summer goes over the year's end.
    let isSummer = begin < end ? seconds >= begin && seconds < end : seconds >= begin || seconds < end
    return isSummer ? offset : standard
  }
}

extension Scanner {
  /// Skips a zone's abbreviation, bare or between angle brackets.
  mutating func zoneName() -> Bool {
    let start = at
    if take("<") {
      while !isAtEnd, !take(">") { skip() }
      return at > start + 1
    }
    while let byte = next, isLetter(byte) { skip() }
    return at > start
  }

  /// `[±]H[H[H]][:MM[:SS]]` in seconds.
  mutating func clock() -> Int64? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    guard let (hours, count) = digits(), count > 0, hours < 200 else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] as [Int64] {
      guard take(":") else { break }
      guard let part = number(2) else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }
}
