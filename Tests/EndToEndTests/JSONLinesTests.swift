import FlowJSON
import TestSupport
import Testing

/// Programs speak JSON lines with the built command.
@Suite struct JSONLinesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `lines that are no events are answered, and the run is unharmed`() throws {
    let lines = [
      "", "no json", "[1]", #"{"event":"fly"}"#, #"{"event":"submit","input":{"shoe":1}}"#,
      #"{"event":"submit","input":{"email":7}}"#, #"{"event":"submit","input":{}}"#, #"{"event":"submit","extra":1}"#,
      #"{"event":"submit","token":"x"}"#, "\u{0}", String(repeating: "[", count: 100_000),
      #"{"event":"submit","input":{"email":"ada@example.com"}}"#,
    ]
    let result = try folder.usher(
      "run", Flows.nativeAuth, "sign-up", "--json", "--storage", "memory", input: lines.joined(separator: "\n"))
    #expect(result.status == 0)
    #expect(result.errors == "")
    let replies = try result.replies()
    // The first comes by itself, and the blank line is passed over.
    try #require(replies.count == lines.count)
    #expect(replies[0]["error"] == nil)
    for (line, reply) in zip(lines.dropFirst(), replies.dropFirst()).dropLast() {
      #expect(!reply.text("error", "code").isEmpty, "\(line.prefix(80))")
      #expect(!reply.text("error", "message").isEmpty)
      if reply["run"] != nil { #expect(reply.text("state") == "identify") }
    }
    #expect(replies.last?.text("state") == "prove-email/enter-code")
    #expect(replies.last?["error"] == nil)
  }

  @Test func `the outbox file has a line for each message, in the shape of the contract`() throws {
    let run = try folder.live(Flows.nativeAuth, "sign-up", "--input", #"{"email":"ada@example.com"}"#)
    let reply = try run.reply()
    #expect(reply["sent"] == ["to": "a***@example.com", "channel": "email", "length": 8, "resendAfter": 30])
    let code = try #require(try folder.mail().first)
    #expect(code.text("to") == "ada@example.com" && code.text("channel") == "email" && code.text("kind") == "code")
    #expect(code.text("code").count == 8 && code.text("text").contains(code.text("code")))
    #expect(names(code).isSuperset(of: ["id", "time", "channel", "to", "kind", "code", "text"]))
    #expect(names(code).isDisjoint(with: ["token", "tokenId", "url"]))
    #expect(try run.finish() == 0)

    let input = #"{"email":"bob@example.com","password":"Correct-Horse-7"}"#
    let register = try folder.live(Flows.emailPassword, "register", "--input", input)
    #expect(try register.reply().text("end", "name") == "registered")
    let link = try #require(try folder.mail().last)
    #expect(link.text("kind") == "link" && link.text("url").contains(link.text("tokenId")))
    #expect(names(link).isSuperset(of: ["id", "time", "channel", "to", "kind", "token", "tokenId", "url", "text"]))
    #expect(link["code"] == nil)
    #expect(try register.finish() == 0)

    // Whoever has the link's parts confirms the account, in another process.
    let confirm = try folder.live(Flows.emailPassword, "confirm")
    #expect(try confirm.reply().text("state") == "open-link")
    let confirmed = try confirm.send(
      "submit", ["token": .string(link.text("token")), "tokenId": .string(link.text("tokenId"))])
    #expect(confirmed.text("end", "name") == "confirmed")
  }

  private func names(_ value: JSON) -> Set<String> {
    guard case .object(let object) = value else { return [] }
    return Set(object.members.map(\.name))
  }

  @Test func `fields of the first page can be given at the start`() throws {
    let run = try folder.live(Flows.nativeAuth, "sign-up", "--input", #"{"email":"ada@example.com","country":"!!"}"#)
    let refused = try run.reply()
    #expect(refused["state"] == nil && refused["token"] == nil)
    #expect(refused.text("error", "code") == "attributes_invalid")
    #expect(refused["error"]?["fields"] == ["country"])
    for input in ["{", "[]", "\"x\""] {
      let result = try folder.usher("run", Flows.nativeAuth, "sign-up", "--json", "--input", input)
      #expect(result.status == 2 && result.output == "" && result.errors.contains("--input"))
    }
  }

  @Test func `a reader that is gone is no error`() throws {
    let result = try folder.usher(
      "run", Flows.nativeAuth, "sign-up", "--json", "--storage", "memory", input: "{}\n{}\n", output: .closedPipe)
    #expect(result.status == 0)
    #expect(result.errors == "")
  }
}
