import FlowCompiler
import FlowSource
import Testing

/// Which flow is started decides on who is let in: what is assumed then is said.
@Suite struct StartedFlowsTests {
  private static let tenant = """
    tenant: t
    attributes:
      email: { type: email, identifier: true }
      kind: { type: choice, of: [staff, customer, guest] }
    """

  /// A sign-in for accounts for which a condition holds.
  private static func signIn(_ name: String, _ condition: String) -> String {
    """
    flow: \(name)
    lifetime: 15m
    start: who
    states:
      who:
        page: Sign in
        fields: { email: required, password: required }
        then: { submit: find }
      find:
        do: account.find
        with: { identifier: email }
        then: { found: check, missing: check }
      check:
        do: password.verify
        then: { match: gate, mismatch: { to: who, error: invalid_credentials }, locked: { to: who, error: account_locked } }
      gate:
        choose:
          - { when: account.enabled && account.confirmed, to: kind }
          - { to: who, error: user_disabled }
      kind:
        do: account.read
        with: { attribute: kind }
        then: { present: ask, absent: who }
      ask:
        choose:
          - { when: "\(condition)", to: open }
          - { to: who, error: user_disabled }
      open: { do: token.issue, then: { issued: done } }
      done: { end: completed, result: [account.id, tokens] }
    """
  }

  private static func assumed(_ staff: String, _ customers: String) throws -> [String] {
    let files = [
      SourceText(path: "t/tenant.yaml", text: tenant),
      SourceText(path: "t/staff.yaml", text: signIn("staff", staff)),
      SourceText(path: "t/customers.yaml", text: signIn("customers", customers)),
    ]
    let compilation = Compiler.compile(sources: [TenantSources(path: "t", files: files)], isProving: true)
    #expect(compilation.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let proofs = try #require(compilation.tenants.first).proofs.filter { $0.code == "U503" }
    #expect(proofs.map(\.flow).sorted() == ["customers", "staff"])
    return Set(proofs.flatMap(\.assumes)).sorted()
  }

  @Test(arguments: [
    ("attributes.kind == 'staff'", "attributes.kind == 'customer'"),
    ("run.flow.contains(attributes.kind)", "run.flow.contains(attributes.kind)"),
  ])
  func `where each lets in some accounts alone, the value is assumed to be no secret`(_ staff: String, _ other: String)
    throws
  {
    #expect(
      try Self.assumed(staff, other) == [
        "`kind` of the account is no secret: which of `customers`, `staff` lets in depends on it, and anybody may start each of them"
      ])
  }

  @Test func `where one of them lets in all, nothing is assumed`() throws {
    #expect(try Self.assumed("attributes.kind == 'staff'", "attributes.kind != 'guest'") == [])
  }
}
