public import FlowExpression
public import FlowModel

extension Proof: BinaryCodable {
  /// Appends a number for the kind, and the subject.
  package func encode(to writer: inout ByteWriter) {
    let (kind, attribute, subject): (UInt8, String, String) =
      switch self {
      case .verified(let address): (0, address.attribute, address.value)
      case .authenticated(let account): (1, "", account)
      case .created(let account): (2, "", account)
      }
    writer.write(kind)
    attribute.encode(to: &writer)
    subject.encode(to: &writer)
  }

  /// Reads a number for the kind, and the subject.
  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    let kind = try reader.read(UInt8.self)
    let attribute = try String(from: &reader)
    let subject = try String(from: &reader)
    switch kind {
    case 0: self = .verified(Identifier(attribute: attribute, value: subject))
    case 1: self = .authenticated(subject)
    case 2: self = .created(subject)
    default: throw reader.failure("an unknown proof")
    }
  }
}

extension Value: BinaryCodable {
  /// Appends a number for the kind, and the value.
  public func encode(to writer: inout ByteWriter) {
    switch self {
    case .null: writer.write(UInt8(0))
    case .bool(let value):
      writer.write(UInt8(1))
      value.encode(to: &writer)
    case .int(let value):
      writer.write(UInt8(2))
      value.encode(to: &writer)
    case .double(let value):
      writer.write(UInt8(3))
      value.encode(to: &writer)
    case .string(let value):
      writer.write(UInt8(4))
      value.encode(to: &writer)
    case .list(let values):
      writer.write(UInt8(5))
      writer.write(count: values.count)
      for value in values { value.encode(to: &writer) }
    case .map(let map):
      writer.write(UInt8(6))
      writer.write(count: map.count)
      for entry in map.entries {
        entry.key.encode(to: &writer)
        entry.value.encode(to: &writer)
      }
    case .timestamp(let seconds, let nanos):
      writer.write(UInt8(7))
      seconds.encode(to: &writer)
      nanos.encode(to: &writer)
    // What an attribute of type `any` may be set to beside what a client can say.
    case .duration(let seconds, let nanos):
      writer.write(UInt8(8))
      seconds.encode(to: &writer)
      nanos.encode(to: &writer)
    case .uint(let value):
      writer.write(UInt8(9))
      writer.write(value)
    case .bytes(let value):
      writer.write(UInt8(10))
      writer.write(value)
    case .type(let name):
      writer.write(UInt8(11))
      name.encode(to: &writer)
    }
  }

  /// Reads a number for the kind, and the value.
  public init(from reader: inout ByteReader) throws(DecodingFailure) { try self.init(from: &reader, depth: 0) }

  private init(from reader: inout ByteReader, depth: Int) throws(DecodingFailure) {
    guard depth < 80 else { throw reader.failure("too many values inside each other") }
    switch try reader.read(UInt8.self) {
    case 0: self = .null
    case 1: self = .bool(try Bool(from: &reader))
    case 2: self = .int(try Int64(from: &reader))
    case 3: self = .double(try Double(from: &reader))
    case 4: self = .string(try String(from: &reader))
    case 5:
      var values: [Value] = []
      for _ in 0..<(try reader.readCount()) { values.append(try Value(from: &reader, depth: depth + 1)) }
      self = .list(values)
    case 6:
      var map = ValueMap()
      for _ in 0..<(try reader.readCount()) {
        let key = try Value(from: &reader, depth: depth + 1)
        map.insert(key, try Value(from: &reader, depth: depth + 1))
      }
      self = .map(map)
    case 7: self = .timestamp(seconds: try Int64(from: &reader), nanos: try Int32(from: &reader))
    case 8: self = .duration(seconds: try Int64(from: &reader), nanos: try Int32(from: &reader))
    case 9: self = .uint(try reader.read(UInt64.self))
    case 10: self = .bytes(try reader.readBlock())
    case 11: self = .type(try String(from: &reader))
    default: throw reader.failure("an unknown kind of value")
    }
  }
}
