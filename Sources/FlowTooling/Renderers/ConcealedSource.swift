import FlowSource

/// Files as people are shown them: a password or another secret that stands in one by mistake is `*****`, byte for byte, so that
/// all places are where they were. What is shown ends in logs of CI, which many may read.
final class ConcealedSources {
  private let sources: SourceMap
  private var known: [UInt32: SourceFile] = [:]

  init(_ sources: SourceMap) { self.sources = sources }

  func file(_ span: SourceSpan) -> SourceFile? {
    guard let file = sources.file(span) else { return nil }
    if let known = known[file.id] { return known }
    let bytes = ConcealedText(file.bytes).bytes
    let concealed = bytes == file.bytes ? file : SourceFile(id: file.id, path: file.path, bytes: bytes)
    known[file.id] = concealed
    return concealed
  }
}

/// A text without its secrets.
struct ConcealedText {
  private(set) var bytes: [UInt8]
  private let lines: [Range<Int>]
  private var hasGroups = false

  /// Below these keys secrets are named, and none is written.
  private static let groups = ["channels", "smtp", "webhook", "functions", "applications"]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var lines: [Range<Int>] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      lines.append(start..<index)
      start = index + 1
    }
    self.lines = lines + [start..<bytes.count]
    let text = letters(0..<bytes.count)
    hasGroups = Self.groups.contains { text.contains($0 + ":") }
    if !hasGroups, !text.contains("://") { return }
    for number in self.lines.indices { concealLine(number) }
  }

  /// A sentence without secrets in its URLs.
  static func sentence(_ text: String) -> String {
    guard text.contains("://") else { return text }
    var concealed = ConcealedText([])
    concealed.bytes = Array(text.utf8)
    concealed.concealURLs(in: 0..<concealed.bytes.count)
    return String(decoding: concealed.bytes, as: UTF8.self)
  }

  /// A line with a letter for each byte, in small letters: its places are those of the bytes.
  private func letters(_ range: Range<Int>) -> String {
    String(
      decoding: bytes[range].map { byte in
        byte >= 0x80 ? UInt8(ascii: "x") : (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      }, as: UTF8.self)
  }

  private mutating func concealLine(_ number: Int) {
    let line = lines[number]
    let text = letters(line)
    if text.contains("://") { concealURLs(in: line) }
    guard hasGroups, ["pass", "secret", "token", "auth", "api"].contains(where: text.contains) else { return }
    let keys =
      /(?:^|[\s{,"'])(?:password|passwd|pass|secret|token|auth[-_]token|api[-_]key|auth)["']?\s*:(?:\s+|$)(?<value>"(?:[^"\\]|\\.)*"?|'[^']*'?|.*)/
    for match in text.matches(of: keys).reversed() {
      let before = text[..<match.range.lowerBound]
      guard Self.groups.contains(where: { before.contains($0 + ":") }) || isBelowGroup(number) else { continue }
      var value = match.output.value
      if !value.hasPrefix("\""), !value.hasPrefix("'") {
        if let end = value.firstRange(of: /\s+#/) { value = value[..<end.lowerBound] }
        if before.contains("{"), let end = value.firstIndex(where: { ",}".contains($0) }) { value = value[..<end] }
      }
      let word = value.trimmingPrefix { "\"'".contains($0) }
      if word.hasPrefix("env:") || word.hasPrefix("file:") || value.hasPrefix("{") || value.hasPrefix("[") { continue }
      if value.allSatisfy(\.isWhitespace) || value.hasPrefix("|") || value.hasPrefix(">") {
        concealBelow(number)
      } else {
        let start = text.utf8.distance(from: text.startIndex, to: value.startIndex) + line.lowerBound
        conceal(start..<(start + value.utf8.count))
      }
    }
  }

  /// What is written on the lines behind a key.
  private mutating func concealBelow(_ number: Int) {
    let indent = self.indent(number) ?? 0
    for next in lines.indices.dropFirst(number + 1) {
      guard let other = self.indent(next) else { continue }
      if other <= indent { return }
      conceal(lines[next])
    }
  }

  private func indent(_ number: Int) -> Int? {
    lines[number].firstIndex { bytes[$0] != 0x20 }.map { $0 - lines[number].lowerBound }
  }

  private func isBelowGroup(_ number: Int) -> Bool {
    guard var indent = indent(number) else { return false }
    for other in lines.indices[..<number].reversed() {
      guard let above = self.indent(other), above < indent else { continue }
      let text = letters(lines[other])
      if Self.groups.contains(where: { text.contains($0 + ":") }) { return true }
      indent = above
    }
    return false
  }

  private mutating func concealURLs(in range: Range<Int>) {
    let text = letters(range)
    let patterns = [
      /:\/\/(?<secret>[^\s\/@"'`]+)@/,
      /[?&][a-z0-9_.\-]*(?:key|token|secret|password|passwd|pwd|sig|signature|auth|code)=(?<secret>[^&\s"'`#{}]+)/,
    ]
    for match in patterns.flatMap({ text.matches(of: $0) }) {
      let secret = match.output.secret
      let start = text.utf8.distance(from: text.startIndex, to: secret.startIndex) + range.lowerBound
      conceal(start..<(start + secret.utf8.count))
    }
  }

  private mutating func conceal(_ range: Range<Int>) {
    for index in range where bytes[index] != 0x20 && bytes[index] != 0x0D { bytes[index] = UInt8(ascii: "*") }
  }
}

extension Diagnostic {
  /// As it is shown: URLs may have a secret in them, also in what is said of them.
  var concealed: Diagnostic {
    var shown = self
    shown.message = ConcealedText.sentence(message)
    shown.notes = notes.map(ConcealedText.sentence)
    shown.help = help.map(ConcealedText.sentence)
    shown.labels = labels.map { Label($0.span, ConcealedText.sentence($0.message)) }
    // An edit that repeats a secret is none to be shown.
    if let edit, ConcealedText.sentence(edit.replacement) != edit.replacement { shown.edit = nil }
    return shown
  }
}
