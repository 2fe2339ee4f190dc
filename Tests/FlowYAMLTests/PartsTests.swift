import FlowSource
import FlowYAML
import Testing

@Suite("Files in parts")
struct PartsTests {
  @Test(arguments: [2, 3, 7]) func `parts say what the whole says, at the same places`(count: Int) throws {
    let file = file(Self.entries(200))
    let parts = try #require(YAMLParts(file, under: "all", count: count))
    #expect(parts.count == count)
    let trees = try (0..<count).map { try #require(parts.tree($0)) }
    var found = outline(trees[0], try #require(trees[0].root.flatMap { trees[0].entries($0).last?.value }))
    for tree in trees.dropFirst() { found += outline(tree, try #require(tree.root)) }
    var problems = DiagnosticCollector()
    let whole = try #require(parseYAML(file, &problems))
    #expect(problems.count == 0)
    #expect(found == outline(whole, try #require(whole.root.flatMap { whole.entries($0).last?.value })))
  }

  /// What may be cut nowhere: the last key's mapping is not the one that is named, or a line stands left of it.
  @Test(arguments: [
    entries(50) + "more: x\n", entries(50) + "---\n", entries(50) + "[x]\n", "[1]: x\n", "other:\n  a: b\n  c: d\n",
    "all: # why\n" + lines(60), "all: {\n" + lines(60) + "}\n",
  ])
  func `what does not end with the mapping is not cut`(text: String) { #expect(trees(text) == nil) }

  /// A line that looks like a key of the mapping and is none, before the place of the cut or behind it.
  @Test(arguments: [
    "all:\n  a: b\ntext: |\n" + lines(60), "text: |\n  all:\n" + lines(60), "all:\n  a: \"\n" + lines(60) + "  \"\n",
    "all:\n  a: {\n" + lines(60) + "  }\n", "all:\n  a: &x b\n" + lines(60) + "  z: *x\n",
    "all:\n" + lines(60) + "  z: !x y\n", "all:\n" + lines(60) + " z: y\n",
    "all:\n  ? a\n" + lines(60) + "  ? z\n  - y\n",
    "all:\n" + lines(30) + "  a:\n    b\n    |\n" + lines(30) + "  \t- c: d\n",
  ])
  func `a part with a problem is none`(text: String) throws {
    let trees = trees(text)
    #expect(trees == nil || trees?.contains { $0 == nil } == true)
  }

  @Test func `a part is as deep as it is in the whole`() throws {
    let text = "all:\n" + Self.lines(60) + "  z: [[[[x]]]]\n"
    var limits = YAMLLimits()
    limits.depth = 6
    #expect(try #require(YAMLParts(file(text), under: "all", count: 2, limits: limits)).tree(1) != nil)
    limits.depth = 5
    #expect(try #require(YAMLParts(file(text), under: "all", count: 2, limits: limits)).tree(1) == nil)
    var problems = DiagnosticCollector()
    #expect(parseYAML(file(text), &problems, limits: limits) == nil)
  }

  private func file(_ text: String) -> SourceFile { SourceFile(id: 0, path: "a.yaml", bytes: Array(text.utf8)) }

  /// The trees of two parts; nil where the file is not cut.
  private func trees(_ text: String) -> [YAMLTree?]? {
    YAMLParts(file(text), under: "all", count: 2).map { parts in (0..<2).map { parts.tree($0) } }
  }

  /// The entries of a mapping: keys with their places, and what stands there.
  private func outline(_ tree: YAMLTree, _ mapping: YAMLNodeID) -> [String] {
    tree.entries(mapping).map { entry in
      let inner = tree.kind(entry.value) == .mapping ? outline(tree, entry.value) : []
      let (key, value) = (tree.span(entry.key), tree.span(entry.value))
      return
        "\(tree.text(entry.key)) \(key.start)-\(key.end): \(tree.text(entry.value)) \(value.start)-\(value.end) \(inner)"
    }
  }

  private static func lines(_ count: Int) -> String { (0..<count).map { "  key-\($0): value\n" }.joined() }

  /// Entries with whatever may stand in them; `é` makes characters of bytes differ.
  private static func entries(_ count: Int) -> String {
    var text = "# é\nname: x\nall:\n"
    for number in 0..<count {
      text += """
          # number \(number): é
          one-\(number): { a: "b c", d: [e, f] }

          two-\(number):
            text: |
              first: line
              second

            words: some words
              that go on
          three-\(number):
          - a
          - b: 'c'

        """
    }
    return text
  }
}
