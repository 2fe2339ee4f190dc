import Glibc
import TestSupport
import Testing

/// `usher preview`: messages and pages to look at.
@Suite struct PreviewTests {
  /// What Python's parser makes of the pages of a folder: for each its path, and what is wrong with it. There is no browser among
  /// the packages that tests have.
  private static let reader = """
    import html.parser, os, sys
    VOID = {"meta", "br", "hr", "img", "input", "link", "wbr"}
    class Page(html.parser.HTMLParser):
        def __init__(self):
            super().__init__()
            self.open, self.wrong, self.links, self.frames, self.policy = [], [], [], [], None
        def handle_starttag(self, tag, attributes):
            values = dict(attributes)
            if len(values) != len(attributes): self.wrong.append("twice in " + tag)
            if tag == "script" or any(name.startswith("on") for name in values): self.wrong.append("runs " + tag)
            if tag == "meta" and values.get("http-equiv") == "Content-Security-Policy": self.policy = values["content"]
            if tag == "a": self.links.append(values["href"])
            if tag == "iframe":
                if values.get("sandbox", "x"): self.wrong.append("no sandbox")
                self.frames.append(values["srcdoc"])
            if tag not in VOID: self.open.append(tag)
        def handle_endtag(self, tag):
            if not self.open or self.open.pop() != tag: self.wrong.append("closes " + tag)
    def read(text, frame):
        page = Page()
        page.feed(text)
        page.close()
        if page.open: page.wrong.append("open " + " ".join(page.open))
        if not frame and (page.policy or "").split(";")[0] != "default-src 'none'": page.wrong.append("no policy")
        for inner in page.frames: page.wrong += read(inner, True).wrong
        return page
    for folder, _, names in os.walk(sys.argv[1]):
        for name in names:
            path = os.path.join(folder, name)
            page = read(open(path, encoding="utf-8", newline="").read(), False)
            for link in page.links:
                if not os.path.isfile(os.path.normpath(os.path.join(folder, link))): page.wrong.append("leads nowhere: " + link)
            print(os.path.relpath(path, sys.argv[1]), len(page.frames), page.wrong)
    """

  @Test func `all messages and pages are there in all languages, and nothing of them runs`() throws {
    let folder = try TemporaryFolder()
    let result = try usher("preview", Repository.root + "/flows/native-auth", in: folder)
    #expect(result.status == 0 && result.output.hasSuffix("open preview/index.html\n"), "\(result.errors)")
    let read = try run("/usr/bin/python3", ["-c", Self.reader, "preview"], folder: folder.path)
    let lines = read.output.split(separator: "\n").map(String.init).sorted()
    #expect(lines.allSatisfy { $0.hasSuffix(" []") }, "\(read.output)\(read.errors)")
    for name in [
      "index.html 0", "messages/code.email.de.html 2", "messages/code.email.en.html 2", "messages/code.sms.de.html 0",
      "messages/code.sms.en.html 0", "pages/sign-up.en.html 0", "pages/errors.en.html 0",
    ] {
      #expect(lines.contains { $0.hasPrefix(name + " ") }, "\(name): \(lines)")
    }
    let german = try #require(folder.read("preview/messages/code.email.de.html"))
    #expect(german.contains("Ihr Code ist 12345678. Er gilt 10 Minuten."))
    #expect(try #require(folder.read("preview/pages/sign-up.en.html")).contains("Create your account"))
  }

  @Test func `hostile values are shown and do nothing`() throws {
    let folder = try Tenants.folder([
      "a/tenant.yaml":
        "tenant: a\nattributes:\n  email: { type: email, identifier: true }\n  name: { type: string }\n",
      "a/flow.yaml": Self.flow,
      "a/messages/code.en.txt": "---\nsubject: Hi {{ attributes.name }}\n---\n{{ attributes.name }}: {{ code }}\n",
      "a/messages/code.en.html": "<p title=\"{{ attributes.name }}\">{{ attributes.name }} {{ code }}</p>\n",
    ])
    #expect(try usher("preview", "a", "-o", "out", in: folder).status == 0)
    let page = try #require(folder.read("out/messages/code.email.en.html"))
    #expect(page.contains("&lt;script&gt;alert(&#39;") && !page.contains("<script"))
    let read = try run("/usr/bin/python3", ["-c", Self.reader, "out"], folder: folder.path)
    #expect(read.output.split(separator: "\n").allSatisfy { $0.hasSuffix(" []") }, "\(read.output)\(read.errors)")
  }

  private static let flow = """
    flow: prove
    lifetime: 30m
    start: identify
    states:
      identify:
        page: Your address
        fields: { email: required, name: required }
        then: { submit: send-code }
      send-code:
        do: code.send
        with: { to: email }
        then:
          sent: enter-code
          throttled: { to: enter-code, error: too_many_codes }
          undeliverable: { to: identify, error: invalid_username }
      enter-code:
        page: Enter the code
        fields: { code: required }
        then: { submit: verify-code, resend: send-code }
      verify-code:
        do: code.verify
        then:
          valid: proven
          invalid: { to: enter-code, error: invalid_code }
          expired: { to: enter-code, error: code_expired }
          exhausted: { to: enter-code, error: too_many_attempts }
      proven: { end: proven }

    """

  private static let browser = "/usr/bin/chromium"

  /// `.ci/run` has one; without, Python's parser is all that looks at previews.
  @Test(.enabled(if: access(browser, X_OK) == 0))
  func `a browser shows the mails in their frames, and refuses nothing that is in them`() throws {
    let folder = try TemporaryFolder()
    #expect(try usher("preview", Repository.root + "/flows/native-auth", in: folder).status == 0)
    let page = try #require(folder.read("preview/messages/code.email.de.html"))
    // The same without what stands in the frames.
    let parts = page.split(separator: "srcdoc=\"", omittingEmptySubsequences: false).map(String.init)
    let hollow = parts.enumerated().map {
      $0.offset == 0 ? $0.element : "\"" + $0.element.drop { $0 != "\"" }.dropFirst()
    }
    folder.write("preview/messages/hollow.html", hollow.joined(separator: "srcdoc=\""))
    func size(_ name: String) throws -> Int {
      let shown = try run(
        Self.browser,
        [
          "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--enable-logging=stderr",
          "--run-all-compositor-stages-before-draw", "--user-data-dir=\(folder.path)/profile",
          "--window-size=1100,3000",
          "--screenshot=\(folder.path)/\(name).png", "file://\(folder.path)/preview/messages/\(name).html",
        ], folder: folder.path)
      #expect(shown.status == 0 && !shown.errors.contains("CONSOLE"), "\(shown.errors)")
      return try #require(readFile("\(folder.path)/\(name).png")).count
    }
    let empty = try size("hollow")
    // A browser that has little time draws a page before its frames.
    var whole = 0
    for _ in 0..<5 where whole <= empty + 5_000 { whole = try size("code.email.de") }
    #expect(whole > empty + 5_000)
  }

  @Test func `an earlier preview is replaced, and nothing else`() throws {
    let folder = try Tenants.folder([
      "a/tenant.yaml": Tenants.tenant, "a/sign-up.yaml": Tenants.flow, "b/notes": "mine",
    ])
    #expect(try usher("preview", "a", in: folder).status == 0)
    folder.write("preview/pages/gone.en.html", "old")
    #expect(try usher("preview", "a", in: folder).status == 0)
    #expect(folder.read("preview/pages/gone.en.html") == nil)
    let refused = try usher("preview", "a", "-o", "b", in: folder)
    #expect(refused.status == 3 && refused.errors.contains("nothing was changed") && folder.read("b/notes") == "mine")
    #expect(try usher("preview", "a", "-o", "no/such/folder", in: folder).status == 3)
  }

  @Test func `a tenant with errors has no preview`() throws {
    let folder = try Tenants.folder(["a/tenant.yaml": Tenants.tenant, "a/sign-up.yaml": Tenants.brokenFlow])
    #expect(try usher("preview", "a", in: folder).status == 1 && access(folder.path + "/preview", F_OK) != 0)
  }

  @Test
  func `fields show their help, mails what mailboxes show, and each language what is said where something is wrong`()
    throws
  {
    let folder = try Tenants.folder([
      "a/tenant.yaml": """
      tenant: a
      attributes:
        email: { type: email, identifier: true, help: Where we can <reach> you, placeholder: 'ada@"x".example' }
        name: { type: string, min-length: 3, hint: As in your passport }

      """,
      "a/flow.yaml": Self.flow,
      "a/errors.yaml": Self.flow.replacing("flow: prove", with: "flow: errors"),
      "a/messages/code.en.txt": "---\nsubject: Hi\n---\n{{ code }}\n",
      "a/messages/code.en.html":
        "---\npreheader: For {{ attributes.name }} & you\n---\n<html><body><p>{{ code }}</p></body></html>\n",
      "a/locales/de.yaml": "errors: { busy: Viel los hier. }\n",
      "a/locales/ar.yaml": "words: { complaint: { text: اكتب نصا } }\n",
    ])
    let result = try usher("preview", "a", in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let read = try run("/usr/bin/python3", ["-c", Self.reader, "preview"], folder: folder.path)
    #expect(read.output.split(separator: "\n").allSatisfy { $0.hasSuffix(" []") }, "\(read.output)\(read.errors)")
    let page = try #require(folder.read("preview/pages/prove.en.html"))
    #expect(page.contains("<small>Where we can &lt;reach&gt; you</small>") && page.contains("As in your passport"))
    #expect(
      page.contains("placeholder=\"ada@&#34;x&#34;.example\"")
        || page.contains("placeholder=\"ada@&quot;x&quot;.example\""))
    let mail = try #require(folder.read("preview/messages/code.email.en.html"))
    #expect(mail.contains("<strong>Hi</strong> <small class=\"preheader\">For Ada &amp; you</small></p>"), "\(mail)")
    let english = try #require(folder.read("preview/pages/errors.en.html"))
    for text in ["Too many people are here", "Please give at least 8 characters.", "The code is wrong."] {
      #expect(english.contains(text), "\(text)")
    }
    let german = try #require(folder.read("preview/pages/errors.de.html"))
    #expect(german.contains("<td dir=\"auto\">Viel los hier.</td>") && german.contains("Bitte geben Sie"))
    let arabic = try #require(folder.read("preview/pages/errors.ar.html"))
    #expect(arabic.contains("<html lang=\"ar\" dir=\"rtl\">") && arabic.contains("اكتب نصا"))
    // A flow may be called so.
    #expect(try #require(folder.read("preview/pages/errors.flow.en.html")).contains("Enter the code"))
    let index = try #require(folder.read("preview/index.html"))
    for tag in ["en", "de", "ar"] { #expect(index.contains("href=\"pages/errors.\(tag).html\"")) }
  }
}
