import EngineSupport
import Testing

/// Every flow of `flows/` over the JSON lines: through all its ends and all its errors. One after the other, because each
/// client has pipes and threads.
@Suite(.serialized) struct ScenarioTests {
  static let all = Scenario.nativeAuth + Scenario.emailPassword + Scenario.accounts

  @Test(arguments: all)
  func `over memory`(_ scenario: Scenario) async throws {
    _ = try await ScenarioRuns.shared.places(of: scenario)
  }

  @Test(arguments: all)
  func `over SQLite`(_ scenario: Scenario) async throws {
    try await scenario.play(on: .sqlite)
  }

  @Test(arguments: Tenant.allCases)
  func `all ends and all errors were seen, but for those that cannot happen`(_ tenant: Tenant) async throws {
    var seen: Set<Place> = []
    for scenario in Self.all where scenario.tenant == tenant {
      seen.formUnion(try await ScenarioRuns.shared.places(of: scenario))
    }
    let places = Set(MarkedTable(try tenant.table()).places)
    let impossible = Unreachable.places(of: places)
    #expect(places.subtracting(seen).subtracting(impossible).sorted() == [])
    #expect(impossible.intersection(seen).sorted() == [], "these can happen after all")
    #expect(seen.subtracting(places).sorted() == [])
  }

  @Test func `each reason why something cannot happen is about something there is`() throws {
    let places = try Set(Tenant.allCases.flatMap { MarkedTable(try $0.table()).places })
    for one in Unreachable.all { #expect(places.contains { one.covers($0) }, "\(one.flow) \(one.what)") }
  }
}
