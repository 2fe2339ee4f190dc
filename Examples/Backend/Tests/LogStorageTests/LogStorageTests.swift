import FlowRuntime
import FlowStorageContract
import Foundation
import LogStorage
import Testing

@Suite struct LogStorageTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private var path: String { folder.appending(path: "usher.log").path }

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  @Test(arguments: StorageContract.all)
  func `keeps the contract`(_ promise: StorageContract) async throws {
    try await promise.check(try LogStorage(path: path))
  }

  @Test(arguments: ReopeningContract.all)
  func `keeps what was committed`(_ promise: ReopeningContract) async throws {
    try await promise.check { [path] in try LogStorage(path: path) }
  }

  @Test(arguments: CrashContract.all)
  func `keeps what it answered`(_ promise: CrashContract) async throws {
    try await promise.check(try LogStorage(path: path)) { [folder, path] in
      let copy = folder.appending(path: UUID().uuidString).path
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      return try LogStorage(path: copy)
    }
  }

  @Test func `wherever a crash cuts the file, each transaction is there or not at all`() async throws {
    let storage = try LogStorage(path: path)
    for number in 1...3 as ClosedRange<Int64> {
      try await storage.transact { transaction in
        try transaction.put(CounterRecord(key: "a", count: number, expires: 9))
        try transaction.put(CounterRecord(key: "b", count: number, expires: 9))
      }
    }
    await storage.close()
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var seen: Set<Int64?> = []
    for length in 0...whole.count {
      try whole.prefix(length).write(to: URL(fileURLWithPath: path))
      let storage = try LogStorage(path: path)
      let counts = try await storage.transact { [try $0.counter("a")?.count, try $0.counter("b")?.count] }
      #expect(counts[0] == counts[1])
      seen.insert(counts[0])
      // What is written next is behind what is whole.
      try await storage.transact { try $0.put(CounterRecord(key: "c", count: 1, expires: 9)) }
      await storage.close()
      let again = try LogStorage(path: path)
      #expect(try await again.transact { try $0.counter("a")?.count } == counts[0])
      #expect(try await again.transact { try $0.counter("c")?.count } == 1)
      await again.close()
    }
    #expect(seen == [nil, 1, 2, 3])
  }

  @Test func `what is damaged is not taken for what was cut off`() async throws {
    let storage = try LogStorage(path: path)
    for number in 1...2 as ClosedRange<Int64> {
      try await storage.transact { try $0.put(CounterRecord(key: "a", count: number, expires: 9)) }
    }
    await storage.close()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[6] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(throws: StorageError.self) { try LogStorage(path: path) }
  }

  @Test func `a file is one process's, and a folder that is not there is told`() async throws {
    let storage = try LogStorage(path: path)
    #expect(throws: StorageError.self) { try LogStorage(path: path) }
    await storage.close()
    await (try LogStorage(path: path)).close()
    #expect(throws: StorageError.self) { try LogStorage(path: "/nowhere/usher.log") }
  }
}
