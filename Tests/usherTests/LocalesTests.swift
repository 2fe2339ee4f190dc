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

  @Test func `words that count say in what ways the language counts`() throws {
    let folder = try Self.folder()
    for (tag, ways) in [("cs", "; cs counts by `one`, `few` and `other`"), ("ja", "; ja counts by `other`")] {
      #expect(try usher("locales", "extract", "a", tag, in: folder).status == 0)
      let file = folder.read("a/locales/\(tag).yaml") ?? ""
      #expect(file.contains("# From {min, plural, one {# year} other {# years}} on\(ways)\n"), "\(file)")
      _ = try usher("locales", "export", "a", tag, "--file", "\(tag).po", in: folder)
      #expect(folder.read("\(tag).po")?.contains("#. \(ways.dropFirst(2))\n") == true)
    }
    // German counts as English does.
    #expect(try usher("locales", "extract", "a", "de", in: folder).status == 0)
    #expect(folder.read("a/locales/de.yaml")?.contains("counts by") == false)
  }

  @Test(arguments: ["ger", "deu", "cz", "en-UK", "qq"]) func `a language that nobody asks for is no language`(
    _ tag: String
  ) throws {
    let folder = try Self.folder()
    let result = try usher("locales", "extract", "a", tag, in: folder)
    #expect(result.status == 2 && result.errors.contains("is no language that clients ask for"), "\(result.errors)")
    #expect(folder.read("a/locales/\(tag).yaml") == nil)
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
      let lines = (folder.read("bad.po") ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      let line = try #require(lines.firstIndex { $0.contains("\"\(words)\"") }) + 1
      #expect(result.errors.contains("bad.po:\(line): attributes.age.hint: \(complaint)"), "\(result.errors)")
      #expect(result.errors.contains("\nusher locales:   help: "), "\(result.errors)")
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

  private static let sending = """
    flow: ask
    lifetime: 30m
    start: identify
    states:
      identify:
        page: Your address
        fields: { email: required }
        then: { submit: send }
      send:
        do: code.send
        with: { to: email }
        then:
          sent: code
          throttled: { to: code, error: too_many_codes }
          undeliverable: { to: identify, error: invalid_username }
      code:
        page: The code
        fields: { code: required }
        then: { submit: verify }
      verify:
        do: code.verify
        then:
          valid: tell
          invalid: { to: code, error: invalid_code }
          expired: { to: code, error: code_expired }
          exhausted: { to: code, error: too_many_attempts }
      tell:
        do: message.send
        with: { to: email, message: hello }
        then: { sent: done, throttled: done, undeliverable: done }
      done: { end: done, result: [email] }

    """

  /// The keys of messages that each verb names as missing in a language.
  private static func missing(_ tag: String, in folder: TemporaryFolder) throws -> [String: Set<String>] {
    func keys(_ text: String) -> Set<String> {
      Set(text.matches(of: /messages\.[a-z]+\.(subject|text)/).map { String($0.0) })
    }
    let json = try JSON.parse(Array(usher("locales", "status", "a", "--format", "json", in: folder).output.utf8))
    let locale = json["tenants"]?.array?.first?["locales"]?.array?.first { $0["locale"]?.string == tag }
    let status = locale?["missing"]?.array?.compactMap(\.string).joined(separator: " ") ?? ""
    let check = try usher("check", "a", "--format", "short", in: folder).output
    let pretty = try usher("check", "a", in: folder).output.split(separator: "warning[").map(String.init).first {
      $0.hasPrefix("U623") && $0.contains("in `\(tag)` there are no words")
    }
    #expect(check.contains("in `\(tag)` there are no words") == (pretty != nil))
    let entries = try usher("locales", "export", "a", tag, in: folder).output.split(separator: "\n\n").map(String.init)
    let untranslated = entries.filter { $0.hasSuffix("msgstr \"\"") || $0.hasSuffix("msgstr \"\"\n") }
    let before = folder.read("a/locales/\(tag).yaml") ?? ""
    _ = try usher("locales", "extract", "a", tag, in: folder)
    let extracted = emptyPlaces(folder.read("a/locales/\(tag).yaml") ?? "")
    folder.write("a/locales/\(tag).yaml", before)
    return [
      "check": keys(pretty ?? ""), "status": keys(status), "export": keys(untranslated.joined(separator: "\n")),
      "extract": keys(extracted.joined(separator: " ")),
    ]
  }

  /// The keys of a file's places that wait for words, in the form of blocks or in braces.
  private static func emptyPlaces(_ file: String) -> [String] {
    var path: [(indent: Int, key: String)] = []
    var places: [String] = []
    for line in file.split(separator: "\n") {
      let indent = line.prefix { $0 == " " }.count
      let text = line.dropFirst(indent)
      guard let colon = text.firstIndex(of: ":") else { continue }
      path.removeAll { $0.indent >= indent }
      path.append((indent, String(text[..<colon])))
      let rest = text[text.index(after: colon)...].drop { $0 == " " }
      if rest.hasPrefix("#") { places.append(path.map(\.key).joined(separator: ".")) }
      // `messages: { code: { subject: Ihr Code, text: } }`
      if rest.contains("text: }") { places.append("messages.code.text") }
    }
    return places
  }

  @Test func `all verbs name the same messages as missing, shipped and the tenant's own, wherever words stand`() throws
  {
    let folder = try Tenants.folder([
      "a/tenant.yaml": "tenant: a\nattributes:\n  email: { type: email, identifier: true, label: Address }\n",
      "a/ask.yaml": Self.sending,
      "a/messages/hello.en.txt": "---\nsubject: Hello from {{ tenant }}\n---\nHello.\n",
    ])
    let hello: Set = ["messages.hello.subject", "messages.hello.text"]
    let code: Set = ["messages.code.subject", "messages.code.text"]
    func expect(_ tag: String, _ keys: Set<String>) throws {
      for (verb, found) in try Self.missing(tag, in: folder) { #expect(found == keys, "\(verb) in \(tag)") }
    }
    folder.write("a/locales/nl.yaml", "attributes: { email: { label: Adres } }\n")
    folder.write("a/locales/de.yaml", "attributes: { email: { label: Adresse } }\n")
    // Codes ship in German; where the tenant has its own in English, it needs those as well.
    try expect("nl", hello.union(code))
    try expect("de", hello)
    folder.write("a/messages/code.en.txt", "---\nsubject: Code\n---\n{{ code }}\n")
    try expect("de", hello.union(code))
    folder.write("a/messages/hello.de.txt", "---\nsubject: Hallo\n---\nHallo.\n")
    try expect("de", code)
    folder.write(
      "a/locales/nl.yaml",
      "messages:\n  hello: { subject: Hallo van '{tenant}', text: Hallo. }\n".replacing("'{tenant}'", with: "de club"))
    try expect("nl", code)
    // Half of a message is none.
    folder.write("a/locales/de.yaml", "messages: { code: { subject: Ihr Code } }\n")
    try expect("de", ["messages.code.text"])
    // A language of messages alone is one of the tenant's as well.
    folder.write("a/messages/code.pt.txt", "---\nsubject: Código\n---\n{{ code }}\n")
    let status = try usher("locales", "status", "a", in: folder).output
    #expect(status.contains("  pt: 0 of 2\n    missing: messages.hello.subject  Hello from {tenant}\n"), "\(status)")
    #expect(try usher("check", "a", in: folder).output.contains("in `pt` there are no words for `hello`"))
    // What stands below `messages` is sent, also of a kind of the tenant's own.
    #expect(try usher("preview", "a", in: folder).status == 0)
    #expect(try #require(folder.read("preview/messages/hello.email.nl.html")).contains("Hallo van de club"))
  }

  @Test func `translators go by the words that people read now`() throws {
    let folder = try Tenants.folder([
      "a/tenant.yaml":
        "tenant: a\nattributes:\n  email: { type: email, identifier: true }\n  name: { type: string }\n",
      "a/ask.yaml": Self.sending.replacing("email: required }", with: "email: required, name: required }"),
      "a/messages/hello.en.txt": "---\nsubject: Hello\n---\nHello {{ attributes.name }}.\n",
      "a/messages/code.en.txt": "---\nsubject: Your code for the club\n---\nIt is {{ code }}, for {{ lifetime }}.\n",
      "a/locales/en.yaml": "words: { event: { submit: Send it } }\nerrors: { busy: We are full. }\n",
    ])
    let po = try usher("locales", "export", "a", "nl", in: folder).output
    for (key, words) in [
      ("words.event.submit", "Send it"), ("errors.busy", "We are full."),
      ("messages.code.subject", "Your code for the club"), ("messages.code.text", "It is {code}, for {lifetime}."),
      ("messages.hello.text", "Hello {{ attributes.name }}."), ("words.event.resend", "Resend"),
    ] {
      #expect(po.contains("msgctxt \"\(key)\"\nmsgid \"\(words)\"\n"), "\(key): \(po)")
    }
    #expect(
      po.contains(
        "have them written as messages/hello.nl.txt; other values stand in one pair of braces\n#: a/messages/hello.en.txt:1\n"
      ))
    _ = try usher("locales", "extract", "a", "nl", in: folder)
    let file = try #require(folder.read("a/locales/nl.yaml"))
    #expect(
      file.contains("submit:  # Send it\n") && file.contains("text:  # It is {code}, for {lifetime}.\n"), "\(file)")
    folder.write(
      "nl.po",
      po.replacing("msgid \"Send it\"\nmsgstr \"", with: "msgid \"Send it\"\nmsgstr \"Versturen").replacing(
        "msgid \"We are full.\"\nmsgstr \"", with: "msgid \"Too many\"\nmsgstr \"Vol"))
    let taken = try usher("locales", "import", "a", "nl", "--file", "nl.po", in: folder)
    #expect(taken.output == "a/locales/nl.yaml: 2 texts written, 1 to be looked at\n", "\(taken)")
    #expect(taken.errors.contains("errors.busy: the words have changed since"), "\(taken)")
  }
}
