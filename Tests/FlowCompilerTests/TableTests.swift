import FlowCompiler
import FlowExpression
import FlowModel
import FlowSource
import TestSupport
import Testing

@Suite("Tables")
struct TableTests {
  let table: FlowTable
  let flow: Flow

  init() throws {
    table = try FlowCompilerTests.table(["tenant.yaml": usualTenant, "sign-up.yaml": usualFlow])
    flow = try #require(table.flows.first)
  }

  private func state(_ name: String) throws -> FlowState { try #require(flow.states.first { $0.name == name }) }
  private func target(_ transition: Int32) -> String { flow.states[Int(flow.transitions[Int(transition)].target)].name }
  private func slot(_ name: String) throws -> Slot { try #require(table.fieldSlot(named: name)) }

  @Test func `the tenant's words and policies are in the table`() {
    #expect(table.tenant == "contoso")
    #expect(table.attributes.map(\.name) == ["email", "phone", "givenName", "country", "city", "age"])
    #expect(table.attributes[3].pattern == "[A-Za-z .'-]+")
    #expect(table.attributes[5].minimum == 16)
    #expect(table.passwords.remember == 5)
    #expect(table.codes.perIdentifier == Rate(10, per: 3600))
    #expect(table.links.base == "https://app.example.com/auth")
    #expect(table.applications == [Application(name: "web", flows: [0])])
    #expect(flow.lifetime == 2700 && flow.revealsAccounts)
  }

  @Test func `how tokens live and are signed, and what an application's server shows, is in the table`() throws {
    let words = "tokens: { access: 15m, refresh: 7d, session: 30d, algorithm: EdDSA }\n"
    let named = usualTenant.replacing("flows: [sign-up] }", with: "flows: [sign-up], secret: env:WEB_SECRET }")
    let table = try FlowCompilerTests.table(["tenant.yaml": named + words, "sign-up.yaml": usualFlow])
    #expect(table.tokens.access == 900 && table.tokens.refresh == 604_800 && table.tokens.session == 2_592_000)
    #expect(table.tokens.algorithm == .eddsa)
    #expect(table.applications.first?.secret == .variable("WEB_SECRET"))
    let (read, _) = try TableFile.read(TableFile.write(table).bytes)
    #expect(read.tokens == table.tokens && read.applications == table.applications)
    #expect(self.table.tokens == TokenPolicy())
  }

  @Test(arguments: [
    ("tokens: { access: 25h }", "`access` is out of range"), ("tokens: { access: 30s }", "`access` is out of range"),
    ("tokens: { refresh: 9d, session: 8d }", "`refresh` is longer than `session`"),
    ("tokens: { algorithm: HS256 }", "`algorithm` cannot be `HS256`"), ("tokens: { acess: 1h }", "acess"),
  ])
  func `what tokens cannot be is told`(words: String, message: String) {
    let problems = compile(["tenant.yaml": usualTenant + words + "\n", "sign-up.yaml": usualFlow]).diagnostics
    #expect(problems.contains { $0.message.contains(message) }, "\(problems.map(\.message))")
  }

  @Test func `states keep their order, and the flow its start`() {
    #expect(flow.states.map(\.name).prefix(3) == ["identify", "find-account", "send-code"])
    #expect(flow.states[Int(flow.start)].name == "identify")
    #expect(flow.states.map(\.kind).suffix(2) == [.end, .end])
  }

  @Test func `submit is a page's first event, wherever it stands`() throws {
    let page = flow.pages[Int(try state("enter-code").payload)]
    #expect(page.events.map(\.name) == ["submit", "resend"])
    #expect(page.events[0].fields == [PageField(slot: SecretField.code.slot, isRequired: true)])
    #expect(page.events[1].fields == [])
    #expect(target(page.events[1].transition) == "send-code")
  }

  @Test func `outcomes stand in the catalogue's order`() throws {
    let call = flow.calls[Int(try state("find-account").payload)]
    #expect(call.effect == .accountFind)
    #expect(call.transitions.map(target) == ["identify", "send-code"])
  }

  @Test func `what is left out follows from the page and the tenant`() throws {
    #expect(flow.calls[Int(try state("verify-code").payload)].arguments == [.slot(SecretField.code.slot)])
    let create = flow.calls[Int(try state("create").payload)]
    #expect(create.arguments == [.slot(try slot("email")), .absent, .absent])
    let send = flow.calls[Int(try state("send-code").payload)]
    #expect(send.arguments == [.slot(try slot("email")), .word(0), .absent])
  }

  @Test func `an error is about what its effect read`() throws {
    let call = flow.calls[Int(try state("verify-code").payload)]
    let invalid = flow.transitions[Int(call.transitions[1])]
    #expect(table.errors[Int(invalid.error)].code == "invalid_code")
    #expect(invalid.errorFields == [SecretField.code.slot])
    #expect(flow.transitions[Int(call.transitions[0])].error == -1)
  }

  @Test func `skipping, time-outs and assignments are lowered`() throws {
    #expect(flow.pages[Int(try state("where-you-live").payload)].skip == .filled)
    let about = flow.pages[Int(try state("about-you").payload)]
    guard case .when(let condition) = about.skip else {
      Issue.record("the page is skipped on a condition")
      return
    }
    #expect(table.expressions[Int(condition)].reads.map(\.slot) == [Int(try slot("country"))])
    #expect(about.timeout == 600)
    #expect(target(about.timeoutTransition) == "rejected")
    let submit = flow.transitions[Int(about.events[0].transition)]
    #expect(submit.assignmentCount == 1)
    #expect(flow.assignments[Int(submit.firstAssignment)].slot == (try slot("city")))
  }

  @Test func `a table that is written is read again`() throws {
    let file = TableFile.write(table)
    #expect(try TableFile.read(file.bytes).hash == file.hash)
  }

  @Test func `places are told for each state of the table`() throws {
    let compilation = compile(["tenant.yaml": usualTenant, "sign-up.yaml": usualFlow])
    let places = try #require(compilation.tenants.first?.flows.first)
    let texts = places.states.map { compilation.sources.file($0)?.text($0) }
    #expect(texts == flow.states.map(\.name))
  }
}

@Suite("Sub-flows")
struct SubFlowTests {
  let flow: Flow

  init() throws {
    let tenant = "tenant: t\nattributes:\n  email: { type: email, identifier: true }\n"
    let main = """
      flow: main
      lifetime: 30m
      start: ask
      states:
        ask: { page: Ask, fields: { email: required }, then: { submit: first } }
        first: { call: outer, then: { ok: second, failed: { to: ask, error: invalid_code } } }
        second: { call: outer, then: { ok: done, failed: done } }
        done: { end: completed, result: [email] }

      """
    let outer = """
      sub-flow: outer
      start: in
      states:
        in: { call: inner, then: { proven: ok, undeliverable: { to: failed, error: invalid_username } } }
        ok: { end: ok }
        failed: { end: failed }

      """
    let inner = """
      sub-flow: inner
      start: send
      states:
        send:
          do: code.send
          with: { to: email }
          then: { sent: proven, throttled: proven, undeliverable: undeliverable }
        proven: { end: proven }
        undeliverable: { end: undeliverable }

      """
    let table = try FlowCompilerTests.table([
      "tenant.yaml": tenant, "main.yaml": main, "outer.yaml": outer, "inner.yaml": inner,
    ])
    flow = try #require(table.flows.first)
    #expect(table.flows.count == 1)
  }

  /// The names of the states that a state leads to, in order.
  private func next(_ name: String) throws -> [String] {
    let state = try #require(flow.states.first { $0.name == name })
    let transitions: [Int32] =
      switch state.kind {
      case .page: flow.pages[Int(state.payload)].events.map(\.transition)
      case .effect: flow.calls[Int(state.payload)].transitions
      case .choose: flow.choices[Int(state.payload)].branches.map(\.transition)
      case .end: []
      }
    return transitions.map { flow.states[Int(flow.transitions[Int($0)].target)].name }
  }

  @Test func `each call is expanded by itself, under its caller's name`() throws {
    #expect(flow.states.count == 4 + 2 * (3 + 3))
    #expect(try next("first") == ["first/in"])
    #expect(try next("first/in") == ["first/in/send"])
    #expect(try next("second/in/send") == ["second/in/proven", "second/in/proven", "second/in/undeliverable"])
  }

  @Test func `an end of a sub-flow leads where its caller says`() throws {
    #expect(try next("first/in/proven") == ["first/ok"])
    #expect(try next("first/ok") == ["second"])
    #expect(try next("first/failed") == ["ask"])
    #expect(try next("second/failed") == ["done"])
  }

  @Test func `errors of both sides are kept`() throws {
    let state = try #require(flow.states.first { $0.name == "first/in/undeliverable" })
    let way = flow.choices[Int(state.payload)].branches[0]
    #expect(way.condition == -1)
    #expect(flow.transitions[Int(way.transition)].error >= 0)
  }

  @Test func `an error is about the fields that it names, else about what was handed over or asked for`() throws {
    let tenant = """
      tenant: club
      attributes:
        email: { type: email, identifier: true }
        terms: { type: boolean }
      """
    let flow = """
      flow: join
      reveals: [account-existence]
      lifetime: 30m
      start: who
      states:
        who:
          page: Join
          fields: { email: required, terms: required }
          events: { submit: Join us }
          then: { submit: which }
        which:
          choose:
            - { when: "attributes.email.endsWith('.com') && !attributes.terms", to: who, error: denied, fields: [terms] }
            - { when: "attributes.email.endsWith('.org') && !attributes.terms", to: who, error: denied }
            - { to: find }
        find:
          do: account.find
          then:
            found: { to: who, error: user_already_exists, fields: [] }
            missing: create
        create:
          do: account.create
          with: { status: pending }
          then: { created: done, exists: { to: who, error: user_already_exists } }
        done: { end: completed }
      """
    let folder = try TemporaryFolder()
    folder.write("tenant.yaml", tenant + "\nerrors: { denied: No. }\n")
    folder.write("join.yaml", flow + "\n")
    let compilation = Compiler.compile(paths: [folder.path])
    let table = try #require(compilation.tenants.first?.table, "\(compilation.diagnostics.map(\.message))")
    let (email, terms) = (firstAttributeSlot, firstAttributeSlot + 1)
    let errors = table.flows[0].transitions.filter { $0.error >= 0 }.map(\.errorFields)
    #expect(errors == [[terms], [email, terms], [], [email]])
    let pages = table.flows[0].pages
    #expect(pages.first?.events.first?.label == "Join us")
    #expect(try TableFile.read(TableFile.write(table).bytes).table.flows == table.flows)
  }
}
