public import FlowModel

/// How a picture of flows is written down.
public enum GraphFormat: String, Sendable, CaseIterable {
  /// A Mermaid flowchart, which GitHub and many editors draw.
  case mermaid
  /// Graphviz's language.
  case dot
  /// A picture, laid out by libgraphviz.
  case svg
}

/// Draws some flows of a table, which must be whole, as those are that `TableFile.read` and the compiler return.
///
/// Pages, effects, choices and the ends differ in shape and in colour; a branch with an error is red and dashed, and names
/// the error. `expressions` are the texts of the table's, as a `CompiledTenant` has them; without them a condition is told by
/// what it asks about. Throws where libgraphviz is needed and not there.
///
/// `marks` say of transitions, by the names of their flows and their numbers, what became of them in tests: then colours tell
/// that instead of errors.
public func draw(
  _ flows: [Flow], of table: FlowTable, as format: GraphFormat, expressions: [String] = [],
  marks: [String: [Int32: TransitionMark]] = [:]
) throws(GraphError) -> String {
  try write(FlowGraph(flows, of: table, expressions, marks), as: format)
}

/// Writes a picture down.
func write(_ graph: FlowGraph, as format: GraphFormat) throws(GraphError) -> String {
  switch format {
  case .mermaid: return mermaid(graph)
  case .dot: return dot(graph)
  case .svg: return try Graphviz.svg(dot(graph))
  }
}

/// What became of a transition in tests.
public enum TransitionMark: String, Sendable, CaseIterable {
  /// Some case took it.
  case taken
  /// No case did.
  case missing
  /// No run can.
  case unreachable
}

/// Why there is no picture.
public enum GraphError: Error, Hashable, Sendable, CustomStringConvertible {
  /// libgraphviz cannot be loaded, with the loader's reason.
  case noGraphviz(String)
  /// libgraphviz refused the graph.
  case layoutFailed

  /// A sentence for people.
  public var description: String {
    switch self {
    case .noGraphviz(let reason):
      "svg needs libgraphviz, in Debian the package libgvc6 (\(reason)); the formats mermaid and dot do not"
    case .layoutFailed: "libgraphviz could not lay out the graph"
    }
  }
}
