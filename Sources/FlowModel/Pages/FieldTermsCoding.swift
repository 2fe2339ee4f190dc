import FlowExpression

/// How conditions of fields stand in table files.
extension FieldCondition<Slot>: BinaryCodable {
  /// How deep one may go; what an author writes is bounded by `Limits.height`.
  private static var deepest: Int { 256 }

  /// Appends a number for the kind, and what belongs to it.
  public func encode(to writer: inout ByteWriter) {
    switch self {
    case .all(let parts):
      writer.write(UInt8(0))
      parts.encode(to: &writer)
    case .any(let parts):
      writer.write(UInt8(1))
      parts.encode(to: &writer)
    case .not(let part):
      writer.write(UInt8(2))
      part.encode(to: &writer)
    case .has(let slot):
      writer.write(UInt8(3))
      slot.encode(to: &writer)
    case .compare(let slot, let relation, let constant):
      writer.write(UInt8(4))
      writer.encode(slot, relation.rawValue)
      constant.encodeConstant(to: &writer)
    case .compareFields(let slot, let relation, let other):
      writer.write(UInt8(5))
      writer.encode(slot, relation.rawValue, other)
    case .isOne(let slot, let constants):
      writer.write(UInt8(6))
      slot.encode(to: &writer)
      writer.write(count: constants.count)
      for constant in constants { constant.encodeConstant(to: &writer) }
    case .contains(let slot, let constant):
      writer.write(UInt8(7))
      slot.encode(to: &writer)
      constant.encodeConstant(to: &writer)
    }
  }

  /// Reads a number for the kind, and what belongs to it.
  public init(from reader: inout ByteReader) throws(DecodingFailure) { try self.init(from: &reader, depth: 0) }

  private init(from reader: inout ByteReader, depth: Int) throws(DecodingFailure) {
    guard depth < Self.deepest else { throw reader.failure("conditions too deep inside each other") }
    func relation(_ reader: inout ByteReader) throws(DecodingFailure) -> FieldRelation {
      guard let relation = FieldRelation(rawValue: try String(from: &reader)) else {
        throw reader.failure("an unknown relation")
      }
      return relation
    }
    func parts(_ reader: inout ByteReader) throws(DecodingFailure) -> [FieldCondition] {
      var parts: [FieldCondition] = []
      for _ in 0..<(try reader.readCount()) { parts.append(try FieldCondition(from: &reader, depth: depth + 1)) }
      return parts
    }
    switch try reader.read(UInt8.self) {
    case 0: self = .all(try parts(&reader))
    case 1: self = .any(try parts(&reader))
    case 2: self = .not(try FieldCondition(from: &reader, depth: depth + 1))
    case 3: self = .has(try Slot(from: &reader))
    case 4: self = .compare(try Slot(from: &reader), try relation(&reader), try Value(constantFrom: &reader))
    case 5: self = .compareFields(try Slot(from: &reader), try relation(&reader), try Slot(from: &reader))
    case 6:
      let slot = try Slot(from: &reader)
      var constants: [Value] = []
      for _ in 0..<(try reader.readCount()) { constants.append(try Value(constantFrom: &reader)) }
      self = .isOne(slot, of: constants)
    case 7: self = .contains(try Slot(from: &reader), try Value(constantFrom: &reader))
    default: throw reader.failure("an unknown kind of condition")
    }
  }
}

extension Value {
  /// Appends a constant of a condition: a text, a number or a bool.
  fileprivate func encodeConstant(to writer: inout ByteWriter) {
    func put(_ kind: UInt8, _ value: some BinaryCodable) {
      writer.write(kind)
      value.encode(to: &writer)
    }
    switch self {
    case .bool(let flag): put(0, flag)
    case .int(let number): put(1, number)
    case .double(let number): put(2, number)
    case .string(let text): put(3, text)
    default: writer.write(UInt8(4))
    }
  }

  fileprivate init(constantFrom reader: inout ByteReader) throws(DecodingFailure) {
    switch try reader.read(UInt8.self) {
    case 0: self = .bool(try Bool(from: &reader))
    case 1: self = .int(try Int64(from: &reader))
    case 2: self = .double(try Double(from: &reader))
    case 3: self = .string(try String(from: &reader))
    case 4: self = .null
    default: throw reader.failure("an unknown kind of constant")
    }
  }
}

extension FieldRule<Slot>: BinaryCodable {
  /// Appends condition and text.
  public func encode(to writer: inout ByteWriter) { writer.encode(condition, text) }
  /// Reads condition and text.
  public init(from reader: inout ByteReader) throws(DecodingFailure) { (condition, text) = try reader.decode() }
}

extension OptionRule<Slot>: BinaryCodable {
  /// Appends condition and options.
  public func encode(to writer: inout ByteWriter) { writer.encode(when, options) }
  /// Reads condition and options.
  public init(from reader: inout ByteReader) throws(DecodingFailure) { (when, options) = try reader.decode() }
}

extension FieldTerms<Slot>: BinaryCodable {
  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) { writer.encode(show, required, options) }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) { (show, required, options) = try reader.decode() }
}
