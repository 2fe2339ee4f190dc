import EngineSupport
import FlowJSON
import FlowModel
import Synchronization
import Testing

@testable import FlowRuntime

/// What an engine counts.
@Suite struct MeasuresTests {
  private let measures = EngineMeasures()

  private func fixture(_ table: FlowTable, _ wrap: (any Storage) -> any Storage = { $0 }) async throws -> Fixture {
    let measures = measures
    return try await Fixture(
      table, on: try await Backend.memory.open(), wrap: { MeasuredStorage(over: wrap($0), measures) },
      change: { $0.measures = measures })
  }

  /// The figure of a family with these labels, in whatever order; nil: there is none.
  private func figure(_ fixture: Fixture, _ name: String, _ labels: [String: String] = [:]) async -> Double? {
    for family in await fixture.engine.metrics() {
      for sample in family.samples where family.name + sample.suffix == name {
        let found = Dictionary(sample.labels.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        if found == labels { return sample.value }
      }
    }
    return nil
  }

  private func signUp(_ more: [String: String] = [:]) -> [String: String] {
    ["tenant": "native-auth", "flow": "sign-up"].merging(more) { $1 }
  }

  @Test func `a run is counted where it comes to, and each step where it began`() async throws {
    let fixture = try await fixture(try Fixture.tenant("native-auth"))
    let started = await fixture.start("sign-up", ["email": "ada@example.com"], by: .client("ios"))
    let state = try #require(started.state)
    let wrong = await fixture.send("submit", ["code": try fixture.wrongCode(to: "ada@example.com")], started.token)
    #expect(wrong.error?.code == "invalid_code" && wrong.state == state)
    #expect(await figure(fixture, "usher_run_start_duration_seconds_count", signUp()) == 1)
    #expect(await figure(fixture, "usher_page_arrivals_total", signUp(["state": state])) == 1)
    #expect(await figure(fixture, "usher_step_duration_seconds_count", signUp(["state": state])) == 1)
    #expect(await figure(fixture, "usher_errors_total", signUp(["code": "invalid_code"])) == 1)
    #expect(await figure(fixture, "usher_errors_total", signUp(["code": "denied"])) == 0)

    // Whoever sends the same once more is answered, and nothing has happened again.
    let code = JSON.string(try #require(fixture.outbox.code(to: "ada@example.com")))
    let right = await fixture.send("submit", ["code": code], wrong.token)
    let next = try #require(right.state)
    #expect(next != state)
    #expect(await fixture.send("submit", ["code": code], wrong.token) == right)
    #expect(await figure(fixture, "usher_step_duration_seconds_count", signUp(["state": state])) == 2)
    #expect(await figure(fixture, "usher_page_arrivals_total", signUp(["state": next])) == 1)
    #expect(await figure(fixture, "usher_messages_delivered_total", ["channel": "email"]) == 1)
  }

  @Test func `what a client names makes no figure`() async throws {
    let fixture = try await fixture(try Fixture.tenant("native-auth"))
    let before = await fixture.engine.metrics().flatMap(\.samples).count
    _ = await fixture.start("mallory", by: .client("ios"))
    _ = await fixture.start("sign-up", ["mallory": "mallory"], by: .client("ios"))
    _ = await fixture.send("mallory", ["mallory": 1], "mallory")
    _ = await fixture.start("sign-up", by: .client("mallory"))
    let families = await fixture.engine.metrics()
    #expect(families.flatMap(\.samples).count == before)
    #expect(!families.flatMap(\.samples).contains { $0.labels.contains { $0.value == "mallory" } })
    #expect(await figure(fixture, "usher_refusals_total", ["code": "invalid_token"]) == 1)
    #expect(await figure(fixture, "usher_refusals_total", ["code": "unknown_flow"]) == 1)
    #expect(await figure(fixture, "usher_refusals_total", ["code": "unknown_application"]) == 1)
  }

  @Test func `versions of a table that have the same names are counted together`() async throws {
    let table = try Fixture.tenant("native-auth")
    let fixture = try await fixture(table)
    _ = await fixture.start("sign-up", ["email": "ada@example.com"], by: .client("ios"))
    let before = await fixture.engine.metrics().flatMap(\.samples).count
    var next = table
    next.codes.lifetime += 60
    try await fixture.engine.install(file: TableFile.write(next).bytes)
    _ = await fixture.start("sign-up", ["email": "eve@example.com"], by: .client("ios"))
    #expect(await figure(fixture, "usher_run_start_duration_seconds_count", signUp()) == 2)
    #expect(await fixture.engine.metrics().flatMap(\.samples).count == before)
  }

  @Test func `a storage that fails is counted, and what a step throws for reasons of its own is not`() async throws {
    let failing = Mutex<FailingStorage?>(nil)
    let fixture = try await fixture(try Fixture.tenant("native-auth")) { storage in
      let made = FailingStorage(storage)
      failing.withLock { $0 = made }
      return made
    }
    // It hashes, and so its first transaction is undone.
    _ = await fixture.start(
      "sign-up", ["email": "ada@example.com", "password": .string(Fixture.password)], by: .client("ios"))
    #expect(await figure(fixture, "usher_storage_failures_total") == 0)
    failing.withLock { $0 }?.fail(after: 0)
    let lost = await fixture.engine.start(
      flow: "sign-up", tenant: "native-auth", by: .client("ios"), input: ["email": "eve@example.com"])
    #expect(lost.error?.code == "unavailable")
    #expect(await figure(fixture, "usher_storage_failures_total") == 1)
    #expect(await figure(fixture, "usher_refusals_total", ["code": "unavailable"]) == 1)
    #expect(await figure(fixture, "usher_storage_transactions_open") == 0)
    #expect(await figure(fixture, "usher_storage_up") == 1)
  }

  @Test func `a message that nobody takes grows old`() async throws {
    let fixture = try await fixture(try Fixture.tenant("native-auth"))
    _ = await fixture.engine.start(
      flow: "sign-up", tenant: "native-auth", by: .client("ios"), input: ["email": "ada@example.com"])
    fixture.clock.advance(seconds: 40)
    #expect(await figure(fixture, "usher_messages_waiting") == 1)
    #expect(await figure(fixture, "usher_messages_oldest_due_seconds") == 40)
    await fixture.engine.deliverMessages()
    #expect(await figure(fixture, "usher_messages_waiting") == 0)
    #expect(await figure(fixture, "usher_messages_oldest_due_seconds") == 0)
  }

  @Test func `times are counted in the range that they are in, from any number of threads`() async {
    let tally = DurationTally()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<1000 {
            tally.add(.microseconds(1000))
            tally.add(.microseconds(1001))
            tally.add(.seconds(11))
          }
        }
      }
    }
    let (upTo, count, seconds) = tally.reading
    #expect(count == 24_000)
    #expect(upTo.first == 8000 && upTo[1] == 16_000 && upTo.last == 16_000)
    #expect(abs(seconds - 8000 * 11.002001) < 0.01)
  }

  @Test func `where nothing is asked for, nothing is counted`() async throws {
    let fixture = try await Fixture(try Fixture.tenant("native-auth"), on: try await Backend.memory.open())
    _ = await fixture.start("sign-up", ["email": "ada@example.com"], by: .client("ios"))
    #expect(await figure(fixture, "usher_run_start_duration_seconds_count", signUp()) == nil)
    #expect(await figure(fixture, "usher_steps_open") == 0)
  }
}
