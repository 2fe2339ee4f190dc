import FlowCases
import FlowCompiler
import FlowModel
import FlowTooling
import Testing

/// What cases took, what they did not, and what no run takes.
@Suite struct CoverageTests {
  private static let start = "- start: { email: ann@example.com, age: 36 }"

  /// The transitions of one kind of standing, as `state label`.
  private func edges(_ play: CasePlay, _ standing: CaseCoverage.Standing, of flow: String) -> [String] {
    let found = play.coverage.flows.first { $0.name == flow }
    return found?.edges.filter { $0.standing == standing }.map { "\($0.place.state) \($0.place.label)" } ?? []
  }

  @Test func `each transition of a step counts, and a sub-flow's where it is written`() async throws {
    let play = try await Club.play(Self.start)
    #expect(edges(play, .taken, of: "join") == ["introduce submit", "is-old-enough when attributes.age >= 16"])
    #expect(edges(play, .taken, of: "prove") == ["send sent"])
    #expect(edges(play, .missing, of: "join").contains("choose after 5m"))
    #expect(edges(play, .missing, of: "join").contains("prove proven"))
    #expect(edges(play, .unreachable, of: "join") == ["create too_weak"])
    #expect(play.coverage.hundredths < 2_500)
  }

  @Test func `a step that is refused has taken nothing`() async throws {
    let play = try await Club.play(
      "- start:\n- submit: { email: ann, age: 36 }\n  expect: { error: attributes_invalid }")
    #expect(play.failures.isEmpty && play.coverage.count(.taken) == 0)
  }

  @Test func `a step that is taken again for slow work counts once`() async throws {
    let play = try await Club.play(
      Self.start + "\n- submit: { code: \"{{ mail.code }}\" }\n- submit: { password: tea-at-five }")
    let counts = play.coverage.flows.flatMap(\.edges).filter { $0.count > 0 }.map(\.count)
    #expect(play.failures.isEmpty && counts.allSatisfy { $0 == 1 } && counts.count == 9)
  }

  @Test func `pictures are coloured by what was taken`() async throws {
    let play = try await Club.play(Self.start)
    let marks = play.marks(of: "club")["join"] ?? [:]
    let counts = TransitionMark.allCases.map { mark in marks.values.count { $0 == mark } }
    #expect(counts[0] == 3 && counts[1] > 10 && counts[2] == 1)
    let table = try #require(play.suite.compilation.tenants.first?.table)
    let dot = try draw(table.flows, of: table, as: .dot, marks: ["join": marks])
    #expect(dot.contains("#1f8a4c\", fontcolor") && dot.contains("penwidth=2.5") && dot.contains("#9aa5b1"))
    let mermaid = try draw(table.flows, of: table, as: .mermaid, marks: ["join": marks])
    #expect(mermaid.contains("stroke:#1f8a4c,color:#1f8a4c\n") && mermaid.contains("stroke-width:3px"))
  }

  @Test func `shares are rounded down, and nothing is whole`() {
    #expect(CaseCoverage.hundredths(0, 0) == 10_000)
    #expect(CaseCoverage.hundredths(2, 1) == 6_666)
    #expect(CaseCoverage.hundredths(9_999, 1) == 9_999)
    #expect(["100 %", "99.5 %", "99.05 %", "0 %"] == [10_000, 9_950, 9_905, 0].map(CaseCoverage.text))
  }
}
