import FlowSource
import FlowYAML
import Testing

/// A text that is made to take long, and the code of the first problem told about it.
struct Bomb: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let text: @Sendable () -> String
  let code: String?

  init(_ name: String, _ text: @autoclosure @escaping @Sendable () -> String, _ code: String?) {
    testDescription = name
    self.text = text
    self.code = code
  }
}

/// Inputs made to take long, or much memory. The times are wide: they tell linear from quadratic, not fast from slow.
@Suite(.serialized) struct BoundsTests {
  static let bombs: [Bomb] = [
    Bomb("open brackets", String(repeating: "[", count: 1 << 20), "U011"),
    Bomb("open brackets by line", String(repeating: "[\n", count: 1 << 19), "U011"),
    Bomb("items of items", String(repeating: "- ", count: 1 << 19), "U011"),
    Bomb("keys of keys", String(repeating: "? ", count: 1 << 19), "U011"),
    Bomb("mappings in braces", String(repeating: "{a: ", count: 1 << 18), "U011"),
    Bomb("anchors", String(repeating: "&a ", count: 1 << 18), "U001"),
    Bomb("tags", String(repeating: "!a ", count: 1 << 18), "U014"),
    Bomb("aliases", "- &a x\n" + String(repeating: "- *a\n", count: 1 << 17), "U008"),
    Bomb("colons", String(repeating: "a: ", count: 1 << 18), "U001"),
    Bomb("empty entries", "[" + String(repeating: "a,", count: 1 << 19) + "]", nil),
    Bomb("empty flow keys", "{" + String(repeating: ":,", count: 1 << 18) + "}", "U013"),
    Bomb("one long word", String(repeating: "a", count: 1 << 20), nil),
    Bomb("one long key", String(repeating: "a", count: 1 << 20) + ": b", "U001"),
    Bomb("one long quoted key", "\"" + String(repeating: "a", count: 1 << 20) + "\": b", "U001"),
    Bomb("one long tag", "!" + String(repeating: "a", count: 1 << 20) + " b", "U014"),
    Bomb("one long anchor", "&" + String(repeating: "a", count: 1 << 20) + " b", nil),
    Bomb("one long number", "a: " + String(repeating: "9", count: 1 << 20), nil),
    Bomb("one open quote", "a: \"" + String(repeating: "é\n", count: 1 << 18), "U001"),
    Bomb("blank lines in quotes", "a: \"" + String(repeating: "\n", count: 1 << 20) + "\"", nil),
    Bomb("words by line", String(repeating: "a\n", count: 1 << 19), nil),
    Bomb("directives", String(repeating: "%TAG !a! x\n", count: 1 << 16), "U001"),
    Bomb("directives behind", "a: b\n" + (0..<1 << 16).map { "%TAG !\($0)! x\n" }.joined(), "U012"),
    Bomb("document ends", "a: b\n" + String(repeating: "...\n", count: 1 << 18), nil),
    Bomb("comments", String(repeating: "#\n", count: 1 << 19), nil),
    Bomb("spaces", String(repeating: " ", count: 1 << 20), nil),
    Bomb("tabs", String(repeating: "\t", count: 1 << 20) + "a: b", "U002"),
    Bomb("unicode", String(repeating: "- 😀: [日本, 'é']\n", count: 1 << 16), nil),
    Bomb("block texts", String(repeating: "- |\n  x\n\n", count: 1 << 16), nil),
    Bomb("different keys", (0..<100_000).map { "k\($0): 1\n" }.joined(), nil),
    Bomb("equal keys", String(repeating: "a: 1\n", count: 1 << 17), "U006"),
    Bomb("tag problems on one line", "[" + String(repeating: "!a b,", count: 1 << 17) + "]", "U014"),
  ]

  @Test(arguments: bombs) func `a bomb is refused, and the reader comes back`(bomb: Bomb) {
    let bytes = Array(bomb.text().utf8)
    let reading = Reading(bytes)
    #expect(reading.problems.first?.code == bomb.code, "\(bomb.testDescription)")
    if let root = reading.tree?.root { _ = reading.tree?.scalar(root) }
  }

  @Test func `aliases that would expand beyond the bound are refused`() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<10 {
      let row = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(row)]\n"
    }
    let reading = Reading(text)
    #expect(reading.codes == ["U008"])
    #expect(reading.tree == nil)
  }

  @Test func `aliases count as often as they are walked, and no less`() {
    var limits = YAMLLimits()
    limits.aliasedNodes = 9
    // Each alias adds the list and two elements; the third one adds that of the alias in it, too.
    let fits = Array("a: &a [1, 2]\nb: &b [*a]\nc: [*b, 3]\n".utf8)
    #expect(Reading(fits, limits: limits).codes == [])
    let exceeds = Array("a: &a [1, 2]\nb: &b [*a]\nc: [*b, *a]\n".utf8)
    #expect(Reading(exceeds, limits: limits).codes == ["U008"])
  }

  @Test func `aliases count in the depth`() {
    func nested(_ levels: Int, _ inside: String) -> String {
      String(repeating: "[", count: levels) + inside + String(repeating: "]", count: levels)
    }
    #expect(Reading(nested(64, "x")).codes == [])
    #expect(Reading(nested(65, "x")).codes == ["U011"])
    #expect(Reading("a: &a \(nested(40, "x"))\nb: \(nested(23, "*a"))\n").codes == [])
    #expect(Reading("a: &a \(nested(40, "x"))\nb: \(nested(24, "*a"))\n").codes == ["U011"])
  }

  @Test func `a file of 100 MB is refused at once`() {
    let reading = Reading([UInt8](repeating: 0x61, count: 100 << 20))
    #expect(reading.codes == ["U005"])
    #expect(reading.problems.first?.message == "the file is too large: 100 MiB, where 16 MiB is the most")
  }
}
