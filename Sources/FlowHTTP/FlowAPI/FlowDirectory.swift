import FlowJSON
public import FlowModel
import Synchronization

/// The newest tables of the tenants, and what the flow API tells of them. A host replaces them when flows are reloaded.
public final class FlowDirectory: Sendable {
  private struct State {
    let tables: [FlowTable]
    let identifiers: Set<String>
    /// Made when they are first asked for.
    var listing: [UInt8]?
    var documents: [String: [UInt8]] = [:]

    init(_ tables: [FlowTable]) {
      self.tables = tables
      identifiers = Set(tables.flatMap { $0.attributes.filter(\.isIdentifier).map(\.name) })
    }
  }

  private let state: Mutex<State>

  /// A directory of tables.
  public init(_ tables: [FlowTable]) { state = Mutex(State(tables)) }

  /// The tables.
  public var tables: [FlowTable] { state.withLock { $0.tables } }

  /// The names of the attributes by which accounts are found.
  var identifiers: Set<String> { state.withLock { $0.identifiers } }

  /// From now on these are the newest.
  public func replace(_ tables: [FlowTable]) { state.withLock { $0 = State(tables) } }

  /// The list of flows as JSON.
  func listing() -> [UInt8] {
    state.withLock { state in
      let listing = state.listing ?? FlowListing.json(state.tables).utf8()
      state.listing = listing
      return listing
    }
  }

  /// The OpenAPI document for an API mounted at a path.
  func document(mountedAt path: String) -> [UInt8] {
    state.withLock { state in
      let document = state.documents[path] ?? OpenAPIDocument(state.tables).json(mountedAt: path).utf8()
      state.documents[path] = document
      return document
    }
  }
}
