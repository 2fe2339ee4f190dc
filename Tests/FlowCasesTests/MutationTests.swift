import FlowCases
import FlowCompiler
import FlowJSON
import FlowSource
import TestSupport
import Testing

/// Whether cases notice that flows are a little otherwise.
@Suite struct MutationTests {
  private static let way = """
      - case: grown up
        steps:
          - start: { email: ann@example.com, age: 16 }
            expect: { state: prove/enter }
    """

  /// The words of the mutants of a state that had a fate.
  private func words(_ play: MutationPlay, of state: String, where matches: (MutationPlay.Fate) -> Bool) -> [String] {
    play.mutants.filter { $0.edge.place.state == state && matches($0.fate) }.map {
      "\($0.edge.place.label): \($0.words)"
    }
  }

  @Test func `a bound that a case stands on is noticed, and on the other side it is not`() async {
    let play = await MutationPlay(Club.suite(Self.way))
    let noticed = words(play, of: "is-old-enough") { if case .noticed = $0 { true } else { false } }
    let unnoticed = words(play, of: "is-old-enough") { if case .unnoticed = $0 { true } else { false } }
    let branch = "when attributes.age >= 16"
    #expect(noticed.contains("\(branch): asks for 17 in place of 16"), "\(noticed)")
    #expect(noticed.contains("\(branch): asks for > in place of >="), "\(noticed)")
    #expect(noticed.contains("\(branch): is never taken"), "\(noticed)")
    #expect(unnoticed.contains("\(branch): asks for 15 in place of 16"), "\(unnoticed)")
    let both =
      Self.way + "\n  - case: too young\n    steps:\n      - start: { email: ann@example.com, age: 15 }\n"
      + "        expect: { end: failed }\n"
    let better = await MutationPlay(Club.suite(both))
    let left = words(better, of: "is-old-enough") { if case .unnoticed = $0 { true } else { false } }
    #expect(left == [], "\(left)")
  }

  @Test func `what no case comes by is not noticed, and what no run takes is nobody's to notice`() async {
    let play = await MutationPlay(Club.suite(Self.way))
    let unnoticed = words(play, of: "verify") { $0 == .unnoticed(cases: 0) }
    #expect(unnoticed.contains { $0.hasPrefix("expired: goes to ") } && unnoticed.contains("expired: keeps no error"))
    let equivalent = words(play, of: "create") { if case .equivalent = $0 { true } else { false } }
    #expect(equivalent.count == 2 && equivalent.allSatisfy { $0.hasPrefix("too_weak: ") }, "\(equivalent)")
    #expect(play.noticed + play.unnoticed + play.equivalent == play.mutants.count)
  }

  @Test func `a step that is left out is noticed where something comes of it`() async {
    let play = await MutationPlay(Club.suite(Self.way))
    #expect(
      words(play, of: "send") { if case .unnoticed = $0 { true } else { false } }.contains(
        "sent: the step `do: code.send` is left out"))
    let mailed = Self.way.replacing("state: prove/enter", with: "state: prove/enter, messages: [{ kind: code }]")
    let better = await MutationPlay(Club.suite(mailed))
    #expect(
      words(better, of: "send") { $0 == .noticed(by: "grown up") }.contains(
        "sent: the step `do: code.send` is left out"))
  }

  @Test func `a bound that no value tells apart is the same for everybody`() async {
    // The attribute begins at 6: whether 6 or more, or 5 or more, is asked for is one.
    let flow = Club.join.replacing("attributes.age >= 16", with: "attributes.age >= 6")
    let suite = CaseSuite(sources: [
      TenantSources(
        path: "club",
        files: [
          SourceText(path: "club/tenant.yaml", text: Club.tenant), SourceText(path: "club/join.yaml", text: flow),
          SourceText(path: "club/prove.yaml", text: Club.prove),
        ])
    ])
    let play = await MutationPlay(suite)
    let equivalent = words(play, of: "is-old-enough") {
      $0 == .equivalent("no value that the attribute can have is told apart by it")
    }
    #expect(equivalent == ["when attributes.age >= 6: asks for 5 in place of 6"])
  }

  @Test func `as many as are asked for are from all over, and reports say how many are left out`() async throws {
    let suite = Club.suite(Self.way)
    let all = await MutationPlay(suite)
    let some = await MutationPlay(suite, most: 10)
    #expect(some.mutants.count == 10 && some.leftOut == all.mutants.count - 10)
    #expect(Set(some.mutants.map(\.edge.place.state)).count > 5)
    let text = report(some, as: .pretty, tellsTimes: false)
    #expect(text.contains("10 mutants: ") && text.hasSuffix("; \(some.leftOut) more were left out\n"), "\(text)")
    #expect(text.contains(": not noticed: ") && text.contains("(no case comes by)"), "\(text)")
    let json = try JSON.parse(report(all, as: .json))
    #expect(json["mutants"]?.array?.count == all.mutants.count)
    #expect(json["summary"]?["notNoticed"]?.int == Int64(all.unnoticed))
    // The same each time.
    #expect(
      report(await MutationPlay(suite), as: .pretty, tellsTimes: false) == report(all, as: .pretty, tellsTimes: false))
  }
}
