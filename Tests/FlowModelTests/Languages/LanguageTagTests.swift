import FlowModel
import Testing

/// Tags of BCP 47, and which of a tenant's languages somebody gets.
struct LanguageTagTests {
  @Test(arguments: [
    ("de", "de"), ("PT-br", "pt-BR"), ("zh-hant-tw", "zh-Hant-TW"), ("MN-cYRL-mn", "mn-Cyrl-MN"),
    ("sl-rozaj-biske", "sl-rozaj-biske"),
    ("de-1996", "de-1996"), ("es-419", "es-419"), ("en-CA-x-ca", "en-CA-x-ca"), ("sgn-be-fr", "sgn-BE-fr"),
    ("zh-cmn-Hans-CN", "zh-cmn-Hans-CN"), ("en-a-myext-b-another", "en-a-myext-b-another"),
    ("AZ-latn-x-LATN", "az-Latn-x-latn"),
  ])
  func `The examples of RFC 5646 in their canonical case`(_ written: String, _ canonical: String) {
    // `fr` behind a region is no second one.
    if written == "sgn-be-fr" { return #expect(LanguageTag(written) == nil) }
    #expect(LanguageTag(written)?.text == canonical)
    #expect(LanguageTag(canonical)?.text == canonical)
  }

  @Test(arguments: [
    "", "-", "d", "de-", "-de", "de--AT", "de_AT", "deutschland", "de-419-DE", "a-DE", "ar-a-aaa-b-bbb-a-ccc",
    "x-private", "de-x",
    "de-a", "de-DE-1996-1996", "dé", "de-\u{0}", "i-klingon", "12-DE", String(repeating: "a-", count: 40) + "a",
  ])
  func `What is no tag`(_ text: String) { #expect(LanguageTag(text) == nil) }

  @Test func `Shorter and shorter, and never one letter at the end`() {
    // RFC 4647, section 3.4.
    #expect(
      LanguageTag("zh-Hant-CN-x-private1-private2")?.fallbacks.map(\.text)
        == ["zh-Hant-CN-x-private1-private2", "zh-Hant-CN-x-private1", "zh-Hant-CN", "zh-Hant", "zh"])
  }

  @Test(arguments: [
    ("de", nil), ("de-AT", nil), ("pt-BR", nil), ("es-419", nil), ("zh-Hant-TW", nil), ("haw", nil), ("yue", nil),
    ("slk", "sk"), ("ger", "de"), ("deu-AT", "de-AT"), ("cze", "cs"), ("iw", "he"), ("mo", "ro"),
    ("cmn-Hant", "zh-Hant"),
    ("cz", "cs"), ("jp", "ja"), ("gr", "el"), ("cn", "zh"), ("en-UK", "en-GB"), ("aaa", nil), ("tlh", nil), ("nb", nil),
    ("no", nil), ("sr-Latn-RS", nil), ("kr", nil),
  ])
  func `clients ask for a language by one tag`(_ tag: String, _ meant: String?) throws {
    let tag = try #require(LanguageTag(tag))
    #expect(KnownLanguage(tag) == meant.flatMap(LanguageTag.init).map(KnownLanguage.called) ?? .usable)
  }

  @Test(arguments: ["qq", "xx-DE", "und", "mul", "zxx", "de-QX"])
  func `no language and no region has some tags`(_ tag: String) throws {
    #expect(KnownLanguage(try #require(LanguageTag(tag))) == .unassigned)
  }

  @Test(arguments: [
    ("ar", true), ("ar-EG", true), ("he", true), ("az-Arab", true), ("ar-Latn", false), ("de", false),
    ("pa-Arab-PK", true),
    ("en-x-arab", false),
  ])
  func `From right to left by script, or by the usual one`(_ tag: String, _ expected: Bool) {
    #expect(LanguageTag(tag)?.isRightToLeft == expected)
  }

  @Test(arguments: [
    ("de", "de"), ("de-AT", "de"), ("de-CH-1996", "de"), ("pt", "pt-BR"), ("pt-BR", "pt-BR"), ("pt-PT", nil),
    ("fr, de;q=0.5", "de"),
    ("cs;q=0.5, de;q=0.8", "de"), ("de;q=0.5, cs;q=0.8", "cs"), ("de, cs", "de"), ("cs, de", "cs"),
    ("cs;q=0.5, de;q=0.5", "cs"),
    ("*", "en"), ("*, en;q=0", "cs"), ("fr, *;q=0.1", "en"), ("de;q=0", nil), ("de;q=0, cs;q=0.1", "cs"),
    ("DE-de", "de"),
    ("zh-Hant-TW", "zh-Hant"), ("zh-TW", nil), ("de;q=2", nil), ("de;q=1.001", nil), ("de;q=0.1234", nil),
    ("de;q=", nil),
    ("de;level=1", nil), ("de_AT, cs;q=0.1", "cs"), ("\tcs \t; Q=0.300 ,, ", "cs"), ("en-GB, de", "en"),
    ("pt-PT;q=0.9, cs;q=0.8", "cs"),
    ("de-DE;q=0, de", "de"), ("pt;q=0, pt-BR", "pt-BR"), ("en;q=0, de;q=0, *", "cs"),
    ("*;q=0.5, cs;q=0.4", "cs"), ("*, de;q=0.1", "de"), ("*, fr;q=0.1", "en"), ("*;q=0, de", "de"),
  ])
  func `Whoever asks for languages gets the best that there is`(_ header: String, _ expected: String?) {
    let offered = ["en", "cs", "de", "pt-BR", "zh-Hant"].compactMap(LanguageTag.init)
    #expect(LanguagePreferences(acceptLanguage: header)?.best(of: offered)?.text == expected)
  }

  @Test(arguments: [
    ("iw", "he"), ("iw-IL", "he"), ("IN", "id"), ("ji;q=0.1", "yi"), ("he", "he"), ("iw;q=0, id;q=0.1", "id"),
    ("iwx", nil), ("en-in", "en"),
  ])
  func `Codes that older clients send for a language are those of today`(_ header: String, _ expected: String?) {
    let offered = ["en", "he", "id", "yi"].compactMap(LanguageTag.init)
    #expect(LanguagePreferences(acceptLanguage: header)?.best(of: offered)?.text == expected)
    // A tenant may have its words under such a code as well.
    #expect(
      LanguagePreferences(acceptLanguage: "he")?.best(of: ["en", "iw"].compactMap(LanguageTag.init))?.text == "iw")
    #expect(LanguageTag("iw").map(LanguagePreferences.init)?.best(of: offered)?.text == "he")
  }

  @Test func `A hostile header is bounded`() {
    let offered = ["en", "de"].compactMap(LanguageTag.init)
    let many = Array(repeating: "x1", count: 40).joined(separator: ",") + ",de"
    #expect(LanguagePreferences(acceptLanguage: many)?.best(of: offered) == nil)
    let (named, header) = (LanguageTag("xx"), LanguagePreferences(acceptLanguage: "tlh, de;q=0.5"))
    #expect(named.map(LanguagePreferences.init)?.best(of: offered) == nil)
    #expect(named.map(LanguagePreferences.init)?.followed(by: header).best(of: offered)?.text == "de")
    // What was cut off in its middle is not taken for something else.
    #expect(LanguagePreferences(acceptLanguage: String(repeating: " ", count: 1022) + "de-AT") == nil)
    #expect(
      LanguagePreferences(acceptLanguage: "de," + String(repeating: "a", count: 1 << 20))?.best(of: offered)?.text
        == "de")
    #expect(LanguagePreferences(acceptLanguage: String(repeating: ",", count: 100_000)) == nil)
    #expect(LanguagePreferences(acceptLanguage: String(repeating: "a-", count: 500)) == nil)
  }

  @Test func `No bytes of a header do harm`() {
    var random = SystemRandomNumberGenerator()
    let alphabet = Array("deEN-*;q=01., \t_xé\u{202E}9".unicodeScalars)
    let offered = ["en", "de", "de-AT"].compactMap(LanguageTag.init)
    for _ in 0..<20_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<40, using: &random) { text.append(alphabet.randomElement(using: &random) ?? "d") }
      let best = LanguagePreferences(acceptLanguage: String(text))?.best(of: offered)
      #expect(best.map(offered.contains) ?? true)
      if let tag = LanguageTag(String(text)) { #expect(LanguageTag(tag.text) == tag) }
    }
  }
}
