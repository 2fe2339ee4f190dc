import EngineSupport
import FlowRuntime
import Testing

@testable import FlowHTTP

/// How many runs a requester has open.
@Suite struct OpenRunsTests {
  private let clock = TestClock()
  private let runs: OpenRuns
  private let (ada, bob): (OpenRuns.Owner, OpenRuns.Owner)

  init() throws {
    runs = OpenRuns(limit: 2, key: try #require(ServerKey.random()), clock: clock)
    ada = try #require(runs.owner("192.0.2.1", application: "web", of: "club"))
    bob = try #require(runs.owner("192.0.2.2", application: "web", of: "club"))
  }

  private func id(_ number: UInt64) -> RandomID { RandomID(high: 0, low: number) }

  private func settle(_ owner: OpenRuns.Owner, _ run: UInt64?, minutes: Int64 = 30) {
    runs.settle(owner, run.map(id), until: clock.now() + minutes * 60_000)
  }

  @Test func `those that end, or never began, make room, each for its own requester and once`() {
    #expect(runs.enter(ada) && runs.enter(ada) && !runs.enter(ada), "those that are being started count")
    settle(ada, 1)
    settle(ada, nil)
    #expect(runs.enter(ada))
    settle(ada, 2)
    #expect(!runs.enter(ada) && runs.enter(bob))
    settle(bob, 3)
    for _ in 0..<3 { runs.end(id(1)) }
    runs.end(id(77))
    #expect(runs.enter(ada) && !runs.enter(ada))
    #expect(runs.enter(bob) && !runs.enter(bob))
  }

  @Test func `those that outlive their time make room`() {
    for (run, minutes) in [(UInt64(1), Int64(10)), (2, 30)] {
      #expect(runs.enter(ada))
      settle(ada, run, minutes: minutes)
    }
    clock.advance(minutes: 9)
    #expect(!runs.enter(ada))
    clock.advance(minutes: 2)
    #expect(runs.enter(ada) && !runs.enter(ada))
    settle(ada, 3, minutes: 1)
    // What ends after its time gives nothing back twice.
    runs.end(id(1))
    #expect(!runs.enter(ada))
    clock.advance(minutes: 60)
    #expect(runs.enter(ada) && runs.enter(ada) && !runs.enter(ada))
  }

  @Test func `tenants and applications are counted apart`() throws {
    #expect(runs.owner("192.0.2.1", application: "web", of: "club") == ada)
    for other in [
      runs.owner("192.0.2.1", application: "kiosk", of: "club"),
      runs.owner("192.0.2.1", application: "web", of: "shop"),
      runs.owner("192.0.2.1", application: nil, of: "club"),
    ] { #expect(try #require(other) != ada) }
  }
}
