import FlowModel
import FlowRuntime

extension SQLiteTransaction {
  func counter(_ key: String) throws(StorageError) -> CounterRecord? {
    try database.row("SELECT count, expires, tag FROM counters WHERE key = ?", .text(key)) { row in
      var counter = CounterRecord(key: key, count: row.integer(0), expires: row.integer(1))
      counter.tag = row.blob(2)
      return counter
    }
  }

  func put(_ counter: CounterRecord) throws(StorageError) {
    try beginWriting()
    try database.execute(
      """
      INSERT INTO counters (key, count, expires, tag) VALUES (?, ?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET count = excluded.count, expires = excluded.expires, tag = excluded.tag
      """, .text(counter.key), .integer(counter.count), .integer(counter.expires), .blob(counter.tag))
  }

  func removeExpired(before now: Milliseconds, limit: Int, keeping: [ContentHash]) throws(StorageError) -> Int {
    guard limit > 0 else { return 0 }
    try beginWriting()
    let end = Value.integer(now)
    let most = Value.integer(Int64(limit))
    var count = 0
    try database.execute(
      "DELETE FROM runs WHERE rowid IN (SELECT rowid FROM runs WHERE expires < ? ORDER BY expires LIMIT ?)", end, most)
    count += database.changes
    try database.execute(
      "DELETE FROM counters WHERE key IN (SELECT key FROM counters WHERE expires < ? ORDER BY expires LIMIT ?)", end,
      most)
    count += database.changes
    try database.execute(
      "DELETE FROM tickets WHERE rowid IN (SELECT rowid FROM tickets WHERE expires < ? ORDER BY expires LIMIT ?)",
      end, most)
    count += database.changes
    try database.execute(
      "DELETE FROM messages WHERE rowid IN (SELECT rowid FROM messages WHERE expires < ? ORDER BY expires LIMIT ?)",
      end, most)
    count += database.changes
    let unpinned = try database.rows(
      #"SELECT hash FROM tables WHERE NOT EXISTS (SELECT 1 FROM runs WHERE runs."table" = tables.hash)"#
    ) { $0.blob(0) }
    let kept = Set(keeping.map(\.bytes))
    for hash in unpinned.filter({ !kept.contains($0) }).prefix(limit) {
      try database.execute("DELETE FROM tables WHERE hash = ?", .blob(hash))
      count += 1
    }
    try database.giveBackSpace()
    return count
  }
}
