import FlowDelivery
import FlowJSON
import FlowModel
import FlowRuntime
import TestSupport
import Testing

/// Mails with a page beside the plain text.
@Suite struct HTMLMailTests {
  private func message(_ words: MessageWords) -> Message {
    var message = ChannelScene.message(number: 3)
    message.words = words
    return message
  }

  @Test(arguments: [
    ("en", "Your code", "Your code is 12345678.", "<p>Your code is <b>12345678</b>.</p>"),
    ("ja", "認証コードのお知らせ、有効期限は十分です。お早めにご入力ください", "コード：12345678", "<p lang=\"ja\">コード：<b>12345678</b></p>"),
    (
      "cs", "Váš kód", "Žluťoučký kůň.\n.\n..\nFrom here =20 on",
      "<p>Žluťoučký kůň ======== \n.\n" + String(repeating: "ä", count: 300) + "</p>"
    ),
  ])
  func `the plain text stands before the page, and both arrive as they are`(
    _ language: String, _ subject: String, _ text: String, _ html: String
  ) async throws {
    let folder = try TestSupport.TemporaryFolder()
    let server = try LiveMailServer(in: folder.path)
    let scene = try ChannelScene([ChannelScene.smtp(ChannelScene.mail(server.port))], in: folder)
    let locale = try #require(LanguageTag(language))
    let words = MessageWords(subject: subject, text: text, html: html, locale: locale)
    #expect(await scene.deliver(message(words)) == nil)
    let mail = try #require(server.documents.first)
    #expect(mail["defects"] == [] && mail["headers"]?["subject"]?.string == subject)
    #expect(mail["headers"]?["content-language"]?.string == language)
    #expect(mail["headers"]?["content-type"]?.string?.hasPrefix("multipart/alternative") == true)
    #expect(
      mail["parts"] == [["text/plain", .string(text + "\n")], ["text/html", .string(html + "\n")]],
      "\(mail["parts"]?.text ?? "")")
  }

  @Test func `a program gets the page as well`() async throws {
    let server = try StubServer(#"{"status":"success"}"#)
    var hook = MessageHook()
    hook.url = .text(server.url)
    hook.secret = .file("sms")
    let scene = try ChannelScene(
      [ChannelDefinition(kind: .email, target: .webhook(hook))], in: try TestSupport.TemporaryFolder())
    scene.write(secret: "sms", String(repeating: "k", count: 32))
    let words = MessageWords(subject: "S", text: "T", html: "<p>H</p>", locale: try #require(LanguageTag("de")))
    #expect(await scene.deliver(message(words)) == nil)
    let body = try JSON.parse(try #require(server.requests.first).body)
    #expect(body["subject"] == "S" && body["text"] == "T" && body["html"] == "<p>H</p>" && body["locale"] == "de")
  }
}
