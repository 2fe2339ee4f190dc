import FlowRuntime
import FlowStorageContract
import StorageSamples
import Testing

@testable import FlowStorageSQLite

/// What happens to a group when SQLite itself fails in it; columns that must not be null play the failing disk.
@Suite struct GroupTests {
  private let failing = Schema(
    migrations: Schema.current.migrations + [
      """
      ALTER TABLE counters ADD COLUMN this_statement INTEGER
        GENERATED ALWAYS AS (iif(key = 'statement', NULL, 1)) VIRTUAL NOT NULL;
      ALTER TABLE counters ADD COLUMN the_whole_group INTEGER
        GENERATED ALWAYS AS (iif(key = 'group', NULL, 1)) VIRTUAL NOT NULL ON CONFLICT ROLLBACK;
      """
    ])

  @Test func `a transaction that goes on after an error of the storage is undone all the same`() async throws {
    let storage = try await SQLiteStorage(path: ":memory:", schema: failing)
    await #expect(throws: StorageError.unavailable("NOT NULL constraint failed: counters.this_statement (SQLite 1299)"))
    {
      try await storage.transact {
        try $0.put(Sample.run(1))
        try? $0.put(CounterRecord(key: "statement", count: 1, expires: 1))
        try $0.put(Sample.run(2))
      }
    }
    try await storage.transact { transaction in
      let isEmpty = try transaction.run(Sample.id(1)) == nil && transaction.run(Sample.id(2)) == nil
      #expect(isEmpty)
      try transaction.put(Sample.run(3))
    }
    #expect(try await storage.transact { try $0.run(Sample.id(3)) } != nil)
    await storage.close()
  }

  @Test func `when a group is lost, all of it get the error and nothing of it is there`() async throws {
    let storage = try await SQLiteStorage(path: ":memory:", schema: failing)
    let outcomes = await withTaskGroup { group in
      for number in 0..<200 {
        group.addTask {
          do {
            try await storage.transact {
              try Entry.write(number, in: $0)
              if number % 20 == 7 { try $0.put(CounterRecord(key: "group", count: 1, expires: 1)) }
            }
            return (number, nil as (any Error)?)
          } catch {
            return (number, error)
          }
        }
      }
      return await group.reduce(into: [Int: (any Error)?]()) { $0[$1.0] = $1.1 }
    }
    let committed = Set(outcomes.filter { $0.value == nil }.keys)
    #expect(try await Entry.numbers(in: 0..<200, of: storage) == committed)
    #expect(committed.allSatisfy { $0 % 20 != 7 })
    for case let error? in outcomes.values {
      #expect(
        error as? StorageError
          == .unavailable("NOT NULL constraint failed: counters.the_whole_group (SQLite 1299)"))
    }
    await storage.close()
  }
}
