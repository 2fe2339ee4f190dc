/// Why bytes are not what they should be: the offset where reading stopped, and a sentence.
public struct DecodingFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The offset of the byte where reading stopped.
  public let offset: Int
  /// What is wrong there.
  public let message: String

  /// A place and what is wrong there.
  @inlinable public init(offset: Int, message: String) {
    self.offset = offset
    self.message = message
  }

  /// The message with its place.
  public var description: String { "\(message) at byte \(offset)" }
}

/// Writes values as little-endian, length-prefixed bytes: the table file's and the run record's one encoding.
public struct ByteWriter: Sendable {
  /// What was written so far.
  @inlinable public var bytes: [UInt8] { storage }
  @usableFromInline var storage: [UInt8] = []

  /// A writer without bytes.
  public init() { storage.reserveCapacity(512) }

  /// Appends an integer, least significant byte first.
  @inlinable public mutating func write<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { write(raw: $0) }
  }

  /// Appends bytes as they are.
  @inlinable mutating func write(raw: UnsafeRawBufferPointer) { storage.append(contentsOf: raw) }

  /// Appends a count or index.
  @inlinable public mutating func write(count: Int) { write(UInt32(truncatingIfNeeded: count)) }

  /// Appends bytes behind their count.
  public mutating func write(_ block: [UInt8]) {
    write(count: block.count)
    storage += block
  }

  /// Appends a string as UTF-8 behind its length in bytes.
  public mutating func write(_ text: String) {
    var text = text
    text.withUTF8 {
      write(count: $0.count)
      write(raw: UnsafeRawBufferPointer($0))
    }
  }

  /// Appends one byte, 0 or 1.
  public mutating func write(_ flag: Bool) { write(UInt8(flag ? 1 : 0)) }
}

/// Reads what a `ByteWriter` wrote. Every read is bounds-checked: hostile bytes end in a `DecodingFailure`.
public struct ByteReader: Sendable {
  @usableFromInline let bytes: [UInt8]
  /// The offset of the next byte.
  @inlinable public var offset: Int { position }
  @usableFromInline var position = 0
  /// The version of the table file that is read: what came later is not in it.
  var format = TableFile.version

  /// A reader at the first byte.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether nothing is left.
  public var isAtEnd: Bool { offset == bytes.count }

  /// A failure at the present place.
  @inlinable public func failure(_ message: String) -> DecodingFailure {
    DecodingFailure(offset: offset, message: message)
  }

  @inlinable mutating func take(_ count: Int) throws(DecodingFailure) -> Range<Int> {
    guard count >= 0, count <= bytes.count - offset else { throw failure("the data ends too early") }
    defer { position += count }
    return position..<position + count
  }

  /// Reads an integer of the wanted width.
  @inlinable public mutating func read<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) throws(DecodingFailure) -> Number {
    let range = try take(MemoryLayout<Number>.size)
    return bytes.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: range.lowerBound, as: Number.self))
    }
  }

  /// Reads a count of elements, each of at least one byte, so that a hostile count cannot reserve memory.
  @inlinable public mutating func readCount() throws(DecodingFailure) -> Int {
    let count = Int(try read(UInt32.self))
    guard count <= bytes.count - offset else { throw failure("a count larger than the data") }
    return count
  }

  /// Reads bytes behind their count.
  @inlinable public mutating func readBlock() throws(DecodingFailure) -> [UInt8] {
    let count = try readCount()
    return Array(bytes[try take(count)])
  }

  /// Reads a string.
  @inlinable public mutating func readString() throws(DecodingFailure) -> String {
    let count = try readCount()
    let range = try take(count)
    guard let text = try? UTF8Span(validating: bytes.span.extracting(range)) else { throw failure("invalid UTF-8") }
    return String(copying: text)
  }

  /// Reads a byte that must be 0 or 1.
  @inlinable public mutating func readBool() throws(DecodingFailure) -> Bool {
    switch try read(UInt8.self) {
    case 0: return false
    case 1: return true
    default: throw failure("neither true nor false")
    }
  }
}

/// A value with a fixed encoding in table files and in storage.
public protocol BinaryCodable {
  /// Appends the value.
  func encode(to writer: inout ByteWriter)
  /// Reads the value back.
  init(from reader: inout ByteReader) throws(DecodingFailure)
}

extension BinaryCodable {
  /// The value's encoding alone.
  public var encodedBytes: [UInt8] {
    var writer = ByteWriter()
    encode(to: &writer)
    return writer.bytes
  }

  /// Reads a value from its encoding, and fails where something is left.
  public init(encodedBytes: [UInt8]) throws(DecodingFailure) {
    var reader = ByteReader(encodedBytes)
    try self.init(from: &reader)
    guard reader.isAtEnd else { throw reader.failure("more than a value") }
  }
}

extension ByteWriter {
  /// Appends several values, each by its own encoding.
  @inlinable public mutating func encode<each Part: BinaryCodable>(_ parts: repeat each Part) {
    for part in repeat each parts { part.encode(to: &self) }
  }
}

extension ByteReader {
  /// Reads several values, in the order in which they were written.
  @inlinable public mutating func decode<each Part: BinaryCodable>() throws(DecodingFailure) -> (repeat each Part) {
    (repeat try (each Part)(from: &self))
  }
}

extension Int32: BinaryCodable {
  /// Appends four bytes.
  @inlinable public func encode(to writer: inout ByteWriter) { writer.write(self) }
  /// Reads four bytes.
  @inlinable public init(from reader: inout ByteReader) throws(DecodingFailure) { self = try reader.read() }
}

extension Int64: BinaryCodable {
  /// Appends eight bytes.
  @inlinable public func encode(to writer: inout ByteWriter) { writer.write(self) }
  /// Reads eight bytes.
  @inlinable public init(from reader: inout ByteReader) throws(DecodingFailure) { self = try reader.read() }
}

extension Int: BinaryCodable {
  /// Appends eight bytes.
  @inlinable public func encode(to writer: inout ByteWriter) { writer.write(Int64(self)) }
  /// Reads eight bytes.
  @inlinable public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self = Int(try reader.read(Int64.self))
  }
}

extension Bool: BinaryCodable {
  /// Appends one byte.
  @inlinable public func encode(to writer: inout ByteWriter) { writer.write(self) }
  /// Reads one byte.
  @inlinable public init(from reader: inout ByteReader) throws(DecodingFailure) { self = try reader.readBool() }
}

extension Double: BinaryCodable {
  /// Appends the bit pattern.
  @inlinable public func encode(to writer: inout ByteWriter) { writer.write(bitPattern) }
  /// Reads the bit pattern.
  @inlinable public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self = Double(bitPattern: try reader.read(UInt64.self))
  }
}

extension String: BinaryCodable {
  /// Appends length and UTF-8.
  @inlinable public func encode(to writer: inout ByteWriter) { writer.write(self) }
  /// Reads length and UTF-8.
  @inlinable public init(from reader: inout ByteReader) throws(DecodingFailure) { self = try reader.readString() }
}

extension Array: BinaryCodable where Element: BinaryCodable {
  /// Appends the count and each element.
  @inlinable public func encode(to writer: inout ByteWriter) {
    writer.write(count: count)
    for element in self { element.encode(to: &writer) }
  }
  /// Reads the count and each element.
  @inlinable public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let count = try reader.readCount()
    self = []
    reserveCapacity(Swift.min(count, 4096))
    for _ in 0..<count { append(try Element(from: &reader)) }
  }
}

extension Optional: BinaryCodable where Wrapped: BinaryCodable {
  /// Appends a flag and the value, if there is one.
  @inlinable public func encode(to writer: inout ByteWriter) {
    writer.write(self != nil)
    self?.encode(to: &writer)
  }
  /// Reads a flag and the value behind it.
  @inlinable public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self = try reader.readBool() ? try Wrapped(from: &reader) : nil
  }
}

/// Enumerations without payload are one byte.
extension BinaryCodable where Self: RawRepresentable, RawValue == UInt8 {
  /// Appends the raw value.
  @inlinable public func encode(to writer: inout ByteWriter) { writer.write(rawValue) }
  /// Reads a raw value, refusing unknown ones.
  @inlinable public init(from reader: inout ByteReader) throws(DecodingFailure) {
    guard let value = Self(rawValue: try reader.read()) else { throw reader.failure("an unknown \(Self.self)") }
    self = value
  }
}
