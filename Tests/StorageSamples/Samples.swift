public import FlowModel
public import FlowRuntime

/// Records to store, made of a number or a name. Two samples of the same arguments are equal.
public enum Sample {
  /// A table's hash.
  public static func hash(_ number: Int) -> ContentHash { ContentHash(of: Array("table \(number)".utf8)) }

  /// An id.
  public static func id(_ number: Int) -> RandomID {
    RandomID(high: UInt64(number) &* 0x9e37_79b9_7f4a_7c15, low: UInt64(number))
  }

  /// A run pinned to table 1.
  public static func run(_ number: Int, step: UInt32 = 1, expires: Milliseconds = 1_000) -> RunRecord {
    RunRecord(
      id: id(number), table: hash(1), step: step, expires: expires,
      sealed: (0..<200).map { UInt8(truncatingIfNeeded: $0 &+ number) })
  }

  /// An account found by an e-mail address.
  public static func account(_ id: String, tenant: String = "contoso", email: String...) -> AccountRecord {
    AccountRecord(
      id: id, tenant: tenant, isConfirmed: false, identifiers: email.map(Sample.email),
      attributes: #"{"displayName":"Ada"}"#, created: 5)
  }

  /// An identifier.
  public static func email(_ value: String) -> Identifier { Identifier(attribute: "email", value: value) }

  /// A ticket.
  public static func ticket(
    _ id: String, _ kind: TicketRecord.Kind = .link, account: String = "a", tenant: String = "contoso",
    expires: Milliseconds = 1_000
  ) -> TicketRecord {
    TicketRecord(
      kind: kind, id: id, tenant: tenant, account: account, secretHash: [1, 2, 3], sealed: [4, 5], expires: expires)
  }

  /// A message.
  public static func message(_ number: Int, due: Milliseconds, expires: Milliseconds = 1_000) -> MessageRecord {
    MessageRecord(id: id(number), tenant: "contoso", due: due, expires: expires, sealed: [UInt8(number & 0xff)])
  }
}
