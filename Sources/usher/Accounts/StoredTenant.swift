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
  private static let batch = 500

  /// The tenants whose tables or accounts a storage keeps, by their names.
  static func all(in storage: any Storage) async throws -> [StoredTenant] {
    var versions: [String: [Version]] = [:]
    for (hash, runs) in try await storage.transact({ try $0.pinnedTables() }) {
      // Gone meanwhile, or of a newer program.
      guard let file = try await storage.transact({ try $0.table(hash) }), let table = try? TableFile.read(file).table
      else { continue }
      versions[table.tenant, default: []].append(Version(hash: hash, table: table, runs: runs))
    }
    let accounts = try await accounts(in: storage)
    return Set(versions.keys).union(accounts.keys).sorted().map { name in
      StoredTenant(
        name: name, accounts: accounts[name] ?? 0,
        versions: (versions[name] ?? []).sorted { ($1.runs, $0.hash.description) < ($0.runs, $1.hash.description) })
    }
  }

  /// How many accounts each tenant has.
  private static func accounts(in storage: any Storage) async throws -> [String: Int] {
    var (counts, last) = ([String: Int](), AccountPlace?.none)
    while true {
      let after = last
      let found = try await storage.transact { transaction in
        try transaction.accounts(after: after, limit: batch).map { AccountPlace(tenant: $0.tenant, id: $0.id) }
      }
      if found.isEmpty { return counts }
      for place in found { counts[place.tenant, default: 0] += 1 }
      last = found.last
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
