import EngineSupport
import FlowCompiler
import FlowJSON
import FlowModel
import FlowSource
import Testing

@testable import FlowRuntime

/// Flows that the compiler lets pass, run to where its proofs and the engine's must agree.
@Suite struct CompiledFlowTests {
  private static let tenant = """
    tenant: named
    attributes:
      username: { type: string, identifier: true, min-length: 3 }
      email: { type: email, identifier: true }
      newEmail: { type: email, transient: true }
    functions:
      confirm: { command: [./confirm.sh], attempts: 10 per 1h }
    links: { base: https://app.example.com }

    """

  private static func table(_ flows: String...) throws -> FlowTable {
    let files =
      [SourceText(path: "t/tenant.yaml", text: tenant)]
      + flows.enumerated().map { SourceText(path: "t/\($0.offset).yaml", text: $0.element) }
    let compilation = Compiler.compile(sources: [TenantSources(path: "t", files: files)])
    #expect(compilation.diagnostics.filter { $0.severity == .error }.map { "\($0.code) \($0.message)" } == [])
    return try #require(compilation.tenants.first?.table)
  }

  private static func add(_ fixture: Fixture, _ identifiers: Identifier...) async throws -> AccountRecord {
    var account = AccountRecord(
      id: SystemRandomness().bytes(12).hex, tenant: fixture.table.tenant, isConfirmed: true, identifiers: identifiers,
      attributes: "{}", created: fixture.clock.now())
    account.passwordHash = Fixture.passwordHash
    let added = account
    #expect(try await fixture.storage.transact { try $0.put(added) })
    return account
  }

  private static func account(_ fixture: Fixture, _ username: String) async throws -> AccountRecord? {
    let tenant = fixture.table.tenant
    return try await fixture.storage.transact {
      try $0.account(Identifier(attribute: "username", value: username), tenant: tenant)
    }
  }

  private static let ask = """
    flow: ask
    reveals: [account-existence]
    lifetime: 30m
    start: who
    states:
      who: { page: Who, fields: { username: required }, then: { submit: find } }
      find:
        do: account.find
        with: { identifier: username }
        then: { found: ask, missing: { to: who, error: user_not_found } }
      ask:
        do: function.call
        with: { function: confirm, link: rename }
        then: { success: done, pending: done, fail: done }
      done: { end: completed }
    """

  private static let rename = """
    flow: rename
    reveals: [account-existence]
    lifetime: 30m
    start: link
    states:
      link: { page: Link, fields: { token: required, tokenId: required }, then: { submit: redeem } }
      redeem:
        do: link.redeem
        then:
          valid: name
          invalid: { to: link, error: invalid_grant }
          expired: { to: link, error: invalid_grant }
          used: { to: link, error: invalid_grant }
      name: { page: Name, fields: { username: required }, then: { submit: update } }
      update: { do: account.update, then: { updated: password } }
      password: { page: Password, fields: { password: required }, then: { submit: set } }
      set:
        do: password.set
        then:
          set: done
          too_short: { to: password, error: password_too_short }
          too_long: { to: password, error: password_too_long }
          too_weak: { to: password, error: password_too_weak }
          banned: { to: password, error: password_banned }
          recently_used: { to: password, error: password_recently_used }
      done: { end: completed }
    """

  @Test func `an account that is proven by its name is so by its new name, and no other is by the former`() async throws
  {
    let functions = TestFunctions { _, _ in .pending }
    let fixture = try await Fixture(try Self.table(Self.ask, Self.rename), functions: functions)
    let account = try await Self.add(fixture, Identifier(attribute: "username", value: "ada"))
    _ = await fixture.start("ask", ["username": "ada"])
    let asked = try #require(functions.requests.last)
    let input: JSONObject = ["token": asked["token"] ?? .null, "tokenId": asked["tokenId"] ?? .null]
    let redeemed = await fixture.start("rename", input)
    let renamed = await fixture.send("submit", ["username": "lovelace"], redeemed.token)
    #expect(renamed.state == "password")
    #expect(
      try await fixture.run(renamed.token).proofs == [.verified(Identifier(attribute: "username", value: "lovelace"))])
    let reply = await fixture.send("submit", ["password": "A-fresh-password-2"], renamed.token)
    #expect(reply.end?.name == "completed")
    #expect(try await Self.account(fixture, "lovelace")?.id == account.id)
  }

  @Test func `an address that nobody proved is none of the account's attributes either`() async throws {
    let fixture = try await Fixture(
      try Self.table(
        """
        flow: join
        reveals: [account-existence]
        lifetime: 30m
        start: who
        states:
          who: { page: Who, fields: { username: required, email: required }, then: { submit: create } }
          create:
            do: account.create
            with: { identifier: username }
            then: { created: done, exists: { to: who, error: user_already_exists } }
          done: { end: completed }
        """))
    let reply = await fixture.start("join", ["username": "eve", "email": "ada@example.com"])
    #expect(reply.end?.name == "completed")
    let account = try #require(try await Self.account(fixture, "eve"))
    #expect(account.attributes == #"{"username":"eve"}"#)
    #expect(account.identifiers == [Identifier(attribute: "username", value: "eve")])
  }

  private static let move = """
    flow: move
    lifetime: 30m
    start: who
    states:
      who: { page: Who, fields: { email: required, password: required }, then: { submit: find } }
      find:
        do: account.find
        with: { identifier: email }
        then: { found: verify, missing: verify }
      verify:
        do: password.verify
        then:
          match: may
          mismatch: { to: who, error: invalid_credentials }
          locked: { to: who, error: account_locked }
      may:
        choose:
          - { when: account.enabled && account.confirmed, to: new }
          - { to: who, error: user_disabled }
      new: { page: New, fields: { newEmail: required }, then: { submit: send } }
      send:
        do: code.send
        with: { to: newEmail }
        then:
          sent: enter
          throttled: { to: enter, error: too_many_codes }
          undeliverable: { to: new, error: invalid_username }
      enter: { page: Enter, fields: { code: required }, then: { submit: check } }
      check:
        do: code.verify
        then:
          valid: { to: update, set: { email: attributes.newEmail } }
          invalid: { to: enter, error: invalid_code }
          expired: { to: enter, error: code_expired }
          exhausted: { to: enter, error: too_many_attempts }
      update: { do: account.update, then: { updated: done, taken: { to: new, error: user_already_exists } } }
      done: { end: moved }
    """

  @Test func `an address that was proven is proven where it is copied, and is the account's from then on`() async throws
  {
    let fixture = try await Fixture(try Self.table(Self.move))
    let account = try await Self.add(fixture, Identifier(attribute: "email", value: "ada@example.com"))
    var (from, steps) = ("ada@example.com", ["ada@new.example.com", "ada@newer.example.com"])
    // The second time the ways into the account are others than at first.
    while !steps.isEmpty {
      let to = steps.removeFirst()
      let begun = await fixture.start("move", ["email": .string(from), "password": .string(Fixture.password)])
      let asked = await fixture.send("submit", ["newEmail": .string(to)], begun.token)
      #expect(asked.state == "enter")
      let code = try #require(fixture.outbox.code(to: to))
      let reply = await fixture.send("submit", ["code": .string(code)], asked.token)
      #expect(reply.end?.name == "moved")
      from = to
    }
    let tenant = fixture.table.tenant
    let found = try await fixture.storage.transact {
      try $0.account(Identifier(attribute: "email", value: "ada@newer.example.com"), tenant: tenant)
    }
    #expect(found?.id == account.id && found?.unproven == [])
  }

  @Test func `nobody learns by a link whether a name has an account`() async throws {
    let fixture = try await Fixture(
      try Self.table(
        """
        flow: forgot
        lifetime: 30m
        start: who
        states:
          who: { page: Who, fields: { username: required, email: required }, then: { submit: find } }
          find:
            do: account.find
            with: { identifier: username }
            then: { found: send, missing: send }
          send:
            do: link.send
            with: { to: email, flow: rename }
            then: { sent: done, throttled: done, undeliverable: done }
          done: { end: completed }
        """, Self.rename))
    _ = try await Self.add(
      fixture, Identifier(attribute: "username", value: "ada"),
      Identifier(attribute: "email", value: "ada@example.com"))
    for name in ["ada", "nobody"] {
      let reply = await fixture.start("forgot", ["username": .string(name), "email": "eve@example.com"])
      #expect(reply.end?.name == "completed" && reply.error == nil)
    }
    #expect(fixture.outbox.messages.isEmpty)
    _ = await fixture.start("forgot", ["username": "ada", "email": "ada@example.com"])
    #expect(fixture.outbox.links(to: "ada@example.com").count == 1)
  }
}
