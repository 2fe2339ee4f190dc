import FlowRuntime

/// The tables of a database and how they came to be, version by version.
package struct Schema: Sendable {
  /// "USHR": marks a database of ours in its header.
  static let applicationID: Int64 = 0x5553_4852

  /// The steps, each from the version before; the first makes the tables of version 1. A step that was released never
  /// changes; a later one goes on from it.
  package let migrations: [String]
  /// Whether a database of an earlier version may be brought to the last one.
  var mayMigrate = true

  /// A schema of some steps.
  package init(migrations: [String]) {
    self.migrations = migrations
  }

  /// The version that the last step leads to.
  package var version: Int { migrations.count }

  /// The schema that this version of the program works with.
  package static let current = Schema(migrations: [
    version1, version2, version3, version4, version5, version6, version7,
  ])

  /// Checks that a database is ours, or empty, before anything is written; then brings it to the last version.
  func prepare(_ database: Database, name: String, isInMemory: Bool) throws(StorageError) {
    // In one transaction, as another process may be making its tables just now.
    try database.execute("BEGIN")
    let found: Int
    do throws(StorageError) {
      found = try check(database, name: name)
      try database.execute("COMMIT")
    } catch {
      database.rollback()
      throw error
    }
    guard mayMigrate || found == version else {
      if found == 0 {
        throw .unavailable("\(name) is empty: what it held is gone, or no server has been started with it")
      }
      throw .unavailable("\(name) is of an earlier version of this program: what `usher serve` starts first changes it")
    }
    // Only before the first table is made, as it decides how the file is laid out.
    if found == 0 { try database.run(script: "PRAGMA auto_vacuum = INCREMENTAL") }
    // The mode of the journal is changed outside of transactions, so two processes may meet here; SQLite asks again.
    if !isInMemory {
      let mode = try database.row("PRAGMA journal_mode = WAL") { (row) throws(StorageError) in try row.text(0) }
      guard mode == "wal" else { throw .unavailable("\(name): the file system does not allow a write-ahead log") }
    }
    // The log grows to 16 MB before it is written back, as most pages change again and again.
    try database.run(
      script: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 4000")
    if found < version { try migrate(database, name: name) }
    try compare(database, name: name)
    try database.run(script: "PRAGMA foreign_keys = ON")
  }

  /// Brings the database to the last version in one transaction; references are checked at its end.
  private func migrate(_ database: Database, name: String) throws(StorageError) {
    try database.run(script: "PRAGMA foreign_keys = OFF")
    try database.execute("BEGIN IMMEDIATE")
    do throws(StorageError) {
      // Another process may have been first.
      let found = try check(database, name: name)
      for (step, migration) in migrations.enumerated().dropFirst(found) {
        try database.run(script: migration)
        try database.run(script: "PRAGMA user_version = \(step + 1)")
      }
      try database.run(script: "PRAGMA application_id = \(Self.applicationID)")
      let isDangling = try database.row("PRAGMA foreign_key_check") { _ in true }
      guard isDangling == nil else { throw .corrupted("\(name): after the migration, references lead nowhere") }
      try database.execute("COMMIT")
    } catch {
      database.rollback()
      throw error
    }
  }

  /// Throws where the schema is not the one that its steps make: a trigger, for one, could take every count of guesses away
  /// in silence.
  private func compare(_ database: Database, name: String) throws(StorageError) {
    let expected = try Database(tablesOf: self)
    let (made, found) = (try Self.objects(of: expected), try Self.objects(of: database))
    guard let strange = made.symmetricDifference(found).min() else { return }
    throw .corrupted(
      "\(name): its schema is not the one that this program makes: \(strange.prefix(80).debugDescription)")
  }

  /// Tables, indexes and all else, but for what SQLite itself adds, such as statistics.
  private static func objects(of database: Database) throws(StorageError) -> Set<String> {
    var objects: Set<String> = []
    let found = try database.rows(
      """
      SELECT type || ' ' || name || ': ' || sql FROM sqlite_schema
      WHERE sql IS NOT NULL
        AND NOT (type = 'table' AND name IN ('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat3', 'sqlite_stat4'))
      """
    ) { (row) throws(StorageError) in try row.text(0) }
    for object in found { objects.insert(object) }
    return objects
  }

  /// The version of a database of ours, 0 for an empty one; throws for another.
  private func check(_ database: Database, name: String) throws(StorageError) -> Int {
    let application = try database.row("PRAGMA application_id") { $0.integer(0) }
    let found = try database.row("PRAGMA user_version") { Int($0.integer(0)) } ?? 0
    if application == Self.applicationID {
      guard found <= version else { throw .newerSchema(found: found, known: version) }
      guard found > 0 else { throw .corrupted("\(name): the schema has no version") }
      return found
    }
    let count = try database.row("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
    guard application == 0, found == 0, count == 0 else {
      throw .unavailable("\(name) is a database of another program")
    }
    return 0
  }
}
