import FlowModel
import FlowRuntime

extension PostgresTransaction {
  func run(_ id: RandomID) throws(StorageError) -> RunRecord? {
    let key = KeyValueKey(.run, id.bytes)
    return try record(rows("SELECT record FROM usher_runs WHERE key = $1", .key(key)), at: key)
  }

  func put(_ run: RunRecord) throws(StorageError) {
    try write(
      """
      INSERT INTO usher_runs (key, pin, expires, record) VALUES ($1, $2, $3, $4)
      ON CONFLICT (key) DO UPDATE SET pin = excluded.pin, expires = excluded.expires, record = excluded.record
      """, .key(run.place), .bytes(run.table.bytes), .integer(run.expires), .bytes(run.encodedBytes))
  }

  // MARK: Tables

  func table(_ hash: ContentHash) throws(StorageError) -> [UInt8]? {
    let rows = try rows("SELECT file FROM usher_tables WHERE key = $1", .bytes(hash.bytes))
    return rows.count == 0 ? nil : rows.bytes(0, 0)
  }

  func hasTable(_ hash: ContentHash) throws(StorageError) -> Bool {
    try rows("SELECT key FROM usher_tables WHERE key = $1", .bytes(hash.bytes)).count > 0
  }

  func pinnedTables() throws(StorageError) -> [ContentHash: Int] {
    let rows = try rows(
      "SELECT key, (SELECT count(*) FROM usher_runs WHERE pin = usher_tables.key) FROM usher_tables")
    var pinned: [ContentHash: Int] = [:]
    for row in 0..<rows.count {
      if let hash = ContentHash(bytes: rows.bytes(row, 0)) { pinned[hash] = Int(rows.integer(row, 1)) }
    }
    return pinned
  }

  func put(table: [UInt8], hash: ContentHash) throws(StorageError) {
    try write(
      """
      INSERT INTO usher_tables (key, file) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET file = excluded.file
      """, .bytes(hash.bytes), .bytes(table))
  }

  // MARK: Counters and secrets

  func counter(_ key: String) throws(StorageError) -> CounterRecord? {
    let key = KeyValueKey(.counter, texts: key)
    return try record(rows("SELECT record FROM usher_counters WHERE key = $1", .key(key)), at: key)
  }

  func put(_ counter: CounterRecord) throws(StorageError) {
    try write(
      """
      INSERT INTO usher_counters (key, expires, record) VALUES ($1, $2, $3)
      ON CONFLICT (key) DO UPDATE SET expires = excluded.expires, record = excluded.record
      """, .key(counter.place), .integer(counter.expires), .bytes(counter.encodedBytes))
  }

  func secret(_ name: String) throws(StorageError) -> SecretRecord? {
    let key = KeyValueKey(.secret, texts: name)
    return try record(rows("SELECT record FROM usher_secrets WHERE key = $1", .key(key)), at: key)
  }

  func secretNames() throws(StorageError) -> [String] {
    let secrets: [SecretRecord] = try records(rows("SELECT record FROM usher_secrets ORDER BY key"))
    return secrets.map(\.name)
  }

  func put(_ secret: SecretRecord) throws(StorageError) {
    try write(
      """
      INSERT INTO usher_secrets (key, record) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET record = excluded.record
      """, .key(secret.place), .bytes(secret.encodedBytes))
  }
}
