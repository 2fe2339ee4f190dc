import FlowSource
import FlowYAML

/// The file of a language as a text that words are written into: what stands in it stays as it is, comments and order too.
package struct LocaleFileText: Sendable {
  /// A key with the words that come to it.
  package struct Entry: Sendable {
    /// The keys that lead there.
    package var path: [String]
    /// The words; nil: none yet, only their place.
    package var words: String?
    /// What stands behind it as a comment.
    package var comment: String?

    /// Words at a place.
    package init(_ path: [String], words: String? = nil, comment: String? = nil) {
      (self.path, self.words, self.comment) = (path, words, comment)
    }
  }

  /// The text.
  package private(set) var text: String

  /// The text of a file; empty for one that is not there yet.
  package init(_ text: String) { self.text = text }

  /// What came of writing.
  package enum Outcome: Sendable {
    /// All words stand in their places.
    case written
    /// The file cannot be read as YAML, and is as it was.
    case unreadable
    /// The file is written in a way in which words cannot be put in without a change of others, and is as it was.
    case unfaithful
  }

  /// Writes words to their places, in the order in which they are given, and makes places that are not there yet.
  ///
  /// INVARIANT: what comes out reads back as the words that stood there and those that were given, and nothing else.
  package mutating func write(_ entries: [Entry]) -> Outcome {
    // A file whose lines all end as those of Windows goes on so.
    let isWindows =
      text.utf8.count { $0 == 0x0A } > 0 && text.replacing("\r\n", with: "").utf8.allSatisfy { $0 != 0x0A }
    guard isWindows else { return writeLines(entries) }
    let before = text
    text = text.replacing("\r\n", with: "\n")
    let outcome = writeLines(entries)
    text = outcome == .written ? text.replacing("\n", with: "\r\n") : before
    return outcome
  }

  /// Writes each entry by itself, and returns those that their places do not take.
  package mutating func writeEach(_ entries: [Entry]) -> [Entry] { entries.filter { write([$0]) != .written } }

  /// The line from 1 on which the last key stands that leads to a place and is there.
  package func line(of path: [String]) -> Int {
    guard let tree = Self.tree(text), var id = tree.root else { return 1 }
    var line = 1
    for key in path {
      guard tree.kind(id) == .mapping, let entry = tree.entries(id).first(where: { tree.text($0.key) == key }) else {
        break
      }
      (line, id) = (tree.source.position(tree.span(entry.key).start).line, entry.value)
    }
    return line
  }

  /// Takes another text that has the same words; false where it has not.
  mutating func replace(by other: String) -> Bool {
    guard let before = Self.tree(text).flatMap({ LocaleReading($0) }),
      let after = Self.tree(other).flatMap({ LocaleReading($0) }), before == after
    else { return false }
    text = other
    return true
  }

  private mutating func writeLines(_ entries: [Entry]) -> Outcome {
    guard let tree = Self.tree(text) else { return .unreadable }
    var edits = LocaleEdits(tree)
    edits.write(PlacedEntries(entries), below: tree.root, at: 0)
    let written = edits.applied()
    guard var expected = LocaleReading(tree) else { return .unfaithful }
    for entry in entries where entry.words != nil { expected.texts[entry.path] = entry.words }
    guard let read = Self.tree(written).flatMap({ LocaleReading($0) }), read == expected else { return .unfaithful }
    text = written
    return .written
  }

  private static func tree(_ text: String) -> YAMLTree? {
    var problems = DiagnosticCollector()
    let tree = parseYAML(SourceFile(id: 0, path: "", bytes: Array(text.utf8)), &problems)
    return problems.hasErrors ? nil : tree
  }
}

/// Entries as the keys that they share.
private struct PlacedEntries {
  var keys: [String] = []
  var below: [String: PlacedEntries] = [:]
  var leaf: LocaleFileText.Entry?

  init(_ entries: [LocaleFileText.Entry]) { for entry in entries { insert(entry, entry.path[...]) } }

  private mutating func insert(_ entry: LocaleFileText.Entry, _ path: ArraySlice<String>) {
    guard let key = path.first else {
      leaf = entry
      return
    }
    if below[key] == nil { keys.append(key) }
    below[key, default: PlacedEntries([])].insert(entry, path.dropFirst())
  }

  /// As lines of a block, without the line break at the end.
  func lines(indent: Int) -> [String] {
    keys.flatMap { key -> [String] in
      guard let inner = below[key] else { return [] }
      let start = String(repeating: " ", count: indent) + yamlScalar(key) + ":"
      guard let leaf = inner.leaf else { return [start] + inner.lines(indent: indent + 2) }
      return [
        start + (leaf.words.map { " " + yamlScalar($0) } ?? "") + (leaf.comment.map { "  # " + $0.inOneLine } ?? "")
      ]
    }
  }

  /// As entries within braces.
  var inBraces: String {
    keys.reduce(into: "") { text, key in
      guard let inner = below[key] else { return }
      if !text.isEmpty { text += text.endsInColon ? " , " : ", " }
      text +=
        yamlScalar(key) + ":"
        + (inner.leaf.map { $0.words.map { " " + yamlQuoted($0) } ?? "" } ?? " { \(inner.inBraces) }")
    }
  }
}

private struct LocaleEdits {
  private let tree: YAMLTree
  private let bytes: [UInt8]
  private var edits: [Edit] = []

  init(_ tree: YAMLTree) {
    self.tree = tree
    bytes = tree.source.bytes
  }

  mutating func write(_ entries: PlacedEntries, below id: YAMLNodeID?, at indent: Int) {
    guard let id, tree.kind(id) == .mapping else {
      let end = UInt32(bytes.count)
      let start = bytes.isEmpty || bytes.last == 0x0A ? "" : "\n"
      return edits.append(Edit(at(end), start + entries.lines(indent: indent).joined(separator: "\n") + "\n"))
    }
    var left = entries
    let known = Array(tree.entries(id))
    for entry in known {
      let key = tree.text(entry.key)
      guard let inner = left.below.removeValue(forKey: key) else { continue }
      left.keys.removeAll { $0 == key }
      let isEmpty = tree.kind(entry.value) == .scalar && tree.isNothing(entry.value)
      if let leaf = inner.leaf {
        guard let words = leaf.words else { continue }
        if isEmpty {
          edits.append(Edit(at(behindColon(entry.key)), " " + yamlQuoted(words)))
        } else {
          edits.append(Edit(tree.span(entry.value), yamlQuoted(words)))
        }
      } else if isEmpty {
        if tree.isFlow(id) {
          edits.append(Edit(at(behindColon(entry.key)), " { \(inner.inBraces) }"))
          continue
        }
        let lines = inner.lines(indent: column(entry.key) + 2)
        edits.append(Edit(at(endOfLine(behindColon(entry.key))), lines.map { "\n" + $0 }.joined()))
      } else if !tree.isFlow(id), isEmptyBraces(entry.value) {
        let lines = inner.lines(indent: column(entry.key) + 2)
        let braces = SourceSpan(file: 0, start: behindColon(entry.key), end: tree.span(entry.value).end)
        edits.append(Edit(braces, lines.map { "\n" + $0 }.joined()))
      } else {
        write(inner, below: entry.value, at: column(entry.key) + 2)
      }
    }
    if left.keys.isEmpty { return }
    guard let last = known.last else {
      // Empty braces.
      if id == tree.root { return edits.append(Edit(tree.span(id), left.lines(indent: 0).joined(separator: "\n"))) }
      return edits.append(Edit(tree.span(id), "{ \(left.inBraces) }"))
    }
    let end = max(behindColon(last.key), tree.span(last.value).end)
    if tree.isFlow(id) {
      // YAML reads no value of nothing right before a comma or a brace.
      let isOpen = end > 0 && bytes[Int(end) - 1] == UInt8(ascii: ":")
      let isClosed = left.inBraces.endsInColon && bytes[Int(end)...].first != 0x20
      edits.append(Edit(at(end), (isOpen ? " , " : ", ") + left.inBraces + (isClosed ? " " : "")))
    } else {
      let lines = left.lines(indent: column(known[0].key))
      edits.append(Edit(at(endOfLine(end)), lines.map { "\n" + $0 }.joined()))
    }
  }

  private func isEmptyBraces(_ id: YAMLNodeID) -> Bool { tree.kind(id) == .mapping && Array(tree.entries(id)).isEmpty }

  func applied() -> String {
    // From behind, so that places keep their numbers; what comes to one place keeps its order.
    let ordered = edits.enumerated().sorted { ($0.element.span.start, $0.offset) > ($1.element.span.start, $1.offset) }
    return String(decoding: ordered.reduce(bytes) { $1.element.applied(to: $0) }, as: UTF8.self)
  }

  private func at(_ offset: UInt32) -> SourceSpan { SourceSpan(file: 0, start: offset, end: offset) }

  private func column(_ id: YAMLNodeID) -> Int { tree.source.position(tree.span(id).start).column - 1 }

  private func behindColon(_ key: YAMLNodeID) -> UInt32 {
    let end = Int(tree.span(key).end)
    let colon = bytes[end...].firstIndex(of: UInt8(ascii: ":")) ?? bytes.count - 1
    return UInt32(colon + 1)
  }

  private func endOfLine(_ offset: UInt32) -> UInt32 {
    UInt32(bytes[Int(offset)...].firstIndex(of: 0x0A) ?? bytes.count)
  }
}

extension String {
  /// Whether a key without words is the last of it.
  fileprivate var endsInColon: Bool { utf8.last == UInt8(ascii: ":") }
}
