import FlowCases
import FlowCompiler
import TestSupport
import Testing

/// The cases that the shipped flows have.
@Suite struct ShippedCaseTests {
  private static let folder = Repository.root + "/flows"

  @Test func `all of them pass, and take each transition that a run can take`() async throws {
    let suite = CaseSuite(paths: [Self.folder])
    #expect(suite.compilation.diagnostics.isEmpty)
    #expect(suite.items.count >= 200)
    let play = await CasePlay(suite)
    #expect(play.failures.map { "\($0.item.flow), \($0.item.name): \($0.failure.summary)" } == [])
    let missing = play.coverage.flows.flatMap { flow in
      flow.edges.filter { $0.standing == .missing }.map { "\(flow.name), \($0.place.state): \($0.place.label)" }
    }
    #expect(missing == [])
    #expect(play.coverage.hundredths == 10_000)
    #expect(play.coverage.count(.taken) > 400)
    // Each flow and sub-flow is among them.
    let files = ["accounts", "email-password", "native-auth"].reduce(0) { count, tenant in
      count + names("\(Self.folder)/\(tenant)").count { $0.hasSuffix(".yaml") && $0 != "tenant.yaml" }
    }
    #expect(play.coverage.flows.count == files)
  }

  @Test func `no case takes what the compiler says that no run takes`() async {
    let play = await CasePlay(CaseSuite(paths: [Self.folder]))
    #expect(play.coverage.contradictions == [])
    #expect(play.coverage.count(.unreachable) > 10)
  }

  @Test func `one worker or many, once or again: what comes of cases is the same`() async {
    let suite = CaseSuite(paths: [Self.folder + "/native-auth"])
    func counts(_ play: CasePlay) -> [[Int]] { play.coverage.flows.map { $0.edges.map(\.count) } }
    let alone = await CasePlay(suite, workers: 1)
    let together = await CasePlay(suite, workers: 4)
    #expect(counts(alone) == counts(together))
    #expect(alone.results.map(\.transitions) == together.results.map(\.transitions))
    let twice = await CasePlay(suite, times: 2)
    #expect(counts(twice) == counts(alone).map { $0.map { $0 * 2 } })
  }

  @Test func `a file of cases is played alone, and so are the cases of a flow's file`() {
    let ofCases = CaseSuite(paths: [Self.folder + "/native-auth/tests/sign-up.yaml"])
    #expect(Set(ofCases.items.map(\.flow)) == ["sign-up"] && ofCases.items.count > 3)
    let ofFlow = CaseSuite(paths: [Self.folder + "/native-auth/sign-in.yaml"])
    #expect(Set(ofFlow.items.map(\.flow)) == ["sign-in"] && ofFlow.items.count > 3)
    var some = CaseSuite(paths: [Self.folder])
    some.keep(matching: "TEN GUESSES")
    #expect(!some.items.isEmpty && some.items.allSatisfy { $0.name.contains("ten guesses") })
  }
}
