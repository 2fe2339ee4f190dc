import FlowJSON
import FlowModel
import FlowRuntime

/// What a storage has of a tenant.
struct StoredTenant {
  /// A version of its flows.
  struct Version {
    let hash: ContentHash
    let table: FlowTable
    /// How many runs go on with it.
    let runs: Int
  }

  let name: String
  let accounts: Int
  let versions: [Version]

  /// How many accounts a transaction counts.
  private static let bite = 500

  /// The tenants whose tables a storage keeps, by their names.
  static func all(in storage: any Storage) async throws -> [StoredTenant] {
    var versions: [String: [Version]] = [:]
    for (hash, runs) in try await storage.transact({ try $0.pinnedTables() }) {
      // Gone meanwhile, or of a newer program.
      guard let file = try await storage.transact({ try $0.table(hash) }), let table = try? TableFile.read(file).table
      else { continue }
      versions[table.tenant, default: []].append(Version(hash: hash, table: table, runs: runs))
    }
    var tenants: [StoredTenant] = []
    for (name, versions) in versions.sorted(by: { $0.key < $1.key }) {
      tenants.append(
        StoredTenant(
          name: name, accounts: try await accounts(of: name, in: storage),
          versions: versions.sorted { ($1.runs, $0.hash.description) < ($0.runs, $1.hash.description) }))
    }
    return tenants
  }

  private static func accounts(of tenant: String, in storage: any Storage) async throws -> Int {
    var (count, last) = (0, "")
    while true {
      let after = last
      let found = try await storage.transact { try $0.accounts(of: tenant, after: after, limit: bite).map(\.id) }
      guard let end = found.last else { return count }
      count += found.count
      last = end
    }
  }

  /// Lines for people.
  var text: String {
    func many(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s")" }
    return "\(name): \(many(accounts, "account"))\n"
      + versions.map { version in
        let names = version.table.applications.map(\.name)
        return "  \(version.hash.description.prefix(12)): \(many(version.runs, "run")); "
          + "flows \(version.table.flows.map(\.name).joined(separator: ", "))"
          + (names.isEmpty ? "" : "; applications \(names.joined(separator: ", "))") + "\n"
      }.joined()
  }

  /// The same for programs.
  var json: JSON {
    [
      "tenant": .string(name), "accounts": .int(Int64(accounts)),
      "versions": .array(
        versions.map { version in
          [
            "hash": .string(version.hash.description), "runs": .int(Int64(version.runs)),
            "flows": .array(version.table.flows.map { .string($0.name) }),
            "applications": .array(version.table.applications.map { .string($0.name) }),
          ]
        }),
    ]
  }
}
