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

  /// A URL without what may be a password: behind the user's name, and in parameters. What comes before `@` is cut off first, as
  /// libpq does: a password may have a `?`. One that no URL may have, with a `/`, is not shown either.
  static func withoutPassword(_ url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else {
      return url.firstRange(of: "password").map { url[..<$0.lowerBound] + "…" } ?? url
    }
    var place = url[scheme.upperBound...]
    var user: Substring = ""
    if let at = place.lastIndex(of: "@") {
      // Of several the last one, unless it is a parameter's.
      let first = place.prefix { $0 != "/" }.firstIndex(of: "@")
      let end = first.map { first in place[first...].prefix { $0 != "?" }.lastIndex(of: "@") ?? first } ?? at
      user = place[..<end].prefix { $0 != ":" }
      place = place[end...]
    }
    let parts = place.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let parameters = parts.count > 1 ? parts[1].split(separator: "&").filter(isShown) : []
    return url[..<scheme.upperBound] + user + parts[0]
      + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
  }

  /// Whether a parameter of a URL is no secret: names may be written with `%`, too.
  private static func isShown(_ parameter: Substring) -> Bool {
    let name = parameter.prefix { $0 != "=" }
    return name.count < parameter.count && name.allSatisfy { $0.isASCII && $0.isLetter || $0 == "_" }
      && !["password", "secret", "scram"].contains { name.lowercased().contains($0) }
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
