import FlowJSON
import FlowModel
import FlowTerminal
import Testing

@testable import FlowRuntime

@Suite struct TerminalSessionTests {
  let start = RunEntry.start(flow: "sign-up", tenant: "contoso", by: .operator, input: [:])

  func run(_ service: ScriptedService, _ terminal: ScriptedTerminal, _ entry: RunEntry? = nil) async
    -> TerminalSession.Ending
  {
    await TerminalSession(service: service, io: terminal) { "usher run flows --resume \($0)" }.run(entry ?? start)
  }

  @Test func `a sign-up is asked field by field and ends with what was created`() async {
    let service = ScriptedService(
      .page(
        "identify", token: "t1",
        [.field("email", "email"), .field("password", "password"), .field("city", required: false)]),
      .page("enter-code", token: "t2", [.field("code", "code")], events: ["submit", "resend"], sent: Reply.email()),
      .page(
        "enter-code", token: "t3", [.field("code", "code")], events: ["submit", "resend"], sent: Reply.email(),
        error: .init(ErrorDefinition("invalid_code", "The code is wrong."))),
      .end("completed", grants: ["sign-in": "g-1"], result: ["email": "a@b.c"]))
    let terminal = ScriptedTerminal("", "a@b.c", "pass", "", "1", "12345678")
    #expect(
      await run(service, terminal)
        == .ended(.init(name: "completed", grants: ["sign-in": "g-1"], result: ["email": "a@b.c"])))
    #expect(
      terminal.screen == """

        == Title of identify ==
          Email: 
          ! Please fill this in.
          Email: a@b.c
          Password: ****
          City (optional): 

        == Title of enter-code ==
        A code of 8 digits was sent to a***@b.c by e-mail.
        Another code can be sent in 30 s.
        Other ways on: /resend (/help explains)
          Code (8 digits): 1
        ! The code is wrong.
        Another code can be sent in 30 s.
          Code (8 digits): 12345678

        == Completed ==
          Email: a@b.c
          Grant for sign-in: g-1

        """)
    #expect(service.events[0] == ClientEvent("submit", input: ["email": "a@b.c", "password": "pass"], token: "t1"))
    #expect(service.events[2] == ClientEvent("submit", input: ["code": "12345678"], token: "t3"))
    #expect(terminal.errorText.isEmpty)
  }

  @Test func `events are called as their author calls them, and results as fields are`() async {
    var last = Reply.end("completed", result: ["givenName": "Ada"])
    last.end?.labels = ["givenName": "First name"]
    let service = ScriptedService(
      .page(
        "which", token: "t1", events: ["continue", "leave"],
        labels: ["continue": "Sign in with the link you were given"]), last)
    let terminal = ScriptedTerminal("sign in with the link you were given")
    _ = await run(service, terminal)
    #expect(terminal.screen.contains("    1) Sign in with the link you were given\n    2) Leave\n"))
    #expect(terminal.screen.hasSuffix("\n  First name: Ada\n"))
    #expect(service.events.first?.event == "continue")
  }

  @Test func `an error stands beside its field, and what was right is offered again`() async {
    let fields: [ScriptedField] = [
      .field("email", "email"), .field("password", "password"), .field("age", "integer", value: 3),
    ]
    let service = ScriptedService(
      .page("one", token: "t1", fields),
      .page(
        "one", token: "t1", fields,
        error: .init(
          EngineError.attributesInvalid,
          fields: [.init(name: "age", reason: "Please give at least 16."), .init(name: "other")])),
      .page("two", token: "t2"))
    let terminal = ScriptedTerminal("a@b.c", "pass", "4", "", "pass", "", "20")
    #expect(await run(service, terminal) == .left(token: "t2"))
    #expect(
      terminal.screen.contains(
        """
          Age (whole number) [3]: 4
        ! Something is not valid.
          ! other
          Email [a@b.c]: 
          Password: ****
          ! Please give at least 16.
          Age (whole number): 
          ! Please fill this in.
          Age (whole number): 20

        """))
    #expect(service.events[1].input == ["email": "a@b.c", "password": "pass", "age": 20])
  }

  @Test func `an error about the first field alone is said once, beside it`() async {
    let service = ScriptedService(
      .page(
        "one", token: "t1", [.field("email", "email")],
        error: .init(
          ErrorDefinition("x", "There is an account with this address already."), fields: [.init(name: "email")])
      ))
    let terminal = ScriptedTerminal()
    _ = await run(service, terminal)
    #expect(terminal.screen == "\n== Title of one ==\n  ! There is an account with this address already.\n  Email: \n")
  }

  @Test func `any prompt takes the page's other events, help and texts with a slash`() async {
    let page = Reply.page(
      "enter-code", token: "t1", [.field("name"), .field("code", "code")], events: ["submit", "resend"],
      sent: Reply.email())
    let service = ScriptedService(page, page, .end("failed"))
    let terminal = ScriptedTerminal("/nothing", "/help", "//x", "/resend", "", "1")
    #expect(await run(service, terminal) == .ended(.init(name: "failed")))
    #expect(service.events.map(\.event) == ["resend", "submit"])
    #expect(service.events[1].input == ["name": "/x", "code": "1"])
    #expect(terminal.screen.contains("! There is no /nothing; /help lists what there is, // begins a text."))
    #expect(terminal.screen.contains("  /resend  Resend\n"))
    #expect(terminal.screen.split(separator: "\n").filter { $0.hasPrefix("A code of 8 digits") }.count == 2)
    #expect(terminal.screen.contains("Name [/x]: "))
  }

  @Test func `a page of several ways asks which one`() async {
    let fields: [ScriptedField] = [.field("password", "password"), .field("email", "email", event: "send-code")]
    let service = ScriptedService(
      .page("sign-in", token: "t1", fields, events: ["submit", "send-code"]),
      .page("choose", token: "t2", events: ["accept", "decline"]), .end("completed"))
    let terminal = ScriptedTerminal("7", "2", "a@b.c", "decline")
    _ = await run(service, terminal)
    #expect(service.events.map(\.event) == ["send-code", "decline"])
    #expect(service.events[0].input == ["email": "a@b.c"])
    #expect(terminal.screen.contains("    1) Go on: Password\n    2) Send code: Email\n  Which way on? [1]: 7\n"))
  }

  @Test func `a page without fields waits for Enter`() async {
    let service = ScriptedService(.page("terms", token: "t1"), .end("completed"))
    let terminal = ScriptedTerminal("")
    _ = await run(service, terminal)
    #expect(terminal.screen.contains("Press Enter to go on: "))
    #expect(service.events == [ClientEvent("submit", token: "t1")])
  }

  @Test func `a code that another transport held waits for Enter`() async {
    var held = Reply()
    held.held = Reply.Held(to: "a***@b.c", channel: .sms)
    held.token = "t1"
    let refused = Reply(error: .init(EngineError.unavailable))
    let service = ScriptedService(
      held, refused, .page("enter-code", token: "t2", [.field("code", "code")], sent: Reply.email()), .end("completed"))
    let terminal = ScriptedTerminal("", "", "1")
    #expect(await run(service, terminal, .resume(token: "t1")) == .ended(.init(name: "completed")))
    #expect(terminal.screen.contains("A code can be sent to a***@b.c by text message.\n  Press Enter to send it: "))
    #expect(terminal.screen.contains("A code of 8 digits was sent to a***@b.c by e-mail."))
    #expect(service.events.map(\.event) == ["release", "release", "submit"])
  }

  @Test func `a page without events looks again`() async {
    let service = ScriptedService(.page("wait", token: "t1", events: []), .end("completed"))
    _ = await run(service, ScriptedTerminal(""))
    #expect(service.log == ["start sign-up", "deliver", "current t1", "deliver"])
  }

  @Test(arguments: [[TerminalInput.interrupted], [.end], [.line("/quit")], [.line("a"), .interrupted]])
  func `leaving says how to go on`(inputs: [TerminalInput]) async {
    let service = ScriptedService(.page("one", token: "t1", [.field("a"), .field("b")]))
    let terminal = ScriptedTerminal(inputs)
    #expect(await run(service, terminal) == .left(token: "t1"))
    #expect(terminal.errorText == "To go on: usher run flows --resume t1\n")
    #expect(service.events.isEmpty)
  }

  @Test func `a run is taken up where it stands, with its values`() async {
    let service = ScriptedService(.page("two", token: "t5", [.field("city", value: "Rome")]), .end("completed"))
    let terminal = ScriptedTerminal("")
    _ = await run(service, terminal, .resume(token: "t4"))
    #expect(service.log.first == "current t4")
    #expect(service.events == [ClientEvent("submit", input: ["city": "Rome"], token: "t5")])
    #expect(terminal.screen.contains("City [Rome]: "))
  }

  @Test func `a failure of the storage keeps the page, other errors without a state end the session`() async {
    let service = ScriptedService(
      .page("one", token: "t1", [.field("a")]), Reply(error: .init(EngineError.unavailable)),
      Reply(error: .init(EngineError.runExpired)))
    let terminal = ScriptedTerminal("x", "")
    #expect(await run(service, terminal) == .failed(.init(EngineError.runExpired)))
    #expect(service.events.map(\.token) == ["t1", "t1"])
    #expect(terminal.screen.hasSuffix("A [x]: \n! That took too long; start again.\n"))
  }

  @Test func `an error of no run is told in the language of the run`() async throws {
    let german = try #require(LanguageTag("de"))
    var page = Reply.page("one", token: "t1", [.field("a")])
    page.locale = german
    let service = ScriptedService(page, Reply(error: .init(EngineError.unavailable, in: .english)), .end("completed"))
    let terminal = ScriptedTerminal("x", "")
    _ = await run(service, terminal)
    #expect(terminal.screen.contains(StandardWords(for: german).text(EngineError.unavailable)), "\(terminal.screen)")
    #expect(!terminal.screen.contains(EngineError.unavailable.message), "\(terminal.screen)")
  }

  @Test func `text of the flow cannot reach the terminal as control characters`() async {
    var field = ScriptedField.field("a", value: "\u{1B}]0;x\u{7}")
    field.view.label = "La\u{1B}[31mbel"
    var reply = Reply.page("one\u{1B}", token: "t1", [field], events: ["submit", "e\u{1B}x"])
    reply.error = .init(ErrorDefinition("x", "Err\u{9B}or"))
    let terminal = ScriptedTerminal("/help")
    _ = await run(ScriptedService(reply), terminal)
    #expect(!terminal.screen.unicodeScalars.contains { $0.value != 10 && ($0.value < 32 || $0.value == 0x9B) })
  }
}
