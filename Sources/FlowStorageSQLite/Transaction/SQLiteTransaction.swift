import FlowModel
import FlowRuntime

/// One transaction within the group that is being committed. Each kind of record has its own file.
final class SQLiteTransaction: StorageTransaction {
  let database: Database
  /// Taken before the first write, as most of what it would cost is lost on those that only read.
  private var hasSavepoint = false

  init(database: Database) {
    self.database = database
  }

  /// Called before every write, so that this transaction can be undone without the rest of its group.
  func beginWriting() throws(StorageError) {
    guard !hasSavepoint else { return }
    try database.execute("SAVEPOINT step")
    hasSavepoint = true
  }

  /// Makes what was written part of the group.
  func keep() throws(StorageError) {
    if hasSavepoint { try database.execute("RELEASE step") }
  }

  /// Takes back what was written.
  func undo() throws(StorageError) {
    guard hasSavepoint else { return }
    try database.execute("ROLLBACK TO step")
    try database.execute("RELEASE step")
  }
}
