// The bytes of a compiled expression in a table's file. Numbers are LEB128, strings and lists carry their length first.

/// Why bytes are no compiled expression.
public struct ExpressionDecodingError: Error, Hashable, Sendable {
  /// The offset of the byte where reading stopped.
  public let offset: Int
  /// What is wrong there, in a few words.
  public let message: String
}

/// The first byte, so that a later form can be told apart.
let encodingVersion: UInt8 = 1

extension CompiledExpression {
  /// The expression as bytes that `init(decoding:)` reads.
  public func encode() -> [UInt8] {
    var writer = ByteWriter()
    let code = storage.code
    writer.bytes.append(encodingVersion)
    writer.type(storage.type)
    writer.number(code.localCount)
    writer.number(code.instructions.count)
    for step in code.instructions {
      writer.bytes.append(step.op.rawValue)
      writer.bytes.append(step.aux)
      for number in [Int(step.local), Int(step.start), Int(step.end), Int(step.a), Int(step.b)] {
        writer.number(number)
      }
    }
    writer.number(code.operands.count)
    for operand in code.operands { writer.number(Int(operand)) }
    writer.number(code.constants.count)
    for constant in code.constants { writer.value(constant) }
    writer.number(code.patterns.count)
    for pattern in code.patterns { writer.string(pattern.text) }
    for reads in [storage.reads, storage.tests] {
      writer.number(reads.count)
      for read in reads {
        writer.number(read.slot)
        writer.number(read.range.lowerBound)
        writer.number(read.range.upperBound)
        writer.bytes.append(read.tested ? 1 : 0)
      }
    }
    return writer.bytes
  }
}

/// The numbers that stand for types and values in the file.
enum EncodedKind: UInt8 {
  case dyn, null, bool, int, uint, double, string, bytes, timestamp, duration, type, list, map, record
}

private struct ByteWriter {
  var bytes: [UInt8] = []

  mutating func number(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func number(_ number: Int) { self.number(UInt64(bitPattern: Int64(number))) }

  /// Small numbers of either sign are short.
  mutating func signed(_ number: Int64) { self.number(UInt64(bitPattern: (number << 1) ^ (number >> 63))) }

  mutating func string(_ text: String) {
    number(text.utf8.count)
    bytes += text.utf8
  }

  mutating func kind(_ kind: EncodedKind) { bytes.append(kind.rawValue) }

  mutating func type(_ type: ValueType) {
    switch type {
    case .dyn: kind(.dyn)
    case .null: kind(.null)
    case .bool: kind(.bool)
    case .int: kind(.int)
    case .uint: kind(.uint)
    case .double: kind(.double)
    case .string: kind(.string)
    case .bytes: kind(.bytes)
    case .timestamp: kind(.timestamp)
    case .duration: kind(.duration)
    case .type: kind(.type)
    case .list(let element):
      kind(.list)
      self.type(element)
    case .map(let key, let value):
      kind(.map)
      self.type(key)
      self.type(value)
    case .record(let name):
      kind(.record)
      string(name)
    }
  }

  mutating func value(_ value: Value) {
    switch value {
    case .null: kind(.null)
    case .bool(let value):
      kind(.bool)
      bytes.append(value ? 1 : 0)
    case .int(let value):
      kind(.int)
      signed(value)
    case .uint(let value):
      kind(.uint)
      number(value)
    case .double(let value):
      kind(.double)
      for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> shift)) }
    case .string(let value):
      kind(.string)
      string(value)
    case .bytes(let value):
      kind(.bytes)
      number(value.count)
      bytes += value
    case .list(let elements):
      kind(.list)
      number(elements.count)
      for element in elements { self.value(element) }
    case .map(let map):
      kind(.map)
      number(map.count)
      for entry in map.entries {
        self.value(entry.key)
        self.value(entry.value)
      }
    case .timestamp(let seconds, let nanos):
      kind(.timestamp)
      signed(seconds)
      signed(Int64(nanos))
    case .duration(let seconds, let nanos):
      kind(.duration)
      signed(seconds)
      signed(Int64(nanos))
    case .type(let name):
      kind(.type)
      string(name)
    }
  }
}
