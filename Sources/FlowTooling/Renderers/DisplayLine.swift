import FlowSource

/// One line of a source as a terminal shows it: tabs widened, controls escaped, and long lines cut around what matters;
/// it tells in which column each byte stands.
struct DisplayLine {
  /// At most so many columns of a line are shown.
  static let widest = 110
  private static let tab = 4

  /// What is shown.
  private(set) var text = ""
  /// Per character shown: its first byte in the file, and the column it begins in, from 0; one more entry behind the last.
  private var cells: [(byte: Int, column: Int)] = []

  /// The line `number` (from 1) of `file`; bytes `focus` are what must be seen of it.
  init(_ file: SourceFile, _ number: Int, focus: Range<Int>) {
    let range = file.byteRange(ofLine: number)
    let focus = focus.clamped(to: range)
    // Only this much is looked at, so that a line of 100 MB costs no more than another.
    let from = max(range.lowerBound, focus.lowerBound - 2_000)
    let to = min(range.upperBound, focus.lowerBound + 2_000)
    let all = Self.characters(file.bytes[from..<to])
    let window = Self.window(all, focus: focus)
    var column = 0
    if window.lowerBound > 0 || from > range.lowerBound { append("…", at: all[window].first?.byte ?? from, &column) }
    for character in all[window] {
      cells.append((character.byte, column))
      let shown = character.text == "\t" ? String(repeating: " ", count: Self.tab - column % Self.tab) : character.text
      text += shown
      column += character.text == "\t" ? shown.utf8.count : character.width
    }
    cells.append((window.upperBound < all.count ? all[window.upperBound].byte : to, column))
    if window.upperBound < all.count || to < range.upperBound { text += "…" }
  }

  /// The column, from 0, in which the character that holds a byte of the file begins; that of the line's end for bytes
  /// behind it.
  func column(of byte: Int) -> Int {
    var low = 0
    var high = cells.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if cells[middle].byte <= byte { low = middle } else { high = middle }
    }
    return cells[low].column
  }

  /// The columns of some bytes: whole characters, and one column for a place between two.
  func columns(of bytes: Range<Int>) -> Range<Int> {
    let start = column(of: bytes.lowerBound)
    guard let last = cells.last else { return start..<start + 1 }
    let end = cells.first { $0.byte >= bytes.upperBound }?.column ?? last.column
    return start..<max(start + 1, end)
  }

  private mutating func append(_ mark: String, at byte: Int, _ column: inout Int) {
    cells.append((byte - 1, column))
    text += mark
    column += 1
  }

  private struct Shown {
    let byte: Int
    let text: String
    let width: Int
  }

  /// Grapheme clusters with their places; bytes that are no UTF-8 are shown as U+FFFD.
  private static func characters(_ bytes: ArraySlice<UInt8>) -> [Shown] {
    var shown: [Shown] = []
    var scalars: [(scalar: Unicode.Scalar, byte: Int)] = []
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var at = bytes.startIndex
    parsing: while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        scalars.append((Unicode.UTF8.decode(encoded), at))
        at += encoded.count
      case .error(let length):
        scalars.append(("\u{FFFD}", at))
        at += length
      case .emptyInput: break parsing
      }
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars.map(\.scalar))
    var index = 0
    for character in String(view) {
      let count = character.unicodeScalars.count
      let plain = character.unicodeScalars.allSatisfy { escaped($0) == nil || character == "\t" }
      let text =
        plain ? String(character) : character.unicodeScalars.map { escaped($0) ?? String($0) }.joined()
      shown.append(
        Shown(
          byte: scalars[index].byte, text: text,
          width: plain ? max(width(character), index == 0 ? 1 : 0) : FlowTooling.width(text)))
      index += count
    }
    return shown
  }

  /// Which characters are shown of a long line: as much before the focus as leaves room for it.
  private static func window(_ all: [Shown], focus: Range<Int>) -> Range<Int> {
    if all.reduce(0, { $0 + $1.width }) <= widest { return 0..<all.count }
    let focused = all.firstIndex { $0.byte >= focus.lowerBound } ?? all.count
    var from = focused
    var room = widest / 3
    while from > 0, room > 0 {
      from -= 1
      room -= all[from].width
    }
    var to = from
    room = widest - 2
    while to < all.count, room > 0 {
      room -= all[to].width
      to += 1
    }
    while from > 0, room > 0 {
      from -= 1
      room -= all[from].width
    }
    return from..<to
  }
}

extension SourceFile {
  /// The bytes of a line (from 1) without its line break; empty at the end of the file for lines it does not have.
  func byteRange(ofLine number: Int) -> Range<Int> {
    guard number >= 1, number <= lineStarts.count else { return bytes.count..<bytes.count }
    let start = Int(lineStarts[number - 1])
    var end = number < lineStarts.count ? Int(lineStarts[number]) - 1 : bytes.count
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }
}
