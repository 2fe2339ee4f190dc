import FlowAttacks
import FlowModel
import FlowJSON
import Testing

/// Attacks as files.
@Suite struct AttackScriptTests {
  private static let text = """
    {"usher-attack":1,"code":"U401","tenant":"contoso","flow":"reset","claim":"sets a password","goal":"set","rounds":1,\
    "world":{"accounts":[{"who":"victim","identifiers":{"email":"victim@example.com"},"attributes":{"age":40},\
    "password":null,"confirmed":true,"enabled":false}],"victim":["victim@example.com"],\
    "mailboxes":["attacker@example.com"],"tickets":"attacker"}}
    {"start":{},"expect":"identify"}
    {"event":"submit","input":{"email":"victim@example.com","code":{"mailbox":"code"}},"functions":["pending"],"expect":"set"}
    {"wait":600,"expect":"set"}

    """

  @Test func `what is read is written again as it was`() throws {
    let script = try AttackScript(parsing: Self.text)
    #expect(script.text == Self.text)
    #expect(script.lines.map(\.expect) == ["identify", "set", "set"])
    #expect(script.lines[1].functions == [.pending])
    #expect(script.world.accounts.first?.isEnabled == false)
  }

  @Test(arguments: [
    ("", 1, "the file is empty"),
    ("nonsense", 1, "this is no JSON"),
    ("{}", 1, "this is no attack"),
    (text.replacing("\"usher-attack\":1", with: "\"usher-attack\":2"), 1, "this is version 2"),
    (text.replacing("\"rounds\":1", with: "\"rounds\":10001"), 1, "the header is not complete"),
    (text.replacing("\"confirmed\":true,", with: ""), 1, "the header is not complete"),
    (text.replacing("\"pending\"", with: "\"perhaps\""), 3, "a line has `start`, `event` or `wait`"),
    (text + "{\"event\":\"submit\"}\n", 5, "a line has `start`, `event` or `wait`"),
    (text.replacing("{\"start\":{},\"expect\":\"identify\"}\n", with: ""), 1, "an attack begins with `start`"),
  ])
  func `what is no script is refused with its line`(_ text: String, _ line: Int, _ message: String) {
    let error = #expect(throws: AttackScriptError.self) { try AttackScript(parsing: text) }
    #expect(error?.line == line)
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }
}
