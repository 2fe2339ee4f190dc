import FlowExpression
import FlowJSON
import FlowModel

@testable import FlowRuntime

/// Who there is. Eve attacks; she reads her own mail and knows her own passwords, and nothing of anybody else.
enum People {
  /// Her addresses and names: an account of hers has the first of each, the second is free.
  static let evesOwn = [
    "email": ["eve@example.com", "fresh@example.com"], "contact": ["eve@example.com", "fresh@example.com"],
    "phone": ["+13035550102", "+13035550103"], "username": ["eve", "fresh"],
  ]
  /// Those of others: ada has an account, and so has pen, who has not confirmed it; nobody has none.
  static let others = [
    "email": ["ada@example.com", "nobody@example.com", "pen@example.com"],
    "contact": ["ada@example.com", "nobody@example.com", "pen@example.com"],
    "phone": ["+13035550101", "+13035550104", "+13035550105"], "username": ["ada"],
  ]

  /// What Eve types of attributes that identify nobody. Some do not go with what flows make of them.
  static let members: [String: [Value]] = [
    "city": [.string("Ulm"), .string("Llanfairpwllgwyngyll")], "age": [.int(17), .int(150)],
  ]

  /// Whose password Eve knows where she is a thief, and which.
  static let robbed = "ada"
  static let stolenPassword = "Adas-own-word-1"

  /// What owners choose as a password.
  static let ownersPassword = "Owners-own-word-2"

  /// What the owner of an address fills in.
  static func answer(of address: String, _ attribute: String) -> Value? {
    if let value = members[attribute]?.first { return value }
    let person = others.values.compactMap { $0.firstIndex(of: address) }.first
    guard let values = others[attribute], let person, values.indices.contains(person) else { return nil }
    return .string(values[person])
  }

  /// What Eve types as a password: her own, and one that no policy accepts.
  static let evesPasswords = ["Eves-own-word-1", "short"]

  static func hash(_ password: String) -> String { "#" + password }

  static func reads(_ address: String) -> Bool {
    ["email", "phone"].contains { evesOwn[$0]?.contains(address) == true }
  }

  /// Whether something identifies somebody else: an address that is not hers.
  static func isProtected(_ identifier: Identifier) -> Bool {
    identifier.attribute != "username" && !reads(identifier.value)
  }

  /// The accounts that there are at the beginning.
  static func accounts(_ table: FlowTable) -> [AccountRecord] {
    func account(_ id: String, _ values: [String: String], _ password: String?, isConfirmed: Bool) -> AccountRecord {
      let identifiers = table.attributes.filter(\.isIdentifier).compactMap { attribute in
        values[attribute.name].map { Identifier(attribute: attribute.name, value: $0) }
      }
      var held = JSONObject()
      for attribute in table.attributes { held[attribute.name] = values[attribute.name].map(JSON.string) }
      var account = AccountRecord(
        id: id, tenant: table.tenant, isConfirmed: isConfirmed, identifiers: identifiers,
        attributes: JSON.object(held).text, created: 0)
      account.passwordHash = password.map(hash)
      return account
    }
    func values(_ people: [String: [String]], _ index: Int) -> [String: String] {
      people.compactMapValues { index < $0.count ? $0[index] : nil }
    }
    return [
      account("ada", values(others, 0), stolenPassword, isConfirmed: true),
      account("pen", values(others, 2), "Pens-own-word-1", isConfirmed: false),
      account("eve", values(evesOwn, 0), evesPasswords[0], isConfirmed: true),
    ]
  }

  /// What Eve has from the start: a grant for her account, and a link for each flow that redeems one.
  static func belongings(_ table: FlowTable, _ key: ServerKey) -> Ledger {
    var ledger = Ledger()
    for account in accounts(table) { ledger.accounts[account.id] = account }
    func ticket(_ kind: TicketRecord.Kind, _ id: String, sealed: [UInt8]) -> TicketRecord {
      TicketRecord(
        kind: kind, id: id, tenant: table.tenant, account: "eve", secretHash: key.hash(Array("eves".utf8), .ticket),
        sealed: sealed, expires: Taking.now + 1_800_000)
    }
    ledger.tickets.append(ticket(.grant, "0e", sealed: []))
    ledger.grants.append(.init(secret: "0e.eves", account: "eve"))
    guard let target = ledger.accounts["eve"]?.identifiers.first(where: { reads($0.value) }) else { return ledger }
    for (index, flow) in table.flows.enumerated() where flow.calls.contains(where: { $0.effect == .linkRedeem }) {
      let id = "e\(index)"
      let link: JSON = [
        "flow": .string(flow.name), "attribute": .string(target.attribute), "value": .string(target.value),
      ]
      ledger.tickets.append(ticket(.link, id, sealed: key.seal(link.utf8(), context: Array(id.utf8))))
      ledger.mail.append(
        Message(
          id: RandomID(high: 1, low: UInt64(index)), time: Taking.now, tenant: table.tenant, channel: .email,
          to: target.value, flow: flow.name, content: .link(token: "eves", tokenId: id, url: "", lifetime: 1800)))
    }
    return ledger
  }

  /// The accounts of others.
  static let othersAccounts: Set = ["ada", "pen"]
}
