import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime
@testable import FlowTerminal

@Suite struct RenderingTests {
  @Test func `no value can move the cursor or turn the text`() {
    #expect(safe("a\u{1B}[2Jb\r\n\u{9B}c\u{202E}d\u{7F}é✉") == "a\\u{1b}[2Jb\\r\\n\\u{9b}c\\u{202e}d\\u{7f}é✉")
  }

  @Test(arguments: [
    (true, [:], true, false), (true, ["LANG": "de_DE.UTF-8"], true, true),
    (true, ["LANG": "C.utf8", "LC_ALL": "C"], true, false), (true, ["NO_COLOR": "1", "LANG": "C.UTF-8"], false, false),
    (true, ["NO_COLOR": "", "LANG": "C.UTF-8"], true, true), (true, ["TERM": "dumb"], false, false),
    (false, ["LANG": "C.UTF-8"], false, false),
  ])
  func `colour needs a terminal that wants it`(
    isTerminal: Bool, environment: [String: String], hasColour: Bool, hasSigns: Bool
  ) {
    let style = TerminalStyle.choose(isTerminal: isTerminal) { environment[$0] }
    #expect(style == TerminalStyle(hasColour: hasColour, hasSigns: hasSigns))
  }

  func message(_ content: Message.Content) -> Message {
    Message(
      id: RandomID(high: 1, low: 2), time: 0, tenant: "contoso", channel: .email, to: "a@b.c", flow: "sign-up",
      content: content)
  }

  @Test func `what somebody asks for goes before what the terminal is`() {
    #expect(TerminalStyle.choose(isTerminal: true, hasColour: false) { _ in nil } == TerminalStyle())
    #expect(TerminalStyle.choose(isTerminal: false, hasColour: true) { $0 == "TERM" ? "dumb" : nil }.hasColour)
  }

  @Test(arguments: [
    ("short", "short"), ("  one two three four five", "  one two three four\n  five"),
    ("\u{1B}[31m! one two three four\u{1B}[0m", "\u{1B}[31m! one two three four\u{1B}[0m"),
    ("see https://app.example.com/auth?token=abc now", "see\nhttps://app.example.com/auth?token=abc\nnow"),
    ("一二三四五 六七八九十 一", "一二三四五\n六七八九十 一"), ("a\n\nb\n", "a\n\nb\n"),
  ]) func `a line is no wider than the screen, and no word is broken`(text: String, expected: String) {
    #expect(wrapped(text, to: 20) == expected)
  }

  @Test func `a development message is a framed block`() {
    let plain = DevelopmentMail(style: TerminalStyle())
    #expect(
      plain.render(message: message(.code("12345678", lifetime: 600))) == """
        +- Mail to a@b.c (Sign up)
        | Your code is 12345678. It is valid for 10 minutes.
        +------------------------------

        """)
    let link = plain.render(
      message: message(.link(token: "s3cret", tokenId: "id1", url: "https://x/y?z", lifetime: 1)))
    #expect(link.contains("| https://x/y?z\n| Token id: id1\n| Token: s3cret\n"))
    #expect(link.contains("valid for 1 second:"))
    let signs = DevelopmentMail(style: TerminalStyle(hasColour: true, hasSigns: true))
    #expect(signs.render(message: message(.code("1", lifetime: 60))).contains("✉ Mail to a@b.c"))
  }

  @Test func `the end says that it goes on in a browser`() {
    let end = Reply.EndView(name: "browser-required", redirect: "Sign up\u{1B}[2J at our web site.")
    #expect(
      ReplyRenderer(style: TerminalStyle()).end(end).last
        == "  To be gone on with in a browser: Sign up\\u{1b}[2J at our web site.")
  }

  @Test func `the end says what was created and granted`() {
    let token = String(repeating: "x", count: 200)
    let reply = Reply.end(
      "completed", grants: ["sign-in": .string(token)],
      result: [
        "email": "a@b.c", "account": ["id": "42"], "tokens": ["access": .string(token)], "interests": ["a", "b"],
      ])
    let lines = ReplyRenderer(style: TerminalStyle()).end(reply.end ?? .init(name: "none"))
    #expect(
      lines == [
        "", "== Completed ==", "  Email: a@b.c", "  Account, Id: 42",
        "  Tokens, Access: xxxxxxxxxxxxxxxx... (200 characters, whole with --json)", "  Interests: a, b",
        "  Grant for sign-in: \(token)",
      ])
  }

  @Test func `what stands around a message is in its language, where a person reads it`() {
    let mail = DevelopmentMail(style: TerminalStyle()) { StandardWords(for: $0) }
    for (tag, head) in [
      ("de", "E-Mail an a@b.c (Sign up)"), ("cs", "E-mail pro a@b.c (Sign up)"), ("ja", "a@b.c へのメール (Sign up)"),
      ("fi", "Mail to a@b.c (Sign up)"),
    ] {
      var message = message(.link(token: "s3cret", tokenId: "id1", url: "https://x/y?z", lifetime: 1))
      message.words.locale = LanguageTag(tag) ?? .english
      let shown = mail.render(message: message)
      #expect(shown.hasPrefix("+- \(head)\n"), "\(shown)")
      let label = StandardWords(for: message.words.locale).text(.labelTokenId)
      #expect(shown.contains("| \(label): id1\n"), "\(shown)")
    }
  }
}
