import FlowSource
import Testing

@testable import FlowCompiler

@Suite("Words")
struct WordTests {
  @Test(arguments: [
    ("verfy-code", "verify-code", true), ("e-mail", "email", true), ("givenname", "givenName", true),
    ("wiht", "with", true),
    ("fields_", "fields", true), ("account.search", "account.discard", false), ("step-12", "step-13", false),
    ("a", "b", false), ("sent", "find", false), ("sign-up", "sign-in", false),
  ])
  func `a slip is told from another name`(name: String, other: String, expected: Bool) {
    #expect(isSlip(name, for: other) == expected)
  }

  @Test(arguments: [
    ("30s", 30), ("10m", 600), ("24h", 86400), ("7d", 604_800), ("0s", 0), ("10", nil), ("m", nil), ("-5m", nil),
    ("1.5h", nil), ("10 m", nil), ("", nil), ("999999999d", nil), ("1234567890s", nil), ("٣m", nil),
  ])
  func `durations are digits and a unit`(text: String, expected: Int?) {
    #expect(duration(text) == expected)
  }

  @Test(arguments: [
    ("1h30m", 5400), ("1 hour", 3600), ("999999999d", nil), (String(repeating: "999999999d", count: 200_000), nil),
  ])
  func `what a duration was meant to be is of bounded length`(text: String, expected: Int?) {
    #expect(meantDuration(text) == expected)
  }

  @Test(arguments: [
    ("https://app.example.com/auth", true), ("https://a.example:8443", true), ("http://localhost:8080/x", true),
    ("http://127.0.0.1", true), ("http://[::1]:80/", true), ("http://app.example.com", false), ("https://", false),
    ("https:///path", false), ("ftp://a", false), ("https://user@example.com", false), ("https://a b", false),
    ("http://localhost.evil.example", false), ("https://a?x=1", false), ("https://a#x", true),
    ("https://a.example/#/auth", true), ("https://a#x?y=1", false), ("https://a#x#y", false),
    ("https://a:99999", false),
  ])
  func `links lead to encrypted places only`(url: String, expected: Bool) {
    #expect((complaint(aboutURL: url, of: .links) == nil) == expected)
  }
}
