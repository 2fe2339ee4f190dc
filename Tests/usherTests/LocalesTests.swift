import FlowJSON
import TestSupport
import Testing

/// `usher locales`: what translators have of it.
@Suite struct LocalesTests {
  private static let tenant = """
    tenant: contoso
    attributes:
      email: { type: email, identifier: true, label: Your address }
      age:   { type: integer, minimum: 16, label: Your age, hint: "From {min, plural, one {# year} other {# years}} on" }

    """

  private static let flow = """
    flow: ask
    lifetime: 30m
    start: identify
    states:
      identify:
        page: "Who \\"are\\" you?"
        fields: { email: required, age: required }
        then: { submit: check }
      check:
        choose:
          - { when: attributes.age > 17, to: done }
          - { to: gone }
      gone: { end: gone, redirect: Ask your parents }
      done: { end: done, result: [email] }

    """

  private static func folder(_ files: (String, String)...) throws -> TemporaryFolder {
    let folder = try Tenants.folder(["a/tenant.yaml": tenant, "a/ask.yaml": flow])
    for (name, text) in files { folder.write(name, text) }
    return folder
  }

  @Test func `a new language is extracted, with the words to be translated, and is a file that can be checked`() throws
  {
    let folder = try Self.folder()
    let result = try usher("locales", "extract", "a", "de", in: folder)
    #expect(result.output == "a/locales/de.yaml: 5 texts wait for words\n" && result.status == 0)
    #expect(
      folder.read("a/locales/de.yaml") == """
        attributes:
          email:
            label:  # Your address
          age:
            label:  # Your age
            hint:  # From {min, plural, one {# year} other {# years}} on
        flows:
          ask:
            states:
              identify:
                page:  # Who "are" you?
              gone:
                redirect:  # Ask your parents

        """)
    let check = try usher("check", "a", in: folder)
    #expect(check.output.contains("warning[U161]: 5 texts are not in `de` yet"))
    #expect(
      try usher("locales", "extract", "a", "de", in: folder).output == "a/locales/de.yaml: 5 texts wait for words\n")
  }

  @Test func `what stands in a file stays, its order and its comments too`() throws {
    let before = """
      # Made with care.
      flows:
        ask: { states: { identify: { page: Wer? } } }  # one line

      # The labels.
      attributes:
        age:
          label: Alter  # in years
      """
    let folder = try Self.folder(("a/locales/de.yaml", before))
    _ = try usher("locales", "extract", "a", "de", in: folder)
    #expect(
      folder.read("a/locales/de.yaml") == """
        # Made with care.
        flows:
          ask: { states: { identify: { page: Wer? }, gone: { redirect: } } }  # one line

        # The labels.
        attributes:
          age:
            label: Alter  # in years
            hint:  # From {min, plural, one {# year} other {# years}} on
          email:
            label:  # Your address
        """)
    #expect(try usher("check", "a", in: folder).status == 0)
  }

  @Test func `status tells what is missing and what nobody reads`() throws {
    let folder = try Self.folder(("a/locales/de.yaml", "attributes: { age: { label: Alter }, old: { label: Alt } }\n"))
    let result = try usher("locales", "status", "a", in: folder)
    #expect(result.status == 1)
    #expect(
      result.output == """
        contoso, in en: 6 texts
          de: 1 of 5
            missing: attributes.email.label  Your address
            missing: attributes.age.hint  From {min, plural, one {# year} other {# years}} on
            missing: flows.ask.states.identify.page  Who "are" you?
            missing: flows.ask.states.gone.redirect  Ask your parents
            unused:  attributes.old.label

        """)
    let json = try JSON.parse(Array(usher("locales", "status", "a", "--format", "json", in: folder).output.utf8))
    let locale = json["tenants"]?.array?.first?["locales"]?.array?.first
    #expect(locale?["translated"] == 1 && locale?["texts"] == 5 && locale?["unused"] == ["attributes.old.label"])
    #expect(try usher("locales", "status", "flows/native-auth").output.contains("  cs: 3"))
    #expect(try usher("locales", "status", "flows/native-auth").status == 0)
  }

  @Test func `a PO file goes to gettext and comes back`() throws {
    let folder = try Self.folder(("a/locales/de.yaml", "attributes: { age: { label: Alter } }\n"))
    #expect(try usher("locales", "export", "a", "de", "--format", "po", "--file", "de.po", in: folder).status == 0)
    let options = ["--check-format", "--check-domain", "-o", "/dev/null", "de.po"]
    let checked = try run("/usr/bin/msgfmt", options, folder: folder.path)
    #expect(checked.status == 0 && checked.errors == "")
    let po = folder.read("de.po") ?? ""
    #expect(po.contains("msgctxt \"flows.ask.states.identify.page\"\nmsgid \"Who \\\"are\\\" you?\"\nmsgstr \"\"\n"))
    #expect(po.contains("#. shows {min}\n#: a/tenant.yaml:4\n"))
    // As gettext's own tools write it: wrapped, and in an order of their own.
    folder.write(
      "de.po",
      po.replacing(
        "msgid \"Who \\\"are\\\" you?\"\nmsgstr \"\"",
        with: "msgid \"\"\n\"Who \\\"are\\\" you?\"\nmsgstr \"Wer \\\"sind\\\" Sie:\""))
    _ = try run("/usr/bin/msgcat", ["--sort-output", "-o", "de.po", "de.po"], folder: folder.path)
    let result = try usher("locales", "import", "a", "de", "--file", "de.po", in: folder)
    #expect(result.output == "a/locales/de.yaml: 1 text written\n", "\(result.errors)")
    #expect(
      folder.read("a/locales/de.yaml") == """
        attributes: { age: { label: Alter } }
        flows:
          ask:
            states:
              identify:
                page: "Wer \\"sind\\" Sie:"

        """)
    #expect(try usher("check", "a", in: folder).status == 0)
  }

  @Test func `a language that does not ship is extracted with all standard words, checked, and spoken`() throws {
    let folder = try Self.folder()
    #expect(try usher("locales", "extract", "a", "nl", in: folder).status == 0)
    let file = folder.read("a/locales/nl.yaml") ?? ""
    #expect(file.contains("words:\n  complaint:\n    text:  # Please give a text.\n"))
    #expect(
      file.contains("  event:\n    submit:  # Submit\n") && file.contains("\n  busy:  # Too many people are here"))
    let status = try usher("locales", "status", "a", in: folder)
    #expect(status.status == 1 && status.output.contains("missing: words.label.code  Code\n"))
    #expect(try usher("check", "a", in: folder).output.contains("texts are not in `nl` yet"))
    folder.write(
      "a/locales/nl.yaml",
      file.replacing("    submit:  # Submit\n", with: "    submit: Versturen\n").replacing(
        "    email:  # Please give an e-mail address, such as ada@example.com.\n",
        with: "    email: Dat is geen e-mailadres.\n"))
    let person = try usher(
      "run", "a", "ask", "--storage", "memory", "--locale", "nl", input: "/help\nno\n", in: folder)
    #expect(person.output.contains("Versturen") && person.output.contains("! Dat is geen e-mailadres."))
    #expect(try usher("preview", "a", in: folder).status == 0)
    let page = folder.read("preview/pages/ask.nl.html") ?? ""
    #expect(page.contains("<button type=\"button\">Versturen</button>"))
    // The flows' own language says the standard words of its file alone.
    folder.write("a/locales/en.yaml", "words: { event: { submit: Go } }\n")
    #expect(try usher("check", "a", in: folder).status == 0)
  }

  @Test func `a PO file of another region or kind of line end is taken, one of another language refused`() throws {
    let folder = try Self.folder(("a/locales/cs.yaml", "# Péče.\r\n"))
    _ = try usher("locales", "export", "a", "cs", "--file", "cs.po", in: folder)
    let po = (folder.read("cs.po") ?? "").replacing("Your age\"\nmsgstr \"", with: "Your age\"\nmsgstr \"Věk")
    let windows = "\u{FEFF}" + po.replacing("Language: cs", with: "Language: cs_CZ").replacing("\n", with: "\r\n")
    folder.write("windows.po", windows)
    let result = try usher("locales", "import", "a", "cs", "--file", "windows.po", in: folder)
    #expect(result.output == "a/locales/cs.yaml: 1 text written\n", "\(result.errors)")
    #expect(folder.read("a/locales/cs.yaml")?.contains("label: Věk") == true)
    folder.write("pl.po", po.replacing("Language: cs", with: "Language: pl_PL"))
    let other = try usher("locales", "import", "a", "cs", "--file", "pl.po", in: folder)
    #expect(other.status == 3 && other.errors.contains("is in pl-PL, and not in cs; nothing was changed"))
    let before = "attributes: &a\n  age: *a\n"
    folder.write("a/locales/cs.yaml", before)
    #expect(try usher("locales", "import", "a", "cs", "--file", "cs.po", in: folder).status != 0)
    #expect(folder.read("a/locales/cs.yaml") == before)
    // What cannot be read, or written into, is as it was, whatever is asked for.
    for text in ["attributes: &a\t\t\terrors: {}\t", "errors:\n\t? x\n", "attributes: [\n"] {
      folder.write("a/locales/cs.yaml", text)
      for verb in ["extract", "import"] {
        let result = try usher("locales", verb, "a", "cs", "--file", "cs.po", in: folder)
        #expect(result.status == 3 && result.errors.contains("as it was"), "\(text): \(result.errors)")
        #expect(folder.read("a/locales/cs.yaml") == text)
      }
    }
  }

  @Test func `an import that would break something changes nothing`() throws {
    let folder = try Self.folder()
    _ = try usher("locales", "export", "a", "cs", "--file", "cs.po", in: folder)
    let po = folder.read("cs.po") ?? ""
    let hint = "msgid \"From {min, plural, one {# year} other {# years}} on\"\nmsgstr \""
    let page = "you?\"\nmsgstr \""
    for (words, complaint) in [
      ("Od {max} let", "there is no value `{max}` here"), ("Od let", "the value `{min}` is missing in these words"),
      ("Od {min, plural, one {# roku} other {# let}}", "`cs` counts in more ways: `few` is missing"),
      ("Od {min", "these words cannot be read: a `}` is missing at the end"),
    ] {
      folder.write("bad.po", po.replacing(hint, with: hint + words).replacing(page, with: page + "Kdo?"))
      let result = try usher("locales", "import", "a", "cs", "--file", "bad.po", in: folder)
      #expect(result.status == 1 && result.output == "")
      #expect(result.errors.contains("attributes.age.hint: \(complaint)"), "\(result.errors)")
      #expect(result.errors.hasSuffix("nothing was changed\n"))
      #expect(folder.read("a/locales/cs.yaml") == nil)
    }
    // What is no longer said so, or not sure, waits for its translator.
    folder.write("old.po", po.replacing("Ask your parents\"\nmsgstr \"", with: "Ask them\"\nmsgstr \"Zeptejte se"))
    let old = try usher("locales", "import", "a", "cs", "--file", "old.po", in: folder)
    #expect(old.errors.contains("flows.ask.states.gone.redirect: the words have changed since"))
    #expect(try usher("locales", "import", "a", "de", "--file", "old.po", in: folder).status == 3)
    folder.write("none.po", "msgid \"a\nmsgstr")
    #expect(try usher("locales", "import", "a", "cs", "--file", "none.po", in: folder).status == 3)
  }

  @Test func `a run at the terminal and over JSON lines speaks the language it is asked for`() throws {
    let lines = try usher(
      "run", "flows/native-auth", "sign-up", "--json", "--storage", "memory", "--locale", "de-AT,de;q=0.9",
      input: "{\"event\":\"submit\",\"input\":{\"email\":\"no\"}}\n")
    #expect(lines.output.contains("\"locale\":\"de\",\"page\":{\"title\":\"Konto anlegen\""))
    #expect(lines.output.contains("\"Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.com.\""))
    let person = try usher(
      "run", "flows/native-auth", "sign-up", "--storage", "memory", "--locale", "cs", input: "no\n")
    #expect(person.output.contains("Založte si účet"))
    #expect(person.output.contains("! Zadejte prosím e-mailovou adresu, například ada@example.com."))
    #expect(try usher("run", "flows/native-auth", "sign-up", "--locale", "!").status == 2)
  }
}
