import FlowSource
import FlowYAML
import Testing

/// A broken text with the place shown, the code, a piece of the message, and the text behind the edit where there is one.
struct Broken: CustomTestStringConvertible, Sendable {
  let text: String
  let code: String
  let message: String
  let mended: String?

  init(_ text: String, _ code: String, _ message: String, mended: String? = nil) {
    self.text = text
    self.code = code
    self.message = message
    self.mended = mended
  }

  var testDescription: String { text }
}

@Suite struct SyntaxProblemTests {
  static let texts: [Broken] = [
    Broken(
      "start: ask\nsummary‹:› Hello«:» you\n", "U001", "a second `: ` in one value",
      mended: "start: ask\nsummary: \"Hello: you\"\n"),
    Broken("- text: say \"no\"«:» then go", "U001", "a second", mended: "- text: 'say \"no\": then go'"),
    Broken("日本‹:› 😀 x y«:» z", "U001", "a second `: ` in one value", mended: "日本: \"😀 x y: z\""),
    Broken("a: b\n  «c»: d\n", "U001", "a key cannot stand here"),
    Broken("a: 1\n«b:»2\nc: 3\n", "U001", "a space is missing behind the colon", mended: "a: 1\nb: 2\nc: 3\n"),
    Broken("a: 1\n«http:»//x\nc: 3\n", "U001", "a space is missing"),
    Broken("a: 1\n«just words»\nc: 3\n", "U001", "this line is no `key: value`"),
    Broken("a: 1\n«{b: 2, c: 3}»\nd: 4\n", "U001", "this line is no `key: value`"),
    Broken("a: 1\n«\"»b: 2\nc: \"3\nd: 4\n", "U001", "this quote starts a key"),
    Broken("a: «?» b\n", "U001", "a key with `? ` cannot start here"),
    Broken("a: 1\n«b»", "U001", "this line is no `key: value`"),
    Broken("a: é😀\nb: «\"»open\nc: d\n", "U001", "this quote is never closed"),
    Broken("a: «'»it is\n", "U001", "never closed"),
    Broken("a: 'it«'»s ok'\n", "U001", "this apostrophe ends", mended: "a: 'it''s ok'\n"),
    Broken("a: «\"»x \\", "U001", "never closed"),
    Broken("a: ‹\"›open\nb: \"«x\"»\n", "U001", "follows a value in quotes"),
    Broken("a: \"x\" «y»\n", "U001", "follows a value that has ended"),
    Broken("at: «@»home\n", "U001", "cannot start with `@`", mended: "at: \"@home\"\n"),
    Broken("at: «`»x`  # why\n", "U001", "cannot start with ``", mended: "at: \"`x`\"  # why\n"),
    Broken("at: «%»d\n", "U001", "cannot start with `%`", mended: "at: \"%d\"\n"),
    Broken("at: [«@»home]\n", "U001", "cannot start with `@`", mended: "at: [\"@home\"]\n"),
    Broken("# x\n«%TAG ! x:»\n---\na: b\n", "U001", "YAML directive"),
    Broken("«%YAML 1.1»\n---\na: b\n", "U001", "YAML directive"),
    Broken("a: b\n«%x: y»\n", "U001", "YAML directive"),
    Broken("a: \"«\\d»+\"\n", "U001", "no character has the escape `\\d`", mended: "a: \"\\\\d+\"\n"),
    Broken("a: \"é «\\x»ZZ\"\n", "U001", "no character has the escape `\\x` with these digits"),
    Broken("a:\n  b: 1\n «c: 2»\n", "U001", "indented like nothing above it"),
    Broken("a:\n  - 1\n «- 2»\n", "U001", "indented like nothing above it"),
    Broken("- a\n«b: c»\n", "U001", "an item of the list"),
    Broken("a: «[»1, 2\n", "U001", "this `[` is never closed"),
    Broken("a: «{»b: [1]\nc: d\n", "U001", "this `{` is never closed"),
    Broken("a: ‹[›1, \"b\" «c]»\n", "U001", "a comma or `]` is missing"),
    Broken("a: «-» b\n", "U001", "a list item cannot start here"),
    Broken("a: [1,«,» 2]\n", "U001", "a value is missing before this comma"),
    Broken("a: {b«:»[1]}\n", "U001", "a space is missing behind this colon", mended: "a: {b: [1]}\n"),
    Broken("a: «*»\n", "U001", "starts an alias", mended: "a: \"*\"\n"),
    Broken("a: «*».x\n", "U001", "starts an alias", mended: "a: \"*.x\"\n"),
    Broken("a: «>» 3\n", "U001", "starts a block text", mended: "a: \"> 3\"\n"),
    Broken("a: b\n...\n«c: d»\n", "U001", "has ended before"),
    Broken("a:\n«\t»b: 1\n", "U002", "a tab indents this line", mended: "a:\n  b: 1\n"),
    Broken("a:\n  x: 1\n«\t»b: 1\n  c: 1\n", "U002", "a tab indents this line"),
    Broken("a:\n    x: 1\nb:\n«\t»c: 1\n", "U002", "a tab indents this line", mended: "a:\n    x: 1\nb:\n    c: 1\n"),
    Broken("-«\t»a\n", "U002", "a tab stands where", mended: "- a\n"),
    Broken("a: |\n«\t»x\n", "U002", "a tab indents", mended: "a: |\n  x\n"),
    Broken("when: «!attributes.x» == 1\n", "U014", "needs quotes", mended: "when: \"!attributes.x == 1\"\n"),
    Broken("when: «!»a!x\n", "U014", "needs quotes", mended: "when: \"!a!x\"\n"),
    Broken("when: [«!a», b]\n", "U014", "needs quotes", mended: "when: [\"!a\", b]\n"),
    Broken("- when: «!a» && b\n  to: c\n", "U014", "needs quotes", mended: "- when: \"!a && b\"\n  to: c\n"),
    Broken("- { when: «!a» && b, to: c }\n", "U014", "needs quotes", mended: "- { when: \"!a && b\", to: c }\n"),
    Broken(
      "- { when: «a in ['x', 'y']», to: c }\n", "U001", "ends this value",
      mended: "- { when: \"a in ['x', 'y']\", to: c }\n"),
    Broken(
      "{ to: c, when: «f(a, 'b') == 1» }\n", "U001", "ends this value", mended: "{ to: c, when: \"f(a, 'b') == 1\" }\n"),
    Broken("s:\n  a:\n    b: 1\n  «c: { d: 1 }»\n    ‹e: 2›\n", "U001", "indented less than the lines"),
    Broken("s:\n  a:\n    b: 1\n  «c: You»\n    ‹d: 2›\n", "U001", "indented less than the lines"),
    Broken("s:\n  «page» About you\n  d: 2\n", "U001", "a colon is missing", mended: "s:\n  page: About you\n  d: 2\n"),
    Broken("s:\n  «page:»About you\n  d: 2\n", "U001", "a space is missing", mended: "s:\n  page: About you\n  d: 2\n"),
    Broken("s:\n  page:«\u{A0}»You\n  d: 2\n", "U004", "no-break space", mended: "s:\n  page: You\n  d: 2\n"),
    Broken("s:\n  page: You\n «\u{A0}»d: 2\n", "U004", "no-break space", mended: "s:\n  page: You\n  d: 2\n"),
    Broken("a: «!!str» 1\nb: 2\n", "U014", "YAML tags such as `!!str`"),
    Broken("a: &x «!t» {}\n", "U014", "YAML tags such as `!t`"),
    Broken("日本: 1\n😀: 2\n«日本»: 3\n", "U006", "the key `日本` stands twice"),
    Broken("a: &x 1\nb: «*y»\n", "U009", "no anchor `&y`", mended: "a: &x 1\nb: \"*y\"\n"),
    Broken("a: &x ‹[›1, «*x»]\n", "U009", "inside the value that it repeats"),
    Broken("a: &x {b: 1}\nc:\n  «<<»: *x\n", "U010", "merge keys"),
    Broken("a: b\n«---»\nc: d\n", "U012", "a second YAML document"),
    Broken("a: b\n... # end\n\n«---» c\n", "U012", "a second YAML document"),
    Broken("a: b\n...\n«%TAG» ! x\n", "U012", "a second YAML document"),
    Broken("«[a, b]»: c\n", "U013", "a key must be a text"),
    Broken("? «a: b»\n: c\n", "U013", "a key must be a text"),
    Broken("«»: c\n", "U013", "a key is missing"),
    Broken("a: {«»: c}\n", "U013", "a key is missing"),
    Broken("a: «\u{7}»\n", "U004", "the control character U+0007"),
    Broken("a: «\0»\n", "U004", "NUL byte"),
    Broken("a: «\u{2028}»\n", "U004", "U+2028 is a line break to some"),
    Broken("a: «\u{FEFF}»b\n", "U004", "byte order mark"),
    Broken("a: b\n«\u{7F}»", "U004", "U+007F"),
  ]

  @Test(arguments: texts) func `a broken text is told at its place, with help and a mend`(broken: Broken) throws {
    let marked = MarkedText(broken.text)
    let reading = Reading(marked.bytes)
    let problem = try #require(reading.problems.first)
    #expect(reading.problems.count == 1)
    #expect(problem.code == broken.code)
    #expect(problem.span == marked.problem)
    #expect(problem.message.contains(broken.message), "\(problem.message)")
    #expect(!problem.message.hasSuffix("."))
    #expect(problem.help != nil)
    if !marked.labels.isEmpty { #expect(problem.labels.map(\.span) == marked.labels) }
    let mended = problem.edit?.applied(to: marked.bytes)
    #expect(mended.map { String(decoding: $0, as: UTF8.self) } == broken.mended)
    if let mended { #expect(Reading(mended).problems == []) }
  }

  @Test func `a file indented by tabs is mended line by line`() throws {
    var bytes = Array("a:\n\tb:\n\t\tc: 1\n\td: 2\ne:\n\tf: 3\n".utf8)
    for _ in 0..<8 {
      guard let edit = Reading(bytes).problems.first?.edit else { break }
      bytes = edit.applied(to: bytes)
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "a:\n  b:\n    c: 1\n  d: 2\ne:\n  f: 3\n")
    #expect(Reading(bytes).problems == [])
  }

  @Test(arguments: [
    ([0x61, 0x3A, 0x20, 0xE9, 0x0A], "U003", 3), ([0x61, 0x3A, 0x20, 0xED, 0xA0, 0x80], "U003", 3),
    ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], "U003", 1), ([0xC0, 0x80], "U003", 0), ([0x61, 0xE2, 0x82], "U003", 1),
    ([0xFF, 0xFE, 0x61, 0], "U003", 0), ([0xFE, 0xFF, 0, 0x61], "U003", 0), ([0x61, 0, 0x3A, 0], "U003", 0),
    ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x61], "U003", 0),
  ])
  func `bytes that are no UTF-8 are told by offset`(bytes: [UInt8], code: String, offset: UInt32) {
    let reading = Reading(bytes)
    #expect(reading.codes == [code])
    #expect(reading.problems.first?.span.start == offset)
    #expect(reading.tree == nil)
  }

  @Test func `a byte order mark is skipped, and places count from the file's start`() throws {
    let tree = try #require(Reading([0xEF, 0xBB, 0xBF] + Array("é: x".utf8)).tree)
    let root = try #require(tree.root)
    #expect(tree.spans(root) == ["é: x", "é", "x"])
    #expect(tree.span(root).start == 3)
  }

  @Test func `an equal key is shown beside the first, and both stay in the tree`() {
    let marked = MarkedText("‹a›: 1\nb: 2\n«\"a\"»: 3\n")
    let reading = Reading(marked.bytes)
    #expect(reading.problems.first?.labels.map(\.span) == marked.labels)
    #expect(reading.problems.first?.span == marked.problem)
    #expect(reading.tree?.outline == "{a: 1, b: 2, \"a\": 3}")
  }

  @Test func `problems that leave the rest readable are all told`() {
    let reading = Reading("a: 1\na: 2\n[x]: 3\nb: !t 4\n<<: 5\nc: 6\n---\nd: 7\n")
    #expect(reading.codes == ["U006", "U013", "U014", "U010", "U012"])
    #expect(reading.tree?.outline == "{a: 1, a: 2, b: !t 4, c: 6}")
  }

  @Test func `problems of one file are bounded, and the last one says so`() {
    let reading = Reading(String(repeating: "a: 1\n", count: 5000))
    #expect(reading.problems.count == 100)
    #expect(reading.problems.contains { $0.notes == ["no further problems of this file are shown"] })
  }
}
