import FlowJSON
import FlowModel
import FlowRuntime
import Testing

@testable import FlowTerminal

@Suite struct PromptTests {
  @Test(arguments: [
    ("integer", " 42 ", Answer.value(42)), ("integer", "4.2", .complaint("Please give a whole number.")),
    ("integer", "99999999999999999999", .complaint("Please give a whole number.")),
    ("number", "1.5", .value(.double(1.5))), ("number", "nan", .complaint("Please give a number.")),
    ("number", "1e999", .complaint("Please give a number.")), ("boolean", "Y", .value(true)),
    ("boolean", "no", .value(false)), ("boolean", "maybe", .complaint("Please answer y or n.")),
    ("date", "2024-02-29", .value("2024-02-29")),
    ("date", "2023-02-29", .complaint("Please give a date of the calendar as yyyy-mm-dd.")),
    ("date", "2024-2-9", .complaint("Please give a date of the calendar as yyyy-mm-dd.")),
    ("list", "a, b,,", .value(["a", "b"])), ("any", "{\"a\":1}", .value(["a": 1])), ("any", "hello", .value("hello")),
    ("email", "\ta@b.c ", .value("a@b.c")), ("password", " x ", .value(" x ")), ("code", " 123 ", .value("123")),
    ("string", "  ", .complaint("Please fill this in.")),
  ])
  func `a text becomes a value of the field's type`(type: String, text: String, answer: Answer) {
    #expect(FieldPrompt(.field("x", type)).read(text) == answer)
  }

  @Test func `an optional field is left out, and a known value is kept, by an empty line`() {
    #expect(FieldPrompt(.field("x", required: false)).read("") == .leftOut)
    #expect(FieldPrompt(.field("x"), kept: "old").read("") == .value("old"))
    #expect(FieldPrompt(.field("x", "password"), kept: "old").read("") == .complaint("Please fill this in."))
  }

  @Test func `limits are told at once`() {
    let age = FieldPrompt(.field("age", "integer", limits: { ($0.minimum, $0.maximum) = (16, 150.5) }))
    #expect(age.prompt() == "  Age (whole number, 16 to 150.5): ")
    #expect(age.read("15") == .complaint("Please give at least 16."))
    #expect(age.read("151") == .complaint("Please give at most 150.5."))
    #expect(age.read("16") == .value(16))
    let name = FieldPrompt(.field("name", limits: { ($0.minLength, $0.maxLength) = (2, 3) }))
    #expect(name.read("a") == .complaint("Please give at least 2 characters."))
    #expect(name.read("äöüß") == .complaint("Please give at most 3 characters."))
    #expect(
      FieldPrompt(.field("x", "list", limits: { $0.maxLength = 1 })).read("a,b")
        == .complaint("Please give at most 1 element."))
  }

  @Test func `options are chosen by number or text`() {
    let one = FieldPrompt(.field("plan", "choice", options: ["free", "Paid"]))
    #expect(one.lines == ["  Plan: one of these", "    1) free", "    2) Paid"])
    #expect(one.read("2") == .value("Paid"))
    #expect(one.read("paid") == .value("Paid"))
    guard case .complaint = one.read("3") else { return #expect(Bool(false)) }
    let many = FieldPrompt(.field("interests", "list", options: ["music", "sport", "code"]))
    #expect(many.read("3, music,3") == .value(["code", "music"]))
    // An option that looks like a number is meant before the number of an option.
    #expect(FieldPrompt(.field("n", "choice", options: ["2", "1"])).read("1") == .value("1"))
  }

  @Test func `hints, defaults and optional fields stand in the prompt`() {
    #expect(FieldPrompt(.field("givenName", required: false)).prompt() == "  Given name (optional): ")
    #expect(FieldPrompt(.field("born", "date"), kept: "2000-01-01").prompt() == "  Born (yyyy-mm-dd) [2000-01-01]: ")
    #expect(FieldPrompt(.field("code", "code")).prompt(length: 8) == "  Code (8 digits): ")
    #expect(FieldPrompt(.field("news", "boolean"), kept: true).prompt() == "  News (y/n) [yes]: ")
  }

  @Test(arguments: [
    ("/resend", false, SlashCommand.event("resend")), ("/help", false, .help), ("/quit ", false, .quit),
    ("/resned", false, .unknown("resned")), ("//resend", false, .text("/resend")),
    ("/usr/bin", false, .text("/usr/bin")),
    ("plain", false, .text("plain")), ("/", false, .text("/")), ("/secret", true, .text("/secret")),
    ("//help", true, .text("/help")), ("//secret", true, .text("//secret")), ("/quit", true, .quit),
  ])
  func `a slash begins a command where it can be one`(line: String, isHidden: Bool, command: SlashCommand) {
    #expect(SlashCommand(line, events: ["submit", "resend"], isHidden: isHidden) == command)
  }

  @Test func `the terminal's own commands stay its own, whatever events are called`() {
    let events = ["help", "quit", "to-quit", "submit"]
    func command(_ line: String) -> SlashCommand { SlashCommand(line, events: events, isHidden: false) }
    #expect(command("/help") == .help && command("/quit") == .quit)
    #expect(command("/to-help") == .event("help") && command("/to-quit") == .event("to-quit"))
    #expect(command("/to-to-quit") == .event("quit"))
  }

  @Test func `a hint and what a new password must be are said before the prompt`() {
    var attribute = AttributeDefinition(name: "certificate", type: .string)
    (attribute.hint, attribute.pattern) = ("As GB-123456.", "[A-Z]{2}-[0-9]{6}")
    let certificate = FieldPrompt(FieldView(attribute, isRequired: true))
    #expect(certificate.lines == ["  (As GB-123456.)"])
    #expect(certificate.read("x") == .complaint("As GB-123456."))
    var password = FieldView(SecretField.password, isRequired: true)
    password.passwords = PasswordPolicy()
    #expect(FieldPrompt(password).lines == ["  (at least 15 characters)"])
    password.passwords?.classes = 3
    #expect(
      FieldPrompt(password).lines == ["  (at least 15 characters, 3 of lower case, upper case, digits and others)"])
  }

  @Test func `how many elements a list takes is told where they are asked for`() {
    let topics = FieldPrompt(.field("topics", "list", options: ["a", "b", "c"], limits: { $0.maxLength = 2 }))
    #expect(topics.lines.first == "  Topics: at most 2 of these, separated by commas")
    let names = FieldPrompt(
      .field(
        "names", "list",
        limits: {
          $0.minLength = 1
          $0.maxLength = 3
        }))
    #expect(names.prompt() == "  Names (1 to 3, separated by commas): ")
    #expect(FieldPrompt(.field("tags", "list")).prompt() == "  Tags (separated by commas): ")
  }
}
