import FlowModel
import FlowRuntime
import StorageSamples

extension StorageContract {
  /// What a transaction looked for and did not find, or found by an index, is still so when it is committed.
  static let isolation = [
    StorageContract("of 64 that present one ticket at once, one finds it unused") { storage in
      try await storage.transact { try $0.put(Sample.ticket("t", .grant)) }
      let uses = try await count(of: 64) { number in
        try await storage.transact { transaction in
          guard var ticket = try transaction.ticket(.grant, "t"), ticket.used == nil else { return false }
          ticket.used = Int64(number)
          try transaction.put(ticket)
          return true
        }
      }
      try expect(uses, is: 1)
    },
    StorageContract("of 64 that find no account of an id and write it, one does") { storage in
      let written = try await count(of: 64) { number in
        try await storage.transact { transaction in
          guard try transaction.account("a", tenant: "contoso") == nil else { return false }
          return try transaction.put(Sample.account("a", email: "\(number)@example.com"))
        }
      }
      try expect(written, is: 1)
    },
    StorageContract("of 64 that find no message due and write one, one does") { storage in
      let written = try await count(of: 64) { number in
        try await storage.transact { transaction in
          guard try transaction.nextMessageDue() == nil else { return false }
          try transaction.put(Sample.message(number, due: 1))
          return true
        }
      }
      try expect(written, is: 1)
    },
    StorageContract("of 64 that take messages due and put them off, each takes others") { storage in
      try await storage.transact { transaction in
        for number in 0..<100 { try transaction.put(Sample.message(number, due: 1)) }
      }
      let taken = try await count(of: 64) { _ in
        try await storage.transact { transaction in
          let due = try transaction.messages(dueBy: 5, limit: 3)
          for var message in due {
            message.due = 10
            message.attempts += 1
            try transaction.put(message)
          }
          return !due.isEmpty
        }
      }
      try expect(taken, is: 34)
      let attempts = try await storage.transact { try $0.messages(dueBy: 10, limit: 200).map(\.attempts) }
      try expect(attempts, is: [Int64](repeating: 1, count: 100))
    },
    StorageContract("no table goes while a run is pinned to it") { storage in
      for round in 0..<16 {
        try await storage.transact { try $0.put(table: [1], hash: Sample.hash(1)) }
        _ = try await count(of: 8) { number in
          try await storage.transact { transaction in
            if number.isMultiple(of: 2) {
              return try transaction.removeExpired(before: 0, limit: 10, keeping: []) > 0
            }
            guard try transaction.hasTable(Sample.hash(1)) else { return false }
            try transaction.put(Sample.run(number, expires: Int64(round)))
            return true
          }
        }
        try await storage.transact { transaction in
          let runs = try (0..<8).compactMap { try transaction.run(Sample.id($0)) }
          try expect(runs.isEmpty || transaction.hasTable(Sample.hash(1)), "a run without its table")
          _ = try transaction.removeExpired(before: .max, limit: 100, keeping: [])
        }
      }
    },
  ]
}

/// Of so many tasks at once, the number of those that answer true.
func count(of tasks: Int, _ task: @escaping @Sendable (Int) async throws -> Bool) async throws -> Int {
  try await withThrowingTaskGroup { group in
    for number in 0..<tasks { group.addTask { try await task(number) } }
    return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
  }
}
