import FlowJSON
import Testing

@Suite struct JSONTests {
  @Test(arguments: [
    #"{"a":1,"b":[true,false,null],"c":"x\ny","d":-1.5}"#, "[]", "{}", #""é😀""#, "9223372036854775807",
  ])
  func `what is read is written again`(text: String) throws {
    #expect(try JSON.parse(text).text == text)
  }

  @Test(arguments: [JSON.null, ["a": ["\"\\\u{7F}", .double(1.5), [], [:]]], "plain", "line\nbreak"] as [JSON])
  func `a value is appended as it is written`(value: JSON) {
    var bytes = Array("before ".utf8)
    value.append(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "before " + value.text)
  }

  @Test func `of members with one name the last counts, at the place of the first`() {
    #expect(JSONObject(members: [("a", 1), ("b", 2), ("a", 3)]) == ["a": 3, "b": 2])
    // One by one, each of so many would be looked for among all before it.
    let many = JSONObject(members: (0..<200_000).map { ("\($0)", .int($0)) })
    #expect(many.members.count == 200_000 && many.members.last?.value == 199_999)
  }

  @Test func `what must be escaped is, and nothing else`() {
    #expect(JSON.string("\"\\\n\r\t\u{1}\u{7F} é/").text == #""\"\\\n\r\t\u0001\u007f é/""#)
  }

  @Test(arguments: [
    "", "{", "[1,]", #"{"a":1,"a":2}"#, "01", "1.", "nul", #""\ud800""#, #""\x""#, "1 2", "\"\u{1}\"", "1e999",
    String(repeating: "[", count: 100_000),
  ])
  func `what is no JSON is refused with a place`(text: String) {
    #expect(throws: JSONError.self) { try JSON.parse(text) }
  }

  @Test func `escapes and surrogate pairs are read`() throws {
    #expect(try JSON.parse(#""\u00e9\ud83d\ude00\t""#) == "é😀\t")
    #expect(throws: JSONError.self) { try JSON.parse([0x22, 0xFF, 0x22]) }
  }

  @Test func `objects keep their order and nest when pretty`() {
    let value: JSON = ["b": 1, "a": [2]]
    #expect(value.prettyText == "{\n  \"b\": 1,\n  \"a\": [\n    2\n  ]\n}")
  }
}
