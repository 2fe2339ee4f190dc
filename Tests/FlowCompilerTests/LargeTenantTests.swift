import FlowCompiler
import FlowModel
import FlowSource
import Testing

@Suite("Large tenants")
struct LargeTenantTests {
  private static let tenant = "tenant: large\nattributes:\n  email: { type: email, identifier: true }\n"

  @Test func `a flow of a thousand states becomes a table`() throws {
    let groups = 250
    var text = "flow: long\nlifetime: 30m\nstart: ask-0\nstates:\n"
    for group in 0..<groups {
      let next = group + 1 < groups ? "ask-\(group + 1)" : "done"
      text += """
          ask-\(group): { page: Ask \(group), fields: { email: required }, then: { submit: send-\(group) } }
          send-\(group):
            do: code.send
            with: { to: email }
            then: { sent: enter-\(group), throttled: enter-\(group), undeliverable: ask-\(group) }
          enter-\(group): { page: Enter \(group), fields: { code: required }, then: { submit: verify-\(group) } }
          verify-\(group):
            do: code.verify
            then: { valid: \(next), invalid: enter-\(group), expired: enter-\(group), exhausted: ask-\(group) }

        """
    }
    text += "  done: { end: completed, result: [email] }\n"
    let table = try table(["tenant.yaml": Self.tenant, "long.yaml": text])
    #expect(table.flows.first?.states.count == 4 * groups + 1)
    #expect(throws: Never.self) { try TableFile.read(TableFile.write(table).bytes) }
  }

  /// Behind `states:` a comment keeps a file from being cut into parts, each for a thread.
  @Test(arguments: ["", "  ask-3: { end: twice }\n", "  slip: { pag: Ask }\n", "  open: [\n"])
  func `a large file in parts means what it means as a whole`(tail: String) {
    func text(_ states: String) -> String {
      var text = "flow: long\nlifetime: 30m\nstart: ask-0\n\(states)\n"
      for state in 0..<2000 {
        text += "  ask-\(state): { page: Ask, fields: { email: required }, then: { submit: ask-\(state + 1) } }\n"
      }
      return text + "  ask-2000: { end: completed, result: [email] }\n" + tail
    }
    let whole = compile(["tenant.yaml": Self.tenant, "long.yaml": text("states: #")])
    let parts = compile(["tenant.yaml": Self.tenant, "long.yaml": text("states:  ")])
    #expect(whole.diagnostics == parts.diagnostics)
    #expect(hash(whole) == hash(parts))
    #expect(whole.tenants.first?.flows.first?.states == parts.tenants.first?.flows.first?.states)
    #expect(whole.hasErrors == !tail.isEmpty)
  }

  private func hash(_ compilation: Compilation) -> ContentHash? {
    compilation.tenants.first?.table.map { TableFile.write($0).hash }
  }

  @Test func `every slip of a thousand is reported`() {
    var text = "flow: long\nlifetime: 30m\nstart: ask-0\nstates:\n"
    for state in 0..<1000 {
      text += "  ask-\(state): { page: Ask, fields: { email: required }, then: { submit: nowhere } }\n"
    }
    text += "  done: { end: completed, result: [email] }\n"
    let compilation = compile(["tenant.yaml": Self.tenant, "long.yaml": text])
    #expect(compilation.diagnostics.count == 1000)
    #expect(compilation.diagnostics.allSatisfy { $0.code == "U107" })
  }

  @Test func `calls that double at each level are refused before they fill the memory`() {
    var files = [SourceText(path: "tenant.yaml", text: Self.tenant)]
    let main = """
      flow: main
      lifetime: 30m
      start: ask
      states:
        ask: { page: Ask, fields: { email: required }, then: { submit: first } }
        first: { call: level-0, then: { ok: done } }
        done: { end: completed, result: [email] }

      """
    files.append(SourceText(path: "main.yaml", text: main))
    for level in 0..<40 {
      let text = """
        sub-flow: level-\(level)
        start: one
        states:
          one: { call: level-\(level + 1), then: { ok: two } }
          two: { call: level-\(level + 1), then: { ok: ok } }
          ok: { end: ok }

        """
      files.append(SourceText(path: "level-\(level).yaml", text: text))
    }
    let last = "sub-flow: level-40\nstart: ok\nstates:\n  ok: { end: ok }\n"
    files.append(SourceText(path: "level-40.yaml", text: last))
    let compilation = Compiler.compile(sources: [TenantSources(path: "large", files: files)])
    #expect(compilation.diagnostics.map(\.code) == ["U139"])
  }

  @Test func `a file of 17 MiB is refused at once`() {
    let flow = "flow: long\n" + String(repeating: "# a comment of some length, again and again\n", count: 420_000)
    let compilation = compile(["tenant.yaml": Self.tenant, "long.yaml": flow])
    #expect(compilation.diagnostics.map(\.code) == ["U005"])
  }
}
