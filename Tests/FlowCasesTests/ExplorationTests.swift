import FlowCases
import FlowCompiler
import FlowJSON
import FlowSource
import Testing

/// What people would stumble over.
@Suite struct ExplorationTests {
  private static func explore(_ flow: String, tenant: String = Club.tenant, depth: Int = 4) async -> FlowExploration? {
    let suite = CaseSuite(sources: [
      TenantSources(
        path: "club",
        files: [
          SourceText(path: "club/tenant.yaml", text: tenant), SourceText(path: "club/join.yaml", text: flow),
          SourceText(path: "club/prove.yaml", text: Club.prove),
        ])
    ])
    return await FlowExploration(suite, flow: "join", depth: depth, most: 2_000)
  }

  @Test func `an option that no branch names beside others is told, with a way there`() async throws {
    let tenant = Club.tenant.replacing(
      "  nick:", with: "  plan: { type: choice, of: [free, gold, school] }\n  nick:")
    let flow = """
      flow: join
      lifetime: 30m
      start: ask
      states:
        ask:
          page: Your plan
          fields: { plan: required }
          then: { submit: which }
        which:
          choose:
            - { when: "attributes.plan == 'free'", to: free }
            - { when: "attributes.plan == 'gold'", to: gold }
            - { to: free }
        free: { end: free }
        gold: { end: gold }

      """
    let exploration = try #require(await Self.explore(flow, tenant: tenant))
    let findings = exploration.findings
    #expect(findings.map(\.message) == ["no branch of which expects plan school, beside `free` and `gold`"])
    #expect(findings.first?.kind == .unexpectedValue && findings.first?.way == ["start:", "submit: { plan: school }"])
    let text = report(exploration, as: .pretty)
    #expect(text.hasPrefix("club/join.yaml:9: unexpected-value: no branch of which"), "\(text)")
    #expect(text.contains("    - submit: { plan: school }\n") && text.contains("1 finding: "), "\(text)")
    let json = try JSON.parse(report(exploration, as: .json))
    #expect(json["findings"]?.array?.first?["kind"]?.string == "unexpected-value" && json["complete"] != nil)
  }

  @Test func `a page from which nothing leads to an end is told`() async throws {
    let flow = """
      flow: join
      lifetime: 30m
      start: ask
      states:
        ask:
          page: How old are you?
          fields: { age: required }
          then: { submit: which }
        which:
          choose:
            - { when: attributes.age >= 18 && attributes.age + 0 > 150, to: over }
            - { to: ask, error: denied }
        over: { end: completed }

      """
    let exploration = try #require(await Self.explore(flow))
    #expect(exploration.findings.map(\.kind) == [.endless] && exploration.findings.first?.state == "ask")
    // The flow's own error is no dead end.
    #expect(exploration.findings.first?.message.hasPrefix("no run came from ask to an end") == true)
  }

  @Test func `an answer that the flow does not handle is a dead end, found while the account changes`() async throws {
    let flow = """
      flow: join
      lifetime: 30m
      start: ask
      states:
        ask:
          page: Sign in
          fields: { grant: required }
          then: { submit: redeem }
        redeem:
          do: grant.redeem
          then:
            valid: read
            invalid: { to: ask, error: invalid_grant }
            expired: { to: ask, error: invalid_grant }
            used: { to: ask, error: invalid_grant }
        read:
          do: account.read
          with: { attribute: nick }
          then: { present: change, absent: change }
        change:
          page: Your name
          fields: { nick: required }
          then: { submit: write }
        write:
          do: account.update
          with: { attributes: [nick] }
          then: { updated: over }
        over: { end: completed }

      """
    let exploration = try #require(await Self.explore(flow))
    let ends = exploration.findings.filter { $0.kind == .deadEnd }
    #expect(ends.map(\.state) == ["change"], "\(exploration.findings.map(\.message))")
    #expect(ends.first?.way.contains { $0.hasPrefix("given: { accounts: { ") } == true, "\(ends)")
  }

  @Test func `a sign-up that is as it should be has nothing to stumble over`() async throws {
    let exploration = try #require(await Self.explore(Club.join, depth: 5))
    #expect(exploration.findings.map(\.message) == [] && exploration.visited == exploration.restingStates)
    #expect(report(exploration, as: .pretty).hasPrefix("nothing to stumble over: "))
  }

  @Test func `there is no such flow`() async {
    #expect(await FlowExploration(Club.suite("[]"), flow: "nowhere", depth: 3, most: 10) == nil)
    #expect(FlowExploration.flows(of: Club.suite("[]")) == ["join"])
  }
}
