import CPostgres
import FlowModel
import FlowRuntime

/// A value to be bound to a parameter, in binary form.
enum Value {
  case integer(Int64)
  case bytes([UInt8])

  /// The key of a record.
  static func key(_ key: KeyValueKey) -> Value { .bytes(key.bytes) }

  /// The bytes on the wire: integers have eight, the most significant first.
  var wire: [UInt8] {
    switch self {
    case .integer(let number): withUnsafeBytes(of: number.bigEndian) { Array($0) }
    case .bytes(let bytes): bytes
    }
  }
}

/// What a statement answered.
final class Rows {
  private let result: OpaquePointer

  /// Takes the result over.
  init(_ result: OpaquePointer) { self.result = result }

  deinit { lazy_pg_clear(result) }

  var count: Int { Int(lazy_pg_rows(result)) }

  /// How many rows the statement changed.
  var changes: Int { lazy_pg_changes(result).flatMap { Int(String(cString: $0)) } ?? 0 }

  func bytes(_ row: Int, _ column: Int32) -> [UInt8] {
    var length: Int32 = 0
    guard let start = lazy_pg_value(result, Int32(row), column, &length) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(length)))
  }

  func integer(_ row: Int, _ column: Int32) -> Int64 {
    bytes(row, column).reduce(0) { $0 << 8 | Int64($1) }
  }
}
