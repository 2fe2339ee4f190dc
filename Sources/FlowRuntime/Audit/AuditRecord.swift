/// An entry of the audit log as it rests: a link of one of its chains, which is never changed and never removed.
public struct AuditRecord: Hashable, Sendable {
  /// The chain, from 0 to 15.
  public var chain: Int64
  /// The place in the chain, from 1.
  public var number: Int64
  /// The entry.
  public var content: [UInt8]
  /// The hash of the link before and of all of this one: 32 bytes.
  public var hash: [UInt8]

  /// A link.
  public init(chain: Int64, number: Int64, content: [UInt8], hash: [UInt8]) {
    self.chain = chain
    self.number = number
    self.content = content
    self.hash = hash
  }
}

extension AuditRecord: KeyValueRecord {
  package static let kind = KeyValueKey.Kind.audit
  package var place: KeyValueKey { .audit(chain: chain, number: number) }
  package var index: [KeyValueKey] { [] }
}

extension KeyValueKey {
  /// An entry of the audit log.
  package static func audit(chain: Int64, number: Int64) -> Self {
    Self(.audit, chain.orderedBytes, number.orderedBytes)
  }

  /// All entries of a chain of the audit log.
  package static func audit(chain: Int64) -> Self { Self(.audit, chain.orderedBytes) }
}
