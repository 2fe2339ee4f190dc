import FlowJSON
import FlowRuntime

/// The tables that a server has served last, kept in its storage: with them it starts where the flows have problems by then.
/// Without them a slip in a file would be an outage as soon as the machine starts anew.
struct LastGoodTables {
  /// A tenant as it was served.
  struct Tenant {
    /// Its folder, in which its functions run.
    var folder: String
    var file: [UInt8]
  }

  private let storage: any Storage
  private let key: ServerKey
  /// Servers of other folders on one storage each have their own.
  private let name: String

  init(_ storage: any Storage, _ key: ServerKey, paths: [String]) {
    self.storage = storage
    self.key = key
    name = "served:" + paths.map { resolved($0) ?? $0 }.sorted().joined(separator: "\n")
  }

  /// Keeps tenants instead of those before them.
  func keep(_ tenants: [Tenant]) async throws {
    let list = tenants.map { tenant -> JSON in
      ["folder": .string(tenant.folder), "file": .string(Base64URL.encode(tenant.file))]
    }
    let sealed = key.seal(JSON.array(list).utf8(), context: Array(name.utf8))
    try await storage.transact { [name] transaction in
      let version = try transaction.secret(name)?.version ?? 0
      try transaction.put(SecretRecord(name: name, version: version + 1, sealed: sealed))
    }
  }

  /// What was kept; nothing where there is none, or none that can be read.
  func kept() async throws -> [Tenant] {
    let record = try await storage.transact { [name] in try $0.secret(name) }
    guard let record, let content = key.open(record.sealed, context: Array(name.utf8)) else { return [] }
    let list = try? JSON.parse(content).array
    return (list ?? []).compactMap { tenant in
      guard let folder = tenant["folder"]?.string, let file = tenant["file"]?.string.flatMap(Base64URL.decode) else {
        return nil
      }
      return Tenant(folder: folder, file: file)
    }
  }
}
