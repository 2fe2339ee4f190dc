import CSQLite
import FlowRuntime
import Glibc

/// A connection to a file, with its prepared statements.
/// INVARIANT: used by one thread, the one that made it.
final class Database {
  private let connection: OpaquePointer
  private let path: String
  /// The files that it has open; nil: none, it is in memory.
  private var files: FileIdentity?
  /// How large the file was when it was looked at last.
  private var size: Int64 = 0
  /// By the address of their text, which is a literal.
  private var statements: [UnsafePointer<UInt8>: Statement] = [:]
  /// Whether the last error was that another connection holds the lock.
  private var isLocked = false
  /// The first error since it was last set to nil.
  var failure: StorageError?
  /// Since when the log may hold what was erased; nil: it holds nothing that was.
  private var erased: ContinuousClock.Instant?

  /// Opens a file, creating it if it is not there, and brings it to the schema.
  init(path: String, schema: Schema) throws(StorageError) {
    let isInMemory = path == ":memory:"
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .unavailable("the path of the database is not usable") }
    // An empty file of ours, so that SQLite makes -wal and -shm with the same mode. Never when the file is there: closing
    // it would drop the locks of another connection of this process.
    if !isInMemory { try createFile(path) }
    var opened: OpaquePointer?
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | (isInMemory ? SQLITE_OPEN_MEMORY : 0)
    // A name that begins with "file:" could be taken for a URI.
    let code = sqlite3_open_v2(isInMemory || path.hasPrefix("/") ? path : "./" + path, &opened, flags, nil)
    guard let opened else { throw .unavailable("\(path): \(String(cString: sqlite3_errstr(code)))") }
    connection = opened
    self.path = path
    guard code == SQLITE_OK else { throw error(code) }
    try check(usher_sqlite_distrust_schema(connection))
    try configure()
    try prepare(schema, isInMemory: isInMemory)
    if !isInMemory {
      files = FileIdentity(path: path)
      _ = usher_sqlite_damage(connection, &size)
    }
  }

  /// An empty database in memory with the tables that a schema's steps make.
  init(tablesOf schema: Schema) throws(StorageError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_MEMORY
    let code = sqlite3_open_v2(":memory:", &opened, flags, nil)
    guard let opened else { throw .unavailable("no memory: \(String(cString: sqlite3_errstr(code)))") }
    (connection, path) = (opened, ":memory:")
    for migration in schema.migrations { try run(script: migration) }
  }

  /// Throws where its files are no longer in their place, or somebody else has cut or overwritten them.
  func demandFiles() throws(StorageError) {
    guard let files else { return }
    try files.demand()
    guard let damage = usher_sqlite_damage(connection, &size) else { return }
    _ = usher_sqlite_keep_log(connection)
    throw .corrupted(
      "the database's file \(path)\(String(cString: damage)) while it was open; end this server and restore a backup")
  }

  deinit {
    for statement in statements.values { statement.finalize() }
    sqlite3_close_v2(connection)
  }

  /// Whether a transaction is under way: SQLite may end it by itself when the disk fails.
  var isInTransaction: Bool { sqlite3_get_autocommit(connection) == 0 }

  /// How many rows the last statement changed.
  var changes: Int { Int(sqlite3_changes64(connection)) }

  /// Runs a statement that returns nothing.
  func execute(_ sql: StaticString, _ values: Value...) throws(StorageError) { try execute(sql, values) }

  /// Runs a statement that returns nothing.
  func execute(_ sql: StaticString, _ values: [Value]) throws(StorageError) {
    let statement = try prepared(sql)
    defer { statement.reset() }
    try check(statement.bind(values))
    while try step(statement) {}
  }

  /// The rows that a query returns.
  func rows<Element>(
    _ sql: StaticString, _ values: Value..., read: (Statement) throws(StorageError) -> Element
  ) throws(StorageError) -> [Element] {
    let statement = try prepared(sql)
    defer { statement.reset() }
    try check(statement.bind(values))
    var found: [Element] = []
    while try step(statement) { found.append(try noted { () throws(StorageError) in try read(statement) }) }
    return found
  }

  /// The first row that a query returns, if any.
  func row<Element>(
    _ sql: StaticString, _ values: Value..., read: (Statement) throws(StorageError) -> Element
  ) throws(StorageError) -> Element? {
    let statement = try prepared(sql)
    defer { statement.reset() }
    try check(statement.bind(values))
    return try step(statement) ? try noted { () throws(StorageError) in try read(statement) } : nil
  }

  /// Runs statements that are not known beforehand, such as those of a migration.
  func run(script: String) throws(StorageError) { try check(sqlite3_exec(connection, script, nil, nil, nil)) }

  /// How long what was erased may stay in the write-ahead log. A log that is emptied often costs more than one that is not.
  private static let erasureDelay = Duration.seconds(10)

  /// Notes that what is deleted now, an account, must leave the log as well.
  func noteErasure() { erased = erased ?? .now }

  /// In how many milliseconds the log is to be emptied; nil: it need not be.
  var untilErasure: Int? {
    erased.map { max(0, Int(($0 + Self.erasureDelay - .now) / .milliseconds(1))) }
  }

  /// Moves all of the log into the file and empties it, where it is time to. In the file itself what was deleted is
  /// overwritten. Where another process is reading, it is tried again. `isEnding`: it is time, as this process will not be there.
  func eraseLog(isEnding: Bool = false) {
    guard let time = untilErasure, isEnding || time == 0 else { return }
    let busy = try? row("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) }
    erased = busy == 0 ? nil : .now - Self.erasureDelay + .seconds(1)
  }

  /// Gives some of the file's free pages back, if there are many: as many as a batch of what ended leaves.
  func giveBackSpace() throws(StorageError) {
    let free = try row("PRAGMA freelist_count") { $0.integer(0) } ?? 0
    if free > 1024 { try execute("PRAGMA incremental_vacuum(32)") }
  }

  /// Undoes the transaction under way, if there is one.
  func rollback() {
    if isInTransaction { sqlite3_exec(connection, "ROLLBACK", nil, nil, nil) }
  }

  private func configure() throws(StorageError) {
    // Other processes hold the lock for one commit at a time; it is asked for again and again for about ten seconds.
    sqlite3_busy_handler(
      connection,
      { _, attempt in
        usleep(useconds_t.random(in: 300...1700))
        return attempt < 10_000 ? 1 : 0
      }, nil)
    try run(script: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY")
  }

  private func prepare(_ schema: Schema, isInMemory: Bool) throws(StorageError) {
    // Changing a new file to a write-ahead log fails at once, without the busy handler, when another does so too.
    let deadline = ContinuousClock.now + .seconds(10)
    while true {
      do throws(StorageError) {
        return try schema.prepare(self, name: path, isInMemory: isInMemory)
      } catch {
        guard isLocked, ContinuousClock.now < deadline else { throw error }
        usleep(useconds_t.random(in: 1_000...10_000))
      }
    }
  }

  private func prepared(_ sql: StaticString) throws(StorageError) -> Statement {
    if let known = statements[sql.utf8Start] { return known }
    var pointer: OpaquePointer?
    let code = sql.withUTF8Buffer { text in
      text.withMemoryRebound(to: CChar.self) {
        sqlite3_prepare_v3(
          connection, $0.baseAddress, Int32($0.count), UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
      }
    }
    try check(code)
    guard let pointer else { throw .unavailable("a statement is empty") }
    let statement = Statement(pointer: pointer)
    statements[sql.utf8Start] = statement
    return statement
  }

  private func step(_ statement: Statement) throws(StorageError) -> Bool {
    let code = statement.step()
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw error(code)
  }

  private func check(_ code: Int32) throws(StorageError) {
    if code != SQLITE_OK { throw error(code) }
  }

  private func error(_ code: Int32) -> StorageError {
    let message = String(cString: sqlite3_errmsg(connection))
    isLocked = code & 0xff == SQLITE_BUSY
    let error: StorageError =
      switch code & 0xff {
      case SQLITE_CORRUPT: .corrupted("\(path): \(message)")
      case SQLITE_NOTADB: .unavailable("\(path) is no database")
      default: .unavailable("\(message) (SQLite \(code))")
      }
    if failure == nil { failure = error }
    return error
  }

  /// Remembers an error in what was read, like those of SQLite.
  private func noted<Element>(_ read: () throws(StorageError) -> Element) throws(StorageError) -> Element {
    do {
      return try read()
    } catch {
      if failure == nil { failure = error }
      throw error
    }
  }
}

/// Creates an empty file that only its owner may read and write, whatever the umask; leaves one that is there, if it can
/// be a database.
private func createFile(_ path: String) throws(StorageError) {
  let file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
  guard file >= 0 else {
    if errno == EEXIST {
      // SQLite takes a file that is too short for a header for an empty one, and would write over it.
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, (1..<512).contains(status.st_size) {
        throw .unavailable("\(path) is no database")
      }
      return
    }
    throw .unavailable("\(path): \(describe(errno: errno))")
  }
  fchmod(file, 0o600)
  close(file)
}
