import FlowSource

/// The rows below a line of source: signs under what is marked, and behind or below them what is said there.
struct MarkRows {
  /// Pieces of text in their columns, from left to right.
  struct Row {
    var pieces: [(column: Int, text: String, role: Style.Role)] = []

    func text(_ style: Style) -> String {
      var text = ""
      var column = 0
      for piece in pieces {
        text += String(repeating: " ", count: max(0, piece.column - column)) + style.paint(piece.text, piece.role)
        column = piece.column + piece.text.count
      }
      return text
    }
  }

  private struct Placed {
    let mark: Mark
    let columns: Range<Int>
  }

  private(set) var rows: [Row] = []

  init(_ marks: [Mark], in line: DisplayLine) {
    var waiting = marks.map { Placed(mark: $0, columns: line.columns(of: Int($0.span.start)..<Int($0.span.end))) }
    while !waiting.isEmpty {
      var placed: [Placed] = []
      var overlapping: [Placed] = []
      for mark in waiting {
        if placed.contains(where: { $0.columns.overlaps(mark.columns) }) {
          overlapping.append(mark)
        } else {
          placed.append(mark)
        }
      }
      add(placed.sorted { $0.columns.lowerBound < $1.columns.lowerBound })
      waiting = overlapping
    }
  }

  /// One row of signs, the last one's message behind it, and a row for each other message, from right to left.
  private mutating func add(_ placed: [Placed]) {
    var signs = Row()
    for one in placed {
      let sign = String(repeating: one.mark.sign, count: one.columns.count)
      signs.pieces.append((one.columns.lowerBound, sign, one.mark.role))
    }
    if let last = placed.last, !last.mark.message.isEmpty {
      signs.pieces.append((last.columns.upperBound + 1, last.mark.message, last.mark.role))
    }
    rows.append(signs)
    let speaking = placed.dropLast().filter { !$0.mark.message.isEmpty }
    for (index, one) in speaking.enumerated().reversed() {
      var row = Row()
      for earlier in speaking.prefix(index) { row.pieces.append((earlier.columns.lowerBound, "|", earlier.mark.role)) }
      row.pieces.append((one.columns.lowerBound, one.mark.message, one.mark.role))
      rows.append(row)
    }
  }
}
