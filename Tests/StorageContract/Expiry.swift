import FlowRuntime
import StorageSamples

extension StorageContract {
  static let expiry = [
    StorageContract("what ended before now is removed, of every kind, and counted") { storage in
      try await storage.transact { transaction in
        for (number, time) in ([9, 10, 11] as [Milliseconds]).enumerated() {
          try transaction.put(Sample.run(number, expires: time))
          try transaction.put(CounterRecord(key: "\(number)", count: 1, expires: time))
          try transaction.put(Sample.ticket("\(number)", expires: time))
          try transaction.put(Sample.message(number, due: 1, expires: time))
        }
        _ = try transaction.put(Sample.account("a", email: "ada@example.com"))
      }
      try await expect(storage.transact { try $0.removeExpired(before: 10, limit: 10, keeping: []) }, is: 4)
      try await storage.transact { (transaction) throws in
        for number in 0..<3 {
          let isThere = number > 0
          try expect((transaction.run(Sample.id(number)) != nil), is: isThere)
          try expect((transaction.counter("\(number)") != nil), is: isThere)
          try expect((transaction.ticket(.link, "\(number)") != nil), is: isThere)
        }
        try expect(transaction.messages(dueBy: 1, limit: 10).count, is: 2)
        try expect(transaction.account("a", tenant: "contoso") != nil)
        try expect(transaction.removeExpired(before: 10, limit: 10, keeping: []), is: 0)
      }
    },
    StorageContract("not more than the limit of each kind is removed at once, the oldest first") { storage in
      try await storage.transact { transaction in
        for number in 0..<10 {
          try transaction.put(Sample.run(number, expires: Int64(100 - number)))
          try transaction.put(Sample.ticket("\(number)", expires: 3))
          try transaction.put(CounterRecord(key: "\(number)", count: 1, expires: Int64(100 - number)))
          try transaction.put(Sample.message(number, due: 1, expires: Int64(100 - number)))
          try transaction.put(table: [1], hash: Sample.hash(100 + number))
        }
      }
      try await storage.transact { (transaction) throws in
        try expect(transaction.removeExpired(before: 200, limit: 3, keeping: []), is: 15)
        for number in 0..<10 {
          try expect((transaction.run(Sample.id(number)) != nil), is: (number < 7))
          try expect((transaction.counter("\(number)") != nil), is: (number < 7))
        }
        try expect(Set(transaction.messages(dueBy: 1, limit: 10).map(\.id)), is: Set((0..<7).map(Sample.id)))
        try expect((0..<10).filter { try transaction.hasTable(Sample.hash(100 + $0)) }.count, is: 7)
        try expect(transaction.removeExpired(before: 200, limit: 0, keeping: []), is: 0)
        try expect(transaction.removeExpired(before: 200, limit: -1, keeping: []), is: 0)
        try expect(transaction.removeExpired(before: 200, limit: .max, keeping: []), is: 35)
      }
    },
    StorageContract("all that ended is removed, however much it is") { storage in
      let count = 1_100
      try await storage.transact { transaction in
        for number in 0..<count {
          try transaction.put(Sample.run(number, expires: 3))
          try transaction.put(CounterRecord(key: "\(number)", count: 1, expires: 3))
          try transaction.put(Sample.ticket("\(number)", expires: 3))
          try transaction.put(Sample.message(number, due: 1, expires: 3))
          try transaction.put(table: [1], hash: Sample.hash(100 + number))
        }
      }
      try await storage.transact { (transaction) throws in
        try expect(transaction.messages(dueBy: 1, limit: .max).count, is: count, "messages that are due:")
        try expect(transaction.removeExpired(before: 9, limit: .max, keeping: []), is: 5 * count)
        try expect(transaction.removeExpired(before: 9, limit: .max, keeping: []), is: 0)
      }
    },
    StorageContract("a later end counts, and an earlier one") { storage in
      try await storage.transact { transaction in
        try transaction.put(Sample.run(1, expires: 10))
        try transaction.put(Sample.run(2, expires: 90))
      }
      try await storage.transact { transaction in
        try transaction.put(Sample.run(1, expires: 100))
        try transaction.put(Sample.run(2, expires: 20))
        try expect(transaction.removeExpired(before: 50, limit: 10, keeping: []), is: 1)
        try expect(transaction.run(Sample.id(1)) != nil)
        try expect(transaction.run(Sample.id(2)), is: nil)
        try expect(transaction.removeExpired(before: 101, limit: 10, keeping: []), is: 1)
      }
    },
    StorageContract("a table stays while a run is pinned to it, or it is to be kept") { storage in
      try await storage.transact { transaction in
        for number in 1...3 { try transaction.put(table: [UInt8(number)], hash: Sample.hash(number)) }
        try transaction.put(Sample.run(1, expires: 10))
        try transaction.put(Sample.run(2, expires: 20))
      }
      try await storage.transact { (transaction) throws in
        try expect(transaction.removeExpired(before: 5, limit: 10, keeping: [Sample.hash(2)]), is: 1)
        try expect(transaction.table(Sample.hash(1)), is: [1])
        try expect(transaction.table(Sample.hash(2)), is: [2])
        try expect(transaction.table(Sample.hash(3)), is: nil)
        try expect(transaction.hasTable(Sample.hash(2)) && !transaction.hasTable(Sample.hash(3)))
      }
      try await storage.transact { transaction in
        try expect(transaction.removeExpired(before: 15, limit: 10, keeping: []), is: 2)
        try expect(transaction.table(Sample.hash(1)), is: [1])
        var moved = Sample.run(2, expires: 20)
        moved.table = Sample.hash(2)
        try transaction.put(moved)
        try expect(transaction.removeExpired(before: 15, limit: 10, keeping: []), is: 1)
        try expect(transaction.table(Sample.hash(1)), is: nil)
      }
    },
    StorageContract("removing what expired can be undone") { storage in
      try await storage.transact { try $0.put(Sample.run(1, expires: 10)) }
      try await storage.undo { (transaction) throws in
        try expect(transaction.removeExpired(before: 50, limit: 10, keeping: []), is: 1)
      }
      try await expect(storage.transact { try $0.run(Sample.id(1)) } != nil)
      try await expect(storage.transact { try $0.removeExpired(before: 50, limit: 10, keeping: []) }, is: 1)
    },
  ]
}
