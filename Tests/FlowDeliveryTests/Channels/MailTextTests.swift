import FlowModel
import FlowRuntime
import TestSupport
import Testing

@testable import FlowDelivery

/// The words of a mail's header and body, as Python's email library reads them.
@Suite struct MailTextTests {
  /// What Python makes of a mail: of each header that is asked for a line, and then the text.
  private func read(_ mail: String, _ headers: String...) throws -> [String] {
    let script = """
      import email, email.policy, sys
      mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
      for name in sys.argv[1:]: print(ascii(str(mail[name])))
      print(ascii(mail.get_content()))
      print(len(mail.defects), list(mail.keys()))
      """
    let result = try run("/usr/bin/python3", ["-c", script] + headers, input: mail)
    #expect(result.status == 0, "\(result.errors)")
    return result.output.split(separator: "\n").map(String.init)
  }

  private func mail(_ text: String, subject: String) -> String {
    HeaderField("Subject", text: subject).line
      + "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
      + quotedPrintable(text) + "\r\n"
  }

  @Test(arguments: [
    "Your code", "", "Müller & Söhne: Ihr Code", "コードはこちら、有効期限は十分です。お早めにご入力くださいませ。ありがとうございます",
    "a\r\nBcc: eve@example.com", "a\nBcc: eve@example.com", "=?utf-8?B?QmNj?=", String(repeating: "long ", count: 60),
    "👩‍👩‍👧‍👦 family", "tab\there", "nul\u{0}",
  ])
  func `a subject is one header, whatever is in it`(_ subject: String) throws {
    let text = mail("x", subject: subject)
    #expect(text.utf8.allSatisfy { $0 < 0x80 } && text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 78 })
    let lines = try read(text)
    #expect(
      lines.last?.hasSuffix("['Subject', 'MIME-Version', 'Content-Type', 'Content-Transfer-Encoding']") == true,
      "\(lines)")
    let shown = try run(
      "/usr/bin/python3",
      [
        "-c",
        """
        import email, sys
        from email.header import decode_header, make_header
        mail = email.message_from_bytes(sys.stdin.buffer.read())
        sys.stdout.write(str(make_header(decode_header(mail["Subject"]))))
        """,
      ], input: text)
    if !subject.contains("\u{0}") { #expect(shown.output == subject, "\(shown.errors)") }
  }

  @Test(arguments: [
    "Your code is 12345678.", "Grüße 🎉", "a line that ends in a blank \nand one with a tab\t\nend", "=20 = ==",
    String(repeating: "ä", count: 200), String(repeating: "x", count: 1000), ".\n..\n.leading", "",
  ])
  func `a text is what it was`(_ text: String) throws {
    let made = mail(text, subject: "x")
    #expect(made.split(separator: "\r\n", omittingEmptySubsequences: false).allSatisfy { $0.utf8.count <= 76 })
    let shown = try run(
      "/usr/bin/python3",
      [
        "-c",
        "import email, sys; sys.stdout.buffer.write(email.message_from_bytes(sys.stdin.buffer.read()).get_payload(decode=True))",
      ],
      input: made)
    #expect(shown.output.replacing("\r\n", with: "\n") == text + "\n")
  }

  @Test func `names beside addresses are read as they were written, and end no header`() throws {
    for text in [
      "Contoso <a@example.com>", "a@example.com", "\"Contoso, Inc.\" <a@example.com>", "Žluťoučký kůň <a@example.com>",
      "Very " + String(repeating: "long ", count: 20) + "name <a@example.com>",
    ] {
      let mailbox = try #require(Mailbox(text))
      let line = HeaderField("From", mailbox).line
      #expect(line.utf8.allSatisfy { $0 < 0x80 } && line.hasSuffix("\r\n"))
      let script = """
        import email, email.policy, sys
        mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
        address = mail["From"].addresses[0]
        sys.stdout.write(address.display_name + "|" + address.addr_spec)
        """
      let shown = try run("/usr/bin/python3", ["-c", script], input: line + "\r\n")
      #expect(shown.output == "\(mailbox.name ?? "")|a@example.com", "\(shown.errors)")
    }
    for text in [
      "Contoso\r\nBcc: b@example.com <a@example.com>", "Con\u{2028}toso <a@example.com>", "a@example.com\r\n", "<>",
      "Contoso",
      "Con\"toso\" <a@example.com>", "Contoso <a@example.com> <b@example.com>", "\u{202E}osotnoC <a@example.com>",
    ] {
      #expect(Mailbox(text) == nil, "\(text.debugDescription)")
    }
  }

  @Test func `a page stands behind the plain text`() {
    // No message has one yet; a channel is ready for it.
    #expect(quotedPrintable("<p>ä</p>") == "<p>=C3=A4</p>")
  }
}
