import FlowSource

/// Where secrets stand in a tenant's file by mistake, also in one that is no YAML.
///
/// INVARIANT: below `channels` and `functions` nothing is shown but keys, the values of keys that are known to hold no secret, and
/// names of variables and files. Whatever cannot be told apart is a secret.
struct SecretPlaces {
  /// In order, none over another, each on one line.
  private(set) var ranges: [Range<Int>] = []
  private let bytes: [UInt8]
  /// The keys above a line in its group, outermost first, and whether all below them is secret.
  private var above: [(indent: Int, isClosed: Bool, isList: Bool)] = []
  private var group: String?
  /// The brackets that are open: whether what stands in them without a key is shown.
  private var brackets: [(isList: Bool, isOpen: Bool)] = []
  private var bracketIndent = 0

  /// What stands in each file in which secrets are named.
  private static let signs = ["channels", "functions", "applications", "smtp", "webhook"]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let text = Self.letters(bytes[...])
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let isFlow = lines.contains { $0.starts(with: "flow:".utf8) || $0.starts(with: "sub-flow:".utf8) }
    let hasGroups = !isFlow && Self.signs.contains(where: text.contains)
    guard hasGroups || text.contains("://") else { return }
    for line in lines {
      let line = line.startIndex..<(line.last == 0x0D ? line.endIndex - 1 : line.endIndex)
      concealURLs(in: line)
      if hasGroups { take(line) }
    }
    merge()
  }

  /// A text with one letter for each byte: its places are those of the bytes.
  static func letters(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map { $0 >= 0x80 ? UInt8(ascii: "x") : $0 }, as: UTF8.self)
  }

  private mutating func take(_ line: Range<Int>) {
    let text = Self.letters(bytes[line])
    let words = text.drop { $0.isWhitespace }
    let indent = text.count - words.count
    guard !words.isEmpty, !words.hasPrefix("#") else { return }
    let closes = words.hasPrefix("}") || words.hasPrefix("]")
    if !brackets.isEmpty, indent < bracketIndent || indent == bracketIndent && !closes { brackets = [] }
    if brackets.isEmpty { while let last = above.last, last.indent >= indent { above.removeLast() } }
    if above.isEmpty, brackets.isEmpty { group = nil }
    guard group != nil else { return begin(words, indent, line) }
    if above.contains(where: \.isClosed) { return conceal(words, in: line, text) }
    if !brackets.isEmpty { return takeBrackets(words, in: line, text) }
    var entry = words
    while entry.hasPrefix("- ") { entry = entry.dropFirst(2).drop { $0 == " " } }
    guard let (key, value) = Self.split(entry) else {
      if above.last?.isList != true { conceal(words, in: line, text) }
      return
    }
    let role = SecretKeys.role(key, isName: group == "functions" && above.count == 1)
    let isGroup = role == .group
    if role == .closed, !SecretKeys.isReference(value) || value.isEmpty {
      conceal(value, in: line, text)
      above.append((indent, true, false))
    } else if role == .group, group == "functions", above.count == 1, !value.isEmpty, !"{[&#".contains(value.prefix(1))
    {
      // A key that is no name: one of a function that stands too far left.
      if !value.contains("://"), !SecretKeys.isReference(value) { conceal(value, in: line, text) }
      above.append((indent, true, false))
    } else {
      above.append((indent, false, role == .open))
      bracketIndent = indent
      let isNested = isGroup && (value.hasPrefix("{") || value.hasPrefix("["))
      if isNested { takeBrackets(value, in: line, text) }
    }
  }

  /// A line outside the groups: one may begin, and other secrets are known by their keys.
  private mutating func begin(_ words: Substring, _ indent: Int, _ line: Range<Int>) {
    let text = words.base
    if let (key, value) = Self.split(words), let group = SecretKeys.group(key),
      indent == 0 || key == "channels" || key == "functions"
    {
      self.group = group
      above = [(indent, false, false)]
      bracketIndent = indent
      if value.hasPrefix("{") || value.hasPrefix("[") { takeBrackets(value, in: line, text) }
      return
    }
    let keys =
      /(?:^|[\s{,"'])(?:password|passwd|pass|secret|auth[-_]token|api[-_]key)(?:["']\s*:\s*|\s*:(?:\s+|$))(?<value>"(?:[^"\\]|\\.)*"?|'[^']*'?|[^,}]*)/
      .ignoresCase()
    for match in text.matches(of: keys) where match.output.value.first.map({ $0 != "{" && $0 != "[" }) == true {
      if !SecretKeys.isReference(match.output.value) { conceal(match.output.value, in: line, text) }
    }
  }

  /// Entries between brackets, which may go on behind the line.
  private mutating func takeBrackets(_ words: Substring, in line: Range<Int>, _ text: String) {
    var rest = words
    var role = SecretKeys.Role.group
    while let first = rest.first {
      if "{[".contains(first) {
        if role == .closed {
          conceal(rest, in: line, text)
          return
        }
        brackets.append((first == "[", role == .open))
        (rest, role) = (rest.dropFirst(), .group)
      } else if "}],".contains(first) {
        if first != "," { _ = brackets.popLast() }
        (rest, role) = (rest.dropFirst(), .group)
        if brackets.isEmpty { return }
      } else if first.isWhitespace {
        rest = rest.dropFirst()
      } else {
        let piece = Self.piece(rest)
        rest = rest[piece.endIndex...]
        if let (key, value) = Self.split(piece) {
          let depth = brackets.count { !$0.isList } + above.count - 1
          role = SecretKeys.role(key, isName: group == "functions" && depth == 1)
          if role == .closed, !SecretKeys.isReference(value) { conceal(value, in: line, text) }
        } else if brackets.last?.isList != true || brackets.last?.isOpen != true, !piece.hasPrefix("#") {
          conceal(piece, in: line, text)
        }
      }
    }
  }

  /// An entry up to the comma or bracket behind it, which do not count in quotes.
  private static func piece(_ text: Substring) -> Substring {
    var (quote, before): (Character?, Character) = (nil, ",")
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if "{}[],".contains(character) {
        return text[..<index]
      } else if "\"'".contains(character), ",:".contains(before) {
        quote = character
      }
      if !character.isWhitespace { before = character }
    }
    return text
  }

  private static func split(_ entry: Substring) -> (key: String, value: Substring)? {
    let form =
      /(?:"(?<double>[^"]*)"\s*:|'(?<single>[^']*)'\s*:|(?<plain>[A-Za-z_][^\s:#{}\[\],"'=]*)\s*:(?=\s|$))\s*(?<value>.*)/
    guard let match = entry.wholeMatch(of: form) else { return nil }
    let key = match.output.double ?? match.output.single ?? match.output.plain
    return key.map { (String($0), match.output.value) }
  }

  private mutating func concealURLs(in line: Range<Int>) {
    let text = Self.letters(bytes[line])
    for secret in text.secretsOfURLs { conceal(secret, in: line, text) }
  }

  private mutating func conceal(_ words: Substring, in line: Range<Int>, _ text: String) {
    var words = words
    while words.last?.isWhitespace == true { words.removeLast() }
    guard !words.isEmpty else { return }
    let start = text.utf8.distance(from: text.startIndex, to: words.startIndex) + line.lowerBound
    ranges.append(start..<(start + words.utf8.count))
  }

  private mutating func merge() {
    var merged: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    ranges = merged
  }
}

extension String {
  /// What is secret in its URLs: who asks, and keys in their questions.
  var secretsOfURLs: [Substring] {
    guard contains("://") else { return [] }
    let patterns = [
      /:\/\/(?<secret>[^\s\/@"'`]+)@/,
      /[?&][a-z0-9_.\-]*(?:key|token|secret|password|passwd|pwd|sig|signature|auth|code)=(?<secret>[^&\s"'`#{}]+)/,
    ]
    return patterns.flatMap { matches(of: $0.ignoresCase()).map(\.output.secret) }
  }
}
