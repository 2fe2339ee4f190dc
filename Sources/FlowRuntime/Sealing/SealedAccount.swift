import FlowModel

/// An account as it rests, in the fields of an `AccountRecord`, so that every backend keeps it as it is.
///
/// | field | sealed | plain |
/// |---|---|---|
/// | id, tenant, version | in clear, and bound to what is sealed | the account's own |
/// | identifiers | a keyed hash in place of each value, bound to what is sealed | its own |
/// | attributes | `sealed:` and all of the account | `plain:`, a keyed tag over all of the account, its attributes |
/// | everything else | nothing | its own |
enum SealedAccount {
  private static let sealedMark = "sealed:"
  private static let plainMark = "plain:"
  private static let tagSize = 16

  /// The account as it rests.
  static func close(_ account: AccountRecord, _ form: AccountsAtRest, _ key: ServerKey) -> AccountRecord {
    switch form {
    case .sealed:
      var record = AccountRecord(
        id: account.id, tenant: account.tenant, isConfirmed: true,
        identifiers: account.identifiers.map { $0.hidden(account.tenant, key) }, attributes: "", created: 0)
      record.version = account.version
      record.attributes = sealedMark + Base64URL.encode(key.seal(encoded(account), context: context(record)))
      return record
    case .plain:
      var record = account
      record.attributes = plainMark + Base64URL.encode(tag(account, key)) + ":" + account.attributes
      return record
    }
  }

  /// Whether a record says of itself that it was made by `close`.
  static func isMarked(_ record: AccountRecord) -> Bool {
    record.attributes.hasPrefix(sealedMark) || record.attributes.hasPrefix(plainMark)
  }

  /// The account that rests in a record; nil where it is not as `close` made it.
  static func open(_ record: AccountRecord, _ key: ServerKey) -> AccountRecord? {
    if record.attributes.hasPrefix(sealedMark) {
      guard let sealed = Base64URL.decode(String(record.attributes.dropFirst(sealedMark.count))),
        let content = key.open(sealed, context: context(record)), let account = decoded(content),
        account.id == record.id, account.tenant == record.tenant, account.version == record.version
      else { return nil }
      return account
    }
    guard record.attributes.hasPrefix(plainMark) else { return nil }
    let parts = record.attributes.dropFirst(plainMark.count).split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let tag = Base64URL.decode(String(parts[0])) else { return nil }
    var account = record
    account.attributes = String(parts[1])
    return key.isHash(tag, of: tagged(account), .row, length: tagSize) ? account : nil
  }

  /// What the seal is bound to: all that rests in clear beside it.
  private static func context(_ record: AccountRecord) -> [UInt8] {
    var writer = ByteWriter()
    writer.write("account")
    writer.encode(record.tenant, record.id, record.version, record.identifiers)
    return writer.bytes
  }

  private static func tag(_ account: AccountRecord, _ key: ServerKey) -> [UInt8] {
    key.hash(tagged(account), .row, length: tagSize)
  }

  private static func tagged(_ account: AccountRecord) -> [UInt8] { Array("account\0".utf8) + encoded(account) }

  private static func encoded(_ account: AccountRecord) -> [UInt8] {
    var writer = ByteWriter()
    account.encode(to: &writer)
    return writer.bytes
  }

  private static func decoded(_ content: [UInt8]) -> AccountRecord? {
    var reader = ByteReader(content)
    guard let account = try? AccountRecord(from: &reader), reader.isAtEnd else { return nil }
    return account
  }
}

extension Identifier {
  /// The identifier with a keyed hash in place of its value, by which it is found and nothing is learnt.
  fileprivate func hidden(_ tenant: String, _ key: ServerKey) -> Identifier {
    Identifier(attribute: attribute, value: key.hash(hashed(tenant), .identifier, length: Self.hashSize).hex)
  }

  private static let hashSize = 16

  private func hashed(_ tenant: String) -> [UInt8] {
    var writer = ByteWriter()
    writer.encode(tenant, attribute, value)
    return writer.bytes
  }

  /// The forms in which accounts may be found by this identifier, that of the newest master key first.
  func forms(_ form: AccountsAtRest, _ tenant: String, _ key: ServerKey) -> [Identifier] {
    switch form {
    case .sealed:
      key.hashes(hashed(tenant), .identifier, length: Self.hashSize).map {
        Identifier(attribute: attribute, value: $0.hex)
      }
    case .plain: [self]
    }
  }
}
