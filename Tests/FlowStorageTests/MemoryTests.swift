import FlowRuntime
import Foundation
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

  /// Each job on a thread of its own: a body that waits holds up no other test.
  private final class OwnThreads: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  /// A transaction upon a counter, by what it reads of it; while it runs for the first time, after it has read, another
  /// transaction makes the count 10.
  private func overtaken(
    in storage: MemoryStorage, _ body: @escaping @Sendable (Int64?, any StorageTransaction) throws -> Int64
  ) async throws -> Int64 {
    let stage = Stage()
    async let overtaking: Void = {
      while !stage.has(Stage.hasRead) { try await Task.sleep(for: .milliseconds(1)) }
      try await storage.transact { try $0.put(CounterRecord(key: "k", count: 10, expires: 9)) }
      _ = stage.advance(to: Stage.isOvertaken)
    }()
    let result = try await withTaskExecutorPreference(OwnThreads()) {
      try await storage.transact { transaction in
        let count = try transaction.counter("k")?.count
        if stage.advance(to: Stage.hasRead) {
          while !stage.has(Stage.isOvertaken) { usleep(1000) }
        }
        return try body(count, transaction)
      }
    }
    try await overtaking
    return result
  }

  @Test(.timeLimit(.minutes(1)))
  func `a transaction is taken again if what it read was written meanwhile`() async throws {
    let storage = MemoryStorage()
    let count = try await overtaken(in: storage) { count, transaction in
      let next = (count ?? 0) + 1
      try transaction.put(CounterRecord(key: "k", count: next, expires: 9))
      return next
    }
    #expect(count == 11)
    #expect(try await storage.transact { try $0.counter("k")?.count } == 11)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a body that throws upon what was overtaken is taken again as well`() async throws {
    struct Stale: Error {}
    let count = try await overtaken(in: MemoryStorage()) { count, _ in
      guard let count else { throw Stale() }
      return count
    }
    #expect(count == 10)
  }
}
