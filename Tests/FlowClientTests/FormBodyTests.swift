import FlowClient
import FlowHTTP
import Testing

struct FormBodyTests {
  @Test(arguments: ["", "ada@example.com", "a b+c&d=e%20", "Žluťoučký kůň", "{\"country\":\"日本\"}", "\u{0}\n\t~-._"])
  func `what is encoded is read as it was`(text: String) throws {
    let body = FormBody.encode([("name", text), (text + "x", "1")])
    if text.utf8.contains(0) {
      #expect(FormFields(body) == nil, "a server takes no NUL")
    } else {
      let fields = try #require(FormFields(body)).fields
      #expect(fields.map(\.name) == ["name", text + "x"])
      #expect(fields.map(\.value) == [text, "1"])
    }
  }
}
