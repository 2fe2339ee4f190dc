import FlowModel
import FlowRuntime
import FlowStorageContract
import StorageSamples
import Testing

@Suite struct KeyValueTests {
  @Test(arguments: StorageContract.all)
  func `a store of keys and values keeps the contract`(_ promise: StorageContract) async throws {
    try await promise.check(DictionaryStorage())
  }

  @Test func `each record goes with all its entries, so that a store ends empty`() async throws {
    let storage = DictionaryStorage()
    try await storage.transact { transaction in
      try transaction.put(Sample.run(1))
      _ = try transaction.put(Sample.account("a", email: "ada@example.com", "b@example.com"))
      try transaction.put(CounterRecord(key: "k", count: 1, expires: 3))
      for number in 1...3 { try transaction.put(Sample.ticket("t\(number)", account: "\(number)")) }
      try transaction.put(Sample.ticket("t1", account: "a"))
      for due in 1...3 as ClosedRange<Int64> { try transaction.put(Sample.message(1, due: due)) }
      try transaction.put(table: [], hash: Sample.hash(1))
    }
    #expect(storage.keys.allSatisfy { $0.first.map { $0 > 0 && $0 < 128 } ?? false })
    try await storage.transact { transaction in
      try transaction.removeAccount("a", tenant: "contoso")
      #expect(try transaction.removeExpired(before: .max, limit: 10, keeping: []) == 7)
    }
    #expect(storage.keys == [])
  }

  @Test func `after an error that the body went on from, nothing is kept`() async throws {
    let storage = DictionaryStorage()
    try await storage.transact { try $0.put(CounterRecord(key: "k", count: 1, expires: 3)) }
    storage.damage()
    await #expect(throws: StorageError.self) {
      try await storage.transact { transaction in
        _ = try? transaction.counter("k")
        try transaction.put(Sample.run(1))
      }
    }
    #expect(try await storage.transact { try $0.run(Sample.id(1)) } == nil)
  }

  @Test func `no key is longer than is promised`() async throws {
    let storage = DictionaryStorage()
    for length in [1, 159, 160, 161, 100_000] {
      let text = String(repeating: "x", count: length)
      try await storage.transact { transaction in
        _ = try transaction.put(Sample.account(text, tenant: text, email: text))
        try transaction.put(CounterRecord(key: text, count: 1, expires: 3))
        try transaction.put(Sample.ticket(text, account: text, tenant: text))
        try transaction.put(SecretRecord(name: text, sealed: []))
        _ = try transaction.put(
          AccountRecord(
            id: "b", tenant: text, isConfirmed: true, identifiers: [Identifier(attribute: text, value: text)],
            attributes: "{}", created: 1))
      }
    }
    #expect(storage.keys.allSatisfy { $0.count <= 500 })
    #expect(storage.keys.contains { $0.count > 480 })
  }

  @Test func `a transaction that was kept is refused after its body`() async throws {
    let storage = DictionaryStorage()
    let kept = Kept()
    try await storage.transact { transaction in
      kept.keep(transaction)
      try transaction.put(Sample.run(1))
    }
    let keys = storage.keys
    kept.use { transaction in
      #expect(throws: StorageError.self) { try transaction.put(Sample.run(2)) }
      #expect(throws: StorageError.self) { try transaction.run(Sample.id(1)) }
    }
    #expect(storage.keys == keys && !keys.isEmpty)
  }

  @Test(arguments: [2, 3] as [UInt8])
  func `an account's key and an identifier's that lead to another account are noticed`(kind: UInt8) async throws {
    let storage = DictionaryStorage()
    try await storage.transact { transaction in
      _ = try transaction.put(Sample.account("a", email: "ada@example.com"))
      _ = try transaction.put(Sample.account("b", email: "bob@example.com"))
    }
    storage.exchangeValues(ofKeysThatBeginWith: kind)
    await #expect(throws: StorageError.self) {
      try await storage.transact { try $0.account(Sample.email("ada@example.com"), tenant: "contoso") }
    }
  }
}
