import FlowSource

/// Reads words with places for values: `{{ name }}`, `{{ if name }}`, `{{ if name == "text" }}`, `{{ else }}`, `{{ end }}`.
///
/// It goes through the bytes once. A line on which nothing but `if`, `else` or `end` stands is not in what it says.
struct TemplateParser {
  private let source: SourceFile
  private let range: Range<Int>
  private var bytes: [UInt8] { source.bytes }
  private var open: [Open] = [Open()]
  private(set) var problems = DiagnosticCollector()

  /// What is not closed yet.
  private struct Open {
    var nodes: [TemplateNode] = []
    /// The branch that these nodes are a part of; nil: the whole.
    var branch: TemplateBranch?
    var isElse = false
  }

  /// How many `if` may be inside each other.
  static let deepest = 16

  /// Reads some bytes of a file.
  static func parse(
    _ source: SourceFile, _ range: Range<Int>, _ problems: inout DiagnosticCollector
  ) -> [TemplateNode] {
    var parser = TemplateParser(source: source, range: range)
    parser.parse()
    problems.add(parser.problems)
    return parser.open[0].nodes
  }

  private init(source: SourceFile, range: Range<Int>) { (self.source, self.range) = (source, range) }

  private mutating func parse() {
    var done = range.lowerBound
    var at = done
    while at + 1 < range.upperBound {
      guard bytes[at] == UInt8(ascii: "{"), bytes[at + 1] == UInt8(ascii: "{") else {
        at += 1
        continue
      }
      guard let end = closing(behind: at + 2) else {
        report("this `{{` is never closed", at..<at + 2, help: "close it on the same line: `{{ code }}`")
        break
      }
      let tag = at..<end
      let words = trimmed(at + 2..<end - 2)
      let begun = otherBegin(words, tag)
      let isEnd = begun == nil && isOtherEnd(words, tag)
      if let name = begun != nil ? "if" : isEnd ? "end" : controlWord(words) {
        let line = lineAlone(tag)
        add(done..<(line?.lowerBound ?? at))
        if let begun {
          begin(begun, tag)
        } else {
          control(name, isEnd ? words.lowerBound..<words.lowerBound + 3 : words, tag)
        }
        done = line?.upperBound ?? end
      } else {
        add(done..<at)
        value(words, tag)
        done = end
      }
      at = max(done, end)
    }
    add(done..<range.upperBound)
    while open.count > 1, let last = open.popLast(), var branch = last.branch {
      problems.report(
        Diagnostic(
          "U612", .error, "this `if` has no `{{ end }}`", at: branch.place, help: "write `{{ end }}` where it ends"))
      if last.isElse { branch.otherwise = last.nodes } else { branch.then = last.nodes }
      open[open.count - 1].nodes.append(.branch(branch))
    }
  }

  private mutating func add(_ text: Range<Int>) {
    if !text.isEmpty { open[open.count - 1].nodes.append(.text(text)) }
  }

  // MARK: Tags

  private mutating func value(_ words: Range<Int>, _ tag: Range<Int>) {
    let text = text(words)
    guard Self.isName(text) else {
      return report("this is no value that a message has", tag, help: Self.help(for: text))
    }
    open[open.count - 1].nodes.append(.value(Word(text: text, span: span(words))))
  }

  private mutating func control(_ name: String, _ words: Range<Int>, _ tag: Range<Int>) {
    let rest = trimmed(words.lowerBound + name.utf8.count..<words.upperBound)
    switch name {
    case "if": begin(rest, tag)
    case "else":
      guard rest.isEmpty else {
        return report(
          "`else` stands alone", tag,
          help: "put another `{{ if … }}` behind `{{ else }}`, with an `{{ end }}` of its own")
      }
      guard open.count > 1, !open[open.count - 1].isElse else {
        return report(
          "this `else` belongs to no `if`", tag, help: "write it between `{{ if … }}` and `{{ end }}`, once")
      }
      var last = open.removeLast()
      last.branch?.then = last.nodes
      last.nodes = []
      last.isElse = true
      open.append(last)
    default:
      guard rest.isEmpty, open.count > 1, let last = open.popLast(),
        var branch = last.branch
      else {
        return report("this `end` belongs to no `if`", tag, help: "take it out, or write `{{ if … }}` before it")
      }
      if last.isElse { branch.otherwise = last.nodes } else { branch.then = last.nodes }
      open[open.count - 1].nodes.append(.branch(branch))
    }
  }

  private mutating func begin(_ condition: Range<Int>, _ tag: Range<Int>) {
    var branch = TemplateBranch(name: Word(text: "", span: span(condition)), place: span(tag))
    let text = text(condition)
    let parts = text.range(of: "==")
    let name = trimmed(condition.lowerBound..<condition.lowerBound + (parts?.lowerBound ?? condition.count))
    branch.name = Word(text: self.text(name), span: span(name))
    if let parts {
      let compared = trimmed(condition.lowerBound + parts.upperBound..<condition.upperBound)
      let quoted = self.text(compared)
      if quoted.utf8.count >= 2, let quote = quoted.utf8.first,
        quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
        quoted.utf8.last == quote, !quoted.utf8.dropFirst().dropLast().contains(quote)
      {
        branch.text = Word(text: String(quoted.dropFirst().dropLast()), span: span(compared))
      } else {
        report(
          "what an attribute is compared with is a text in quotes", tag,
          help: ["true", "false"].contains(quoted) || quoted.utf8.first?.isDigit == true
            ? "ask for it alone, `{{ if \(branch.name.text) }}`; what is compared is a text: `== \"student\"`"
            : "write `{{ if attributes.kind == \"student\" }}`")
      }
    }
    if !Self.isName(branch.name.text) {
      report(
        "`if` asks about one attribute", tag,
        help: ["!", "not "].contains(where: text.hasPrefix) || text.contains("!=")
          ? "there is no `not`: ask for it, and write behind `{{ else }}` what is said otherwise"
          : "write `{{ if attributes.givenName }}`, or compare it: `== \"text\"`")
    }
    if open.count > Self.deepest {
      report("there are more than \(Self.deepest) `if` inside each other", tag, help: "make the message simpler")
      // What is inside is read all the same, as a part of what is around it.
    }
    open.append(Open(branch: branch))
  }

  private func controlWord(_ words: Range<Int>) -> String? {
    ["if", "else", "end"].first { word in
      bytes[words].starts(with: word.utf8)
        && (words.count == word.utf8.count || bytes[words.lowerBound + word.utf8.count] == 0x20)
    }
  }

  /// What other languages of templates begin an `if` with, `{{#if NAME}}` and `{{#NAME}}`: told, and taken for it. The name.
  private mutating func otherBegin(_ words: Range<Int>, _ tag: Range<Int>) -> Range<Int>? {
    guard bytes[words].first == UInt8(ascii: "#") else { return nil }
    var name = trimmed(words.lowerBound + 1..<words.upperBound)
    if bytes[name].starts(with: "if ".utf8) { name = trimmed(name.lowerBound + 3..<name.upperBound) }
    guard Self.isName(text(name)), text(name) != "end" else { return nil }
    let meant = "{{ if \(text(name)) }}"
    problems.report(
      Diagnostic(
        "U612", .error, "an `if` begins in another way here", at: span(tag), help: "write `\(meant)`",
        edit: Edit(span(tag), meant)))
    return name
  }

  /// What other languages of templates end an `if` with: told, and taken for the end.
  private mutating func isOtherEnd(_ words: Range<Int>, _ tag: Range<Int>) -> Bool {
    let names =
      ["endif", "fi", "/if", "end-if", "end if", "#end"]
      + (open.last?.branch.map { ["/" + $0.name.text.lowercased()] } ?? [])
    guard open.count > 1, names.contains(text(words).lowercased()) else { return false }
    problems.report(
      Diagnostic(
        "U612", .error, "an `if` ends with `{{ end }}` here", at: span(tag), help: "write `{{ end }}`",
        edit: Edit(span(tag), "{{ end }}")))
    return true
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isLetter, text.utf8.count <= 128 else { return false }
    return text.utf8.allSatisfy { $0.isLetter || $0.isDigit || ".-_".utf8.contains($0) }
  }

  private static func help(for text: String) -> String {
    if text.isEmpty { return "name a value: `{{ code }}`" }
    for word in ["#", "/", "endif", "for", "each", "range", "unless", "!"] where text.hasPrefix(word) {
      return "there are `{{ if attributes.NAME }}`, `{{ else }}` and `{{ end }}`, and nothing else"
    }
    return "name a value, such as `{{ code }}` or `{{ attributes.givenName }}`; nothing is worked out here"
  }

  // MARK: Places

  /// Where the `}}` ends that closes what was opened; nil where the line ends before.
  private func closing(behind start: Int) -> Int? {
    var at = start
    while at + 1 < range.upperBound, bytes[at] != 0x0A {
      if bytes[at] == UInt8(ascii: "}"), bytes[at + 1] == UInt8(ascii: "}") { return at + 2 }
      if bytes[at] == UInt8(ascii: "{"), bytes[at + 1] == UInt8(ascii: "{") { return nil }
      at += 1
    }
    return nil
  }

  /// The line of a tag with its line break, where nothing else stands on it.
  private func lineAlone(_ tag: Range<Int>) -> Range<Int>? {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var start = tag.lowerBound
    while start > range.lowerBound, isSpace(bytes[start - 1]) { start -= 1 }
    guard start == range.lowerBound || bytes[start - 1] == 0x0A else { return nil }
    var end = tag.upperBound
    while end < range.upperBound, isSpace(bytes[end]) { end += 1 }
    guard end == range.upperBound || bytes[end] == 0x0A else { return nil }
    return start..<min(end + 1, range.upperBound)
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, max(range.lowerBound, range.upperBound))
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while start < end, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func span(_ range: Range<Int>) -> SourceSpan {
    SourceSpan(file: source.id, start: UInt32(range.lowerBound), end: UInt32(range.upperBound))
  }

  private mutating func report(_ message: String, _ place: Range<Int>, help: String) {
    problems.report(Diagnostic("U612", .error, message, at: span(place), help: help))
  }
}
