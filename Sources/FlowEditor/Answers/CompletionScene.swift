import FlowCompiler
import FlowSource
import FlowYAML

/// What stands where somebody types: found by putting a name there, as what is typed is seldom whole.
struct CompletionScene {
  /// The name that is put there.
  static let marker = "zqUsherTypesHereqz"

  let role: WalkRole
  let context: WalkContext
  let tree: YAMLTree
  /// What is typed so far.
  let word: String
  /// The whole text with the marker, which can be read.
  let bytes: [UInt8]
  /// What is typed, and is replaced.
  let typed: Range<Int>
  /// Whether it is alone in its line, so that a key may follow with its colon.
  let isAlone: Bool
  /// Whether a colon follows it.
  let hasColon: Bool

  /// The scenes that a place may be, the likeliest first.
  static func all(_ lines: TextLines, at offset: Int, _ shape: Shape) -> [CompletionScene] {
    let bytes = lines.bytes
    let line = lines.line(lines.position(offset).line)
    var (start, end) = (min(max(offset, line.lowerBound), line.upperBound), offset)
    while start > line.lowerBound, isWord(bytes[start - 1]) { start -= 1 }
    end = max(start, min(end, line.upperBound))
    while end < line.upperBound, isWord(bytes[end]) { end += 1 }
    let (before, after) = (bytes[line.lowerBound..<start], bytes[end..<line.upperBound])
    let word = String(decoding: bytes[start..<end], as: UTF8.self)
    let rest = after.first { $0 != 0x20 }
    let isAlone = before.allSatisfy { $0 == 0x20 || $0 == UInt8(ascii: "-") } && (rest == nil || rest == 0x23)
    let hasColon = rest == UInt8(ascii: ":")
    let names = hasColon ? [marker] : isAlone ? [marker + ":", marker] : [marker, marker + ":"]
    let closed = names.map { $0 + closers(before) }
    var scenes: [CompletionScene] = []
    func add(_ name: String, _ behind: ArraySlice<UInt8>) {
      let text = Array(bytes[..<start]) + Array(name.utf8) + Array(behind)
      guard let found = find(text, shape) else { return }
      scenes.append(
        CompletionScene(
          role: found.role, context: found.context, tree: found.tree, word: word, bytes: text,
          typed: start..<end, isAlone: isAlone, hasColon: hasColon))
    }
    for name in names { add(name, bytes[end...]) }
    // What is left of the line may be what is not whole yet, and what follows as well.
    for name in closed where scenes.isEmpty { add(name, bytes[line.upperBound...]) }
    for name in closed where scenes.isEmpty { add(name, []) }
    return scenes
  }

  private static func find(
    _ bytes: [UInt8], _ shape: Shape
  ) -> (role: WalkRole, context: WalkContext, tree: YAMLTree)? {
    var problems = DiagnosticCollector()
    guard let tree = parseYAML(SourceFile(id: 0, path: "", bytes: bytes), &problems) else { return nil }
    var found: (WalkRole, WalkContext, YAMLTree)?
    let walk = ShapeWalk(tree: tree) { id, role, context in
      if found == nil, tree.text(id).contains(marker) { found = (role, context, tree) }
    }
    walk.walk(shape)
    return found
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "-_.".utf8.contains(byte)
      || byte >= 0x80
  }

  /// What closes the brackets and quotes that are open at the end of a line's beginning.
  private static func closers(_ line: ArraySlice<UInt8>) -> String {
    var open: [String] = []
    var quote: UInt8?
    for byte in line {
      if let mark = quote {
        if byte == mark { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "{"): open.append("}")
      case UInt8(ascii: "["): open.append("]")
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
      default: break
      }
    }
    return (quote.map { String(decoding: [$0], as: UTF8.self) } ?? "") + open.reversed().joined()
  }
}
