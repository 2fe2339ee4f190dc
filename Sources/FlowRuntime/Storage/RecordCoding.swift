public import FlowModel

// Records as bytes, for backends that keep keys and bytes. The encoding of each begins with its version, so that what was
// stored is read by later versions of this program.

extension RunRecord: BinaryCodable {
  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    writer.write(RecordVersion.first)
    id.encode(to: &writer)
    writer.write(table.bytes)
    writer.write(step)
    writer.write(expires)
    writer.write(sealed)
  }

  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    try reader.expectVersion()
    let id = try RandomID(from: &reader)
    guard let table = ContentHash(bytes: try reader.readBlock()) else { throw reader.failure("no hash") }
    self.init(
      id: id, table: table, step: try reader.read(), expires: try reader.read(), sealed: try reader.readBlock())
  }
}

extension AccountRecord: BinaryCodable {
  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    // An account whose sessions were never ended is as it was before they were counted: its tag is the same.
    writer.write(sessionEpoch == 0 ? RecordVersion.second : RecordVersion.third)
    writer.encode(id, tenant, isConfirmed, isEnabled, identifiers)
    writer.encode(identifiers.map { unproven.contains($0) })
    writer.encode(attributes, passwordHash, earlierPasswordHashes, created, version)
    writer.write(credentialsVersion)
    if sessionEpoch != 0 { writer.write(sessionEpoch) }
  }

  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let coding = try reader.expectVersion(upTo: RecordVersion.third)
    let (id, tenant, isConfirmed): (String, String, Bool) = try reader.decode()
    let (isEnabled, identifiers, areUnproven): (Bool, [Identifier], [Bool]) = try reader.decode()
    guard areUnproven.count == identifiers.count else { throw reader.failure("more or fewer identifiers") }
    let (attributes, passwordHash): (String, String?) = try reader.decode()
    let (earlier, created, version): ([String], Milliseconds, Int64) = try reader.decode()
    self.init(
      id: id, tenant: tenant, isConfirmed: isConfirmed, identifiers: identifiers, attributes: attributes,
      created: created)
    self.isEnabled = isEnabled
    self.passwordHash = passwordHash
    self.version = version
    earlierPasswordHashes = earlier
    unproven = Set(zip(identifiers, areUnproven).lazy.filter(\.1).map(\.0))
    credentialsVersion = coding >= RecordVersion.second ? try reader.read() : 0
    sessionEpoch = coding >= RecordVersion.third ? try reader.read() : 0
  }
}

extension CounterRecord: BinaryCodable {
  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    writer.write(tag.isEmpty ? RecordVersion.first : RecordVersion.second)
    writer.encode(key, count, expires)
    if !tag.isEmpty { writer.write(tag) }
  }

  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let coding = try reader.expectVersion(upTo: RecordVersion.second)
    let (key, count, expires): (String, Int64, Milliseconds) = try reader.decode()
    self.init(key: key, count: count, expires: expires)
    if coding >= RecordVersion.second { tag = try reader.readBlock() }
  }
}

extension TicketRecord: BinaryCodable {
  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    writer.write(RecordVersion.first)
    writer.encode(kind, id, tenant, account)
    writer.write(secretHash)
    writer.write(sealed)
    writer.encode(expires, used)
  }

  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    try reader.expectVersion()
    let (kind, id, tenant, account): (Kind, String, String, String) = try reader.decode()
    self.init(
      kind: kind, id: id, tenant: tenant, account: account, secretHash: try reader.readBlock(),
      sealed: try reader.readBlock(), expires: try reader.read())
    used = try Milliseconds?(from: &reader)
  }
}

extension MessageRecord: BinaryCodable {
  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    writer.write(RecordVersion.first)
    writer.encode(id, tenant, due, attempts, expires)
    writer.write(sealed)
  }

  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    try reader.expectVersion()
    let (id, tenant, due): (RandomID, String, Milliseconds) = try reader.decode()
    let (attempts, expires): (Int64, Milliseconds) = try reader.decode()
    self.init(id: id, tenant: tenant, due: due, expires: expires, sealed: try reader.readBlock())
    self.attempts = attempts
  }
}

extension SecretRecord: BinaryCodable {
  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    writer.write(RecordVersion.first)
    writer.encode(name, version)
    writer.write(sealed)
  }

  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    try reader.expectVersion()
    let (name, version): (String, Int64) = try reader.decode()
    self.init(name: name, version: version, sealed: try reader.readBlock())
  }
}

extension AuditRecord: BinaryCodable {
  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    writer.write(RecordVersion.first)
    writer.encode(chain, number)
    writer.write(content)
    writer.write(hash)
  }

  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    try reader.expectVersion()
    let (chain, number): (Int64, Int64) = try reader.decode()
    self.init(chain: chain, number: number, content: try reader.readBlock(), hash: try reader.readBlock())
  }
}

extension RandomID: BinaryCodable {
  /// Appends sixteen bytes.
  public func encode(to writer: inout ByteWriter) {
    writer.write(high)
    writer.write(low)
  }

  /// Reads sixteen bytes.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(high: try reader.read(), low: try reader.read())
  }
}

extension Identifier: BinaryCodable {
  /// Appends attribute and value.
  public func encode(to writer: inout ByteWriter) { writer.encode(attribute, value) }

  /// Reads attribute and value.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(attribute: try reader.readString(), value: try reader.readString())
  }
}

extension TicketRecord.Kind: BinaryCodable {}

private enum RecordVersion {
  static let first: UInt8 = 1
  /// Of accounts: it counts the changes of their credentials. Of counters: it has a tag.
  static let second: UInt8 = 2
  /// Of accounts: it counts how often their sessions were ended.
  static let third: UInt8 = 3
}

extension ByteReader {
  /// Reads the version of a record.
  @discardableResult
  fileprivate mutating func expectVersion(upTo last: UInt8 = RecordVersion.first) throws(DecodingFailure) -> UInt8 {
    let version = try read(UInt8.self)
    guard (RecordVersion.first...last).contains(version) else { throw failure("a record of an unknown version") }
    return version
  }
}
