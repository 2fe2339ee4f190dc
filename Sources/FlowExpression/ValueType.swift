/// The type of an expression or of a name in its environment (CEL language definition, "Values").
public indirect enum ValueType: Hashable, Sendable {
  /// Any type; checked only when the expression runs.
  case dyn
  case null
  case bool
  case int
  case uint
  case double
  case string
  case bytes
  /// A point in time with nanoseconds, years 1 to 9999.
  case timestamp
  /// A span of time with nanoseconds, up to about 290 years either way.
  case duration
  /// The type of types, such as that of `int` or `type(1)`.
  case type
  case list(ValueType)
  /// Key and value.
  case map(ValueType, ValueType)
  /// A named record of the environment; no value has this type, only its fields do.
  case record(String)
}

extension ValueType: CustomStringConvertible {
  /// The type as a person writes it, such as `list(string)`.
  public var description: String {
    switch self {
    case .dyn: "dyn"
    case .null: "null"
    case .bool: "bool"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .string: "string"
    case .bytes: "bytes"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .type: "type"
    case .list(let element): "list(\(element))"
    case .map(let key, let value): "map(\(key), \(value))"
    case .record(let name): name
    }
  }
}
