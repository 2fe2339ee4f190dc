import FlowRuntime
import StorageSamples

extension StorageContract {
  static let counters = [
    StorageContract("a counter is replaced") { storage in
      try await storage.transact { transaction in
        try transaction.put(CounterRecord(key: "k", count: 1, expires: 10))
        try transaction.put(CounterRecord(key: "k", count: .max, expires: 5))
        try transaction.put(CounterRecord(key: "l", count: .min, expires: .min))
        try expect(transaction.counter("k"), is: CounterRecord(key: "k", count: .max, expires: 5))
        try expect(transaction.counter("l"), is: CounterRecord(key: "l", count: .min, expires: .min))
      }
    }
  ]

  static let tickets = [
    StorageContract("a ticket is found by its kind and id, and remembers when it was used") { storage in
      try await storage.transact { transaction in
        for kind in TicketRecord.Kind.allCases { try transaction.put(Sample.ticket("t", kind, account: "\(kind)")) }
        for kind in TicketRecord.Kind.allCases {
          try expect(transaction.ticket(kind, "t"), is: Sample.ticket("t", kind, account: "\(kind)"))
        }
        var used = Sample.ticket("t", .grant, account: "grant")
        used.used = 0
        try transaction.put(used)
        try expect(transaction.ticket(.grant, "t"), is: used)
        try expect(transaction.ticket(.link, "t")?.used, is: nil)
        used.used = nil
        try transaction.put(used)
        try expect(transaction.ticket(.grant, "t"), is: used)
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
          try expect(transaction.ticket(.session, "s\(number)"), is: nil)
          try expect(transaction.ticket(.link, "s\(number)") != nil)
        }
        try expect(transaction.ticket(.session, "other account") != nil)
        try expect(transaction.ticket(.session, "other tenant") != nil)
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
          try expect(transaction.ticket(.reset, "r\(number)"), is: ticket)
        }
        try expect(transaction.ticket(.reset, "used")?.used, is: 3)
        let others: [(TicketRecord.Kind, String)] = [
          (.link, "r0"), (.reset, "other account"), (.reset, "other tenant"),
        ]
        for (kind, id) in others {
          let ticket = try transaction.ticket(kind, id)
          try expect(ticket != nil && ticket?.used == nil)
        }
        try transaction.removeTickets(.reset, account: "a", tenant: "contoso")
        try expect(transaction.ticket(.reset, "r1"), is: nil)
      }
    },
    StorageContract("an account's tickets are removed and used up however many there are") { storage in
      let count = 3_000
      try await storage.transact { transaction in
        for number in 0..<count {
          try transaction.put(Sample.ticket("s\(number)", .session))
          try transaction.put(Sample.ticket("r\(number)", .reset))
        }
      }
      try await storage.transact { transaction in
        try transaction.removeTickets(.session, account: "a", tenant: "contoso")
        try transaction.useTickets(.reset, account: "a", tenant: "contoso", now: 7)
      }
      let (left, unused) = try await storage.transact { transaction in
        (
          try (0..<count).filter { try transaction.ticket(.session, "s\($0)") != nil }.count,
          try (0..<count).filter { try transaction.ticket(.reset, "r\($0)")?.used != 7 }.count
        )
      }
      try expect(left, is: 0, "tickets that were to be removed:")
      try expect(unused, is: 0, "tickets that were to be used up:")
    },
    StorageContract("a ticket that went to another account is no longer the first one's") { storage in
      try await storage.transact { transaction in
        try transaction.put(Sample.ticket("t", account: "a"))
        try transaction.put(Sample.ticket("t", account: "b"))
        try transaction.removeTickets(.link, account: "a", tenant: "contoso")
        try expect(transaction.ticket(.link, "t") != nil)
        try transaction.removeTickets(.link, account: "b", tenant: "contoso")
        try expect(transaction.ticket(.link, "t"), is: nil)
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
        try expect(transaction.messages(dueBy: 30, limit: 10).map(\.due), is: [-5, 10, 20, 30])
        try expect(transaction.messages(dueBy: 30, limit: 2).map(\.due), is: [-5, 10])
        try expect(transaction.messages(dueBy: 30, limit: 0).isEmpty)
        try expect(transaction.messages(dueBy: 30, limit: -1).isEmpty)
        try expect(transaction.messages(dueBy: -6, limit: 10).isEmpty)
        try expect(transaction.messages(dueBy: .max, limit: .max).map(\.due), is: [-5, 10, 20, 30, 40, 50])
        try expect(transaction.nextMessageDue(), is: -5)
      }
    },
    StorageContract("a message is found by its id, and one that is due never does not wait") { storage in
      try await storage.transact { transaction in
        for number in 1...3 { try transaction.put(Sample.message(number, due: Milliseconds(number))) }
        try transaction.put(Sample.message(4, due: MessageRecord.never))
        try expect(transaction.message(Sample.id(2)), is: Sample.message(2, due: 2))
        try expect(transaction.message(Sample.id(9)), is: nil)
        try expect(transaction.waitingMessages(), is: 3)
      }
      try await storage.transact { transaction in
        try expect(transaction.message(Sample.id(4)), is: Sample.message(4, due: MessageRecord.never))
        try expect(transaction.messages(dueBy: MessageRecord.never - 1, limit: 9).map(\.due), is: [1, 2, 3])
        try expect(transaction.messages(dueBy: .max, limit: 9).count, is: 4)
        try transaction.removeMessage(Sample.id(4))
        try expect(transaction.message(Sample.id(4)), is: nil)
      }
    },
    StorageContract("messages that are due at the same time come by their ids") { storage in
      let order = [5, 1, 9, 3, 7, 2, 8, 4, 6, 0]
      for number in order { try await storage.transact { try $0.put(Sample.message(number, due: 10)) } }
      try await storage.transact { (transaction) throws in
        let ids = (0...9).map(Sample.id).sorted { $0.hex < $1.hex }
        for limit in [1, 3, 10, 11] {
          try expect(transaction.messages(dueBy: 10, limit: limit).map(\.id), is: Array(ids.prefix(limit)))
        }
      }
    },
    StorageContract("a message put off moves back, one brought forward moves up, one removed is gone") { storage in
      try await storage.transact { transaction in
        for number in 1...4 { try transaction.put(Sample.message(number, due: Int64(number * 10))) }
        var late = Sample.message(1, due: 35)
        late.attempts = 1
        try transaction.put(late)
        try expect(transaction.messages(dueBy: 100, limit: 10).map(\.due), is: [20, 30, 35, 40])
        try transaction.put(Sample.message(4, due: 5))
        try expect(transaction.messages(dueBy: 100, limit: 10).map(\.due), is: [5, 20, 30, 35])
        try expect(transaction.messages(dueBy: 100, limit: 10).last, is: late)
        try transaction.removeMessage(Sample.id(4))
        try expect(transaction.nextMessageDue(), is: 20)
        try expect(transaction.messages(dueBy: 100, limit: 10).count, is: 3)
        try transaction.put(Sample.message(4, due: 25))
        try expect(transaction.messages(dueBy: 100, limit: 10).map(\.due), is: [20, 25, 30, 35])
      }
    },
    StorageContract("a message that is put off again and again is there once") { storage in
      for round in 0..<300 {
        try await storage.transact { transaction in
          try transaction.put(Sample.message(1, due: Int64(round.isMultiple(of: 2) ? round : -round)))
          try expect(transaction.messages(dueBy: 1_000, limit: 10).count, is: 1)
        }
      }
      try await expect(storage.transact { try $0.nextMessageDue() }, is: -299)
    },
  ]
}
