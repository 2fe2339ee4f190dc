import FlowRuntime
import FlowStoragePostgres
import FlowStorageSQLite

/// Where runs and accounts rest.
enum StorageChoice: Hashable {
  case memory
  case sqlite(String)
  /// A database server, by a connection string of libpq.
  case postgres(String)

  /// `memory`, `sqlite:PATH` or `postgres://…`.
  init?(_ text: String) {
    if text == "memory" {
      self = .memory
    } else if text.hasPrefix("sqlite:"), text.count > 7 {
      self = .sqlite(String(text.dropFirst(7)))
    } else if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
      self = .postgres(text)
    } else {
      return nil
    }
  }

  /// The database that is used where none is named.
  static let standard = StorageChoice.sqlite("usher.sqlite")

  /// As it is written on the command line, without a password.
  var text: String {
    switch self {
    case .memory: "memory"
    case .sqlite(let path): "sqlite:\(path)"
    case .postgres(let settings): Self.withoutPassword(settings)
    }
  }

  /// What people call it in a sentence.
  var name: String {
    switch self {
    case .sqlite(let path): path.quoted
    case .memory, .postgres: text
    }
  }

  /// A URL without what may be a password: behind the user's name, and in parameters.
  static func withoutPassword(_ url: String) -> String {
    let parts = url.split(separator: "?", maxSplits: 1)
    var place = String(parts.first ?? "")
    if let at = place.lastIndex(of: "@"), let scheme = place.firstIndex(of: "/"),
      let colon = place[scheme..<at].firstIndex(of: ":")
    {
      place.removeSubrange(colon..<at)
    }
    let parameters = parts.count > 1 ? parts[1].split(separator: "&") : []
    let shown = parameters.filter { !$0.contains("password=") }
    return place + (shown.isEmpty ? "" : "?" + shown.joined(separator: "&"))
  }

  /// Opens it as it rests, and brings it to the present schema where that may be.
  func open(migrating: Bool, _ log: any OperatorLog) async throws(StorageError) -> any Storage {
    switch self {
    case .memory: MemoryStorage()
    case .sqlite(let path): try await SQLiteStorage(path: path, migrating: migrating, log: log)
    case .postgres(let settings): try await PostgresStorage(settings, migrating: migrating, log: log)
    }
  }
}
