import FlowJSON
import TestSupport
import Testing

/// What translators have finished is not lost, whatever changes meanwhile.
@Suite struct TranslationKeepingTests {
  private static let tenant = """
    tenant: contoso
    attributes:
      email: { type: email, identifier: true, label: Your address }
      name:  { type: string, label: Your name }

    """

  private static let flow = """
    flow: ask
    lifetime: 30m
    start: identify
    states:
      identify:
        page: Who are you?
        fields: { email: required, name: required }
        then: { submit: done }
      done: { end: done, result: [email] }

    """

  private let folder: TemporaryFolder

  init() throws { folder = try Tenants.folder(["a/tenant.yaml": Self.tenant, "a/ask.yaml": Self.flow]) }

  private func locales(_ words: String...) throws -> ProcessResult {
    try run(
      Repository.program("usher"), ["locales"] + words, folder: folder.path)
  }

  /// A PO file in which some texts are translated.
  private func translate(_ file: String, _ words: [String: String]) {
    var po = folder.read(file) ?? ""
    for (source, words) in words {
      po = po.replacing("msgid \"\(source)\"\nmsgstr \"", with: "msgid \"\(source)\"\nmsgstr \"\(words)")
    }
    folder.write(file, po)
  }

  @Test func `a translation of words that changed since is written, told, and marked until somebody has looked at it`()
    throws
  {
    folder.write("a/locales/de.yaml", "# Sorgfalt.\nflows: { ask: { states: { identify: { page: Wer? } } } }\n")
    _ = try locales("export", "a", "de", "--file", "de.po")
    translate("de.po", ["Your address": "Ihre Adresse", "Your name": "Ihr Name"])
    folder.write("a/tenant.yaml", Self.tenant.replacing("Your name", with: "Your whole name"))
    let taken = try locales("import", "a", "de", "--file", "de.po")
    #expect(taken.status == 0 && taken.output == "a/locales/de.yaml: 2 texts written, 1 to be looked at\n", "\(taken)")
    #expect(taken.errors.contains("to be looked at: de.po:"), "\(taken)")
    #expect(taken.errors.contains("attributes.name.label: the words have changed since"), "\(taken)")
    let file = try #require(folder.read("a/locales/de.yaml"))
    #expect(file.hasPrefix("# Sorgfalt.\nflows: { ask:") && file.contains("label: Ihr Name\n"), "\(file)")
    #expect(
      file.hasSuffix("\n# to be looked at: attributes.name.label was translated from \"Your name\"\n"), "\(file)")
    #expect(try usher("check", "a", in: folder).status == 0)
    let status = try locales("status", "a")
    #expect(status.status == 1, "\(status)")
    #expect(
      status.output.contains("look at: attributes.name.label  Your whole name; translated from: Your name\n"),
      "\(status)")
    let json = try JSON.parse(Array(locales("status", "a", "--format", "json").output.utf8))
    #expect(
      json["tenants"]?.array?.first?["locales"]?.array?.first?["changed"] == ["attributes.name.label"], "\(json.text)")
    let po = try locales("export", "a", "de").output
    let doubted = """
      #, fuzzy
      #| msgid "Your name"
      msgctxt "attributes.name.label"
      msgid "Your whole name"
      msgstr "Ihr Name"

      """
    #expect(po.contains(doubted), "\(po)")
    // Whoever has looked at it takes the mark away.
    folder.write("new.po", po.replacing("#, fuzzy\n", with: ""))
    let looked = try locales("import", "a", "de", "--file", "new.po")
    #expect(looked.status == 0 && looked.output == "a/locales/de.yaml: 0 texts written\n", "\(looked)")
    #expect(folder.read("a/locales/de.yaml")?.contains("to be looked at") == false)
    #expect(try locales("status", "a").status == 0)
  }

  @Test func `an export into a file that is there keeps what translators have finished in it`() throws {
    _ = try locales("export", "a", "de", "--file", "de.po")
    translate(
      "de.po", ["Your address": "Ihre Adresse", "Your name": "Ihr Name", "Who are you?": "Wer sind Sie?"])
    folder.write("a/tenant.yaml", Self.tenant.replacing("Your name", with: "Your whole name"))
    folder.write(
      "a/ask.yaml", Self.flow.replacing("identify:", with: "hello:").replacing("start: identify", with: "start: hello"))
    for _ in 0..<2 {
      let result = try locales("export", "a", "de", "--file", "de.po")
      #expect(result.status == 0)
      let po = try #require(folder.read("de.po"))
      #expect(po.contains("msgid \"Your address\"\nmsgstr \"Ihre Adresse\"\n"), "\(po)")
      #expect(
        po.contains(
          "#, fuzzy\n#| msgid \"Your name\"\nmsgctxt \"attributes.name.label\"\nmsgid \"Your whole name\"\nmsgstr \"Ihr Name\"\n"
        ), "\(po)")
      #expect(po.components(of: "#~ msgctxt \"flows.ask.states.identify.page\"") == 1, "\(po)")
      #expect(po.contains("#~ msgstr \"Wer sind Sie?\"\n"), "\(po)")
    }
    let checked = try run("/usr/bin/msgfmt", ["--check", "-o", "/dev/null", "de.po"], folder: folder.path)
    #expect(checked.status == 0, "\(checked)")
    // What is no file of this language is not written over.
    folder.write("other.po", "msgid \"\"\nmsgstr \"Language: pl\\n\"\n")
    let other = try locales("export", "a", "de", "--file", "other.po")
    #expect(other.status == 3 && folder.read("other.po")?.contains("Language: pl") == true, "\(other)")
  }

  @Test func `an import that leaves out what is finished says so, and how many there are`() throws {
    folder.write("a/locales/de.yaml", "attributes: { name: { label: Name } }\n")
    folder.write(
      "de.po",
      """
      msgctxt "attributes.name.label"
      msgid "The name"
      msgstr "Der Name"

      msgctxt "attributes.old.label"
      msgid "Old"
      msgstr "Alt"

      #, fuzzy
      msgctxt "attributes.email.label"
      msgid "Your address"
      msgstr "Adresse?"

      """)
    let result = try locales("import", "a", "de", "--file", "de.po")
    #expect(result.status == 1 && result.output == "a/locales/de.yaml: 0 texts written\n", "\(result)")
    #expect(
      result.errors.hasSuffix("usher locales: 2 finished translations are left out; they are in de.po alone\n"),
      "\(result)")
    #expect(result.errors.contains("attributes.email.label: it is fuzzy\n"), "\(result)")
    #expect(folder.read("a/locales/de.yaml") == "attributes: { name: { label: Name } }\n")
  }

  @Test func `an import of the tenant's own language marks what others say in place of the words before`() throws {
    folder.write("a/locales/en.yaml", "errors: { busy: We are full. }\n")
    folder.write("a/locales/de.yaml", "errors: { busy: Wir sind voll. }\n")
    _ = try locales("export", "a", "en", "--file", "en.po")
    folder.write(
      "en.po", (folder.read("en.po") ?? "").replacing("msgstr \"We are full.\"", with: "msgstr \"Come back later.\""))
    let taken = try locales("import", "a", "en", "--file", "en.po")
    #expect(taken.output == "a/locales/en.yaml: 1 text written, 1 in place of others\n", "\(taken)")
    #expect(
      taken.errors.contains("a/locales/de.yaml: 1 to be looked at, as the words in en have changed\n"), "\(taken)")
    #expect(
      folder.read("a/locales/de.yaml")
        == "errors: { busy: Wir sind voll. }\n# to be looked at: errors.busy was translated from \"We are full.\"\n")
    #expect(try locales("export", "a", "de").output.contains("#, fuzzy\n#| msgid \"We are full.\"\n"))
  }

  @Test func `the tenant's own language takes standard words alone, as often as they are imported`() throws {
    folder.write("a/locales/en.yaml", "errors: { busy: We are full. }\n")
    _ = try locales("export", "a", "en", "--file", "en.po")
    let exported = try #require(folder.read("en.po"))
    #expect(!exported.contains("msgid \"We are full.\""), "\(exported)")
    for words in ["Come back later.", "Come back soon."] {
      folder.write("en.po", exported.replacing("\"We are full.\"", with: "\"\(words)\""))
      let taken = try locales("import", "a", "en", "--file", "en.po")
      #expect(taken.status == 0 && taken.errors.isEmpty, "\(taken)")
      #expect(taken.output == "a/locales/en.yaml: 1 text written, 1 in place of others\n", "\(taken)")
      let file = folder.read("a/locales/en.yaml")
      #expect(file == "errors: { busy: \"\(words)\" }\n")
      let again = try locales("import", "a", "en", "--file", "en.po")
      #expect(again.status == 0 && again.errors.isEmpty, "\(again)")
      #expect(again.output == "a/locales/en.yaml: 0 texts written\n" && folder.read("a/locales/en.yaml") == file)
    }
    folder.write(
      "en.po",
      exported.replacing("\"We are full.\"", with: "\"Never mind.\"")
        + "\nmsgctxt \"attributes.name.label\"\nmsgid \"Your name\"\nmsgstr \"Name\"\n")
    let refused = try locales("import", "a", "en", "--file", "en.po")
    #expect(refused.status == 1 && refused.output.isEmpty, "\(refused)")
    #expect(
      refused.errors.contains(
        ": attributes.name.label: the words in en stand in the flows themselves, at a/tenant.yaml:4\n")
        && refused.errors.hasSuffix("usher locales: nothing was changed\n"), "\(refused)")
    #expect(folder.read("a/locales/en.yaml") == "errors: { busy: \"Come back soon.\" }\n")
  }

  @Test func `a language of which a mail has no page is told so, with what to do`() throws {
    folder.write(
      "a/ask.yaml",
      Self.flow.replacing("submit: done }", with: "submit: tell }").replacing(
        "  done:",
        with: """
            tell:
              do: message.send
              with: { to: email, message: hello }
              then: { sent: done, throttled: done, undeliverable: done }
            done:
          """))
    folder.write("a/messages/hello.en.txt", "---\nsubject: Hello\n---\nHello.\n")
    folder.write("a/messages/hello.en.html", "<html><body>Hello.</body></html>\n")
    _ = try locales("export", "a", "de", "--file", "de.po")
    translate("de.po", ["Hello": "Hallo", "Hello.": "Hallo."])
    let taken = try locales("import", "a", "de", "--file", "de.po")
    let told = "mails of the kind `hello` are plain text in de, and have a page in other languages: for a page move "
    #expect(taken.errors.contains("usher locales: \(told)"), "\(taken)")
    #expect(try locales("status", "a").output.contains("no page: \(told)"))
    let json = try JSON.parse(Array(locales("status", "a", "--format", "json").output.utf8))
    #expect(json["tenants"]?.array?.first?["locales"]?.array?.first?["withoutPage"] == ["hello"], "\(json.text)")
    // Also of one whose text is a file.
    folder.write("a/messages/hello.pl.txt", "---\nsubject: Hej\n---\nHej.\n")
    #expect(
      try locales("status", "a").output.contains(
        "    no page: mails of the kind `hello` are plain text in pl, and have a page in other languages: for a page write "
          + "`messages/hello.pl.html` beside `messages/hello.pl.txt`\n"))
    let both = try JSON.parse(Array(locales("status", "a", "--format", "json").output.utf8))
    let polish = both["tenants"]?.array?.first?["locales"]?.array?.first { $0["locale"] == "pl" }
    #expect(polish?["withoutPage"] == ["hello"], "\(both.text)")
  }
}

extension String {
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
