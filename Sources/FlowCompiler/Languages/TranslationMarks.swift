import FlowSource
import FlowYAML

/// What a language's file says of words that are to be looked at, as they were translated from other words than those of today:
/// comments at its end, a line each. They stand apart from the words, as those within braces take no comment.
package struct TranslationMarks: Equatable, Sendable {
  /// The words that a text was translated from, by its keys.
  package var sources: [[String]: String]

  private static let beginning = "# to be looked at: "
  private static let middle = " was translated from "
  /// No key of a flow or tenant has one.
  private static let dot: Character = "."

  /// The marks of a file's text.
  package init(_ text: String) {
    sources = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      guard let (keys, source) = Self.mark(line) else { continue }
      sources[keys] = source
    }
  }

  private static func mark(_ line: Substring) -> ([String], String)? {
    guard line.hasPrefix(beginning) else { return nil }
    let rest = line.dropFirst(beginning.count)
    guard let found = rest.firstRange(of: middle) else { return nil }
    var problems = DiagnosticCollector()
    let tree = parseYAML(SourceFile(id: 0, path: "", bytes: Array(rest[found.upperBound...].utf8)), &problems)
    guard let tree, !problems.hasErrors, let root = tree.root, tree.kind(root) == .scalar else { return nil }
    return (rest[..<found.lowerBound].split(separator: dot).map(String.init), tree.text(root))
  }

  /// A file's text with these marks in place of those that it has.
  fileprivate func written(into text: String) -> String {
    let end = text.contains("\r\n") ? "\r\n" : "\n"
    var (kept, line) = ("", "")
    for character in text {
      line.append(character)
      guard character.isNewline else { continue }
      if Self.mark(line[...]) == nil { kept += line }
      line = ""
    }
    if Self.mark(line[...]) == nil { kept += line }
    let lines = sources.map { keys, source in
      Self.beginning + keys.joined(separator: String(Self.dot)) + Self.middle + yamlQuoted(source) + end
    }
    if !lines.isEmpty, !kept.isEmpty, kept.last?.isNewline != true { kept += end }
    return kept + lines.sorted().joined()
  }
}

extension LocaleFileText {
  /// The words that are to be looked at.
  package var marks: TranslationMarks { TranslationMarks(text) }

  /// Writes these marks in place of those that stand there; false, and nothing is changed, where the words would not be as they were.
  package mutating func mark(_ marks: TranslationMarks) -> Bool {
    if marks == self.marks { return true }
    return replace(by: marks.written(into: text))
  }
}
