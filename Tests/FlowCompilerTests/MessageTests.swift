import FlowExpression
import FlowSource
import TestSupport
import Testing

@testable import FlowCompiler
@testable import FlowModel

/// Words of messages as the compiler reads them.
@Suite struct MessageTests {
  static let flow = """
    flow: prove
    lifetime: 30m
    start: identify
    states:
      identify:
        page: Your address
        fields: { email: required, givenName: optional, kind: optional, news: optional, phone: optional }
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
  static let tenant = """
    tenant: contoso
    attributes:
      email: { type: email, identifier: true }
      givenName: { type: string }
      kind: { type: choice, of: [student, teacher] }
      news: { type: boolean }
      pin: { type: string, secret: true }
      phone: { type: phone, region: CZ }
    links: { base: https://app.example.com/auth, also: [https://www.example.com] }

    """

  /// The problems of a tenant with these files of messages, as `CODE line:column`; but for what nobody uses or says.
  private func problems(_ messages: KeyValuePairs<String, String>) -> [String] {
    let compilation = Self.compile(messages)
    return compilation.diagnostics.filter { !["U123", "U302"].contains($0.code) }.map { problem in
      let place = compilation.sources.file(problem.span)?.position(problem.span.start)
      return "\(problem.code) \(place?.line ?? 0):\(place?.column ?? 0)"
    }
  }

  static func compile(_ messages: KeyValuePairs<String, String>) -> Compilation {
    let files = [("tenant.yaml", tenant), ("prove.yaml", flow)] + messages.map { ("messages/" + $0.key, $0.value) }
    return Compiler.compile(
      sources: [TenantSources(path: "t", files: files.map { SourceText(path: "t/" + $0.0, text: $0.1) })])
  }

  private func text(_ body: String) -> String { "---\nsubject: Your code\n---\n\(body)" }

  /// What a message says to whom the run has these values of.
  private func said(_ body: String, _ attributes: [String: Value] = [:]) throws -> String {
    let table = try #require(
      Self.compile(["code.en.txt": text(body)]).tenants.first?.table, "\(problems(["code.en.txt": text(body)]))")
    var values = MessageValues(tenant: "contoso", application: nil) { slot in
      attributes[table.attributes[Int(slot - firstAttributeSlot)].name]
    }
    values.form = { slot, text in table.attributes[Int(slot - firstAttributeSlot)].compared(text) }
    (values.code, values.lifetime) = ("12345678", 600)
    return try #require(table.messages.first).words(values).text
  }

  @Test func `a line on which nothing but a branch stands is none of the message`() throws {
    let body = """
      {{ if attributes.givenName }}
      Hello {{ attributes.givenName }},
      {{ else }}
      Hello,
        {{ end }}

      {{ if attributes.kind == "student" }}dear student, {{ end }}your code is {{code}}.

      """
    #expect(try said(body) == "Hello,\n\nyour code is 12345678.")
    #expect(
      try said(body.replacing("\n", with: "\r\n"), ["givenName": .string("Ada"), "kind": .string("student")])
        == "Hello Ada,\n\ndear student, your code is 12345678.")
  }

  @Test(arguments: [
    ("{{ code", "U612 4:1"), ("{{ code }", "U612 4:1"), ("{{ }} {{ code }}", "U612 4:1"),
    ("{{ code }} {{ if attributes.kind }}", "U612 4:12"), ("{{ code }} {{ end }}", "U612 4:12"),
    ("{{ code }} {{ else }}", "U612 4:12"), ("{{ code | upper }}", "U612 4:1"),
    ("{{ for x in y }} {{ code }}", "U612 4:1"),
    ("{{ if attributes.kind = 3 }}{{ code }}{{ end }} {{ code }}", "U612 4:1"),
    ("{{ code }} {{ if attributes.kind == student }}a{{ end }}", "U612 4:12"),
    ("{{ code }} www.evil.example", "U618 4:12"), ("{{ code }} (WWW.evil.example/x)", "U618 4:13"),
    ("code }} {{ code }}", "U612 4:6"), ("{ code }} {{ code }}", "U612 4:1"), ("{{ code }}}}", "U612 4:11"),
    ("{{ code }} {{ if attributes.email == \"ada\" }}a{{ end }}", "U613 4:38"),
    ("{{ code }} {{ if attributes.givenName == \"\u{2067}\" }}a{{ end }}", "U613 4:42"),
    ("{{ code }} {{ link }}", "U613 4:15"), ("{{ code }} {{ nonsense }}", "U613 4:15"),
    ("{{ code }} {{ attributes.nobody }}", "U613 4:15"), ("{{ code }} {{ kind }}", "U613 4:15"),
    ("{{ code }} {{ if attributes.news }}{{ attributes.news }}{{ end }}", "U613 4:39"),
    ("{{ code }} {{ if attributes.kind == \"pupil\" }}a{{ end }}", "U613 4:37"),
    ("{{ code }} {{ attributes.givenName }}", "U614 4:15"),
    ("{{ code }} {{ if attributes.kind }}{{ attributes.givenName }}{{ end }}", "U614 4:39"),
    ("{{ code }} {{ if attributes.kind }}a{{ else }}{{ attributes.kind }}{{ end }}", "U614 4:50"),
    ("{{ code }} {{ attributes.pin }}", "U615 4:15"), ("Hello", "U621 1:1"),
    ("{{ if attributes.kind }}{{ code }}{{ end }}", "U621 1:1"),
    ("{{ code }} see https://app.example.net/", "U618 4:16"), ("{{ code }} HTTP://app.example.com", "U618 4:12"),
    ("{{ code }} https://{{ attributes.email }}/", "U618 4:12"),
    ("{{ code }} https://www.example.com:8443/", "U618 4:12"),
  ])
  func `what a text must not say is told at its place, once`(_ body: String, _ expected: String) {
    #expect(problems(["code.en.txt": text(body)]) == [expected])
  }

  @Test(arguments: [
    "{{ code }}", "{{code}} } } { {", "{{ code }} می\u{200C}خواهم 👩\u{200D}💻 \u{200F}",
    "{{ code }} https://app.example.com, https://WWW.example.com/imprint.",
    "{{ code }} www.example.com, www.example.com/help. mail@www.evil.example wwwow.example my-www.nowhere.example",
    "{{ if attributes.kind }}{{ code }}{{ else }}{{ code }}{{ end }}",
    "{{ code }} {{ attributes.email }} {{ tenant }} {{ application }}",
    "{{ code }} (https://app.example.com:443/a?b={{ attributes.email }})",
  ])
  func `what a text may say is not told of`(_ body: String) { #expect(problems(["code.en.txt": text(body)]) == []) }

  @Test(arguments: [
    ("---\nsubjct: x\n---\n{{ code }}", "U612 2:1"), ("---\nsubject: x\n{{ code }}", "U612 1:1"),
    ("---\nsubject:\n---\n{{ code }}", "U612 2:1"), ("{{ code }}", "U612 1:1"),
    ("---\nsubject: a\nsubject: b\n---\n{{ code }}", "U612 3:1"), ("---\npreheader: a\n---\n{{ code }}", "U612 2:1"),
    ("---\nsubject: a\nparts: many\n---\n{{ code }}", "U612 3:8"),
    ("---\nsubject: \"{{ code }}\"\n---\n{{ code }}", "U615 2:14"),
    ("---\nsubject: a # b\n---\n{{ code }}", "U612 2:12"), ("---\nsubject: \"a\n---\n{{ code }}", "U612 2:10"),
    ("---\nsubject: 'it''s'\n---\n{{ code }}", "U612 2:10"),
    ("---\nsubject: \"a\\n\"\n---\n{{ code }}", "U612 2:10"), ("---\nsubject: 'a' b\n---\n{{ code }}", "U612 2:10"),
    ("---\nsubject: a\n---\n{{ code }} \u{202E}", "U612 4:12"),
    ("---\nsubject: a\n---\n{{ code }} \u{9B}", "U612 4:12"),
    ("---\nsubject: a\n---\n{{ code }} \u{200B}", "U612 4:12"), ("---\nsubject: a }}\n---\n{{ code }}", "U612 2:12"),
    ("---\nsubject: a\n---\n{{ code }} \u{2060}b\u{200B}", "U612 4:12"),
    ("---\nsubject: a\n---\n", "U612 1:1"), ("---\nsubject: a\n---\n{{ code }}\u{1}", "U612 4:11"),
  ])
  func `the front matter is read as strictly`(_ file: String, _ expected: String) {
    #expect(problems(["code.en.txt": file]).first == expected)
  }

  @Test func `a text message has no subject, and quotes are none of one`() throws {
    #expect(problems(["code.sms.en.txt": text("{{ code }}")]).contains("U612 2:1"))
    #expect(problems(["code.en.txt": text("{{ code }}"), "code.sms.en.txt": "{{ code }}"]) == ["U619 1:1"])
    let file = "---\nsubject: 'a # \"b\"'\n---\n{{ code }}"
    let table = try #require(Self.compile(["code.en.txt": file]).tenants.first?.table)
    #expect(table.messages.first?.subject.parts == [.literal("a # \"b\"")])
  }

  @Test(arguments: [
    ("code.txt", "U611"), ("code.en.md", "U611"), ("code.en_US.txt", "U611"), ("code.EN.txt", "U611"),
    ("code.fax.en.txt", "U611"),
    ("code.en.sms.txt", "U611"), ("1.en.txt", "U611"), ("code.sms.en.html", "U611"), ("link.en.txt", "U619"),
    ("notes", "U611"),
  ])
  func `a file whose name says nothing is refused`(_ name: String, _ code: String) {
    #expect(
      problems(["code.en.txt": text("{{ code }}"), name: text("{{ code }}")]).map { $0.prefix(4) } == [code[...]])
  }

  // MARK: Pages

  private func page(_ body: String) -> [String] {
    problems(["code.en.txt": text("{{ code }}"), "code.en.html": "<body>{{ code }}\n\(body)</body>"])
  }

  @Test(arguments: [
    ("<p title={{ tenant }}>x</p>", "U617"), ("<p style=\"color:{{ tenant }}\">x</p>", "U617"),
    ("<p onclick=\"{{ tenant }}\">x</p>", "U616"), ("<!-- {{ tenant }} -->", "U617"), ("<{{ tenant }}>", "U617"),
    ("<p {{ tenant }}>x</p>", "U617"), ("<p {{ tenant }}=\"x\">x</p>", "U617"), ("<style>{{ tenant }}</style>", "U617"),
    ("<a href=\"{{ tenant }}\">x</a>", "U617"), ("<a href=\"https://{{ tenant }}/\">x</a>", "U617"),
    ("<img src=\"https://app.example.com{{ tenant }}\">", "U617"), ("<meta content=\"{{ tenant }}\">", "U617"),
    ("<a href=\"javascript:alert(1)\">x</a>", "U618"), ("<a href=\"//app.example.com\">x</a>", "U618"),
    ("<img src=\"logo.png\">", "U618"), ("<a href=\" https://evil.example\">x</a>", "U618"),
    ("<a href=\"https&#58;//evil.example\">x</a>", "U618"),
    ("<p style=\"background:url(https://evil.example/a)\">x</p>", "U618"),
    ("<style>@import \"https://evil.example/a\";</style>", "U618"),
    ("<script>alert(1)</script>", "U616"), ("<SCRIPT src=\"https://app.example.com/\"></SCRIPT>", "U616"),
    ("<svg></svg>", "U616"), ("<b>x", "U616"), ("</b>", "U616"), ("<b><i>x</b></i>", "U616"),
    ("<p class=a\"b>x</p>", "U616"),
    ("<p class=\"a\" class=\"b\">x</p>", "U616"), ("<p class=\"a\"id=\"b\">x</p>", "U616"), ("a < b", "U616"),
    ("<!-- a", "U616"), ("<!-->x-->", "U616"), ("<!--->x-->", "U616"), ("<!-- a --!> -->", "U616"),
    ("<input/>", "U616"), ("<style>a</style/>", "U616"),
    ("<p title=\"a", "U616"), ("<div/>", "U616"), ("<p a=>x</p>", "U616"), ("<style>a", "U616"), ("</>", "U616"),
    ("<?php ?>", "U616"),
    ("{{ if attributes.kind }}<b>{{ end }}x</b>", "U616"),
    ("&#x202e;moc.elpmaxe", "U612"), ("<p title=\"&#8238\">x</p>", "U612"), ("<p>a\u{200B}b</p>", "U612"),
    ("<p>a }}</p>", "U612"), ("<p title=\"{ tenant }}\">x</p>", "U612"),
    ("<div style=\"display: NONE !important\"><p>{{ code }}</p></div>", "U615"), ("<p hidden>{{ code }}</p>", "U615"),
    ("<p style='opacity:0.0'>{{ code }}</p>", "U615"), ("<p hidden=\"\"><b>a</b>{{ code }}</p>", "U615"),
    ("{{ if attributes.kind }}<p hidden>{{ else }}<p>{{ end }}{{ code }}</p>", "U615"),
    ("<p title=\"{{ if attributes.kind }}a\"{{ end }}>x</p>", "U616"),
  ])
  func `where a value is not safe, or nothing is sure, a page is refused`(_ body: String, _ code: String) {
    #expect(page(body).map { $0.prefix(4) } == [code[...]], "\(page(body))")
  }

  @Test(arguments: [
    ("<p style=\"background:url(//evil.example/p)\">x</p>", "U618 2:26"),
    ("<p style=\"background:image-set('//evil.example/p' 1x)\">x</p>", "U618 2:33"),
    ("<p style=\"background:url(&#x2f;&#x2f;evil.example/p)\">x</p>", "U618"),
    ("<p style=\"background:url('/\t/evil.example/p')\">x</p>", "U618"),
    ("<p style=\"background:url(logo.png)\">x</p>", "U618 2:22"),
    ("<p style=\"background:url(https:evil.example/p)\">x</p>", "U618 2:26"),
    ("<p style=\"background:url('https://app.example.com;.evil.example/p')\">x</p>", "U618 2:27"),
    ("<p style=\"background:u\\72l(\\2f\\2f evil.example)\">x</p>", "U618"),
    ("<p style=\"background:url(data:image/png;base64,AA)\">x</p>", "U618"),
    ("<style>@import \"//evil.example/a\";</style>", "U618 2:17"),
    ("<style>@import url(\"ftp://evil.example/a\");</style>", "U618"),
    ("<style>@font-face { src: url( '//evil.example/a' ) }</style>", "U618 2:32"),
    ("<style>a { color: {{ if attributes.kind }}red{{ end }} }</style>", "U617"),
    ("<!--[if mso]><a href=\"https://evil.example\">x</a><![endif]-->", "U616 2:5"),
    ("<!-- [if mso]><a href=\"https://evil.example\">x</a><![endif]-->", "U616"),
    ("<![if !mso]>x<![endif]>", "U616 2:3"), ("<!-x>", "U616"), ("<!-- <p> -->", "U616"),
    ("<a href=\"mailto:x@evil.example?body={{ code }}\">x</a>", "U617 2:40"),
    ("<a href=\"tel:+48900{{ code }}\">x</a>", "U617 2:23"), ("tel:+48900{{ code }}", "U618 2:1"),
    ("<a href=\"https://app.example.com/?c={{ code }}\">x</a>", "U617"),
    ("<p onclick=\"go()\">x</p>", "U616 2:10"), ("<p OnMouseOver=go()>x</p>", "U616"),
    ("<img src=\"https://app.example.com/a\" onerror=\"go()\">", "U616"),
    ("<a href=\"java\tscript:alert(1)\">x</a>", "U618"), ("<a href=\"&#x2f;&#x2f;evil.example\">x</a>", "U618"),
    ("<a href=\"https:\\\\evil.example\">x</a>", "U618"), ("<a href=\"h\nttps://evil.example\">x</a>", "U618"),
    ("<a href=\"https://app.example.com\t.evil.example/\">x</a>", "U618 2:10"),
    ("<a href=\"https://app.example.com'@evil.example/\">x</a>", "U618"),
    ("<a href=\"https://app.example.com&#64;evil.example/\">x</a>", "U618"),
    ("<a href=\"https://app.example.com;.evil.example/\">x</a>", "U618"),
    ("<a href=\"https://app.example.com\u{E9}.evil.example/\">x</a>", "U618"),
    ("<a href=\"https://app.example.com\\@evil.example/\">x</a>", "U618"),
    ("<a href=\"https://app.example.com{{ if attributes.kind }}.evil.example{{ end }}/\">x</a>", "U617"),
    ("https://app.example.com'@evil.example/", "U618 2:1"), ("<p>www.evil.example</p>", "U618 2:4"),
    ("<img srcset=\"//evil.example/p 2x\">", "U616"), ("<image src=\"//evil.example/p\">x</image>", "U618"),
    ("<link rel=\"stylesheet\">", "U616"), ("<base target=\"x\">", "U616"),
    ("<meta http-equiv=\"refresh\" content=\"0;url=//evil.example\">", "U616 2:25"),
    ("<meta http-equiv=refresh content=\"0;url=//evil.example\">", "U616"),
    ("<svg><a xlink:href=\"//evil.example\">x</a></svg>", "U616"), ("<a xlink:href=\"//evil.example\">x</a>", "U616"),
    ("<object data=\"//evil.example\"></object>", "U616"), ("<p data=\"//evil.example\"></p>", "U616"),
    ("<img lowsrc=\"//evil.example\">", "U616"), ("<a ping=\"//evil.example\">x</a>", "U616"),
  ])
  func `what leads elsewhere is seen, however it is written`(_ body: String, _ expected: String) {
    let found = page(body)
    #expect(found.count == 1 && found.first?.hasPrefix(expected) == true, "\(found)")
  }

  @Test func `a text hides no host, and no link carries its secret`() {
    for (body, place) in [
      ("{{ code }} https://app.example.com'@evil.example/", "U618 4:12"), ("{{ code }} tel:+48{{ code }}", "U618 4:12"),
      ("{{ code }} mailto:a@evil.example?body={{ code }}", "U618 4:12"),
      ("{{ code }} https://app.example.com/{{ code }}", "U618 4:12"),
      ("{{ code }} https://app.example.com{{ if attributes.kind }}.evil.example{{ end }}", "U618 4:12"),
    ] { #expect(problems(["code.en.txt": text(body)]) == [place], "\(body)") }
  }

  @Test(arguments: [
    "<p title=\"{{ tenant }}\" lang='{{ tenant }}'>{{ attributes.email }}</p>",
    "<br><br/><hr /><img src=\"https://www.example.com/a.png\" alt=\"\">",
    "<!----><!-- - -- a [b] <p> -->x", "<ul><li>a<li>b</ul><table><tr><td>x<td>y</table>",
    "<p style=\"background:url(&quot;https://www.example.com/a.png&quot;);mask:url(#a)\">x</p>",
    "<style>/* a *//* b */\n.a { background: url( 'https://www.example.com/a' ) }</style>",
    "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">",
    "<p>https://www.example.com, (https://www.example.com/a;b) and https://www.example.com.</p>",
    "<a href=\"https://app.example.com/?a={{ attributes.email }}#b\">x</a>",
    "<a href=\"mailto:help@example.com?subject={{ tenant }}\">x</a>",
    "<style>@media (x) { a { b: c }}</style>", "{{ if attributes.kind }}<b>a</b>{{ else }}<i>b</i>{{ end }}",
    "<p title=\"{{ if attributes.kind }}a{{ end }}\">x</p>", "<P CLASS='a'>&lt; &amp;</p>",
    "<input-like>x</input-like>",
    "<p style=\"opacity:0.9;display:none;display:block\">{{ code }}</p><p hidden>a</p><p>{{ code }}</p>",
    "<table><tr><td style=\"font-size:0px\"><p style=\"font-size:16px\">{{ code }}</p></td></tr></table>",
    "<div style=\"display:none\">Hello&#8203;&zwnj;&nbsp;&#x200f;</div>&#150;",
    "<a href=\"HTTPS://app.example.com/\">x</a><a href=\"Mailto:a@example.com\">y</a>",
    "<style>@media (x) { a { b: c }}</style>{{ tenant }}",
    "<a href=\"#top\">x</a><a href=\"tel:+420601123456\">y</a>",
    "<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\"></html>",
  ])
  func `what mail programs understand is read`(_ body: String) { #expect(page(body) == []) }

  @Test func `values in a page are written for their places`() throws {
    let html = """
      ---
      preheader: Code for {{ attributes.email }} & you
      ---
      <!DOCTYPE html>
      <html><head><title>{{ tenant }}</title></head><body class="x">
      <a href="https://app.example.com/?m={{ attributes.email }}" title="{{ attributes.email }}">{{ code }}</a>
      </body></html>
      """
    let table = try #require(
      Self.compile(["code.en.txt": text("{{ code }}"), "code.en.html": html]).tenants.first?.table)
    var values = MessageValues(tenant: "a<b", application: nil) { _ in .string("\"<x>&'@e.example") }
    values.code = "123"
    let page = try #require(table.messages.first?.words(values).html)
    let name = "&#34;&lt;x&gt;&amp;&#39;@e.example"
    #expect(page.contains("<title>a&lt;b</title>") && page.contains("title=\"\(name)\">123</a>"))
    #expect(page.contains("?m=%22%3Cx%3E%26%27%40e.example\""))
    #expect(page.contains("<body class=\"x\"><div style=\"display:none;"))
    #expect(page.contains(">Code for \(name) &amp; you</div>\n<a href"))
  }

  @Test(arguments: [
    ("<title>{{ code }}</title>", "the code is said here where nobody sees it"),
    ("<p title=\"{{ code }}\">x</p>", "the code is said here where nobody sees it"),
    ("<p hidden><b title=\"{{ code }}\">x</b></p>", "the code is said here where nobody sees it"),
    ("<p>{{ if attributes.kind }}{{ code }}{{ end }}</p>", "the code is said here in some messages, and not in all"),
  ])
  func `what a page does not show is not said there`(_ body: String, _ message: String) {
    let found = Self.compile(["code.en.txt": text("{{ code }}"), "code.en.html": body]).diagnostics
    #expect(found.filter { $0.code == "U621" }.map(\.message) == [message])
  }

  @Test func `a value that lost a brace is written by an edit`() throws {
    let file = text("{ code }} {{ code }}")
    let problem = try #require(Self.compile(["code.en.txt": file]).diagnostics.first { $0.code == "U612" })
    let edit = try #require(problem.edit)
    #expect(String(decoding: edit.applied(to: Array(file.utf8)), as: UTF8.self) == text("{{ code }} {{ code }}"))
  }

  @Test func `an attribute is compared as its type compares`() throws {
    let body =
      "{{ code }}{{ if attributes.email == \"Ada@EXAMPLE.com\" }} Ada{{ end }}{{ if attributes.givenName == \"Ada\" }}!{{ end }}"
    #expect(try said(body, ["email": .string("ada@example.com"), "givenName": .string("Ada")]) == "12345678 Ada!")
    #expect(try said(body, ["email": .string("eve@example.com"), "givenName": .string("ada")]) == "12345678")
    let phone = "{{ code }}{{ if attributes.phone == \"601 123 456\" }} yes{{ end }}"
    #expect(try said(phone, ["phone": .string("+420601123456")]) == "12345678 yes")
    #expect(try said(phone, ["phone": .string("+420601123457")]) == "12345678")
  }

  @Test func `a page stands beside a text, and a language has words for all that is sent`() {
    #expect(problems(["code.en.html": "{{ code }}"]) == ["U620 1:1"])
    #expect(problems(["code.en.txt": text("{{ code }}"), "code.fi.txt": text("{{ code }}")]) == [])
  }

  // MARK: Text messages

  @Test(arguments: [
    (String(repeating: "a", count: 160), 1), (String(repeating: "a", count: 161), 2),
    (String(repeating: "[", count: 80), 1),
    (String(repeating: "€", count: 81), 2), (String(repeating: "č", count: 70), 1),
    (String(repeating: "č", count: 71), 2),
    (String(repeating: "a", count: 306), 2), (String(repeating: "a", count: 307), 3),
    (String(repeating: "😀", count: 35), 1),
    (String(repeating: "😀", count: 36), 2), (String(repeating: "č", count: 134), 2),
    (String(repeating: "č", count: 135), 3), ("", 1),
  ])
  func `text messages are counted in parts`(_ text: String, _ parts: Int) {
    #expect(TextMessageSize(text).parts == parts)
  }

  // MARK: Anything

  @Test(arguments: 0..<6)
  func `whatever stands in messages, the compiler answers`(_ seed: Int) {
    var dice = Dice(UInt64(seed) &+ 900)
    let tokens = [
      "{{", "}}", "{{ code }}", "{{ if attributes.kind }}", "{{ else }}", "{{ end }}", "<", ">", "\"", "'", "<p>",
      "</p>", "<!--", "-->",
      "<style>", "</style>", "=", "/", "---", "\n", "\r\n", "subject: x", "preheader: {{ link }}", "<a href=\"",
      "https://", "{{ attributes.givenName }}",
      "é", "\u{0}", "&", "<body>", "<title", "{{ if attributes.kind == \"", " ", "\t", "😀", "<b ", "xmlns", "on",
      "{{ if", "</",
    ]
    for _ in 0..<300 {
      func text(_ count: ClosedRange<Int>) -> [UInt8] {
        var bytes = Array(
          (0..<Int.random(in: count, using: &dice)).flatMap { _ in
            Array((tokens.randomElement(using: &dice) ?? "").utf8)
          })
        if !bytes.isEmpty, Int.random(in: 0..<3, using: &dice) == 0 {
          bytes[Int.random(in: bytes.indices, using: &dice)] = UInt8.random(in: .min ... .max, using: &dice)
        }
        return bytes
      }
      let start = Bool.random(using: &dice) ? Array("---\nsubject: a\n---\n".utf8) : []
      let files = [
        SourceText(path: "t/tenant.yaml", text: Self.tenant), SourceText(path: "t/prove.yaml", text: Self.flow),
        SourceText(path: "t/messages/code.en.txt", bytes: start + text(0...30)),
        SourceText(path: "t/messages/code.en.html", bytes: text(0...60)),
      ]
      let compilation = Compiler.compile(sources: [TenantSources(path: "t", files: files)])
      #expect(compilation.hasErrors == (compilation.tenants.first?.table == nil))
      for problem in compilation.diagnostics {
        guard let file = compilation.sources.file(problem.span), Int(problem.span.end) <= file.bytes.count else {
          Issue.record("\(problem.code) is nowhere: \(problem.message)")
          continue
        }
      }
      guard let table = compilation.tenants.first?.table else { continue }
      let again = try? TableFile.read(TableFile.write(table).bytes).table
      #expect(again?.messages == table.messages)
      let values = MessageValues(tenant: "a", application: nil) { _ in .string("<\"'&>") }
      for template in table.messages { _ = template.words(values) }
    }
  }

  /// What is not linear would take minutes.
  @Test func `the largest files are read to their end`() {
    let limit = MessageFile.limit - 100
    for token in [
      "{{ if attributes.kind }}\n", "<b>", "<", "{{", "{{ code }}", "\n", " ", "<b a=\"", "https://", "<!--", "-",
      "<style></", "{%", "{ a }}", "&#",
    ] {
      let body = String(repeating: token, count: limit / token.utf8.count)
      #expect(Self.compile(["code.en.txt": text(body), "code.en.html": body]).tenants.count == 1, "\(token)")
    }
  }
}
