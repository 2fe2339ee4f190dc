package import FlowSource

/// The lines that an edit touches, as they read after it.
package struct FixedText {
  private static let longest = 2_000
  private static let mostLines = 8

  /// What the edit does, in words.
  let summary: String
  /// The sign that marks what is new.
  let sign: Character
  /// The number of the first line.
  let firstLine: Int
  /// The number of the last line.
  let lastLine: Int
  /// The lines; nil where there is nothing to see, or too much.
  let file: SourceFile?
  /// What is new in them.
  let fixed: SourceSpan

  init(_ source: SourceFile, _ edit: Edit) {
    let end = min(Int(edit.span.end), source.bytes.count)
    let start = min(Int(edit.span.start), end)
    firstLine = source.position(UInt32(start)).line
    let from = source.byteRange(ofLine: firstLine).lowerBound
    let to = max(end, source.byteRange(ofLine: source.position(UInt32(end)).line).upperBound)
    let new = Array(edit.replacement.utf8)
    fixed = SourceSpan(file: 0, start: UInt32(start - from), end: UInt32(start - from + new.count))
    sign = start == end ? "+" : "~"
    if new.isEmpty {
      summary = "remove \(Self.quoted(source.text(edit.span)))"
    } else {
      summary = start == end ? "insert \(Self.quoted(edit.replacement))" : "replace by \(Self.quoted(edit.replacement))"
    }
    var shown: SourceFile?
    if !new.isEmpty, to - from + new.count <= Self.longest {
      let bytes = source.bytes[from..<start] + new + source.bytes[end..<to]
      shown = SourceFile(id: 0, path: source.path, bytes: Array(bytes))
    }
    if let lines = shown?.lineStarts.count, lines > Self.mostLines { shown = nil }
    file = shown
    lastLine = firstLine + (shown?.lineStarts.count ?? 1) - 1
  }

  /// What an edit of a text does, in words.
  package static func summary(of edit: Edit, in source: SourceFile) -> String { FixedText(source, edit).summary }

  private static func quoted(_ text: String) -> String {
    let shown = visible(text)
    return shown.count > 40 ? "`\(shown.prefix(39))…`" : "`\(shown)`"
  }
}
