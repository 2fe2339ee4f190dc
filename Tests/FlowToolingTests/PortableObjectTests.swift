import FlowTooling
import Testing

/// PO files as translators' tools write them.
struct PortableObjectTests {
  private static let plain = """
    msgid ""
    msgstr ""
    "Language: cs_CZ\\n"
    "Content-Type: text/plain; charset=UTF-8\\n"

    #: a/tenant.yaml:3
    msgctxt "attributes.age.label"
    msgid "Your age"
    msgstr "Váš věk"

    #, c-format, fuzzy
    #| msgid "Your street"
    msgctxt "attributes.street.label"
    msgid "Your road"
    msgstr "Ulice"

    #, no-fuzzy-at-all
    msgctxt "attributes.city.label"
    msgid "City"
    msgstr "Mě"
    "sto"

    #, fuzzy
    #~ msgctxt "attributes.old.label"
    #~ msgid "Old"
    #~ msgstr "Staré"
    msgctxt "attributes.new.label"
    msgid "New"
    msgstr "Nové"

    """

  @Test(arguments: [("\n", ""), ("\r\n", ""), ("\r", ""), ("\n", "\u{FEFF}"), ("\r\n", "\u{FEFF}")])
  func `Whichever way lines end, and behind a byte-order mark, a file says the same`(end: String, mark: String) throws {
    let object = try PortableObject(mark + Self.plain.replacing("\n", with: end))
    #expect(object.language == "cs-CZ")
    #expect(object.entries.map(\.context) == ["age", "street", "city", "new"].map { "attributes.\($0).label" })
    #expect(object.entries.map(\.translation) == ["Váš věk", "Ulice", "Město", "Nové"])
    // What is obsolete is not there, and a flag before it is of nothing else.
    #expect(object.entries.map(\.isUnsure) == [false, true, false, false])
  }

  @Test(arguments: [
    ("cs", "cs"), ("cs_CZ.UTF-8", "cs-CZ"), ("sr@latin", "sr-Latn"), ("sr_RS@latin", "sr-Latn-RS"), ("pt-BR", "pt-BR"),
    ("de_DE@euro", "de-DE"), ("", ""),
  ]) func `A locale of gettext is read as a language`(name: String, tag: String) throws {
    let header = "msgid \"\"\nmsgstr \"Language: \(name)\\n\"\n"
    #expect(try PortableObject(header).language == tag)
  }

  @Test(arguments: [
    ("msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"c\"\n", 4, "these words stand here for the second time"),
    ("msgid \"a\nmsgstr \"b\"\n", 1, "a text is not in quotes"),
    ("msgid_plural \"a\"\n", 1, "plurals stand in the words themselves, as `{count, plural, …}`"),
  ]) func `What is no PO file is refused at its line`(text: String, line: Int, reason: String) {
    #expect(throws: PortableObjectFailure.self) { try PortableObject(text) }
    do { _ = try PortableObject(text) } catch { #expect(error.reason == reason && error.line == line, "\(error)") }
  }
}
