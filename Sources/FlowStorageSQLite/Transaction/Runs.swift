import FlowModel
import FlowRuntime

extension SQLiteTransaction {
  func run(_ id: RandomID) throws(StorageError) -> RunRecord? {
    try database.row(#"SELECT "table", step, expires, sealed FROM runs WHERE id = ?"#, .id(id)) {
      (row) throws(StorageError) in
      guard let table = ContentHash(bytes: row.blob(0)), let step = UInt32(exactly: row.integer(1)) else {
        throw .corrupted("run \(id.hex)")
      }
      return RunRecord(id: id, table: table, step: step, expires: row.integer(2), sealed: row.blob(3))
    }
  }

  func put(_ run: RunRecord) throws(StorageError) {
    try beginWriting()
    // A run keeps its table and its end, whose indexes are left alone when the columns are not named.
    try database.execute(
      #"UPDATE runs SET step = ?, sealed = ? WHERE id = ? AND "table" = ? AND expires = ?"#,
      .integer(Int64(run.step)), .blob(run.sealed), .id(run.id), .blob(run.table.bytes), .integer(run.expires))
    guard database.changes == 0 else { return }
    try database.execute(
      #"REPLACE INTO runs (id, "table", step, expires, sealed) VALUES (?, ?, ?, ?, ?)"#,
      .id(run.id), .blob(run.table.bytes), .integer(Int64(run.step)), .integer(run.expires), .blob(run.sealed))
  }

  func table(_ hash: ContentHash) throws(StorageError) -> [UInt8]? {
    try database.row("SELECT file FROM tables WHERE hash = ?", .blob(hash.bytes)) { $0.blob(0) }
  }

  func hasTable(_ hash: ContentHash) throws(StorageError) -> Bool {
    try database.row("SELECT 1 FROM tables WHERE hash = ?", .blob(hash.bytes)) { _ in true } ?? false
  }

  func pinnedTables() throws(StorageError) -> [ContentHash: Int] {
    let rows = try database.rows(
      #"SELECT hash, (SELECT count(*) FROM runs WHERE runs."table" = tables.hash) FROM tables"#
    ) { (blob: $0.blob(0), count: Int($0.integer(1))) }
    var pinned: [ContentHash: Int] = [:]
    for row in rows {
      guard let hash = ContentHash(bytes: row.blob) else { throw .corrupted("the hash of a table") }
      pinned[hash] = row.count
    }
    return pinned
  }

  func put(table: [UInt8], hash: ContentHash) throws(StorageError) {
    try beginWriting()
    try database.execute("REPLACE INTO tables (hash, file) VALUES (?, ?)", .blob(hash.bytes), .blob(table))
  }
}
