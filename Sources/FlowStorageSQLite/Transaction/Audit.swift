import FlowRuntime

extension SQLiteTransaction {
  func append(_ audit: AuditRecord) throws(StorageError) -> Bool {
    try beginWriting()
    try database.execute(
      "INSERT INTO audit (chain, number, content, hash) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
      .integer(audit.chain), .integer(audit.number), .blob(audit.content), .blob(audit.hash))
    return database.changes > 0
  }

  func audit(chain: Int64, after number: Int64, limit: Int) throws(StorageError) -> [AuditRecord] {
    try database.rows(
      "SELECT number, content, hash FROM audit WHERE chain = ? AND number > ? ORDER BY number LIMIT ?",
      .integer(chain), .integer(number), .integer(Int64(max(0, limit)))
    ) { (row) throws(StorageError) in
      AuditRecord(chain: chain, number: row.integer(0), content: row.blob(1), hash: row.blob(2))
    }
  }
}
