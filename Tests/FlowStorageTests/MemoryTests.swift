import FlowRuntime
import Glibc
import Synchronization
import Testing

/// What only memory does: bodies run without a lock, and again where they were overtaken.
@Suite struct MemoryTests {
  /// How far two transactions have come.
  private final class Stage: Sendable {
    static let (begun, hasRead, isOvertaken) = (0, 1, 2)
    private let stage = Atomic(begun)

    /// Goes on to a stage from the one before it; false where others have.
    func advance(to next: Int) -> Bool {
      stage.compareExchange(expected: next - 1, desired: next, ordering: .sequentiallyConsistent).exchanged
    }

    func has(_ reached: Int) -> Bool { stage.load(ordering: .sequentiallyConsistent) >= reached }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a transaction is taken again if what it read was written meanwhile`() async throws {
    let storage = MemoryStorage()
    let stage = Stage()
    async let overtaking: Void = {
      while !stage.has(Stage.hasRead) { try await Task.sleep(for: .milliseconds(1)) }
      try await storage.transact { try $0.put(CounterRecord(key: "k", count: 10, expires: 9)) }
      _ = stage.advance(to: Stage.isOvertaken)
    }()
    let count = try await storage.transact { transaction in
      let count = (try transaction.counter("k")?.count ?? 0) + 1
      if stage.advance(to: Stage.hasRead) {
        while !stage.has(Stage.isOvertaken) { usleep(1000) }
      }
      try transaction.put(CounterRecord(key: "k", count: count, expires: 9))
      return count
    }
    try await overtaking
    #expect(count == 11)
    #expect(try await storage.transact { try $0.counter("k")?.count } == 11)
  }

  @Test func `a body that throws upon what was overtaken is taken again as well`() async throws {
    struct Stale: Error {}
    let storage = MemoryStorage()
    let stage = Stage()
    async let overtaking: Void = {
      while !stage.has(Stage.hasRead) { try await Task.sleep(for: .milliseconds(1)) }
      try await storage.transact { try $0.put(CounterRecord(key: "k", count: 10, expires: 9)) }
      _ = stage.advance(to: Stage.isOvertaken)
    }()
    let count = try await storage.transact { transaction in
      let count = try transaction.counter("k")?.count
      if stage.advance(to: Stage.hasRead) {
        while !stage.has(Stage.isOvertaken) { usleep(1000) }
      }
      guard let count else { throw Stale() }
      return count
    }
    try await overtaking
    #expect(count == 10)
  }
}
