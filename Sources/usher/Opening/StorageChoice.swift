import FlowRuntime
import FlowStorageSQLite

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

  /// The server's key: of the file that is named, or of the one beside the database.
  func serverKey(_ file: String?) throws(Failure) -> ServerKey {
    switch (file, self) {
    case (let path?, _): return try KeyFile.load(path)
    case (nil, .sqlite(let path)):
      // One database has one key, whatever links lead to it.
      return try KeyFile.load((resolved(path) ?? path) + ".key")
    case (nil, .memory):
      guard let key = ServerKey.random() else { throw .impossible("the system gives no random bytes") }
      return key
    }
  }
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
