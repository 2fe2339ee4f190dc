import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// A run is pinned to the table it started on.
@Suite struct VersionTests {
  private func table(_ version: String) -> FlowTable {
    var flow = FlowBuilder()
    flow.page("one", [FlowBuilder.city], submit: "two-of-\(version)")
    flow.page("two-of-\(version)", submit: "done-by-\(version)")
    flow.end("done-by-\(version)")
    if version == "new" { flow.page("more", submit: "more") }
    return flow.build()
  }

  @Test(arguments: Backend.allCases)
  func `a new version is for new runs; those in flight go on as they began`(_ backend: Backend) async throws {
    let fixture = try await Fixture(table("old"), on: backend)
    let old = await fixture.start()
    try await fixture.engine.install(file: TableFile.write(table("new")).bytes)
    let new = await fixture.start()
    let oldTwo = await fixture.send("submit", ["city": "Ulm"], old.token)
    #expect(oldTwo.state == "two-of-old")
    #expect(await fixture.send("submit", ["city": "Ulm"], new.token).state == "two-of-new")
    #expect(await fixture.send("submit", [:], oldTwo.token).end?.name == "done-by-old")
  }

  @Test(arguments: Backend.allCases)
  func `a run goes on as it began even when a restarted server only knows the new version`(
    _ backend: Backend
  ) async throws {
    let fixture = try await Fixture(table("old"), on: backend)
    let old = await fixture.send("submit", ["city": "Ulm"], await fixture.start().token)
    let restarted = try await Fixture(
      table("new"), on: try await fixture.backend.reopened(), key: fixture.key, clock: fixture.clock)
    #expect(await restarted.engine.current(token: old.token ?? "").state == "two-of-old")
    #expect(await restarted.start().state == "one")
    #expect(await restarted.send("submit", [:], old.token).end?.name == "done-by-old")
  }

  @Test(arguments: Backend.allCases)
  func `a run finds its version after a restart, though another process removed it before the run began`(
    _ backend: Backend
  ) async throws {
    let fixture = try await Fixture(table("old"), on: backend)
    try await fixture.storage.transact { _ = try $0.removeExpired(before: 0, limit: 10, keeping: []) }
    let old = await fixture.start()
    let restarted = try await Fixture(
      table("new"), on: try await fixture.backend.reopened(), key: fixture.key, clock: fixture.clock)
    #expect(await restarted.send("submit", ["city": "Ulm"], old.token).state == "two-of-old")
  }

  @Test(arguments: Backend.allCases)
  func `a version goes when its last run does, and the newest stays`(_ backend: Backend) async throws {
    let fixture = try await Fixture(table("old"), on: backend)
    let oldHash = TableFile.write(table("old")).hash
    let newHash = TableFile.write(table("new")).hash
    let old = await fixture.start()
    try await fixture.engine.install(file: TableFile.write(table("new")).bytes)
    func kept() async throws -> [Bool] {
      try await fixture.storage.transact { [try $0.table(oldHash) != nil, try $0.table(newHash) != nil] }
    }
    try await fixture.engine.removeExpired()
    #expect(try await kept() == [true, true])
    #expect(await fixture.send("submit", ["city": "Ulm"], old.token).state == "two-of-old")
    fixture.clock.advance(minutes: 31)
    try await fixture.engine.removeExpired()
    try await fixture.engine.removeExpired()
    #expect(try await kept() == [false, true])
    #expect(await fixture.send("submit", [:], old.token).error?.code == "invalid_token")
    #expect(await fixture.start().state == "one")
  }
}
