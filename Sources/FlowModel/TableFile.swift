import CSodium
import FlowExpression

/// The name of a table's content: BLAKE2b-256 (RFC 7693) over the encoded table.
public struct ContentHash: Hashable, Sendable, CustomStringConvertible {
  /// The 32 bytes.
  public let bytes: [UInt8]

  /// Takes 32 bytes; nil for another number.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// The hash of some bytes.
  public init(of content: some Collection<UInt8>) {
    var hash = [UInt8](repeating: 0, count: 32)
    let content = Array(content)
    crypto_generichash(&hash, hash.count, content, UInt64(content.count), nil, 0)
    bytes = hash
  }

  /// The hash in hexadecimal digits.
  public var description: String { Hexadecimal.text(bytes) }
}

/// Why a file is no usable table.
public enum TableFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It does not begin as a table file does.
  case notATable
  /// It was written by a newer version of the format than this one reads.
  case newerVersion(UInt32)
  /// It was written by an earlier version of the format, which this one does not read.
  case olderVersion(UInt32)
  /// It ends too early; with the expected and the found number of bytes.
  case truncated(expected: Int, found: Int)
  /// Its bytes were changed since it was written.
  case corrupted
  /// It is whole, but says something no compiler writes.
  case invalid(DecodingFailure)

  /// A sentence for people.
  public var description: String {
    switch self {
    case .notATable: "this is no flow table file"
    case .newerVersion(let version):
      "this table has format version \(version), and this program reads \(TableFile.version): use a newer program"
    case .olderVersion(let version):
      "this table has format version \(version), and this program reads \(TableFile.version): compile the flows again"
    case .truncated(let expected, let found): "the table file is cut off: \(found) of \(expected) bytes"
    case .corrupted: "the table file was changed or damaged: its checksum does not fit"
    case .invalid(let failure): "the table file does not make sense: \(failure)"
    }
  }
}

/// The file format of tables: a header of 56 bytes, then the encoded table.
///
/// Header: the eight bytes `USHERFT` and LF; version, `UInt32`; length of the content, `UInt64`; the content's hash,
/// 32 bytes; CRC-32 (ISO 3309) of all that is before it, `UInt32`. Numbers are little-endian.
public enum TableFile {
  /// The version this program writes.
  public static let version: UInt32 = 8
  /// The oldest version that is read, so that runs go on that began before an upgrade. Version 3 has no scopes, custom data
  /// and ends in a browser; before version 5 events have no labels, and functions name no environment; before version 6
  /// attributes have no hints, passwords the one cost, nobody's own words or leaks are looked for, there is no policy of tokens,
  /// and no application has a secret; before version 7 there are no channels; before version 8 all words are English, options have
  /// none of their own, messages the standard ones, there are no notices and no invitations, fields depend on nothing and have no
  /// help, and telephone numbers have the form of E.164 alone.
  public static let oldestVersion: UInt32 = 3
  static let magic = Array("USHERFT\n".utf8)
  static let headerSize = 56

  /// The content of a table's file, without its header: what the hash in the header is taken over.
  static func content(_ table: FlowTable) -> [UInt8] {
    var writer = ByteWriter()
    table.tenant.encode(to: &writer)
    table.attributes.encode(to: &writer)
    table.passwords.encode(to: &writer)
    table.codes.encode(to: &writer)
    table.links.encode(to: &writer)
    table.notices.encode(to: &writer)
    table.tokens.encode(to: &writer)
    table.functions.encode(to: &writer)
    table.channels.encode(to: &writer)
    writer.write(count: table.applications.count)
    for application in table.applications { application.encode(to: &writer) }
    table.errors.encode(to: &writer)
    writer.write(count: table.expressions.count)
    for expression in table.expressions { writer.write(expression.encode()) }
    table.flows.encode(to: &writer)
    writer.encode(table.language, table.localeAttribute, table.locales, table.messages, table.words)
    return writer.bytes
  }

  /// The bytes of a table's file.
  public static func write(_ table: FlowTable) -> (bytes: [UInt8], hash: ContentHash) {
    let content = content(table)
    let hash = ContentHash(of: content)
    var header = magic
    var numbers = ByteWriter()
    numbers.write(version)
    numbers.write(UInt64(content.count))
    header += numbers.bytes + hash.bytes
    var checksum = ByteWriter()
    checksum.write(crc32(header))
    return (header + checksum.bytes + content, hash)
  }

  /// The hash that a table's file states; nil for what is none. Nothing is compared.
  public static func statedHash(_ bytes: [UInt8]) -> ContentHash? {
    guard bytes.starts(with: magic), bytes.count >= headerSize else { return nil }
    return ContentHash(bytes: Array(bytes[magic.count + 12..<magic.count + 44]))
  }

  /// Reads a table's file. Any change to its bytes is found; a table that is returned has all indices in range.
  public static func read(_ bytes: [UInt8]) throws(TableFileError) -> (table: FlowTable, hash: ContentHash) {
    guard bytes.starts(with: magic.prefix(bytes.count)), !bytes.isEmpty else { throw .notATable }
    guard bytes.count >= headerSize else { throw .truncated(expected: headerSize, found: bytes.count) }
    do {
      var reader = ByteReader(Array(bytes[magic.count..<headerSize]))
      let found = try reader.read(UInt32.self)
      let length = try reader.read(UInt64.self)
      let hash = try reader.take(32)
      let checksum = try reader.read(UInt32.self)
      let isIntact = checksum == crc32(bytes[0..<headerSize - 4])
      guard isIntact else { throw TableFileError.corrupted }
      guard found <= version else { throw TableFileError.newerVersion(found) }
      guard found >= oldestVersion else { throw TableFileError.olderVersion(found) }
      let expected = headerSize + Int(clamping: min(length, UInt64(Int.max - headerSize)))
      guard bytes.count >= expected else { throw TableFileError.truncated(expected: expected, found: bytes.count) }
      let content = Array(bytes[headerSize...])
      let real = ContentHash(of: content)
      guard bytes.count == expected,
        real.bytes == Array(bytes[(magic.count + hash.lowerBound)..<(magic.count + hash.upperBound)])
      else { throw TableFileError.corrupted }
      return (try table(content, format: found), real)
    } catch let error as TableFileError {
      throw error
    } catch let error as DecodingFailure {
      throw .invalid(error)
    } catch {
      throw .corrupted
    }
  }

  private static func table(_ content: [UInt8], format: UInt32) throws(DecodingFailure) -> FlowTable {
    var reader = ByteReader(content)
    reader.format = format
    var table = FlowTable(tenant: try String(from: &reader))
    table.attributes = try [AttributeDefinition](from: &reader)
    table.passwords = try PasswordPolicy(from: &reader)
    table.codes = try CodePolicy(from: &reader)
    table.links = try LinkPolicy(from: &reader)
    if format > 7 { table.notices = try NoticePolicy(from: &reader) }
    if format > 5 { table.tokens = try TokenPolicy(from: &reader) }
    table.functions = try [FunctionDefinition](from: &reader)
    if format > 6 { table.channels = try [ChannelDefinition](from: &reader) }
    for _ in 0..<(try reader.readCount()) { table.applications.append(try Application(from: &reader)) }
    table.errors = try [ErrorDefinition](from: &reader)
    for _ in 0..<(try reader.readCount()) {
      let block = try reader.readBlock()
      do {
        table.expressions.append(try CompiledExpression(decoding: block))
      } catch {
        throw reader.failure("an expression that cannot be read: \(error)")
      }
    }
    table.flows = try [Flow](from: &reader)
    if format > 7 {
      (table.language, table.localeAttribute, table.locales, table.messages, table.words) = try reader.decode()
    }
    guard reader.isAtEnd else { throw reader.failure("bytes behind the table") }
    try table.validate()
    return table
  }

  /// CRC-32 as in ISO 3309, zlib and PNG.
  static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var crc: UInt32 = ~0
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~crc
  }
}
