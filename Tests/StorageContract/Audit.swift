import FlowRuntime

extension StorageContract {
  static let audit = [
    StorageContract("an entry of the audit log has its place for ever, and is read in the order of its chain") {
      storage in
      @Sendable func entry(_ chain: Int64, _ number: Int64, _ content: [UInt8] = [1, 0, 255]) -> AuditRecord {
        AuditRecord(chain: chain, number: number, content: content, hash: [UInt8](repeating: 7, count: 32))
      }
      try await storage.transact { (transaction) throws in
        for number in [2, 1, 300, 3, 4] as [Int64] { try expect(transaction.append(entry(3, number)), is: true) }
        try expect(transaction.append(entry(2, 1, [])), is: true)
        try expect(transaction.append(entry(4, .max)), is: true)
        try expect(transaction.append(entry(3, 2, [9])), is: false)
      }
      try await storage.transact { (transaction) throws in
        try expect(transaction.append(entry(3, 300, [9])), is: false)
        _ = try transaction.removeExpired(before: .max, limit: 1000, keeping: [])
      }
      try await storage.transact { (transaction) throws in
        try expect(transaction.audit(chain: 3, after: 0, limit: 10).map(\.number), is: [1, 2, 3, 4, 300])
        try expect(transaction.audit(chain: 3, after: 2, limit: 2), is: [entry(3, 3), entry(3, 4)])
        try expect(transaction.audit(chain: 3, after: 300, limit: 2), is: [])
        try expect(transaction.audit(chain: 3, after: 0, limit: 0), is: [])
        try expect(transaction.audit(chain: 3, after: 0, limit: -1), is: [])
        try expect(transaction.audit(chain: 2, after: 0, limit: 10), is: [entry(2, 1, [])])
        try expect(transaction.audit(chain: 4, after: .max - 1, limit: 10), is: [entry(4, .max)])
        try expect(transaction.audit(chain: 5, after: 0, limit: 10), is: [])
      }
      try await storage.undo { _ = try $0.append(entry(3, 5)) }
      try await storage.transact { (transaction) throws in
        try expect(transaction.audit(chain: 3, after: 4, limit: 1).map(\.number), is: [300])
      }
    },
    StorageContract("of many that append to a chain at once, each has a place of its own") { storage in
      try await withThrowingTaskGroup { group in
        for task in 0..<30 {
          group.addTask {
            try await storage.transact { transaction in
              let last = try transaction.secret("head")?.version ?? 0
              let entry = AuditRecord(chain: 0, number: last + 1, content: [UInt8(task)], hash: [])
              try expect(transaction.append(entry), is: true)
              try transaction.put(SecretRecord(name: "head", version: last + 1, sealed: []))
            }
          }
        }
        try await group.waitForAll()
      }
      let entries = try await storage.transact { try $0.audit(chain: 0, after: 0, limit: 100) }
      try expect(entries.map(\.number), is: Array(1...30))
      try expect(Set(entries.map(\.content)).count, is: 30)
    },
  ]
}
