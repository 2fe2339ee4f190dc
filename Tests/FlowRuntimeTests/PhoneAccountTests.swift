import FlowModel
import Testing

@testable import FlowRuntime

/// Accounts that are found by telephone numbers of before all spellings were one.
@Suite struct PhoneAccountTests {
  private func table(_ numbers: PhoneNumbers) -> FlowTable {
    var phone = AttributeDefinition(name: "phone", type: .phone)
    (phone.isIdentifier, phone.numbers) = (true, numbers)
    var table = FlowTable(tenant: "t")
    table.attributes = [phone]
    return table
  }

  private func account(_ id: String, _ number: String) -> AccountRecord {
    AccountRecord(
      id: id, tenant: "t", isConfirmed: true, identifiers: [Identifier(attribute: "phone", value: number)],
      attributes: "{}", created: 0)
  }

  @Test func `a number that rests with what is dialled within its country alone is given its one form`() async throws {
    let storage = MemoryStorage()
    let accounts = [
      account("a", "+490301234567"), account("b", "+420601123456"), account("c", "+15551234567"),
      account("d", "+490309876543"), account("e", "+49309876543"),
    ]
    try await storage.transact { transaction in
      for account in accounts { _ = try transaction.put(account) }
    }
    // Without that nobody would find it: no server serves the tenant before.
    #expect(!table(.any).comparesIdentifiers(as: table(.valid)))
    #expect(table(.possible).comparesIdentifiers(as: table(.valid)))
    let census = try await AccountCensus.take(of: table(.valid), in: storage)
    #expect(census.attributes["phone"]?.otherForm == 2 && census.attributes["phone"]?.colliding == ["d"])
    let outcome = try await AccountConversion.convert(
      to: table(.valid), in: storage, key: try #require(ServerKey.random()))
    #expect(outcome.converted == 1 && outcome.left == ["d"])
    let found = try await storage.transact { transaction in
      try ["+49301234567", "+420601123456", "+15551234567", "+49309876543"].map {
        try transaction.account(Identifier(attribute: "phone", value: $0), tenant: "t")?.id
      }
    }
    #expect(found == ["a", "b", "c", "e"])
  }
}
