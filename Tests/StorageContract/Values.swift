import FlowRuntime
import StorageSamples

extension StorageContract {
  static let values = [
    StorageContract("any text comes back as it was, byte for byte") { storage in
      let texts = [
        "", "\0", "a\0b", "'; DROP TABLE accounts; --", "é", "e\u{301}", "👩‍👩‍👧", "\u{feff}bom", "\u{10ffff}",
        "\u{202e}rtl",
        "\r\n\t", "NULL", "1e3", String(repeating: "ä", count: 70_000),
      ]
      try await storage.transact { transaction in
        for text in texts {
          var account = Sample.account(text, tenant: text, email: text)
          account.attributes = text
          account.passwordHash = text
          account.earlierPasswordHashes = [text]
          try expect(transaction.put(account))
          try transaction.put(CounterRecord(key: text, count: 1, expires: 9))
          try transaction.put(Sample.ticket(text, account: text, tenant: text))
          try transaction.put(SecretRecord(name: text, sealed: Array(text.utf8)))
          var message = Sample.message(text.utf8.count, due: 1)
          message.tenant = text
          try transaction.put(message)
          try expect(transaction.messages(dueBy: 1, limit: 1).map { Array($0.tenant.utf8) }, is: [Array(text.utf8)])
          try transaction.removeMessage(message.id)
        }
      }
      try await storage.transact { transaction in
        for text in texts {
          let account = try require(transaction.account(Sample.email(text), tenant: text))
          let found = [
            account.id, account.tenant, account.attributes, account.passwordHash, account.identifiers[0].value,
          ]
          for one in found + account.earlierPasswordHashes {
            try expect(one.map { Array($0.utf8) }, is: Array(text.utf8))
          }
          try expect(transaction.counter(text).map { Array($0.key.utf8) }, is: Array(text.utf8))
          let ticket = try require(transaction.ticket(.link, text))
          try expect(Array(ticket.account.utf8), is: Array(text.utf8))
          try expect(transaction.secret(text)?.sealed, is: Array(text.utf8))
        }
      }
    },
    StorageContract("long texts that differ at their ends alone are of two records") { storage in
      for length in [60, 100, 127, 128, 150, 160, 161, 255, 256, 500, 1_000, 4_000, 70_000] {
        let text = String(repeating: "x", count: length)
        let (one, two) = (text + "1", text + "2")
        try await storage.transact { transaction in
          for (tenant, own) in [(text, one), (text, two), (one, text), (two, text)] {
            try expect(transaction.put(Sample.account(own, tenant: tenant, email: own)), "the account is taken")
            try transaction.put(CounterRecord(key: own + tenant, count: 1, expires: 9))
            try transaction.put(Sample.ticket(own + tenant, account: own, tenant: tenant))
            try transaction.put(SecretRecord(name: own + tenant, sealed: Array(own.utf8)))
          }
        }
        try await storage.transact { transaction in
          try transaction.removeTickets(.link, account: one, tenant: text)
          try transaction.removeTickets(.link, account: text, tenant: one)
          for (tenant, own) in [(text, one), (text, two), (one, text), (two, text)] {
            let account = Sample.account(own, tenant: tenant, email: own)
            try expect(transaction.account(own, tenant: tenant), is: account)
            try expect(transaction.account(Sample.email(own), tenant: tenant), is: account)
            try expect(transaction.counter(own + tenant)?.key, is: own + tenant)
            try expect((transaction.ticket(.link, own + tenant) != nil), is: own == two || tenant == two)
            try expect(transaction.secret(own + tenant)?.sealed, is: Array(own.utf8))
          }
          try expect(transaction.account(Sample.email(text + "3"), tenant: text), is: nil)
        }
      }
    },
    StorageContract("tickets are an account's own only byte for byte") { storage in
      let names = ["é", "e\u{301}", "É", "é "]
      for name in names {
        try await storage.transact { transaction in
          for other in names {
            try transaction.put(Sample.ticket("a" + other, account: other))
            try transaction.put(Sample.ticket("t" + other, tenant: other))
          }
          try transaction.removeTickets(.link, account: name, tenant: "contoso")
          try transaction.removeTickets(.link, account: "a", tenant: name)
          for other in names {
            let isThere = Array(other.utf8) != Array(name.utf8)
            try expect((transaction.ticket(.link, "a" + other) != nil), is: isThere)
            try expect((transaction.ticket(.link, "t" + other) != nil), is: isThere)
          }
        }
      }
    },
    StorageContract("any bytes come back as they were, none and many") { storage in
      for count in [0, 1, 4_095, 4_096, 4_097, 3_000_000] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try await storage.transact { transaction in
          var run = Sample.run(count)
          run.sealed = bytes
          try transaction.put(run)
          var message = Sample.message(count, due: 1)
          message.sealed = bytes
          try transaction.put(message)
          var ticket = Sample.ticket("\(count)")
          ticket.secretHash = bytes
          ticket.sealed = bytes
          try transaction.put(ticket)
          try transaction.put(table: bytes, hash: Sample.hash(count))
          try transaction.put(SecretRecord(name: "\(count)", sealed: bytes))
        }
        try await storage.transact { transaction in
          try expect(transaction.run(Sample.id(count))?.sealed, is: bytes)
          try expect(transaction.messages(dueBy: 1, limit: 1).first?.sealed, is: bytes)
          try transaction.removeMessage(Sample.id(count))
          try expect(transaction.ticket(.link, "\(count)")?.secretHash, is: bytes)
          try expect(transaction.ticket(.link, "\(count)")?.sealed, is: bytes)
          try expect(transaction.table(Sample.hash(count)), is: bytes)
          try expect(transaction.secret("\(count)")?.sealed, is: bytes)
        }
      }
    },
    StorageContract("any number, also before 1970 and at the end of numbers") { storage in
      try await storage.transact { transaction in
        for (number, time) in ([.min, -1, 0, .max] as [Milliseconds]).enumerated() {
          try transaction.put(Sample.run(number, expires: time))
          try expect(transaction.run(Sample.id(number))?.expires, is: time)
          var ticket = Sample.ticket("t", expires: time)
          ticket.used = time
          try transaction.put(ticket)
          try expect(transaction.ticket(.link, "t"), is: ticket)
          try transaction.removeTickets(.link, account: "a", tenant: "contoso")
          var message = Sample.message(1, due: time, expires: time)
          message.attempts = time
          try transaction.put(message)
          try expect(transaction.messages(dueBy: time, limit: 1), is: [message])
          try expect(transaction.nextMessageDue(), is: time)
          try transaction.removeMessage(message.id)
        }
        try expect(transaction.removeExpired(before: .max, limit: 10, keeping: []), is: 3)
      }
    },
    StorageContract("any id, also of high bits") { storage in
      try await storage.transact { transaction in
        for (high, low) in [(UInt64.min, UInt64.max), (.max, .min), (.max, .max), (.min, .min), (1 << 63, 1)] {
          var run = Sample.run(1)
          run.id = RandomID(high: high, low: low)
          try transaction.put(run)
          try expect(transaction.run(run.id), is: run)
          var message = Sample.message(1, due: 1)
          message.id = run.id
          try transaction.put(message)
          try expect(transaction.messages(dueBy: 1, limit: 1), is: [message])
          try transaction.removeMessage(run.id)
        }
      }
    },
  ]
}
