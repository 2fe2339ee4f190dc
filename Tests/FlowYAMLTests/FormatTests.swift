import FlowSource
import FlowYAML
import TestSupport
import Testing

/// The one form of YAML files.
@Suite struct FormatTests {
  private func format(_ text: String) -> String? {
    var problems = DiagnosticCollector()
    let source = SourceFile(id: 0, path: "a.yaml", bytes: Array(text.utf8))
    guard case .formatted(let bytes) = formatYAML(source, &problems) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("a:   1\nb:\n    c: 2\n", "a: 1\nb:\n  c: 2\n"),
    ("a: {b: 1,c: [x,y], d: {}, e: []}", "a: { b: 1, c: [x, y], d: {}, e: [] }\n"),
    ("a: {b: 1, y}\nc: {x , y: 2, z: }", "a: { b: 1, y }\nc: { x, y: 2, z: }\n"),
    ("a:\n- b\n-   c\n", "a:\n  - b\n  - c\n"),
    ("a:\n- b: 1\n  c: 2\n- {to: x}\n", "a:\n  - b: 1\n    c: 2\n  - { to: x }\n"),
    ("\n\n# one\n\n\na: 1\n\n\n\nb: 2\n\n", "# one\n\na: 1\n\nb: 2\n"),
    ("a: 1 # one\nb: # two\n  c: 3\n# end\n", "a: 1  # one\nb:  # two\n  c: 3\n# end\n"),
    ("a:\n    # in\n    b: 1\n    # below\n# out\nc: 2\n", "a:\n  # in\n  b: 1\n  # below\n# out\nc: 2\n"),
    (
      "a: |\n      one\n        two\n\n      three\nb: >-\n  x\n  y\n",
      "a: |\n  one\n    two\n\n  three\nb: >-\n  x\n  y\n"
    ),
    ("a: |2-\n    x\n   y\n", "a: |2-\n    x\n   y\n"),
    ("a: one\n     two\nb: \"three\n        four\"\n", "a: one\n  two\nb: \"three\n  four\"\n"),
    ("a: &x { b: 1 }\nc: *x\nd: &y\n   e: 1\n", "a: &x { b: 1 }\nc: *x\nd: &y\n  e: 1\n"),
    ("%YAML 1.2\n---\na: 1\n...\n", "%YAML 1.2\n---\na: 1\n"),
    ("a: 1\r\nb: 2\r\n", "a: 1\nb: 2\n"),
    ("a:\n  [b,  # why\n   c]\n", "a:\n  - b  # why\n  - c\n"),
    ("- - a\n  - b\n-\n  c: 1\n", "- - a\n  - b\n- c: 1\n"),
    ("-   # why\n  a: 1\n", "# why\n- a: 1\n"),
    ("a:\n  # why\n  b\n", "# why\na: b\n"),
    ("a:\n  - b: 1\n  - # why\n    c: 2\n", "a:\n  - b: 1\n  # why\n  - c: 2\n"),
    ("? a\n: 1\n", "a: 1\n"),
    ("# nothing\n", "# nothing\n"), ("", ""), ("a:\nb: ~\n", "a:\nb: ~\n"),
    (
      "valid:     a\ninvalid:   b\nexpired: c\n\nlong-name: d\n", "valid:   a\ninvalid: b\nexpired: c\n\nlong-name: d\n"
    ),
  ])
  func `a file has one form`(_ text: String, _ expected: String) {
    #expect(format(text) == expected)
    #expect(format(expected) == expected)
  }

  @Test func `what does not fit in brackets takes lines of its own`() {
    let words = (0..<30).map { "word-\($0)" }
    let text = "a: [\(words.joined(separator: ", "))]\n"
    #expect(format(text) == "a:\n" + words.map { "  - \($0)\n" }.joined())
    #expect(
      format("a: { b: \(String(repeating: "x", count: 70)), c: \(String(repeating: "y", count: 70)) }\n") == """
        a:
          b: \(String(repeating: "x", count: 70))
          c: \(String(repeating: "y", count: 70))

        """)
  }

  @Test func `what cannot be read stays`() {
    #expect(format("a: [1\n") == nil && format("a: 1\na: 2\n") == nil)
  }

  @Test func `shipped files keep what they say, and have the form`() throws {
    for tenant in names(Repository.root + "/flows") {
      let folder = Repository.root + "/flows/" + tenant
      for name in names(folder) where name.hasSuffix(".yaml") {
        let text = String(decoding: try #require(readFile(folder + "/" + name)), as: UTF8.self)
        #expect(format(text) == text, "\(tenant)/\(name)")
      }
    }
  }
}
