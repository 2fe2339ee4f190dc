import FlowJSON
public import FlowModel
import Synchronization

/// The newest tables of the tenants, and what the flow API tells of them. A host replaces them when flows are reloaded.
public final class FlowDirectory: Sendable {
  private struct State {
    let tables: [FlowTable]
    /// By the tenant's name.
    let byTenant: [String: FlowTable]
    /// Of the tables, by tenant.
    let hashes: [String: ContentHash]
    /// The applications that speak App Services, by their ids: those of which there is one, in whichever tenant. Of two with one
    /// id neither is found, as nobody could say whose clients are meant.
    let apps: [String: AppServicesApp]
    /// The names of the attributes by which some tenant's accounts are found.
    let identifiers: Set<String>
    /// What paths name: tenants, their flows, and the applications that speak App Services.
    let names: Set<String>
    /// Made when they are first asked for, and kept as long as their tables are.
    var documents: [DocumentName: HTTPDocument] = [:]

    init(_ tables: [FlowTable]) {
      self.tables = tables
      byTenant = Dictionary(tables.map { ($0.tenant, $0) }) { first, _ in first }
      hashes = byTenant.mapValues { TableFile.write($0).hash }
      let all = tables.flatMap { table in table.applications.compactMap { AppServicesApp($0, of: table) } }
      apps = Dictionary(grouping: all, by: \.id).compactMapValues { $0.count == 1 ? $0.first : nil }
      names = Set(tables.flatMap { [$0.tenant] + $0.flows.map(\.name) }).union(apps.keys)
      identifiers = Set(tables.flatMap { $0.attributes.filter(\.isIdentifier).map(\.name) })
    }
  }

  private struct DocumentName: Hashable {
    let tenant: String?
    let path: String
    var hasSessions = false
  }

  private let state: Mutex<State>

  /// A directory of tables.
  public init(_ tables: [FlowTable]) { state = Mutex(State(tables)) }

  /// The tables.
  public var tables: [FlowTable] { state.withLock { $0.tables } }

  /// The newest table of a tenant.
  func table(of tenant: String) -> FlowTable? { state.withLock { $0.byTenant[tenant] } }

  /// Whether it has a tenant, a flow or such an application of this name.
  func hasName(_ name: String) -> Bool { state.withLock { $0.names.contains(name) } }

  /// The application that speaks App Services under an id.
  func app(_ id: String) -> AppServicesApp? { state.withLock { $0.apps[id] } }

  /// Whether an input has something by which accounts are found, of one tenant or another.
  func mayIdentify(_ input: JSONObject) -> Bool {
    let names = state.withLock { $0.identifiers }
    return input.members.contains { names.contains($0.name) }
  }

  /// From now on these are the newest.
  public func replace(_ tables: [FlowTable]) {
    var new = State(tables)
    state.withLock { state in
      new.documents = state.documents.filter { name, _ in
        name.tenant.map { state.hashes[$0] == new.hashes[$0] } ?? true
      }
      state = new
    }
  }

  /// The list of a tenant's flows; nil where there is no such tenant.
  func listing(of tenant: String) -> HTTPDocument? {
    guard let table = table(of: tenant) else { return nil }
    return document(DocumentName(tenant: tenant, path: "")) { FlowListing.json(table) }
  }

  /// The OpenAPI document for an API mounted at a path: a tenant's, or of nil that of all, which names none; nil where there
  /// is no such tenant.
  func document(of tenant: String?, mountedAt path: String, hasSessions: Bool = false) -> HTTPDocument? {
    let table = tenant.flatMap(table)
    if tenant != nil, table == nil { return nil }
    return document(DocumentName(tenant: tenant, path: path, hasSessions: hasSessions)) {
      OpenAPIDocument(table, hasSessions: hasSessions).json(mountedAt: path)
    }
  }

  private func document(_ name: DocumentName, _ make: () -> JSON) -> HTTPDocument {
    if let known = state.withLock({ $0.documents[name] }) { return known }
    let made = HTTPDocument(make())
    state.withLock { $0.documents[name] = made }
    return made
  }
}
