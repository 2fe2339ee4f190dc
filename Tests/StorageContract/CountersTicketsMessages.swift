import FlowRuntime
import StorageSamples
import Testing

extension StorageContract {
  static let counters = [
    StorageContract("a counter is replaced") { storage in
      try await storage.transact { transaction in
        try transaction.put(CounterRecord(key: "k", count: 1, expires: 10))
        try transaction.put(CounterRecord(key: "k", count: .max, expires: 5))
        try transaction.put(CounterRecord(key: "l", count: .min, expires: .min))
        #expect(try transaction.counter("k") == CounterRecord(key: "k", count: .max, expires: 5))
        #expect(try transaction.counter("l") == CounterRecord(key: "l", count: .min, expires: .min))
      }
    }
  ]

  static let tickets = [
    StorageContract("a ticket is found by its kind and id, and remembers when it was used") { storage in
      try await storage.transact { transaction in
        for kind in TicketRecord.Kind.allCases { try transaction.put(Sample.ticket("t", kind, account: "\(kind)")) }
        for kind in TicketRecord.Kind.allCases {
          #expect(try transaction.ticket(kind, "t") == Sample.ticket("t", kind, account: "\(kind)"))
        }
        var used = Sample.ticket("t", .grant, account: "grant")
        used.used = 0
        try transaction.put(used)
        #expect(try transaction.ticket(.grant, "t") == used)
        #expect(try transaction.ticket(.link, "t")?.used == nil)
      }
    },
    StorageContract("of an account's many tickets, those of one kind are removed") { storage in
      try await storage.transact { transaction in
        for number in 0..<300 {
          try transaction.put(Sample.ticket("s\(number)", .session))
          try transaction.put(Sample.ticket("s\(number)", .link))
        }
        try transaction.put(Sample.ticket("other account", .session, account: "b"))
        try transaction.put(Sample.ticket("other tenant", .session, tenant: "fabrikam"))
      }
      try await storage.transact { try $0.removeTickets(.session, account: "a", tenant: "contoso") }
      try await storage.transact { (transaction) throws in
        for number in 0..<300 {
          #expect(try transaction.ticket(.session, "s\(number)") == nil)
          #expect(try transaction.ticket(.link, "s\(number)") != nil)
        }
        #expect(try transaction.ticket(.session, "other account") != nil)
        #expect(try transaction.ticket(.session, "other tenant") != nil)
      }
    },
    StorageContract("of an account's tickets, those of one kind are used up together, each but once") { storage in
      try await storage.transact { transaction in
        for number in 0..<40 { try transaction.put(Sample.ticket("r\(number)", .reset)) }
        var used = Sample.ticket("used", .reset)
        used.used = 3
        try transaction.put(used)
        try transaction.put(Sample.ticket("r0", .link))
        try transaction.put(Sample.ticket("other account", .reset, account: "b"))
        try transaction.put(Sample.ticket("other tenant", .reset, tenant: "fabrikam"))
      }
      try await storage.undo { try $0.useTickets(.reset, account: "a", tenant: "contoso", now: 6) }
      try await storage.transact { try $0.useTickets(.reset, account: "a", tenant: "contoso", now: 7) }
      try await storage.transact { try $0.useTickets(.reset, account: "nobody", tenant: "contoso", now: 8) }
      try await storage.transact { (transaction) throws in
        for number in 0..<40 {
          var ticket = Sample.ticket("r\(number)", .reset)
          ticket.used = 7
          #expect(try transaction.ticket(.reset, "r\(number)") == ticket)
        }
        #expect(try transaction.ticket(.reset, "used")?.used == 3)
        let others: [(TicketRecord.Kind, String)] = [
          (.link, "r0"), (.reset, "other account"), (.reset, "other tenant"),
        ]
        for (kind, id) in others {
          let ticket = try transaction.ticket(kind, id)
          #expect(ticket != nil && ticket?.used == nil)
        }
        try transaction.removeTickets(.reset, account: "a", tenant: "contoso")
        #expect(try transaction.ticket(.reset, "r1") == nil)
      }
    },
    StorageContract("a ticket that went to another account is no longer the first one's") { storage in
      try await storage.transact { transaction in
        try transaction.put(Sample.ticket("t", account: "a"))
        try transaction.put(Sample.ticket("t", account: "b"))
        try transaction.removeTickets(.link, account: "a", tenant: "contoso")
        #expect(try transaction.ticket(.link, "t") != nil)
        try transaction.removeTickets(.link, account: "b", tenant: "contoso")
        #expect(try transaction.ticket(.link, "t") == nil)
      }
    },
  ]

  static let messages = [
    StorageContract("messages come when they are due, the longest due first, and not more than asked for") { storage in
      let dues: [Milliseconds] = [50, 10, 40, -5, 30, 20]
      try await storage.transact { transaction in
        for (number, due) in dues.enumerated() { try transaction.put(Sample.message(number, due: due)) }
      }
      try await storage.transact { (transaction) throws in
        #expect(try transaction.messages(dueBy: 30, limit: 10).map(\.due) == [-5, 10, 20, 30])
        #expect(try transaction.messages(dueBy: 30, limit: 2).map(\.due) == [-5, 10])
        #expect(try transaction.messages(dueBy: 30, limit: 0).isEmpty)
        #expect(try transaction.messages(dueBy: 30, limit: -1).isEmpty)
        #expect(try transaction.messages(dueBy: -6, limit: 10).isEmpty)
        #expect(try transaction.messages(dueBy: .max, limit: .max).map(\.due) == [-5, 10, 20, 30, 40, 50])
        #expect(try transaction.nextMessageDue() == -5)
      }
    },
    StorageContract("a message put off moves back, one brought forward moves up, one removed is gone") { storage in
      try await storage.transact { transaction in
        for number in 1...4 { try transaction.put(Sample.message(number, due: Int64(number * 10))) }
        var late = Sample.message(1, due: 35)
        late.attempts = 1
        try transaction.put(late)
        #expect(try transaction.messages(dueBy: 100, limit: 10).map(\.due) == [20, 30, 35, 40])
        try transaction.put(Sample.message(4, due: 5))
        #expect(try transaction.messages(dueBy: 100, limit: 10).map(\.due) == [5, 20, 30, 35])
        #expect(try transaction.messages(dueBy: 100, limit: 10).last == late)
        try transaction.removeMessage(Sample.id(4))
        #expect(try transaction.nextMessageDue() == 20)
        #expect(try transaction.messages(dueBy: 100, limit: 10).count == 3)
        try transaction.put(Sample.message(4, due: 25))
        #expect(try transaction.messages(dueBy: 100, limit: 10).map(\.due) == [20, 25, 30, 35])
      }
    },
    StorageContract("a message that is put off again and again is there once") { storage in
      for round in 0..<300 {
        try await storage.transact { transaction in
          try transaction.put(Sample.message(1, due: Int64(round.isMultiple(of: 2) ? round : -round)))
          #expect(try transaction.messages(dueBy: 1_000, limit: 10).count == 1)
        }
      }
      #expect(try await storage.transact { try $0.nextMessageDue() } == -299)
    },
  ]
}
