import FlowRuntime
import FlowStorageSQLite
import Foundation
import FlowStorageContract
import StorageSamples
import Testing

@Suite struct DurabilityTests {
  @Test func `a killed process loses nothing it said was committed, and leaves nothing in half`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("usher.sqlite")
    var first = 0
    var committed: Set<Int> = []
    for _ in 0..<8 {
      let writer = try WriterProcess(path, first: first, count: 1_000_000, in: folder)
      try await writer.kill(afterFirst: .milliseconds(Int.random(in: 0...60)))
      committed.formUnion(try writer.printed().numbers)
      first = (committed.max() ?? first) + 100

      let storage = try await SQLiteStorage(path: path)
      let found = try await Entry.numbers(in: 0..<first, of: storage)
      #expect(committed.subtracting(found).isEmpty)
      await storage.close()
    }
    #expect(committed.count >= 8)
  }

  @Test func `a log that was cut off anywhere holds whole transactions only`() async throws {
    let folder = try TemporaryFolder()
    var written: (file: Data, log: Data, end: Int)?
    for attempt in 0..<20 where written == nil {
      let path = folder.path("usher-\(attempt).sqlite")
      let writer = try WriterProcess(path, first: 0, count: 1_000_000, in: folder)
      try await writer.kill(afterFirst: .milliseconds(20))
      let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
      // At 1,000 pages SQLite moves the log into the file, and from then on the one is nothing without the other.
      guard log.count < 900 * 4_120 else { continue }
      let file = try Data(contentsOf: URL(fileURLWithPath: path))
      written = (file, log, (try writer.printed().numbers.max() ?? 0) + 100)
    }
    let (file, log, end) = try #require(written)
    for cut in [0, 31, 32, 5_000] + (0..<12).map({ _ in Int.random(in: 0...log.count) }) {
      let copy = folder.path("copy-\(cut).sqlite")
      try file.write(to: URL(fileURLWithPath: copy))
      try log.prefix(cut).write(to: URL(fileURLWithPath: copy + "-wal"))
      let storage = try await SQLiteStorage(path: copy)
      let found = try await Entry.numbers(in: 0..<end, of: storage)
      try await storage.transact { try Entry.write(end, in: $0) }
      #expect(try await Entry.numbers(in: 0..<end + 1, of: storage).count == found.count + 1)
      await storage.close()
    }
  }

  @Test func `a full disk is an error for all that wait, harms nothing, and when there is room work goes on`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path("usher.sqlite")
    let writer = try WriterProcess(path, first: 0, count: 5_000, limit: 600_000, in: folder)
    #expect(try await writer.ended() == 0)
    let (numbers, words) = try writer.printed()
    #expect(words.count == 16)
    #expect(words.allSatisfy { $0.hasPrefix("storage is not available: ") }, "\(words)")
    #expect(numbers.last == 5_000)

    let storage = try await SQLiteStorage(path: path)
    #expect(try await Entry.numbers(in: 0..<5_001, of: storage) == Set(numbers))
    await storage.close()
  }

  @Test func `two processes write to one new file at once`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("usher.sqlite")
    let writers = try [0, 1_000, 2_000].map { try WriterProcess(path, first: $0, count: 999, in: folder) }
    for writer in writers {
      #expect(try await writer.ended() == 0)
      #expect(try writer.printed().words == [])
    }
    let storage = try await SQLiteStorage(path: path)
    #expect(try await Entry.numbers(in: 0..<3_000, of: storage).count == 3_000)
    await storage.close()
  }
}
