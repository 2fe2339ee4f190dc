import FlowModel
import FlowRuntime

/// Finds the account that an operator names: by its id, or by what its owner types.
struct NamedAccount {
  let storage: any Storage
  /// What lies below the seals: there an account is found by its id whoever has edited it.
  let base: any Storage

  /// The accounts that a text names, in one tenant or in any: one, unless two attributes say so, or two forms of one.
  func places(_ name: String, tenant: String?) async throws -> [AccountPlace] {
    var found: [AccountPlace] = []
    let tenants = if let tenant { [tenant] } else { try await base.tenantsWithAccounts() }
    for tenant in tenants {
      if try await base.transact({ try $0.account(name, tenant: tenant) }) != nil {
        found.append(AccountPlace(tenant: tenant, id: name))
        continue
      }
      for identifier in try await identifiers(name, tenant) {
        guard let account = try await storage.transact({ try $0.account(identifier, tenant: tenant) }) else { continue }
        let place = AccountPlace(tenant: tenant, id: account.id)
        if !found.contains(place) { found.append(place) }
      }
    }
    return found
  }

  /// What a text may be as an identifier, by all versions of the tenant that rest: as it is compared now, and as it was.
  private func identifiers(_ text: String, _ tenant: String) async throws -> [Identifier] {
    var identifiers: [Identifier] = []
    for (hash, _) in try await base.transact({ try $0.pinnedTables() }) {
      guard let file = try await base.transact({ try $0.table(hash) }), let table = try? TableFile.read(file).table,
        table.tenant == tenant
      else { continue }
      for var attribute in table.attributes where attribute.isIdentifier {
        for isCaseSensitive in [false, true] {
          attribute.isCaseSensitive = isCaseSensitive
          let identifier = Identifier(attribute: attribute.name, value: attribute.normalised(text))
          if !identifiers.contains(identifier) { identifiers.append(identifier) }
        }
      }
    }
    return identifiers
  }
}

extension Storage {
  /// The tenants that have accounts.
  func tenantsWithAccounts() async throws -> [String] {
    var tenants: [String] = []
    while true {
      // Behind all ids of the one before.
      let last = tenants.last.map { AccountPlace(tenant: $0, id: "\u{10FFFF}") }
      guard let next = try await transact({ try $0.accounts(after: last, limit: 1).first }) else { return tenants }
      tenants.append(next.tenant)
    }
  }
}
