import CSQLite

/// A failure of SQLite in a test's own use of it.
struct RawError: Error {
  let message: String
}

/// Runs SQL over a file past the storage, and returns the first column of each row.
@discardableResult
func sqlite(_ path: String, _ sql: String) throws -> [String] {
  var connection: OpaquePointer?
  sqlite3_open(path, &connection)
  defer { sqlite3_close(connection) }
  var rows: [String] = []
  let code = withUnsafeMutablePointer(to: &rows) { rows in
    sqlite3_exec(
      connection, sql,
      { rows, count, values, _ in
        guard count > 0 else { return 0 }
        let value = values?[0].map { String(cString: $0) } ?? "NULL"
        rows?.assumingMemoryBound(to: [String].self).pointee.append(value)
        return 0
      }, rows, nil)
  }
  guard code == SQLITE_OK else { throw RawError(message: String(cString: sqlite3_errmsg(connection))) }
  return rows
}
