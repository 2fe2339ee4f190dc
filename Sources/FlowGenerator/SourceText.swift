/// Source that is written line by line, in the form of swift-format: two blanks a level, 120 columns.
struct SourceText {
  static let width = 120
  private(set) var text = ""
  private var level = 0

  /// A line; of an empty one nothing but its end.
  mutating func line(_ line: String = "") {
    if !line.isEmpty { text += margin + line }
    text += "\n"
  }

  /// A line that opens a block, what stands in it, and the line that closes it.
  mutating func block(_ opening: String, _ closing: String = "}", body: (inout SourceText) -> Void) {
    line(opening)
    nested(body)
    line(closing)
  }

  /// What stands one level deeper.
  mutating func nested(_ body: (inout SourceText) -> Void) {
    level += 1
    body(&self)
    level -= 1
  }

  /// Where the end of a list stands whose items have lines of their own: on its own line, or behind the last item; or all items hang
  /// behind its start.
  enum Closing { case alone, joined, hanging }

  /// `start`, `items` and `end` in one line, or where they are too long, the items on lines of their own: as many on each as
  /// there is room for.
  mutating func list(_ start: String, _ items: [String], _ end: String, closing: Closing = .alone) {
    let whole = start + items.joined(separator: ", ") + end
    if margin.count + whole.count <= Self.width || items.isEmpty { return line(whole) }
    switch closing {
    case .alone:
      line(start)
      nested { $0.fill(items, end: "") }
      line(end)
    case .joined:
      line(start)
      nested { $0.fill(items, end: end) }
    case .hanging:
      fill([start + items[0]] + items.dropFirst(), end: end, further: "  ")
    }
  }

  /// Calls of one thing each, one within another, the innermost of them with items: in one line, or as deep as there is no room.
  mutating func call(_ calls: [String], _ items: [String], after end: String = "") {
    call(calls[...], items, String(repeating: ")", count: calls.count) + end)
  }

  private mutating func call(_ calls: ArraySlice<String>, _ items: [String], _ end: String) {
    let whole = calls.joined() + items.joined(separator: ", ") + end
    guard margin.count + whole.count > Self.width, let first = calls.first, !items.isEmpty else { return line(whole) }
    line(first)
    nested { text in
      if calls.count == 1 { text.fill(items, end: end) } else { text.call(calls.dropFirst(), items, end) }
    }
  }

  private mutating func fill(_ items: [String], end: String, further: String = "") {
    var row = ""
    for (index, item) in items.enumerated() {
      let next = item + (index + 1 < items.count ? "," : end)
      if !row.isEmpty, margin.count + row.count + 1 + next.count > Self.width {
        line(row)
        row = further + next
      } else {
        row += row.isEmpty ? next : " " + next
      }
    }
    if !row.isEmpty { line(row) }
  }

  /// A text as comment: one line each of what there is room for. `mark` stands before each.
  mutating func comment(_ comment: String, mark: String) {
    let words = Self.plain(comment).split(separator: " ")
    var row = mark
    for word in words {
      if row.count > mark.count, margin.count + row.count + 1 + word.count > Self.width {
        line(row)
        row = mark
      }
      row += " " + word
    }
    if row.count > mark.count { line(row) }
  }

  private var margin: String { String(repeating: " ", count: level * 2) }

  /// Without what would end a comment's line, or is not seen.
  static func plain(_ text: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: plain += " "
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return plain
  }
}
