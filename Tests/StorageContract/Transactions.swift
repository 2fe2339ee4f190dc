import FlowRuntime
import StorageSamples
import Synchronization

extension StorageContract {
  static let transactions = [
    StorageContract("a transaction sees its own writes") { storage in
      try await storage.transact { transaction in
        var run = Sample.run(1)
        try transaction.put(run)
        run.step = 2
        try transaction.put(run)
        try expect(transaction.run(run.id), is: run)

        let account = Sample.account("a", email: "ada@example.com")
        try expect(transaction.put(account))
        try expect(transaction.account("a", tenant: "contoso"), is: account)
        try expect(transaction.account(Sample.email("ada@example.com"), tenant: "contoso"), is: account)
        try transaction.removeAccount("a", tenant: "contoso")
        try expect(transaction.account(Sample.email("ada@example.com"), tenant: "contoso"), is: nil)

        try transaction.put(CounterRecord(key: "k", count: 3, expires: 9))
        try expect(transaction.counter("k")?.count, is: 3)
        try transaction.put(Sample.ticket("t"))
        try expect(transaction.ticket(.link, "t"), is: Sample.ticket("t"))
        try transaction.put(Sample.message(1, due: 4))
        try expect(transaction.nextMessageDue(), is: 4)
        try transaction.removeMessage(Sample.id(1))
        try expect(transaction.nextMessageDue(), is: nil)
        try transaction.put(table: [1, 2], hash: Sample.hash(1))
        try expect(transaction.table(Sample.hash(1)), is: [1, 2])
        try transaction.put(SecretRecord(name: "s", sealed: [1]))
        try expect(transaction.secret("s"), is: SecretRecord(name: "s", sealed: [1]))
      }
    },
    StorageContract("a transaction sees what was committed before") { storage in
      try await storage.transact { try $0.put(Sample.run(1)) }
      try await expect(storage.transact { try $0.run(Sample.id(1)) }, is: Sample.run(1))
    },
    StorageContract("nothing is there in the beginning") { storage in
      try await storage.transact { transaction in
        try expect(transaction.run(Sample.id(1)), is: nil)
        try expect(transaction.account("a", tenant: "contoso"), is: nil)
        try expect(transaction.account(Sample.email("ada@example.com"), tenant: "contoso"), is: nil)
        try expect(transaction.counter("k"), is: nil)
        try expect(transaction.ticket(.grant, "t"), is: nil)
        try expect(transaction.messages(dueBy: .max, limit: 10).isEmpty)
        try expect(transaction.nextMessageDue(), is: nil)
        try expect(transaction.table(Sample.hash(1)), is: nil)
        try expect(transaction.secret("s"), is: nil)
        try expect(transaction.removeExpired(before: .max, limit: 10, keeping: []), is: 0)
        try transaction.removeAccount("a", tenant: "contoso")
        try transaction.removeTickets(.link, account: "a", tenant: "contoso")
        try transaction.removeMessage(Sample.id(1))
      }
    },
    StorageContract("a transaction that throws leaves nothing of what it added") { storage in
      try await storage.undo { transaction in
        try transaction.put(Sample.run(1))
        _ = try transaction.put(Sample.account("a", email: "ada@example.com"))
        try transaction.put(CounterRecord(key: "k", count: 3, expires: 9))
        try transaction.put(Sample.ticket("t"))
        try transaction.put(Sample.message(1, due: 4))
        try transaction.put(table: [1, 2], hash: Sample.hash(1))
        try transaction.put(SecretRecord(name: "s", sealed: [1]))
      }
      try await storage.transact { (transaction) throws in
        try expect(transaction.secret("s"), is: nil)
        try expect(transaction.run(Sample.id(1)), is: nil)
        try expect(transaction.account("a", tenant: "contoso"), is: nil)
        try expect(transaction.account(Sample.email("ada@example.com"), tenant: "contoso"), is: nil)
        try expect(transaction.counter("k"), is: nil)
        try expect(transaction.ticket(.link, "t"), is: nil)
        try expect(transaction.nextMessageDue(), is: nil)
        try expect(transaction.table(Sample.hash(1)), is: nil)
        try expect(transaction.put(Sample.account("b", email: "ada@example.com")))
      }
    },
    StorageContract("a transaction that throws leaves what it changed and removed as it was") { storage in
      try await storage.transact { transaction in
        try transaction.put(Sample.run(1))
        _ = try transaction.put(Sample.account("a", email: "ada@example.com"))
        _ = try transaction.put(Sample.account("b", email: "bob@example.com"))
        try transaction.put(CounterRecord(key: "k", count: 3, expires: 9))
        try transaction.put(Sample.ticket("t"))
        try transaction.put(Sample.message(1, due: 4))
        try transaction.put(Sample.message(2, due: 6))
        try transaction.put(table: [1, 2], hash: Sample.hash(1))
        try transaction.put(SecretRecord(name: "s", sealed: [1]))
      }
      try await storage.undo { transaction in
        try transaction.put(SecretRecord(name: "s", version: 2, sealed: [2]))
        try transaction.put(Sample.run(1, step: 7, expires: 1))
        try transaction.removeAccount("a", tenant: "contoso")
        _ = try transaction.put(Sample.account("b", email: "ada@example.com"))
        try transaction.put(CounterRecord(key: "k", count: 4, expires: 1))
        try transaction.removeTickets(.link, account: "a", tenant: "contoso")
        try transaction.put(Sample.message(1, due: 40))
        try transaction.removeMessage(Sample.id(2))
        _ = try transaction.messages(dueBy: 100, limit: 10)
        _ = try transaction.removeExpired(before: .max, limit: 10, keeping: [])
      }
      try await storage.transact { transaction in
        try expect(transaction.run(Sample.id(1)), is: Sample.run(1))
        let ada = try transaction.account(Sample.email("ada@example.com"), tenant: "contoso")
        try expect(ada, is: Sample.account("a", email: "ada@example.com"))
        let bob = try transaction.account(Sample.email("bob@example.com"), tenant: "contoso")
        try expect(bob, is: Sample.account("b", email: "bob@example.com"))
        try expect(transaction.counter("k"), is: CounterRecord(key: "k", count: 3, expires: 9))
        try expect(transaction.ticket(.link, "t"), is: Sample.ticket("t"))
        try expect(
          transaction.messages(dueBy: 6, limit: 9), is: [Sample.message(1, due: 4), Sample.message(2, due: 6)])
        try expect(transaction.table(Sample.hash(1)), is: [1, 2])
        try expect(transaction.secret("s"), is: SecretRecord(name: "s", sealed: [1]))
        try expect(transaction.removeExpired(before: 9, limit: 10, keeping: []), is: 0)
        try expect(transaction.removeExpired(before: 10, limit: 10, keeping: []), is: 1)
      }
    },
  ]

  static let concurrency = [
    StorageContract("64 tasks that count at once count each") { storage in
      try await withThrowingTaskGroup { group in
        for _ in 0..<64 {
          group.addTask {
            for _ in 0..<10 {
              try await storage.transact { transaction in
                let count = try transaction.counter("k")?.count ?? 0
                try transaction.put(CounterRecord(key: "k", count: count + 1, expires: 9))
              }
            }
          }
        }
        try await group.waitForAll()
      }
      try await expect(storage.transact { try $0.counter("k")?.count }, is: 640)
    },
    StorageContract("what one transaction read, no other has written when it is committed") { storage in
      // Each of 64 writes a counter of its own if it finds that none of all was written.
      try await withThrowingTaskGroup { group in
        for number in 0..<64 {
          group.addTask {
            try await storage.transact { transaction in
              for other in 0..<64 where try transaction.counter("\(other)") != nil { return }
              try transaction.put(CounterRecord(key: "\(number)", count: 1, expires: 9))
            }
          }
        }
        try await group.waitForAll()
      }
      let written = try await storage.transact { transaction in
        try (0..<64).filter { try transaction.counter("\($0)") != nil }
      }
      try expect(written.count, is: 1)
    },
    StorageContract("an account is found by its identifier while it moves to another") { storage in
      for id in ["a", "b"] { try await storage.keep(Sample.account(id, email: "\(id)@example.com")) }
      try await withThrowingTaskGroup { group in
        for number in 0..<32 {
          group.addTask {
            try await storage.transact { transaction in
              // The address of one goes to the other, and back.
              let address = Sample.email("a@example.com")
              guard let holder = try transaction.account(address, tenant: "contoso") else { return }
              let other = holder.id == "a" ? "b" : "a"
              try expect(transaction.put(Sample.account(holder.id, email: "\(number)@example.com")))
              try expect(transaction.put(Sample.account(other, email: address.value)))
            }
          }
          group.addTask {
            let holder = try await storage.transact { transaction in
              let found = try transaction.account(Sample.email("a@example.com"), tenant: "contoso")
              try transaction.put(CounterRecord(key: "\(number)", count: found == nil ? 0 : 1, expires: 9))
              return found
            }
            try expect(holder?.identifiers, is: [Sample.email("a@example.com")])
          }
        }
        try await group.waitForAll()
      }
    },
    StorageContract("the transaction of a cancelled task is carried out all the same") { storage in
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        try await storage.transact { try $0.put(Sample.run(1)) }
      }
      task.cancel()
      try await task.value
      try await expect(storage.transact { try $0.run(Sample.id(1)) }, is: Sample.run(1))
    },
    StorageContract("transactions whose tasks are cancelled while they wait are carried out all the same") { storage in
      let tasks = (0..<64).map { number in Task { try await storage.transact { try $0.put(Sample.run(number)) } } }
      for task in tasks { task.cancel() }
      for task in tasks { try await task.value }
      let found = try await storage.transact { transaction in
        try (0..<64).filter { try transaction.run(Sample.id($0)) != nil }
      }
      try expect(found.count, is: 64)
    },
    StorageContract("what is returned is what the run of the body returned that is kept, and no other is") { storage in
      let begun = Mutex(0)
      let returned = Mutex<Set<Int>>([])
      _ = try await count(of: 32) { _ in
        let number = try await storage.transact { transaction in
          let number = begun.withLock { begun in
            begun += 1
            return begun
          }
          try transaction.put(Sample.run(number))
          try transaction.put(CounterRecord(key: "shared", count: Int64(number), expires: 9))
          return number
        }
        return returned.withLock { $0.insert(number).inserted }
      }
      let end = begun.withLock { $0 }
      let kept = try await storage.transact { transaction in
        Set(try (1...end).filter { try transaction.run(Sample.id($0)) != nil })
      }
      try expect(returned.withLock { $0 }, is: kept)
    },
    StorageContract("of 64 tasks that sign up with one address, one gets it") { storage in
      let winners = try await withThrowingTaskGroup { group in
        for number in 0..<64 {
          group.addTask {
            try await storage.transact { try $0.put(Sample.account("\(number)", email: "ada@example.com")) }
              ? number : nil
          }
        }
        return try await group.reduce(into: [Int]()) { winners, number in if let number { winners.append(number) } }
      }
      try expect(winners.count, is: 1)
      let owner = try await storage.transact { try $0.account(Sample.email("ada@example.com"), tenant: "contoso") }
      try expect(owner?.id, is: winners.first.map { "\($0)" })
    },
    StorageContract("those that throw do not take their neighbours along") { storage in
      try await withThrowingTaskGroup { group in
        for number in 0..<64 {
          group.addTask {
            if number.isMultiple(of: 3) {
              try await storage.undo { try $0.put(Sample.run(number)) }
            } else {
              try await storage.transact { try $0.put(Sample.run(number)) }
            }
          }
        }
        try await group.waitForAll()
      }
      for number in 0..<64 {
        let isThere = try await storage.transact { try $0.run(Sample.id(number)) } != nil
        try expect(isThere, is: !number.isMultiple(of: 3), "run \(number)")
      }
    },
  ]
}
