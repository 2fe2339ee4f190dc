import FlowDelivery
import FlowModel

/// What a server demands of the functions of its tenants before it serves them.
struct FunctionRules: Sendable {
  let settings: FunctionSettings

  /// What is wrong with a tenant's functions, a sentence each.
  func problems(of table: FlowTable) -> [String] {
    let commands = Self.commands(of: table)
    var problems: [String] = []
    if settings.commands == .refused, !commands.isEmpty {
      problems.append(
        "the tenant \(table.tenant.quoted) has functions that are commands (\(commands.joined(separator: ", "))), which are "
          + "for development: give them a `url`, or start with `--allow-commands`")
    }
    for function in table.functions {
      guard case .http(let url) = function.target, let problem = problem(of: function, url, table.tenant) else {
        continue
      }
      problems.append("the function \(function.name.quoted) of the tenant \(table.tenant.quoted): \(problem)")
    }
    for application in table.applications {
      guard let secret = application.secret else { continue }
      do {
        let keys = try TenantSecrets(of: table.tenant, in: settings.secrets).keys(secret)
        guard !keys.isLong else { continue }
        problems.append(
          "the application \(application.name.quoted) of the tenant \(table.tenant.quoted): its secret has fewer than "
            + "\(SecretKeys.leastSize) bytes")
      } catch {
        problems.append(
          "the application \(application.name.quoted) of the tenant \(table.tenant.quoted): \(error)")
      }
    }
    return problems
  }

  private func problem(of function: FunctionDefinition, _ url: String, _ tenant: String) -> String? {
    if let refusal = settings.hosts.refusal(of: url) { return refusal }
    guard let secret = function.secret else {
      return HookPlace.isLocal(url)
        ? nil : "it has no `secret`, with which its requests would be signed, and is outside of this machine"
    }
    do {
      let keys = try TenantSecrets(of: tenant, in: settings.secrets).keys(secret)
      guard !keys.isLong, !HookPlace.isLocal(url) else { return nil }
      return "its key has fewer than \(SecretKeys.leastSize) bytes, and it is outside of this machine"
    } catch {
      return "\(error)"
    }
  }

  /// The names of a tenant's functions that are commands.
  static func commands(of table: FlowTable) -> [String] {
    table.functions.compactMap { function in
      if case .command = function.target { function.name } else { nil }
    }
  }

  /// What is wrong with tenants beside each other: names of variables that two of them would share.
  static func problems(among tables: [FlowTable]) -> [String] {
    var owners: [String: String] = [:]
    var problems: [String] = []
    for table in tables where table.readsVariables {
      let prefix = TenantSecrets.prefix(of: table.tenant)
      if let other = owners.updateValue(table.tenant, forKey: prefix), other != table.tenant {
        problems.append(
          "the tenants \(other.quoted) and \(table.tenant.quoted) would share the variables that begin with \(prefix.quoted): "
            + "rename one of them, or keep its secrets in files (`secret: file:NAME`)")
      }
    }
    return problems
  }
}

extension FlowTable {
  /// Whether something of the tenant's is read from the server's environment.
  fileprivate var readsVariables: Bool {
    functions.contains(where: \.readsVariables) || channels.contains(where: \.readsVariables)
      || applications.contains { if case .variable? = $0.secret { true } else { false } }
  }
}

extension FunctionDefinition {
  /// Whether it is handed something of the server's environment.
  fileprivate var readsVariables: Bool {
    if case .variable? = secret { return true }
    return !environment.isEmpty
  }
}
