import FlowRuntime

extension SQLiteTransaction {
  func put(_ message: MessageRecord) throws(StorageError) {
    try beginWriting()
    let values: [Value] = [
      .id(message.id), .text(message.tenant), .integer(message.due), .integer(message.attempts),
      .integer(message.expires), .blob(message.sealed),
    ]
    // A message to be tried again keeps all but its time.
    try database.execute(
      """
      INSERT INTO messages (id, tenant, due, attempts, expires, sealed) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET due = excluded.due, attempts = excluded.attempts
        WHERE tenant = excluded.tenant AND expires = excluded.expires AND sealed = excluded.sealed
      """, values)
    guard database.changes == 0 else { return }
    try database.execute(
      "REPLACE INTO messages (id, tenant, due, attempts, expires, sealed) VALUES (?, ?, ?, ?, ?, ?)", values)
  }

  func messages(dueBy now: Milliseconds, limit: Int) throws(StorageError) -> [MessageRecord] {
    // A row that somebody has edited keeps no other one from leaving.
    try database.rows(
      """
      SELECT id, tenant, due, attempts, expires, sealed FROM messages WHERE due <= ?
        AND typeof(id) = 'blob' AND length(id) = 16 AND typeof(tenant) = 'text'
      ORDER BY due, id LIMIT ?
      """, .integer(now), .integer(Int64(max(0, limit)))
    ) { (row) throws(StorageError) in try MessageRecord(row) }
  }

  func unreadableMessages() throws(StorageError) -> Int {
    let count = try database.row(
      """
      SELECT count(*) FROM messages
      WHERE NOT (typeof(id) = 'blob' AND length(id) = 16 AND typeof(tenant) = 'text')
      """
    ) { $0.integer(0) }
    return Int(count ?? 0)
  }

  func message(_ id: RandomID) throws(StorageError) -> MessageRecord? {
    try database.row(
      "SELECT id, tenant, due, attempts, expires, sealed FROM messages WHERE id = ?", .id(id)
    ) { (row) throws(StorageError) in try MessageRecord(row) }
  }

  func waitingMessages() throws(StorageError) -> Int {
    Int(
      try database.row("SELECT count(*) FROM messages WHERE due < ?", .integer(MessageRecord.never)) { $0.integer(0) }
        ?? 0)
  }

  func removeMessage(_ id: RandomID) throws(StorageError) {
    try beginWriting()
    try database.execute("DELETE FROM messages WHERE id = ?", .id(id))
  }
}

extension MessageRecord {
  fileprivate init(_ row: Statement) throws(StorageError) {
    self.init(
      id: try row.id(0), tenant: try row.text(1), due: row.integer(2), expires: row.integer(4), sealed: row.blob(5))
    attempts = row.integer(3)
  }
}
