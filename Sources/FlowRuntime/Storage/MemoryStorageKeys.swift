import FlowModel

/// A text that equals another only byte for byte, as in databases; `String` takes "é" and "e\u{301}" for the same.
struct ExactText: Hashable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: .init($0)) }
    if isHashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
    hasher.combine(0xff as UInt8)
  }
}

/// What an account is found by.
struct AccountKey: Hashable, Comparable {
  let tenant: ExactText
  let id: ExactText

  init(tenant: String, id: String) {
    self.tenant = ExactText(tenant)
    self.id = ExactText(id)
  }

  static func < (left: Self, right: Self) -> Bool {
    left.tenant == right.tenant
      ? left.id.text.utf8.lexicographicallyPrecedes(right.id.text.utf8)
      : left.tenant.text.utf8.lexicographicallyPrecedes(right.tenant.text.utf8)
  }
}

/// An identifier within its tenant.
struct IdentifierKey: Hashable {
  let tenant: ExactText
  let attribute: ExactText
  let value: ExactText

  init(tenant: String, _ identifier: Identifier) {
    self.tenant = ExactText(tenant)
    attribute = ExactText(identifier.attribute)
    value = ExactText(identifier.value)
  }
}

/// What a ticket is found by.
struct TicketKey: Hashable {
  let kind: TicketRecord.Kind
  let id: ExactText
}

/// Whose tickets of a kind are removed together.
struct TicketOwner: Hashable {
  let kind: TicketRecord.Kind
  let account: AccountKey
}

/// The place of an entry of the audit log.
struct AuditKey: Hashable {
  let chain: Int64
  let number: Int64
}

extension AuditRecord {
  var key: AuditKey { AuditKey(chain: chain, number: number) }
}
