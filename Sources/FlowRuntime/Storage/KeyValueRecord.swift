package import FlowModel

/// A record with its place in a store of keys and values. Each entry of an index has the record's key as its value. Backends of
/// this package, whose tables have keys of bytes, name their rows in the same manner.
package protocol KeyValueRecord: BinaryCodable {
  static var kind: KeyValueKey.Kind { get }
  /// Its own key.
  var place: KeyValueKey { get }
  /// The keys of its entries in indices.
  var index: [KeyValueKey] { get }
}

/// A key: its kind, and parts of a fixed length, or texts with a byte between them that no text in UTF-8 has. Texts differ
/// as their bytes do. A long text is in it as its hash, so that no key is longer than many stores take (511 bytes in LMDB).
package struct KeyValueKey: Hashable, Sendable {
  // INVARIANT: these numbers are stored, none is used anew.
  package enum Kind: UInt8, Sendable {
    case run = 1, account, owner, counter, ticket, message, table, secret
    // Indices alone.
    case expiry, due, ticketOfAccount, pin
    case audit
  }

  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }
  package init(_ kind: Kind, _ parts: [UInt8]...) { bytes = [kind.rawValue] + parts.joined() }
  package init(_ kind: Kind, _ first: [UInt8] = [], texts: String...) {
    bytes = [kind.rawValue] + first + texts.map(Self.part).joined(separator: [0xFF])
  }

  /// INVARIANT: this is stored. Three such parts, the most that a key has, stay below 500 bytes.
  private static let longestText = 160

  /// A text as it is, or the hash of a long one behind a byte that no text in UTF-8 has.
  private static func part(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return bytes.count <= longestText ? bytes : [0xFE] + Array(ContentHash(of: bytes).description.utf8)
  }

  package static func owner(_ identifier: Identifier, _ tenant: String) -> Self {
    Self(.owner, texts: tenant, identifier.attribute, identifier.value)
  }
  package static func ticket(_ kind: TicketRecord.Kind, _ id: String) -> Self {
    Self(.ticket, [kind.rawValue], texts: id)
  }
  /// The tickets of an account; with an id, one of them.
  package static func ticket(_ kind: TicketRecord.Kind, of account: String, tenant: String, id: String = "") -> Self {
    Self(.ticketOfAccount, [kind.rawValue], texts: tenant, account, id)
  }

  /// The first key behind all that begin with this one.
  package var end: [UInt8] {
    var end = bytes
    while let last = end.popLast() { if last < .max { return end + [last + 1] } }
    return end
  }
}

extension Milliseconds {
  /// Eight bytes in the order of time.
  var orderedBytes: [UInt8] {
    Swift.withUnsafeBytes(of: (UInt64(bitPattern: self) ^ 1 << 63).bigEndian) { Array($0) }
  }
}

extension KeyValueRecord {
  fileprivate func expiry(_ time: Milliseconds) -> KeyValueKey {
    KeyValueKey(.expiry, [Self.kind.rawValue], time.orderedBytes, place.bytes)
  }
}

extension RunRecord: KeyValueRecord {
  package static let kind = KeyValueKey.Kind.run
  package var place: KeyValueKey { KeyValueKey(.run, id.bytes) }
  package var index: [KeyValueKey] { [expiry(expires), KeyValueKey(.pin, table.bytes, id.bytes)] }
}

extension AccountRecord: KeyValueRecord {
  package static let kind = KeyValueKey.Kind.account
  package var place: KeyValueKey { KeyValueKey(.account, texts: tenant, id) }
  package var index: [KeyValueKey] { identifiers.map { .owner($0, tenant) } }
}

extension CounterRecord: KeyValueRecord {
  package static let kind = KeyValueKey.Kind.counter
  package var place: KeyValueKey { KeyValueKey(.counter, texts: key) }
  package var index: [KeyValueKey] { [expiry(expires)] }
}

extension TicketRecord: KeyValueRecord {
  package static let kind = KeyValueKey.Kind.ticket
  package var place: KeyValueKey { .ticket(kind, id) }
  package var index: [KeyValueKey] { [expiry(expires), .ticket(kind, of: account, tenant: tenant, id: id)] }
}

extension MessageRecord: KeyValueRecord {
  package static let kind = KeyValueKey.Kind.message
  package var place: KeyValueKey { KeyValueKey(.message, id.bytes) }
  package var index: [KeyValueKey] { [expiry(expires), KeyValueKey(.due, due.orderedBytes, id.bytes)] }
}

extension SecretRecord: KeyValueRecord {
  package static let kind = KeyValueKey.Kind.secret
  package var place: KeyValueKey { KeyValueKey(.secret, texts: name) }
  package var index: [KeyValueKey] { [] }
}
