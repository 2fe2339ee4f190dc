import FlowRuntime

extension StorageContract {
  static let secrets = [
    StorageContract("a secret is found by its name, replaced as a whole, and never expires") { storage in
      try await storage.transact { transaction in
        try transaction.put(SecretRecord(name: "k", sealed: [1, 2]))
        try transaction.put(SecretRecord(name: "K", sealed: [3]))
        try transaction.put(SecretRecord(name: "k", version: .max, sealed: []))
      }
      try await storage.transact { (transaction) throws in
        _ = try transaction.removeExpired(before: .max, limit: 10, keeping: [])
        try expect(transaction.secret("k"), is: SecretRecord(name: "k", version: .max, sealed: []))
        try expect(transaction.secret("K"), is: SecretRecord(name: "K", sealed: [3]))
        try expect(transaction.secret("k "), is: nil)
        try expect(Set(transaction.secretNames()), is: ["k", "K"])
        try transaction.put(SecretRecord(name: "k", sealed: [4]))
        try expect(transaction.secret("k"), is: SecretRecord(name: "k", sealed: [4]))
      }
    },
    StorageContract("of many that change a secret at once, each goes on from the version before") { storage in
      try await withThrowingTaskGroup { group in
        for _ in 0..<50 {
          group.addTask {
            try await storage.transact { transaction in
              var secret = try transaction.secret("k") ?? SecretRecord(name: "k", version: 0, sealed: [])
              secret.version += 1
              secret.sealed.append(7)
              try transaction.put(secret)
            }
          }
        }
        try await group.waitForAll()
      }
      let last = SecretRecord(name: "k", version: 50, sealed: [UInt8](repeating: 7, count: 50))
      try await expect(storage.transact { try $0.secret("k") }, is: last)
    },
  ]
}
