import FlowSource

/// A place to be marked in a snippet.
struct Mark {
  let span: SourceSpan
  /// What is said there; empty for the problem itself, whose message stands above.
  let message: String
  /// `^` for the problem, `-` for what explains it, `~` and `+` for what an edit writes.
  let sign: Character
  let role: Style.Role
}

/// Lines of one file with marks below them.
struct Snippet {
  private let file: SourceFile
  private let style: Style
  private let firstNumber: Int
  private var lines: [(number: Int, marks: [Mark])] = []
  private let start: Position

  /// The lines that `marks` touch; those in the middle of a long span are left out. `firstNumber` is the number of the
  /// first line, where `file` is a part of another; `start` is told as the place of the first mark, where that is another.
  init(_ file: SourceFile, _ marks: [Mark], _ style: Style, firstNumber: Int = 1, start: Position? = nil) {
    self.file = file
    self.style = style
    self.firstNumber = firstNumber
    self.start = start ?? file.position(marks.first?.span.start ?? 0)
    guard !file.bytes.isEmpty else { return }
    var byLine: [Int: [Mark]] = [:]
    for mark in marks {
      let first = file.position(mark.span.start).line
      let last = max(first, file.position(mark.span.end > mark.span.start ? mark.span.end - 1 : mark.span.end).line)
      for number in first...last where last - first < 5 || number < first + 2 || number == last {
        let range = file.byteRange(ofLine: number)
        let text = number == first ? range.lowerBound : file.firstInk(in: range)
        let from = min(max(Int(mark.span.start), text), range.upperBound)
        let to = min(Int(mark.span.end), range.upperBound)
        if from >= to, number != first { continue }
        byLine[number, default: []].append(
          Mark(
            span: SourceSpan(file: file.id, start: UInt32(from), end: UInt32(max(from, to))),
            message: number == last ? mark.message : "", sign: mark.sign, role: mark.role))
      }
    }
    lines = byLine.keys.sorted().map { ($0, byLine[$0] ?? []) }
  }

  var isEmpty: Bool { lines.isEmpty }
  /// The number of the last line shown.
  var lastLine: Int { (lines.last?.number ?? 1) + firstNumber - 1 }
  /// `path:line:column` of the first mark.
  var place: String { file.bytes.isEmpty ? visible(file.path) : "\(visible(file.path)):\(start.line):\(start.column)" }

  /// The lines, their numbers in a column `gutter` wide.
  func render(gutter: Int) -> String {
    guard !isEmpty else { return "" }
    let bar = style.paint(" |", .frame)
    let blank = String(repeating: " ", count: gutter)
    var text = blank + bar + "\n"
    var last: Int?
    for (number, marks) in lines {
      if let last, number == last + 2 {
        text += line(last + 1, DisplayLine(file, last + 1, focus: 0..<0), gutter, bar)
      } else if let last, number > last + 2 {
        text += style.paint("...", .frame) + "\n"
      }
      let focus = marks.map { Int($0.span.start)..<Int($0.span.end) }.first ?? 0..<0
      let shown = DisplayLine(file, number, focus: focus)
      text += line(number, shown, gutter, bar)
      for row in MarkRows(marks, in: shown).rows { text += blank + bar + " " + row.text(style) + "\n" }
      last = number
    }
    return text
  }

  private func line(_ number: Int, _ shown: DisplayLine, _ gutter: Int, _ bar: String) -> String {
    let name = String(number + firstNumber - 1)
    let padding = String(repeating: " ", count: max(0, gutter - name.utf8.count))
    return padding + style.paint(name, .frame) + bar + (shown.text.isEmpty ? "" : " " + shown.text) + "\n"
  }
}

extension SourceFile {
  /// The first byte of a line that is no blank; its end for a blank line.
  func firstInk(in line: Range<Int>) -> Int {
    line.first { bytes[$0] != 0x20 && bytes[$0] != 0x09 } ?? line.upperBound
  }
}
