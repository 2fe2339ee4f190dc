@testable import EmailPasswordAuth
import FlowJSON
import Testing

@Suite struct Values {
  @Test func `literals are values`() {
    let args: [AnyBSON] = ["blue", 42, 1.5, true, nil, ["a", 1], ["name": "Ada"]]
    #expect(
      args == [
        .string("blue"), .int64(42), .double(1.5), .bool(true), .null, .array([.string("a"), .int64(1)]),
        .document(["name": .string("Ada")]),
      ])
    #expect("\(1 + 1) cups" as AnyBSON == .string("2 cups"))
    #expect(args[0].stringValue == "blue" && args[1].intValue == 42 && AnyBSON.int32(7).intValue == 7)
    #expect(args[1].doubleValue == 42 && args[2].doubleValue == 1.5 && args[3].boolValue == true)
    #expect(args[5].arrayValue?.count == 2 && args[6].documentValue == ["name": "Ada"])
    #expect(args[0].intValue == nil && args[1].stringValue == nil && args[4].arrayValue == nil)
  }

  @Test(
    arguments: [
      (.null, "null"), (true, "true"), ("Žluť\n", #""Žluť\n""#), (.int32(-7), #"{"$numberInt":"-7"}"#),
      (.int64(.max), #"{"$numberLong":"9223372036854775807"}"#), (1.5, #"{"$numberDouble":"1.5"}"#),
      (.double(.infinity), #"{"$numberDouble":"Infinity"}"#), (.double(-.infinity), #"{"$numberDouble":"-Infinity"}"#),
      (.datetime(0), #"{"$date":{"$numberLong":"0"}}"#),
      (.objectId("0123456789abcdef01234567"), #"{"$oid":"0123456789abcdef01234567"}"#),
      (["a", ["b": nil]], #"["a",{"b":null}]"#), (["b": 1, "a": []], #"{"a":[],"b":{"$numberLong":"1"}}"#),
    ] as [(AnyBSON, String)])
  func `values are written as canonical extended JSON, and read again`(value: AnyBSON, text: String) throws {
    #expect(value.json.text == text)
    #expect(AnyBSON(try JSON.parse(text)) == value)
  }

  @Test func `no number is a value as well`() throws {
    #expect(AnyBSON.double(.nan).json.text == #"{"$numberDouble":"NaN"}"#)
    guard case .double(let number) = AnyBSON(AnyBSON.double(.nan).json) else {
      Issue.record("no number")
      return
    }
    #expect(number.isNaN)
  }

  @Test(
    arguments: [
      ("36", .int64(36)), ("1.5", .double(1.5)), (#"{"$numberLong":"x"}"#, ["$numberLong": "x"]),
      (#"{"$oid":7}"#, ["$oid": 7]), (#"{"$numberInt":"1","more":2}"#, ["$numberInt": "1", "more": 2]), ("{}", [:]),
    ] as [(String, AnyBSON)])
  func `plain JSON is read, and a wrapper that is none stays as it is`(text: String, value: AnyBSON) throws {
    #expect(AnyBSON(try JSON.parse(text)) == value)
  }

  @Test func `the payload of an access token holds the custom data`() throws {
    // {"user_data":{"name":"aŸ>?~?>"},"exp":1}, whose encoding has both of base64url's own digits.
    let payload = "eyJ1c2VyX2RhdGEiOnsibmFtZSI6ImHFuD4_fj8-In0sImV4cCI6MX0"
    #expect(AccessToken("h.\(payload).s")?.userData == ["name": "aŸ>?~?>"])
    #expect(AccessToken("h.e30.s")?.userData == [:])
  }
}
