import FlowEditor
import FlowJSON
import Testing

@Suite struct TextLinesTests {
  /// Emoji are two units, a tab is one, CR LF and CR end lines.
  private let lines = TextLines(Array("a: \"é😀x\"\r\n\tb: 中\rc\n".utf8))

  @Test(arguments: [
    (0, 0, 0), (4, 0, 4), (6, 0, 5), (10, 0, 7), (11, 0, 8), (12, 0, 9), (14, 1, 0), (15, 1, 1), (18, 1, 4),
    (21, 1, 5), (22, 2, 0), (23, 2, 1), (24, 3, 0),
  ])
  func `places and offsets are the same`(offset: Int, line: Int, character: Int) {
    #expect(lines.position(offset) == TextPosition(line: line, character: character))
    #expect(lines.offset(TextPosition(line: line, character: character)) == offset)
  }

  @Test func `what lies outside is the nearest place`() {
    #expect(lines.offset(TextPosition(line: 0, character: 99)) == 12)
    #expect(lines.offset(TextPosition(line: 99, character: 0)) == 24)
    // The second half of an emoji.
    #expect(lines.offset(TextPosition(line: 0, character: 6)) == 6)
    // Between CR and LF, and within a character.
    #expect(lines.position(13) == TextPosition(line: 0, character: 9))
    #expect(lines.position(8) == TextPosition(line: 0, character: 5))
  }

  @Test func `bytes that are no text are counted one by one`() {
    let broken = TextLines([0x61, 0xFF, 0xE4, 0x62, 0x0A, 0xF0])
    #expect(broken.offset(TextPosition(line: 1, character: 5)) == 6)
    #expect(broken.position(6).line == 1)
  }

  @Test func `changes are made one after the other`() {
    var document = OpenDocument(uri: "file:///a.yaml", path: "/a.yaml", version: 1, text: "😀ab\nc")
    let isChanged = document.apply(
      [
        ["range": ["start": ["line": 0, "character": 2], "end": ["line": 0, "character": 3]], "text": "X"],
        ["range": ["start": ["line": 0, "character": 4], "end": ["line": 1, "character": 0]], "text": ""],
      ], version: 2)
    #expect(isChanged)
    #expect(String(decoding: document.bytes, as: UTF8.self) == "😀Xbc")
    #expect(document.version == 2)
    let isRefused = !document.apply([["text": "new"], ["text": 1]], version: 3)
    #expect(isRefused)
    #expect(String(decoding: document.bytes, as: UTF8.self) == "😀Xbc")
  }

  @Test(
    arguments: [
      ("file:///a/b%20c.yaml", "/a/b c.yaml"), ("file://localhost/a", "/a"), ("file:///%C3%A9", "/é"),
      ("untitled:a", nil), ("file:///a%0", nil), ("file:///a%00b", nil), ("file://host/a", nil), ("file:///%FF", nil),
    ] as [(String, String?)])
  func `URIs are paths`(uri: String, path: String?) {
    #expect(FileURI.path(uri) == path)
    if let path { #expect(FileURI.path(FileURI.uri(path)) == path) }
  }
}
