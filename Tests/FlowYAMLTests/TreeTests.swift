import FlowSource
import FlowYAML
import Testing

@Suite struct TreeTests {
  @Test(arguments: [
    ("", ""), ("# nothing\n", ""), ("---\n", ""), ("--- # x\n...\n", ""), ("~", "~"),
    ("a: 1\nb: [x, 'y', {c: d}]\n", "{a: 1, b: [x, \"y\", {c: d}]}"),
    ("a:\n- 1\n- b: 2\n  c:\n", "{a: [1, {b: 2, c: }]}"),
    ("a: |\n  one\n  two\n\nb: >-\n  one\n  two\n", "{a: \"one\ntwo\n\", b: \"one two\"}"),
    ("a: \"x\\ty\"\nb: 'it''s'\nc: one\n   two\n", "{a: \"x\ty\", b: \"it's\", c: one two}"),
    ("%YAML 1.2\n---\na: b\n", "{a: b}"), ("[a: b, c]", "[{a: b}, c]"), ("? a\n: b\n", "{a: b}"),
    ("a: &x {b: 1}\nc: *x\nd: [*x, *x]\n", "{a: {b: 1}, c: {b: 1}, d: [{b: 1}, {b: 1}]}"),
    ("&a a: 1\nb: *a\n", "{a: 1, b: a}"), ("a: &x 1\nb: &x 2\nc: *x\n", "{a: 1, b: 2, c: 2}"),
    ("a: &x [&x b, *x]\nc: *x\n", "{a: [b, b], c: b}"), ("a: &x\nb: *x\n", "{a: , b: }"),
    ("a: \"\"\n\"\": b\n", "{a: \"\", \"\": b}"), ("a: b\r\nc:\r\n  - d\r\n", "{a: b, c: [d]}"),
  ])
  func `a text is read as this tree`(text: String, outline: String) {
    let reading = Reading(text)
    #expect(reading.problems == [])
    #expect(reading.tree?.outline == outline)
    if outline.isEmpty { #expect(reading.tree?.root == nil) }
  }

  @Test(arguments: [
    (
      "é:   # 日本\n  😀: 'a b'   # x\n\n  c:\n  - [ 1 , {x: y} ]\n  - \n# end\n",
      [
        "é:   # 日本\n  😀: 'a b'   # x\n\n  c:\n  - [ 1 , {x: y} ]\n  -", "é",
        "😀: 'a b'   # x\n\n  c:\n  - [ 1 , {x: y} ]\n  -", "😀", "'a b'", "c", "- [ 1 , {x: y} ]\n  -",
        "[ 1 , {x: y} ]", "1", "{x: y}", "x", "y", "",
      ]
    ),
    ("a: |\n  x\n  y\n\nb: z\n", ["a: |\n  x\n  y\n\nb: z", "a", "|\n  x\n  y", "b", "z"]),
    ("a: &q [x]\nb: &r\n  c: *q\n", ["a: &q [x]\nb: &r\n  c: *q", "a", "[x]", "x", "b", "c: *q", "c", "[x]", "x"]),
    ("[{a: b}: c, d: e ]", ["[{a: b}: c, d: e ]", "d: e", "d", "e"]),
    ("- &a # why\n  x\n- one\n  two\n", ["- &a # why\n  x\n- one\n  two", "x", "one\n  two"]),
  ])
  func `spans hold a node and nothing around it`(text: String, spans: [String]) throws {
    let tree = try #require(Reading(text).tree)
    let root = try #require(tree.root)
    var found = tree.spans(root)
    // The pair with a list as its key is an empty mapping.
    found.removeAll { $0 == "{a: b}: c" }
    #expect(found == spans)
  }

  @Test(arguments: [
    ("a: plain", "plain"), ("a: 'in é quotes'", "in é quotes"), ("a: \"日本\"  ", "日本"), ("a: 'it''s'", nil),
    ("a: \"x\\n\"", nil), ("a: one\n  two", nil), ("a: |\n  x", nil), ("a: ''", ""), ("a: &x  plain # c", "plain"),
    ("a: [b]", nil),
  ])
  func `a text that stands in the source as it is has a place of its own`(text: String, expected: String?) throws {
    let tree = try #require(Reading(text).tree)
    let root = try #require(tree.root)
    let value = try #require(tree.entries(root).first?.value)
    #expect(tree.textSpan(value).map(tree.source.text) == expected)
  }

  @Test func `nodes tell kind, style, count and text`() throws {
    let tree = try #require(Reading("a: {b: 1, c: 2}\nd:\n  - x\n  - 'y'\n  - z\n").tree)
    let root = try #require(tree.root)
    let values = tree.entries(root).map(\.value)
    #expect(tree.kind(root) == .mapping)
    #expect(values.map(tree.kind) == [.mapping, .sequence])
    #expect(values.map(tree.count) == [2, 3])
    #expect(values.map(tree.isFlow) == [true, false])
    #expect(values.map(tree.text) == ["", ""])
    #expect(tree.elements(root).isEmpty)
    #expect(tree.entries(values[1]).isEmpty)
    let items = Array(tree.elements(values[1]))
    #expect(items.map(tree.isPlain) == [true, false, true])
    #expect(tree.equals(items[1], "y"))
    #expect(!tree.equals(items[1], "yy"))
    #expect(!tree.equals(items[1], "z"))
    #expect(!tree.equals(root, ""))
  }

  @Test(arguments: [8, 9, 100]) func `equal keys are found in small and large mappings`(count: Int) {
    let keys = (0..<count).map { "k\($0): 1\n" }.joined()
    #expect(Reading(keys).problems == [])
    #expect(Reading(keys + "'k3': 2\nk0: 1\n").codes == ["U006", "U006"])
    #expect(Reading(keys + "\"k\\x33\": 2\n").codes == ["U006"])
  }
}
