import Testing

@testable import FlowModel

/// Texts with values, as ICU's MessageFormat has them.
struct MessagePatternTests {
  private func text(_ pattern: String, _ values: [String: MessageValue] = [:], _ tag: String = "en") throws -> String {
    try MessagePattern(pattern).text(values, in: try #require(LanguageTag(tag)))
  }

  @Test(arguments: [
    ("don't", "don't"), ("it''s", "it''s"), ("", ""), ("# is no number", "# is no number"), ("{name}", "Ada"),
    ("don't, {name}", "don't, Ada"), ("it''s {name}", "it's Ada"), ("'{name}' {name}", "{name} Ada"),
    ("'{'{name}'}'", "{Ada}"), ("'{it''s}' {name}", "{it's} Ada"), ("{ name } '{open", "Ada {open"),
    ("'# {name}", "'# Ada"),
    ("{name, select, Ada {she} other {they}}", "she"), ("{name, select, Bob {he} other {they}}", "they"),
    ("{n, plural, =5 {five} one {one} other {# more}}", "five"), ("{n, plural, one {one} other {#, {name}}}", "5, Ada"),
    ("{n, plural, offset:1 =0 {nobody} one {you and one} other {you and # more}}", "you and 4 more"),
    ("{n, plural, other {'#' and '' #}}", "# and ' 5"),
    ("{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", "5th"),
    ("{n, plural, other {{name, select, Ada {# {n}} other {}}}}", "# 5"), ("{big}", "1,234,567"),
    ("{n, number, percent}", "500%"),
    ("{half}", "0.5"), ("{half, number, integer}", "0"), ("{absent}", "{absent}"),
    ("{day, date, long}", "March 1, 2026"),
  ]) func `What ICU makes of it`(_ pattern: String, _ expected: String) throws {
    let values: [String: MessageValue] = [
      "name": .text("Ada"), "n": .integer(5), "big": .integer(1_234_567), "half": .number(0.5),
      "day": .time(1_772_366_400_000),
    ]
    #expect(try text(pattern, values) == expected)
  }

  @Test(arguments: [
    ("{", 1), ("}", 0), ("a {b", 4), ("{b} }", 4), ("{n, plural, one {x}}", 19), ("{n, plural, other {x}", 21),
    ("{n, plural, some {x} other {y}}", 12), ("{n, select, other {x} other {y}}", 22), ("{n, spellout}", 4),
    ("{n, number, currency}", 4), ("{n, date, sometimes}", 4), ("{n, plural, other x}", 18),
    ("{n, plural, =x {y} other {z}}", 12),
    ("{}", 1), ("{a b}", 3), ("{n, plural}", 10),
  ]) func `What is no text says where`(_ pattern: String, _ offset: Int) {
    #expect { try MessagePattern(pattern) } throws: { ($0 as? MessagePattern.Failure)?.offset == offset }
  }

  @Test func `Texts inside each other are bounded, and no bytes do harm`() {
    let deep = String(repeating: "{a, select, other {", count: 60) + String(repeating: "}}", count: 60)
    #expect(throws: MessagePattern.Failure.self) { try MessagePattern(deep) }
    var random = SystemRandomNumberGenerator()
    let pieces = [
      "{", "}", "'", "#", ",", "n", " plural", " other", " select", "=1", "é", "offset:1", "{n, plural, other {",
    ]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0..<16, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      if let pattern = try? MessagePattern(text) { _ = pattern.text(["n": .integer(1)], in: .english) }
    }
  }

  @Test func `Plurals, numbers and dates are those of the language`() throws {
    let pattern = "{n, plural, zero {zero} one {one} two {two} few {few} many {many} other {other}}"
    func categories(_ tag: String) throws -> [String] {
      try [0, 1, 2, 3, 5, 11, 100].map { try text(pattern, ["n": .integer($0)], tag) }
    }
    #expect(try categories("cs") == ["other", "one", "few", "few", "other", "other", "other"])
    #expect(try categories("ja") == Array(repeating: "other", count: 7))
    #expect(try categories("ar") == ["zero", "one", "two", "few", "few", "many", "other"])
    #expect(try categories("pl") == ["many", "one", "few", "few", "many", "many", "many"])
    #expect(try categories("fr") == ["one", "one", "other", "other", "other", "other", "other"])
    #expect(try text("{n}", ["n": .integer(1_234_567)], "de") == "1.234.567")
    #expect(try text("{n}", ["n": .number(1.5)], "cs") == "1,5")
    #expect(try text("{n}", ["n": .integer(15)], "ar-EG") == "١٥")
    #expect(try text("{d, date, long}", ["d": .time(1_772_366_400_000)], "de") == "1. März 2026")
  }

  @Test func `The plurals that whole numbers need`() throws {
    func needed(_ tag: String) throws -> [String]? {
      PluralCategory.needed(in: try #require(LanguageTag(tag)))?.map(\.rawValue)
    }
    #expect(try needed("en") == ["one", "other"])
    #expect(try needed("ja") == ["other"])
    #expect(try needed("cs") == ["one", "few", "other"])
    #expect(try needed("pl") == ["one", "few", "many", "other"])
    #expect(try needed("ar") == ["zero", "one", "two", "few", "many", "other"])
  }

  @Test(arguments: ["en", "de", "es", "fr", "ja", "cs"])
  func `Without ICU the languages of the standard texts count as with it`(_ tag: String) throws {
    try #require(LocaleFormats.shared.isThere, "ICU is needed here")
    let language = try #require(LanguageTag(tag))
    for number in Array(0...300) + [999, 1000, 10_000, 999_999, 1_000_000, 1_000_001, 3_000_000] {
      let known = PluralCategory.known(of: Int64(number), in: tag)
      #expect(known == LocaleFormats.shared.category(of: Double(number), in: language, isOrdinal: false), "\(number)")
      if number < 1000 { #expect(LocaleFormats.shared.text(Int64(number), .decimal, in: language) == "\(number)") }
    }
  }
}
