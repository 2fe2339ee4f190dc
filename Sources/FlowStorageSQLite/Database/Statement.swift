import CSQLite
import FlowRuntime

/// A value to be bound to a parameter.
enum Value {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])
  case id(RandomID)

  /// A text that may be missing.
  static func optional(_ text: String?) -> Value { text.map { .text($0) } ?? .null }
  /// A number that may be missing.
  static func optional(_ number: Int64?) -> Value { number.map { .integer($0) } ?? .null }
  /// A truth as 0 or 1.
  static func bool(_ value: Bool) -> Value { .integer(value ? 1 : 0) }
}

/// A prepared statement and, when it has stepped on one, the row it stands on.
struct Statement {
  let pointer: OpaquePointer

  func step() -> Int32 { sqlite3_step(pointer) }

  /// Makes the statement ready for its next use, and forgets what was bound.
  func reset() {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }

  func finalize() { sqlite3_finalize(pointer) }

  /// Binds the parameters from the first on.
  func bind(_ values: [Value]) -> Int32 {
    for (offset, value) in values.enumerated() {
      let code = bind(value, at: Int32(offset + 1))
      if code != SQLITE_OK { return code }
    }
    return SQLITE_OK
  }

  private func bind(_ value: Value, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(pointer, index)
    case .integer(let number): return sqlite3_bind_int64(pointer, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          // Without an address the parameter would be NULL instead of empty.
          $0.baseAddress.map {
            sqlite3_bind_text64(pointer, index, $0, UInt64(bytes.count), transient, UInt8(SQLITE_UTF8))
          }
            ?? sqlite3_bind_text64(pointer, index, "", 0, transient, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      if bytes.isEmpty { return sqlite3_bind_zeroblob(pointer, index, 0) }
      return bytes.withUnsafeBytes {
        sqlite3_bind_blob64(pointer, index, $0.baseAddress, UInt64($0.count), transient)
      }
    case .id(let id):
      return withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) {
        sqlite3_bind_blob64(pointer, index, $0.baseAddress, UInt64($0.count), transient)
      }
    }
  }

  /// Whether a column is NULL.
  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

  /// A column as a number.
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

  /// A column as a truth.
  func bool(_ column: Int32) -> Bool { integer(column) != 0 }

  /// A column as text.
  func text(_ column: Int32) throws(StorageError) -> String {
    let start = sqlite3_column_text(pointer, column)
    let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column)))
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .corrupted("a text is not in UTF-8") }
    return text
  }

  /// A column as bytes.
  func blob(_ column: Int32) -> [UInt8] {
    let start = sqlite3_column_blob(pointer, column)
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column))))
  }

  /// A column as an id.
  func id(_ column: Int32) throws(StorageError) -> RandomID {
    guard let id = RandomID(bytes: blob(column)) else { throw .corrupted("an id has not 16 bytes") }
    return id
  }
}

/// Tells SQLite to copy what is bound, as it may move. `SQLITE_TRANSIENT` is a cast that Swift does not import.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
