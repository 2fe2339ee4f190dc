/// Which languages somebody asks for, the best first: the language priority list of RFC 4647, section 2.3.
public struct LanguagePreferences: Hashable, Sendable {
  /// A language that is asked for, or refused.
  fileprivate struct Range: Hashable, Sendable {
    /// In lower case, such as `pt-br`; `*`: any.
    var text: String
    /// The weight in thousandths; 0: this one not.
    var weight: Int
  }

  private var ranges: [Range]
  /// What is asked where there is nothing of all these.
  private var others: [Range] = []

  /// So many bytes of a header are looked at, and so many languages: whoever sends more has sent nothing that helps.
  static let longestHeader = 1024
  static let mostRanges = 32

  /// One language and nothing else.
  public init(_ tag: LanguageTag) { ranges = [Range(text: tag.text.lowercased().ofToday, weight: 1000)] }

  /// Reads the value of `Accept-Language` (RFC 9110, section 12.5.4). What is no language in it is passed by, and of a value
  /// that is too long the rest; nil where nothing is left.
  public init?(acceptLanguage text: String) {
    ranges = []
    var text = Substring(text)
    if text.utf8.count > Self.longestHeader {
      let cut = text.utf8.prefix(Self.longestHeader)
      // The last one may be cut off in its middle.
      guard let comma = cut.lastIndex(of: UInt8(ascii: ",")) else { return nil }
      text = Substring(cut[..<comma])
    }
    for element in text.split(separator: ",", maxSplits: Self.mostRanges) {
      if ranges.count == Self.mostRanges { break }
      if let range = Range(element) { ranges.append(range) }
    }
    if ranges.isEmpty { return nil }
    // Of equal weight, what stands first is liked more. A sort of the standard library need not keep that order.
    let sorted = ranges.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.map(
      \.element)
    // A `*` that another range follows is skipped (RFC 4647, section 3.4).
    ranges = sorted.filter { $0.text != "*" } + sorted.filter { $0.text == "*" }
  }

  /// The one of some languages that is asked for most; nil where none of them is.
  ///
  /// Each range in turn is looked up as RFC 4647, section 3.4 says: itself, then shorter and shorter. Where there is nothing
  /// of it, a language that only says more will do: for who asks for `pt`, `pt-BR` is better than English.
  public func best(of tags: [LanguageTag]) -> LanguageTag? {
    Self.best(of: tags, by: ranges) ?? Self.best(of: tags, by: others)
  }

  /// These, and where nothing of them is spoken those of somebody else, such as of the client's headers.
  public func followed(by other: Self?) -> Self {
    var both = self
    both.others += other.map { $0.ranges + $0.others } ?? []
    return both
  }

  private static func best(of tags: [LanguageTag], by ranges: [Range]) -> LanguageTag? {
    let offered = tags.map { (tag: $0, text: $0.text.lowercased().ofToday) }
    let refused = ranges.filter { $0.weight == 0 }.map(\.text)
    /// Refused, and by no longer range asked for again.
    func isRefused(_ text: String) -> Bool {
      guard let refusal = refused.filter({ text.matches($0) }).max(by: { $0.utf8.count < $1.utf8.count }) else {
        return false
      }
      return !ranges.contains { $0.weight > 0 && text.matches($0.text) && $0.text.utf8.count > refusal.utf8.count }
    }
    let possible = offered.filter { !isRefused($0.text) }
    for range in ranges where range.weight > 0 {
      if range.text == "*" {
        if let any = possible.first { return any.tag }
        continue
      }
      for shorter in truncations(of: range.text) {
        if let found = possible.first(where: { $0.text == shorter }) { return found.tag }
      }
      if let longer = possible.first(where: { $0.text.matches(range.text) }) { return longer.tag }
    }
    return nil
  }

  /// A range and what it is shortened to, one subtag after the other; one of a single letter goes with that behind it.
  static func truncations(of text: String) -> [String] {
    var found = [text]
    var subtags = text.split(separator: "-", omittingEmptySubsequences: false)
    while subtags.count > 1 {
      subtags.removeLast()
      if subtags.count > 1, subtags.last.map({ $0.utf8.count == 1 }) == true { subtags.removeLast() }
      found.append(subtags.joined(separator: "-"))
    }
    return found
  }
}

extension LanguagePreferences.Range {
  /// One element of the header: a range (RFC 4647, section 2.1), and its weight where it has one.
  fileprivate init?(_ element: Substring) {
    let parts = element.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    let range = parts[0].trimmed
    guard !range.isEmpty, range.utf8.count <= LanguageTag.longest else { return nil }
    if range != "*" {
      let subtags = range.split(separator: "-", omittingEmptySubsequences: false)
      guard range.utf8.allSatisfy(\.isTagByte), subtags.allSatisfy({ (1...8).contains($0.utf8.count) }),
        subtags[0].utf8.allSatisfy({ $0 > 0x39 })
      else { return nil }
    }
    var weight = 1000
    if parts.count > 1 {
      let quality = parts[1].trimmed
      guard quality.lowercased().hasPrefix("q="), let value = Self.thousandths(quality.dropFirst(2)) else { return nil }
      weight = value
    }
    text = range.lowercased().ofToday
    self.weight = weight
  }

  /// `qvalue` of RFC 9110, section 12.4.2.
  private static func thousandths(_ text: Substring) -> Int? {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, first == 0x30 || first == 0x31, bytes.count <= 5 else { return nil }
    guard bytes.count > 1 else { return first == 0x31 ? 1000 : 0 }
    guard bytes[1] == UInt8(ascii: ".") else { return nil }
    var value = 0
    for place in 0..<3 {
      let digit = bytes.count > place + 2 ? bytes[place + 2] : 0x30
      guard digit >= 0x30, digit <= 0x39 else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    if first == 0x31 { return value == 0 ? 1000 : nil }
    return value
  }
}

extension Substring {
  /// Without the white space that HTTP allows at both ends.
  fileprivate var trimmed: Substring {
    func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
    var text = drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }
}

extension String {
  /// A range or tag in lower case by the code that its language has today: older clients ask for Hebrew as `iw`
  /// (RFC 5646, section 4.5).
  fileprivate var ofToday: String {
    let language = prefix { $0 != "-" }
    return KnownLanguage.withdrawn[String(language)].map { $0 + dropFirst(language.count) } ?? self
  }

  /// Whether a range of RFC 4647, section 3.3.1 filters this in: it is the same, or goes on with a further subtag.
  fileprivate func matches(_ range: String) -> Bool {
    range == "*" || self == range || hasPrefix(range + "-")
  }
}
