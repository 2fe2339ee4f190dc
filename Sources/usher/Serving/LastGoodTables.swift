import FlowJSON
import FlowModel
import FlowRuntime

/// The tables that a server has served last, kept in its storage, each with what it was compiled from.
///
/// With them it starts at once where the files are as they were, and starts at all where they have problems by then: without
/// them a slip in a file would be an outage as soon as the machine starts anew. A list names the tenants; each has a record
/// of its own, so that a change writes one. All are sealed: whoever writes storage without the key brings in no table, and
/// none for other sources.
struct LastGoodTables {
  /// A tenant as it was served.
  struct Tenant: Hashable {
    /// Its name.
    var name: String
    /// Its folder, or its table's file.
    var folder: String
    /// The table's file.
    var file: [UInt8]
    /// The hash of what it was compiled from; nil where it is to be compiled again, as there was something to tell.
    var sources: ContentHash?
    /// The signature of its table's file, where it came with one.
    var signature: TableSignature?
  }

  private let storage: any Storage
  private let key: ServerKey
  /// Servers of other folders on one storage each have their own.
  private let name: String
  private static let none = [UInt8](repeating: 0, count: 32)

  init(_ storage: any Storage, _ key: ServerKey, paths: [String]) {
    self.storage = storage
    self.key = key
    name = "served:" + paths.map(place).sorted().joined(separator: "\n")
  }

  /// Keeps tenants instead of `before`, which are those kept so far.
  func keep(_ tenants: [Tenant], insteadOf before: [Tenant]) async throws {
    let before = Dictionary(before.map { ($0.folder, $0) }, uniquingKeysWith: { first, _ in first })
    let list = tenants.map { tenant in
      var entry: JSONObject = ["folder": .string(tenant.folder), "name": .string(tenant.name)]
      entry["signature"] = tenant.signature.map { .string($0.text) }
      return JSON.object(entry)
    }
    var sealed = [(name, key.seal(JSON.array(list).utf8(), context: Array(name.utf8)))]
    for tenant in tenants where before[tenant.folder] != tenant {
      let name = recordName(tenant.folder)
      sealed.append((name, key.seal((tenant.sources?.bytes ?? Self.none) + tenant.file, context: Array(name.utf8))))
    }
    // Of what is gone nothing is left.
    let folders = Set(tenants.map(\.folder))
    sealed += before.keys.filter { !folders.contains($0) }.map { (recordName($0), []) }
    try await storage.transact { [sealed] transaction in
      for (name, content) in sealed {
        let version = try transaction.secret(name)?.version ?? 0
        try transaction.put(SecretRecord(name: name, version: version &+ 1, sealed: content))
      }
    }
  }

  /// What was kept and can be read; nothing where there is none.
  func kept() async throws -> [Tenant] { try await read().tenants }

  /// All that was kept; nothing where there is none. Throws where part of it cannot be read: to serve the rest would end tenants
  /// without a word.
  func keptWhole() async throws -> [Tenant] {
    let (tenants, isWhole) = try await read()
    guard isWhole else { throw StorageError.corrupted("they rest under a key that is not at hand, or were changed") }
    return tenants
  }

  private func read() async throws -> (tenants: [Tenant], isWhole: Bool) {
    guard let record = try await storage.transact({ [name] in try $0.secret(name) }) else { return ([], true) }
    guard let list = open(record, name), let tenants = try? JSON.parse(list).array else { return ([], false) }
    let listed = tenants.compactMap {
      tenant -> (name: String, folder: String, record: String, signature: TableSignature?)? in
      guard let folder = tenant["folder"]?.string, let name = tenant["name"]?.string else { return nil }
      return (name, folder, recordName(folder), tenant["signature"]?.string.flatMap { TableSignature($0) })
    }
    let records = try await storage.transact { transaction in try listed.map { try transaction.secret($0.record) } }
    let found = zip(listed, records).compactMap { tenant, record -> Tenant? in
      guard let record, let content = open(record, tenant.record),
        let sources = ContentHash(bytes: Array(content.prefix(32)))
      else { return nil }
      return Tenant(
        name: tenant.name, folder: tenant.folder, file: Array(content.dropFirst(32)),
        sources: sources.bytes == Self.none ? nil : sources, signature: tenant.signature)
    }
    return (found, found.count == tenants.count)
  }

  /// The name of a tenant's record.
  func recordName(_ folder: String) -> String { "served-table:\(ContentHash(of: (name + "\n\n" + folder).utf8))" }

  private func open(_ record: SecretRecord, _ name: String) -> [UInt8]? {
    key.open(record.sealed, context: Array(name.utf8))
  }
}

/// Where a path leads; for one that leads nowhere, as a volume is not mounted, where it would lead from its folder.
private func place(_ path: String) -> String {
  if let there = resolved(path) { return there }
  var path = path[...]
  while path.count > 1, path.last == "/" { path.removeLast() }
  let slash = path.lastIndex(of: "/")
  let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  let name = slash.map { path[path.index(after: $0)...] } ?? path
  return resolved(folder).map { ($0 == "/" ? "" : $0) + "/" + name } ?? String(path)
}
