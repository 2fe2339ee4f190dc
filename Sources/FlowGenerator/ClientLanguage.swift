public import FlowModel

/// A language that clients are generated in.
public enum ClientLanguage: String, Sendable, CaseIterable {
  /// Swift 6, over the module FlowClient.
  case swift
  /// TypeScript, strict, in one file that needs nothing else.
  case typescript

  /// The source of a client of a flow, by its index in the table: the same for the same table.
  public func client(of flow: Int32, in table: FlowTable) -> String {
    let shape = ClientShape(FlowShape(of: flow, in: table), hash: TableFile.write(table).hash)
    return switch self {
    case .swift: SwiftClient(shape).text
    case .typescript: TypeScriptClient(shape).text
    }
  }
}
