import FlowRuntime
import FlowStorageSQLite
import Foundation
import FlowStorageContract
import StorageSamples
import Testing

@Suite struct SQLiteFileTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("usher.sqlite")
  }

  /// What opening the file throws.
  private func refusal() async -> StorageError? {
    do {
      await (try SQLiteStorage(path: path)).close()
      return nil
    } catch {
      return error
    }
  }

  private func contents() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  @Test func `what was committed is there after opening again`() async throws {
    let storage = try await SQLiteStorage(path: path)
    try await storage.transact { for number in 0..<100 { try Entry.write(number, in: $0) } }
    await storage.close()
    let again = try await SQLiteStorage(path: path)
    #expect(try await Entry.numbers(in: 0..<200, of: again) == Set(0..<100))
    await again.close()
  }

  @Test(arguments: ["", "-wal"], [true, false])
  func `files that are removed or replaced while they are open are noticed`(suffix: String, isReplaced: Bool)
    async throws
  {
    let storage = try await SQLiteStorage(path: path)
    try await storage.transact { try $0.put(Sample.run(1)) }
    try FileManager.default.moveItem(atPath: path + suffix, toPath: path + ".away")
    if isReplaced { try Data().write(to: URL(fileURLWithPath: path + suffix)) }
    await #expect(throws: StorageError.self) { try await storage.transact { try $0.put(Sample.run(2)) } }
    try? FileManager.default.removeItem(atPath: path + suffix)
    try FileManager.default.moveItem(atPath: path + ".away", toPath: path + suffix)
    try await storage.transact { try $0.put(Sample.run(3)) }
    await storage.close()
  }

  @Test(
    arguments: [
      ("", 0), ("", 5000), ("-wal", 0), ("-wal", 40), ("-wal", 5000), ("", nil),
    ] as [(String, off_t?)])
  func `files that are cut or overwritten while they are open are noticed, and not made worse`(
    suffix: String, size: off_t?
  )
    async throws
  {
    for isOpenedAgain in [false, true] {
      let path = folder.path("damaged-\(isOpenedAgain)")
      var storage = try await SQLiteStorage(path: path)
      for number in 0..<50 { try await storage.transact { try $0.put(Sample.run(number)) } }
      if isOpenedAgain {
        await storage.close()
        storage = try await SQLiteStorage(path: path)
        for number in 50..<60 { try await storage.transact { try $0.put(Sample.run(number)) } }
      }
      // A new database has all that it holds in its log.
      if suffix.isEmpty, !isOpenedAgain {
        await storage.close()
        continue
      }
      if let size {
        #expect(truncate(path + suffix, size) == 0)
      } else {
        let file = open(path, O_WRONLY)
        #expect(write(file, [UInt8](repeating: 0x5A, count: 8192), 8192) == 8192)
        close(file)
      }
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      await #expect(throws: StorageError.self) { try await storage.transact { try $0.put(Sample.run(99)) } }
      await #expect(throws: StorageError.self) { try await storage.transact { try $0.put(Sample.run(100)) } }
      await storage.close()
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }
  }

  @Test func `only the owner may read the file and its companions`() async throws {
    let storage = try await SQLiteStorage(path: path)
    try await storage.transact { try $0.put(Sample.run(1)) }
    #expect(folder.files() == ["usher.sqlite", "usher.sqlite-shm", "usher.sqlite-wal"])
    for name in folder.files() {
      let mode = try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(name)")
    }
    await storage.close()
  }

  @Test func `a removed account's password hash is overwritten in the file`() async throws {
    let storage = try await SQLiteStorage(path: path)
    var account = Sample.account("a", email: "ada@example.com")
    account.passwordHash = "very-secret-hash"
    try await storage.transact { [account] in _ = try $0.put(account) }
    try await storage.transact { try $0.removeAccount("a", tenant: "contoso") }
    await storage.close()
    #expect(try contents().range(of: Data("very-secret-hash".utf8)) == nil)
  }

  @Test func `what is removed is in none of the files half a minute later, though the storage is in use`() async throws
  {
    let storage = try await SQLiteStorage(path: path)
    let address = "ada.lovelace@analytical-engine.example"
    func isInFiles() throws -> Bool {
      try folder.files().contains { name in
        // `-shm` is an index of the log and holds no content.
        let content = try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
        return content.range(of: Data(address.utf8)) != nil
      }
    }
    try await storage.transact { _ = try $0.put(Sample.account("a", email: address)) }
    #expect(try isInFiles())
    try await storage.transact { try $0.removeAccount("a", tenant: "contoso") }
    // Others write meanwhile, and then nobody does.
    for number in 0..<50 { try await storage.transact { try Entry.write(number, in: $0) } }
    var seconds = 0
    while try isInFiles(), seconds < 60 {
      try await Task.sleep(for: .seconds(1))
      seconds += 1
    }
    #expect(seconds < 60)
    #expect(try await Entry.numbers(in: 0..<50, of: storage).count == 50)
    await storage.close()
  }

  @Test func `the file shrinks when much of it has ended, in batches, and a batch is small`() async throws {
    let storage = try await SQLiteStorage(path: path)
    for start in stride(from: 0, to: 40_000, by: 1_000) {
      try await storage.transact { transaction in
        for number in start..<start + 1_000 { try transaction.put(Sample.run(number, expires: 10)) }
      }
    }
    await storage.close()
    let before = try contents().count
    let again = try await SQLiteStorage(path: path)
    while try await again.transact({ try $0.removeExpired(before: 20, limit: 100, keeping: []) }) > 0 {}
    await again.close()
    // Some free pages are kept for what comes next: a thousand of 4 KiB.
    #expect(try contents().count < min(before / 2, 6_000_000), "of \(before)")
  }

  @Test func `storage that nobody closed is closed with its last use`() async throws {
    do {
      let storage = try await SQLiteStorage(path: path)
      try await storage.transact { try $0.put(Sample.run(1)) }
    }
    let again = try await SQLiteStorage(path: path)
    #expect(try await again.transact { try $0.run(Sample.id(1)) } == Sample.run(1))
    await again.close()
  }

  @Test(arguments: 0..<12)
  func `one process may open a new file several times at once`(round: Int) async throws {
    let path = path
    let storages = try await withThrowingTaskGroup { group in
      for _ in 0..<8 { group.addTask { try await SQLiteStorage(path: path) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    try await withThrowingTaskGroup { group in
      for (index, storage) in storages.enumerated() {
        for number in 0..<10 {
          group.addTask { try await storage.transact { try Entry.write(index * 100 + number, in: $0) } }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await Entry.numbers(in: 0..<800, of: storages[0]).count == 80)
    for storage in storages { await storage.close() }
  }

  @Test func `a file that is no database is refused and left as it is`() async throws {
    for length in [1, 511, 512, 4_096, 10_000] {
      let text = String(repeating: "x", count: length)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      #expect(await refusal() == .unavailable("\(path) is no database"))
      #expect(try contents() == Data(text.utf8))
      #expect(folder.files() == ["usher.sqlite"])
    }
  }

  @Test(arguments: [
    "CREATE TABLE songs (title TEXT)", "PRAGMA application_id = 7", "PRAGMA user_version = 3; CREATE TABLE runs (id)",
  ])
  func `another program's database is refused and left as it is`(sql: String) async throws {
    try sqlite(path, sql)
    let before = try contents()
    #expect(await refusal() == .unavailable("\(path) is a database of another program"))
    #expect(try contents() == before)
    #expect(folder.files() == ["usher.sqlite"])
  }

  @Test func `a newer version's database is refused and left as it is`() async throws {
    await (try SQLiteStorage(path: path)).close()
    try sqlite(path, "PRAGMA user_version = 9")
    let before = try contents()
    #expect(await refusal() == .newerSchema(found: 9, known: Schema.current.version))
    #expect(try contents() == before)
  }

  @Test func `an empty file becomes a database`() async throws {
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(await refusal() == nil)
    #expect(try sqlite(path, "PRAGMA user_version") == ["\(Schema.current.version)"])
  }

  @Test func `a place where no file can be is an error`() async throws {
    for path in [folder.path, folder.path("missing/usher.sqlite"), "", "a\0b", "/dev/null", "/proc/usher.sqlite"] {
      await #expect(throws: StorageError.self, "\(path.debugDescription)") { try await SQLiteStorage(path: path) }
    }
  }

  @Test func `a file may have any name`() async throws {
    for name in ["file:usher?mode=memory#x", "a b%20ü'\".sqlite", ":memory:"] {
      let storage = try await SQLiteStorage(path: folder.path(name))
      try await storage.transact { try $0.put(Sample.run(1)) }
      await storage.close()
      #expect(FileManager.default.fileExists(atPath: folder.path(name)))
    }
  }

  @Test func `a damaged file is an error, not a crash`() async throws {
    let storage = try await SQLiteStorage(path: path)
    try await storage.transact { for number in 0..<500 { try Entry.write(number, in: $0) } }
    await storage.close()
    let whole = try contents()
    var generator = SystemRandomNumberGenerator()
    for round in 0..<40 {
      var damaged = whole
      if round.isMultiple(of: 4) {
        damaged = damaged.prefix(Int.random(in: 0..<whole.count))
      } else {
        for _ in 0..<200 {
          damaged[Int.random(in: 100..<whole.count)] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      try damaged.write(to: URL(fileURLWithPath: path))
      guard let storage = try? await SQLiteStorage(path: path) else { continue }
      _ = try? await Entry.numbers(in: 0..<500, of: storage)
      _ = try? await storage.transact { try Entry.write(1_000, in: $0) }
      _ = try? await storage.transact { try $0.removeExpired(before: .max, limit: 1_000, keeping: []) }
      await storage.close()
    }
  }
}
