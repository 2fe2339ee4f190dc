import FlowExpression

/// The slots that are surely set where a condition held, or did not: what `has()` has shown.
struct Refinement: Sendable {
  var whenTrue: [Int] = []
  var whenFalse: [Int] = []

  /// Reads a condition as `has(…) && …` or `!has(…) || …`; of other forms nothing is known.
  init(_ condition: ResolvedExpression, _ expressions: [CompiledExpression]) {
    let tests = expressions[Int(condition.index)].tests
    guard !tests.isEmpty else { return }
    let text = Array(condition.syntax.text.utf8)
    guard let parts = Self.outerOperators(text) else { return }
    let isConjunction = parts.allSatisfy { $0.kind == UInt8(ascii: "&") }
    let isDisjunction = parts.allSatisfy { $0.kind == UInt8(ascii: "|") }
    let edges = [0] + parts.flatMap { [$0.offset, $0.offset + 2] } + [text.count]
    for index in stride(from: 0, to: edges.count - 1, by: 2) {
      var part = edges[index]..<edges[index + 1]
      while let first = part.first, text[first] <= 0x20 { part.removeFirst() }
      while let last = part.last, text[last] <= 0x20 { part.removeLast() }
      var isNegated = false
      if let first = part.first, text[first] == UInt8(ascii: "!") {
        isNegated = true
        part.removeFirst()
      }
      guard let test = tests.first(where: { $0.range == part }) else { continue }
      if isConjunction, !isNegated { whenTrue.append(test.slot) }
      if isDisjunction, isNegated { whenFalse.append(test.slot) }
    }
  }

  /// The `&&` and `||` outside of brackets and texts; nil where there is a `?` there, which binds weaker.
  private static func outerOperators(_ text: [UInt8]) -> [(offset: Int, kind: UInt8)]? {
    var found: [(offset: Int, kind: UInt8)] = []
    var depth = 0
    var quote: UInt8?
    var index = 0
    while index < text.count {
      let byte = text[index]
      if let open = quote {
        if byte == UInt8(ascii: "\\") { index += 1 } else if byte == open { quote = nil }
      } else {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: "?") where depth == 0: return nil
        case UInt8(ascii: "&"), UInt8(ascii: "|"):
          if depth == 0, index + 1 < text.count, text[index + 1] == byte { found.append((index, byte)) }
          index += 1
        default: break
        }
      }
      index += 1
    }
    return found
  }
}

extension Range<Int> {
  fileprivate mutating func removeFirst() { self = lowerBound + 1..<upperBound }
  fileprivate mutating func removeLast() { self = lowerBound..<upperBound - 1 }
}
