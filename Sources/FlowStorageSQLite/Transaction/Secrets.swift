import FlowRuntime

extension SQLiteTransaction {
  func secret(_ name: String) throws(StorageError) -> SecretRecord? {
    try database.row("SELECT version, sealed FROM secrets WHERE name = ?", .text(name)) {
      SecretRecord(name: name, version: $0.integer(0), sealed: $0.blob(1))
    }
  }

  func secretNames() throws(StorageError) -> [String] {
    try database.rows("SELECT name FROM secrets ORDER BY name") { (row) throws(StorageError) in try row.text(0) }
  }

  func put(_ secret: SecretRecord) throws(StorageError) {
    try beginWriting()
    try database.execute(
      """
      INSERT INTO secrets (name, version, sealed) VALUES (?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET version = excluded.version, sealed = excluded.sealed
      """,
      .text(secret.name), .integer(secret.version), .blob(secret.sealed))
  }
}
