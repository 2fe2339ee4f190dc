import Testing

@testable import FlowTooling

@Suite struct TextTests {
  @Test func `widths are those of terminals`() {
    for (character, columns): (Character, Int) in [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("ア", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("✗", 1), ("…", 1),
      ("한", 2),
    ] {
      #expect(width(character) == columns, "\(character)")
    }
  }

  @Test func `what would deceive a reader is escaped`() {
    #expect(visible("a\u{1B}[31m\u{202E}b\n") == "a\\u{1b}[31m\\u{202e}b\\n")
    #expect(visible("a\nb\r", keepingLines: true) == "a\nb\\r")
    #expect(visible("naïve 漢字 👩‍👩‍👧") == "naïve 漢字 👩‍👩‍👧")
  }

  @Test func `text is wrapped at blanks, by columns`() {
    #expect(wrapped("one two three", width: 7) == ["one two", "three"])
    #expect(wrapped("漢字 漢字", width: 8) == ["漢字", "漢字"])
    #expect(wrapped("unbreakable", width: 4) == ["unbreakable"])
    #expect(wrapped("", width: 4) == [])
  }
}
