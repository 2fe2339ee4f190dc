import FlowCompiler
import FlowSource
import Testing

@Suite("Bounds of steps")
struct StepBoundTests {
  /// What U452 says of a flow with a property.
  private func problems(within steps: Int, _ states: String, attributes: String = "") -> [Diagnostic] {
    compile([
      "tenant.yaml": "tenant: many\nattributes:\n  email: { type: email, identifier: true }\n\(attributes)",
      "flow.yaml":
        "flow: many\nlifetime: 30m\nstart: first\nproperties:\n  - within: \(steps) steps\nstates:\n\(states)",
    ]).diagnostics.filter { $0.code == "U452" || $0.severity == .error }
  }

  @Test func `a flow that forks often and has no loop is judged exactly`() {
    let forks = 30
    var text = "  first: { page: First, fields: { email: required }, then: { submit: fork-0 } }\n"
    for fork in 0..<forks {
      let next = fork + 1 < forks ? "fork-\(fork + 1)" : "done"
      text += """
          fork-\(fork): { page: Fork \(fork), then: { left: left-\(fork), right: right-\(fork) } }
          left-\(fork): { page: Left \(fork), then: { submit: \(next) } }
          right-\(fork): { page: Right \(fork), then: { submit: \(next) } }

        """
    }
    text += "  done: { end: completed, result: [email] }\n"
    #expect(problems(within: 1 + 2 * forks, text).map(\.code) == [])
    let broken = problems(within: 2 * forks, text)
    #expect(broken.map(\.code) == ["U452"])
    #expect(broken.first?.notes == [])
    #expect(broken.first?.counterexample?.steps.last?.state == "left-\(forks - 1)")
  }

  @Test func `where too many paths loop it is said that not each was tried`() {
    let pages = 24
    let attributes = (0..<pages).map { "  a\($0): { type: string }\n" }.joined()
    var text = "  first:\n    choose:\n"
    for page in 0..<pages { text += "      - { when: \"!has(attributes.a\(page))\", to: page-\(page) }\n" }
    text += "      - { to: done }\n"
    for page in 0..<pages {
      text +=
        "  page-\(page): { page: Page, fields: { a\(page): required }, then: { submit: \(page < 2 ? "done" : "first") } }\n"
    }
    text += "  done: { end: completed }\n"
    let bound = pages - 1
    #expect(problems(within: bound + 1, text, attributes: attributes).map(\.code) == [])
    let unknown = problems(within: bound, text, attributes: attributes)
    #expect(unknown.map(\.code) == ["U452"])
    #expect(unknown.first?.notes.count == 1)
    let broken = problems(within: bound - 1, text, attributes: attributes)
    #expect(broken.map(\.code) == ["U452"])
    #expect(broken.first?.notes == [])
    #expect(broken.first?.counterexample?.steps.count(where: { $0.actor == .client }) == bound - 1)
  }
}
