import FlowCompiler
import FlowModel
import FlowSource
import Testing

@Suite("Standard input")
struct StandardInputTests {
  private func compile(_ text: String) -> Compilation {
    Compiler.compile(paths: ["-"], standardInput: Array(text.utf8))
  }

  @Test func `a flow alone takes what it names for declared`() {
    let compilation = compile(usualFlow)
    #expect(compilation.diagnostics.map { "\($0.code) \($0.message)" } == [])
    #expect(compilation.tenants.first?.table?.flows.map(\.name) == ["sign-up"])
  }

  @Test func `its slips are found all the same`() {
    let compilation = compile(usualFlow.replacing("missing: send-code", with: "missing: send-cod"))
    #expect(compilation.diagnostics.map(\.code) == ["U107"])
    #expect(compilation.diagnostics.first?.help == "did you mean `send-code`?")
  }

  @Test(arguments: ["native-auth", "email-password"])
  func `shipped flows are clean one by one`(_ tenant: String) {
    let files = shippedTenant(tenant).files.filter {
      !$0.path.contains("/locales/") && !$0.path.contains("/tests/") && $0.path.hasSuffix(".yaml")
    }
    for file in files where !file.path.hasSuffix("tenant.yaml") {
      let problems = Compiler.compile(paths: ["-"], standardInput: file.bytes).diagnostics
      #expect(problems.map { "\(file.path) \($0.code) \($0.message)" } == [])
    }
  }

  @Test func `a tenant alone needs no flows`() {
    #expect(
      compile("tenant: contoso\nattributes:\n  email: { type: email }\n").diagnostics.filter { $0.severity == .error }
        == [])
    #expect(compile("tenant: contoso\nattribute: {}\n").diagnostics.map(\.code) == ["U101"])
  }

  @Test(arguments: ["", "\n", "# nothing\n", "[]", "flow", "flow: ", "flow: a", "tenant:", "{}", "null"])
  func `what is hardly there is a problem with a place`(_ text: String) {
    let compilation = compile(text)
    #expect(compilation.hasErrors)
    #expect(compilation.tenants.first?.table == nil)
  }
}
