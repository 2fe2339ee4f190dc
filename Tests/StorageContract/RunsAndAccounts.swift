import FlowRuntime
import StorageSamples

extension StorageContract {
  static let runs = [
    StorageContract("a run is replaced as a whole, also by one of another table") { storage in
      var run = Sample.run(1)
      try await storage.transact { [run] in try $0.put(run) }
      run.table = Sample.hash(2)
      run.step = .max
      run.expires = .max
      run.sealed = []
      try await storage.transact { [run] in try $0.put(run) }
      try await expect(storage.transact { try $0.run(Sample.id(1)) }, is: run)
      try await expect(storage.transact { try $0.run(Sample.id(2)) }, is: nil)
    },
    StorageContract("runs do not get mixed up") { storage in
      try await storage.transact { transaction in for number in 0..<500 { try transaction.put(Sample.run(number)) } }
      try await storage.transact { (transaction) throws in
        for number in 0..<500 { try expect(transaction.run(Sample.id(number)), is: Sample.run(number)) }
      }
    },
    StorageContract("the tables are told with how many runs are pinned to each") { storage in
      try await storage.transact { transaction in
        for number in 1...3 { try transaction.put(table: [1], hash: Sample.hash(number)) }
        var run = Sample.run(1)
        try transaction.put(run)
        run.id = Sample.id(2)
        run.table = Sample.hash(2)
        try transaction.put(run)
        run.id = Sample.id(3)
        try transaction.put(run)
        run.table = Sample.hash(1)
        try transaction.put(run)
      }
      let pinned = try await storage.transact { try $0.pinnedTables() }
      try expect(pinned, is: [Sample.hash(1): 2, Sample.hash(2): 1, Sample.hash(3): 0])
    },
    StorageContract("the file of a table is kept by its hash") { storage in
      try await storage.transact { transaction in
        try transaction.put(table: [1], hash: Sample.hash(1))
        try transaction.put(table: [], hash: Sample.hash(2))
        try transaction.put(table: [1], hash: Sample.hash(1))
        try expect(transaction.table(Sample.hash(1)), is: [1])
        try expect(transaction.table(Sample.hash(2)), is: [])
        try expect(transaction.table(Sample.hash(3)), is: nil)
      }
    },
  ]

  static let accounts = [
    StorageContract("accounts are listed in batches, each once, tenant by tenant") { storage in
      let tenants = ["contoso", "fabrikam", "é"]
      try await storage.transact { (transaction) throws in
        for number in 0..<30 {
          for tenant in tenants {
            try expect(transaction.put(Sample.account("a\(number)", tenant: tenant, email: "a\(number)@example.com")))
          }
        }
        try expect(transaction.accounts(after: nil, limit: 0), is: [])
        try expect(transaction.accounts(after: nil, limit: .max).count, is: 90)
      }
      var listed: [AccountRecord] = []
      for _ in 0..<40 {
        let last = listed.last.map { AccountPlace(tenant: $0.tenant, id: $0.id) }
        let next = try await storage.transact { try $0.accounts(after: last, limit: 7) }
        try expect(next.count <= 7)
        if next.isEmpty { break }
        listed += next
        // What comes and goes meanwhile takes nothing away from the rest.
        if listed.count == 7 {
          let gone = listed[0]
          try await storage.transact { try $0.removeAccount(gone.id, tenant: gone.tenant) }
        }
      }
      try expect(Set(listed).count, is: 90, "accounts that were listed:")
      try expect(listed.count, is: 90, "accounts that were listed, some twice:")
      let turns = zip(listed, listed.dropFirst()).filter { $0.tenant != $1.tenant }.count
      try expect(turns, is: 2, "changes of the tenant:")
      let place = AccountPlace(tenant: "fabrikam", id: "")
      let first = try await storage.transact { try $0.accounts(after: place, limit: 1).first?.tenant }
      try expect(first, is: "fabrikam")
    },
    StorageContract("an account keeps all it has, in order") { storage in
      var account = Sample.account("a", email: "z@example.com", "a@example.com")
      account.identifiers.append(Identifier(attribute: "username", value: "ada"))
      account.isConfirmed = true
      account.isEnabled = false
      account.sessionEpoch = .max - 7
      account.passwordHash = "$argon2id$1"
      account.earlierPasswordHashes = ["$argon2id$0", "", "$argon2id$0"]
      account.version = .max
      account.credentialsVersion = .max
      account.created = .min
      try await storage.keep(account)
      try await expect(storage.account("a"), is: account)

      account.identifiers.removeFirst()
      account.passwordHash = nil
      account.earlierPasswordHashes = []
      account.isEnabled = true
      account.attributes = "{}"
      try await storage.keep(account)
      try await expect(storage.account("a"), is: account)
    },
    StorageContract("an account knows which of its identifiers nobody has proven") { storage in
      var account = Sample.account("a", email: "z@example.com", "a@example.com")
      account.unproven = [Sample.email("a@example.com"), Sample.email("gone@example.com")]
      try await storage.keep(account)
      account.unproven.remove(Sample.email("gone@example.com"))
      try await expect(storage.account("a"), is: account)
      account.unproven = []
      try await storage.keep(account)
      try await expect(storage.account("a"), is: account)
    },
    StorageContract("an identifier belongs to one account of a tenant; who comes second changes nothing") { storage in
      let first = Sample.account("a", email: "ada@example.com")
      let second = Sample.account("b", email: "bob@example.com")
      try await storage.transact { (transaction) throws in
        try expect(transaction.put(first))
        try expect(transaction.put(second))
        var greedy = second
        greedy.identifiers = [Sample.email("new@example.com"), Sample.email("ada@example.com")]
        greedy.attributes = "{}"
        try expect(!transaction.put(greedy))
        try expect(transaction.account("b", tenant: "contoso"), is: second)
        try expect(transaction.account(Sample.email("new@example.com"), tenant: "contoso"), is: nil)
        try expect(transaction.account(Sample.email("bob@example.com"), tenant: "contoso"), is: second)
        try expect(!transaction.put(Sample.account("c", email: "ada@example.com")))
        try expect(transaction.account("c", tenant: "contoso"), is: nil)
      }
      try await expect(
        storage.transact { try $0.account(Sample.email("ada@example.com"), tenant: "contoso") }, is: first)
    },
    StorageContract("tenants, and attributes of a tenant, have identifiers and accounts of their own") { storage in
      try await storage.transact { transaction in
        try expect(transaction.put(Sample.account("a", email: "ada@example.com")))
        try expect(transaction.put(Sample.account("a", tenant: "fabrikam", email: "ada@example.com")))
        var third = Sample.account("b")
        third.identifiers = [Identifier(attribute: "username", value: "ada@example.com")]
        try expect(transaction.put(third))
        let found = try transaction.account(Sample.email("ada@example.com"), tenant: "fabrikam")
        try expect(found?.tenant, is: "fabrikam")
        try expect(transaction.account("a", tenant: "northwind"), is: nil)
        try transaction.removeAccount("a", tenant: "fabrikam")
        try expect(transaction.account("a", tenant: "contoso") != nil)
      }
    },
    StorageContract("the accounts of a tenant are looked through in batches, in the order of their ids") { storage in
      let ids = (0..<37).map { "\($0 * 7 % 37)" } + ["é", "e", "Z", "zz"]
      try await storage.transact { transaction in
        for id in ids { try expect(transaction.put(Sample.account(id, email: "\(id)@example.com"))) }
        for tenant in ["conto", "contosoo", "d"] {
          try expect(transaction.put(Sample.account("5", tenant: tenant, email: "x@example.com")))
        }
        try transaction.removeAccount("3", tenant: "contoso")
      }
      let order = ids.filter { $0 != "3" }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      for limit in [1, 10, 40, 1000] {
        let found = try await storage.transact { transaction in
          var found: [AccountRecord] = []
          for _ in 0..<50 {
            found += try transaction.accounts(of: "contoso", after: found.last?.id ?? "", limit: limit)
          }
          return found
        }
        try expect(found.map(\.id), is: order)
        try expect(found.first, is: Sample.account(order[0], email: "\(order[0])@example.com"))
      }
      try await storage.transact { (transaction) throws in
        try expect(transaction.accounts(of: "contoso", after: "", limit: 0).isEmpty)
        try expect(transaction.accounts(of: "contoso", after: "", limit: -1).isEmpty)
        try expect(transaction.accounts(of: "northwind", after: "", limit: 9).isEmpty)
      }
    },
    StorageContract("an identifier is free again after its account drops it or is removed") { storage in
      try await storage.transact { (transaction) throws in
        try expect(transaction.put(Sample.account("a", email: "ada@example.com", "old@example.com")))
        try expect(transaction.put(Sample.account("a", email: "ada@example.com")))
        try expect(transaction.account(Sample.email("old@example.com"), tenant: "contoso"), is: nil)
        try expect(transaction.put(Sample.account("b", email: "old@example.com")))
      }
      try await storage.transact { transaction in
        try transaction.removeAccount("a", tenant: "contoso")
        try expect(transaction.account("a", tenant: "contoso"), is: nil)
        try expect(transaction.put(Sample.account("c", email: "ada@example.com")))
      }
    },
    StorageContract("an account that is removed leaves nothing to the next one of its id") { storage in
      var first = Sample.account("a", email: "ada@example.com")
      first.passwordHash = "$argon2id$1"
      first.earlierPasswordHashes = ["$argon2id$0"]
      first.unproven = [Sample.email("ada@example.com")]
      let second = Sample.account("a", email: "ada@example.com")
      try await storage.keep(first)
      try await storage.transact { try $0.removeAccount("a", tenant: "contoso") }
      try await storage.keep(second)
      try await expect(storage.account("a"), is: second)
    },
    StorageContract("an identifier that is listed twice is kept once, and an account may have none") { storage in
      try await storage.transact { (transaction) throws in
        try expect(transaction.put(Sample.account("a", email: "x", "y", "x")))
        try expect(transaction.account("a", tenant: "contoso"), is: Sample.account("a", email: "x", "y"))
        try expect(transaction.put(Sample.account("b")))
        try expect(transaction.account("b", tenant: "contoso"), is: Sample.account("b"))
      }
    },
    StorageContract("identifiers are the same only byte for byte") { storage in
      try await storage.transact { (transaction) throws in
        let values = ["é", "e\u{301}", "É", "e", "é ", "e\0", "\u{212b}", "å"]
        for (number, value) in values.enumerated() {
          try expect(transaction.put(Sample.account("\(number)", email: value)), "\(value.debugDescription)")
        }
        for (number, value) in values.enumerated() {
          try expect(transaction.account(Sample.email(value), tenant: "contoso")?.id, is: "\(number)")
        }
      }
    },
  ]
}
