import FlowRuntime
import FlowStorageSQLite
import Glibc

/// Where runs and accounts rest.
enum StorageChoice: Hashable {
  case memory
  case sqlite(String)

  /// `memory` or `sqlite:PATH`.
  init?(_ text: String) {
    if text == "memory" {
      self = .memory
    } else if text.hasPrefix("sqlite:"), text.count > 7 {
      self = .sqlite(String(text.dropFirst(7)))
    } else {
      return nil
    }
  }

  /// The database that is used where none is named.
  static let standard = StorageChoice.sqlite("usher.sqlite")

  /// As it is written on the command line.
  var text: String {
    switch self {
    case .memory: "memory"
    case .sqlite(let path): "sqlite:\(path)"
    }
  }
}

extension StorageChoice {
  /// Opens the storage.
  func open() async throws(Failure) -> any Storage {
    guard case .sqlite(let path) = self else { return MemoryStorage() }
    do {
      return try await SQLiteStorage(path: path)
    } catch {
      throw .impossible("\(path.quoted): \(error)")
    }
  }

  /// Opens storage that must be there, to look at it beside a server: nothing is made or changed by that. With its key.
  func openPresent(key: String?) async throws(Failure) -> (storage: any Storage, key: ServerKey) {
    guard case .sqlite(let path) = self else { throw .usage("what rests in memory ends with its process") }
    var status = stat()
    guard stat(path, &status) == 0 else { throw .impossible("the database \(path.quoted): \(reason(errno))") }
    let key = try serverKey(key)
    do {
      return (try await SQLiteStorage(path: path, migrating: false), key)
    } catch {
      throw .impossible("\(path.quoted): \(error)")
    }
  }

  /// The server's key: of the file that is named, or of the one beside the database.
  func serverKey(_ file: String?) throws(Failure) -> ServerKey {
    switch (file, self) {
    case (let key?, .memory): return try KeyFile.load(key)
    case (let key, .sqlite(let path)):
      // What rests in a database opens with one key alone: with a new one all of it would be lost. The database is looked
      // for first, as another process may make both meanwhile.
      let hasDatabase = fileSize(path).map { $0 > 0 } ?? false
      // One database has one key, whatever links lead to it.
      let key = key ?? (resolved(path) ?? path) + ".key"
      guard hasDatabase, access(key, F_OK) != 0, errno == ENOENT else { return try KeyFile.load(key) }
      throw .impossible(
        "the key of the database \(path.quoted) is missing: there is no file \(key.quoted); put it back from a copy, or say "
          + "where it is with `--key`; nothing was changed")
    case (nil, .memory):
      guard let key = ServerKey.random() else { throw .impossible("the system gives no random bytes") }
      return key
    }
  }
}

/// The size of a file in bytes; nil where there is none.
private func fileSize(_ path: String) -> Int? {
  var status = stat()
  return stat(path, &status) == 0 ? Int(status.st_size) : nil
}

extension Arguments {
  /// The value of `--storage`, or the standard one.
  func storage() throws(Failure) -> StorageChoice {
    guard let text = value("storage") else { return .standard }
    guard let storage = StorageChoice(text) else {
      throw .usage("the option `--storage` cannot be \(text.quoted)", help: "it takes `memory` or `sqlite:PATH`")
    }
    return storage
  }
}
