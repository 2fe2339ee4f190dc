/// A value at run time; also what the interpreter keeps in a run's slots.
///
/// `==` and hashing are exact: the same kind and the same bytes, so `1` and `1.0` differ, a NaN equals itself and two
/// spellings of one accented letter differ. CEL's own `==` is `celEquals`.
public enum Value: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case uint(UInt64)
  case double(Double)
  case string(String)
  case bytes([UInt8])
  case list([Value])
  case map(ValueMap)
  /// Seconds since 1970-01-01T00:00:00Z and the nanoseconds behind them, 0 to 999,999,999.
  case timestamp(seconds: Int64, nanos: Int32)
  /// Seconds and nanoseconds, both of the same sign, at most 63 bits of nanoseconds together.
  case duration(seconds: Int64, nanos: Int32)
  /// A type as a value, by its CEL name, such as `int` or `google.protobuf.Timestamp`.
  case type(String)
}

extension Value {
  /// The CEL name of the value's type, as `type(x)` gives it.
  public var typeName: String {
    switch self {
    case .null: "null_type"
    case .bool: "bool"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .string: "string"
    case .bytes: "bytes"
    case .list: "list"
    case .map: "map"
    case .timestamp: "google.protobuf.Timestamp"
    case .duration: "google.protobuf.Duration"
    case .type: "type"
    }
  }

  /// The names that stand for types in an expression.
  package static let typeNames: Set<String> = [
    "null_type", "bool", "int", "uint", "double", "string", "bytes", "list", "map", "type",
    "google.protobuf.Timestamp", "google.protobuf.Duration",
  ]
}

extension Value: Hashable {
  /// Exact equality; see the type.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.uint(let a), .uint(let b)): a == b
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (.string(let a), .string(let b)): sameBytes(a, b)
    case (.bytes(let a), .bytes(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.map(let a), .map(let b)): a == b
    case (.timestamp(let a, let an), .timestamp(let b, let bn)): a == b && an == bn
    case (.duration(let a, let an), .duration(let b, let bn)): a == b && an == bn
    case (.type(let a), .type(let b)): sameBytes(a, b)
    default: false
    }
  }

  /// Hashes as `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value):
      hasher.combine(1)
      hasher.combine(value)
    case .int(let value):
      hasher.combine(2)
      hasher.combine(value)
    case .uint(let value):
      hasher.combine(3)
      hasher.combine(value)
    case .double(let value):
      hasher.combine(4)
      hasher.combine(value.bitPattern)
    case .string(let value):
      hasher.combine(5)
      hashBytes(value, into: &hasher)
    case .bytes(let value):
      hasher.combine(6)
      hasher.combine(value)
    case .list(let value):
      hasher.combine(7)
      hasher.combine(value)
    case .map(let value):
      hasher.combine(8)
      hasher.combine(value)
    case .timestamp(let seconds, let nanos):
      hasher.combine(9)
      hasher.combine(seconds)
      hasher.combine(nanos)
    case .duration(let seconds, let nanos):
      hasher.combine(10)
      hasher.combine(seconds)
      hasher.combine(nanos)
    case .type(let name):
      hasher.combine(11)
      hashBytes(name, into: &hasher)
    }
  }
}

extension Value: CustomStringConvertible {
  /// The value as a CEL expression that makes it, for messages and traces.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .uint(let value): "\(value)u"
    case .double(let value): value.description
    case .string(let value): quoted(value)
    case .bytes(let value): "b\"" + value.map { "\\x" + hexadecimal($0) }.joined() + "\""
    case .list(let values): "[" + values.map(\.description).joined(separator: ", ") + "]"
    case .map(let map): "{" + map.entries.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}"
    case .timestamp(let seconds, let nanos): "timestamp(\"\(formatTimestamp(seconds, nanos))\")"
    case .duration(let seconds, let nanos): "duration(\"\(formatDuration(seconds, nanos))\")"
    case .type(let name): name
    }
  }
}

/// Two hexadecimal digits.
func hexadecimal(_ byte: UInt8) -> String {
  let text = String(byte, radix: 16)
  return byte < 16 ? "0" + text : text
}
