public import FlowModel
public import FlowSource

/// What a run of the compiler found and made.
public struct Compilation: Sendable {
  /// All files that were read, by which spans are shown.
  public let sources: SourceMap
  /// The tenants, by their paths.
  public let tenants: [CompiledTenant]
  /// All problems of all files, sorted, each once.
  public let diagnostics: [Diagnostic]
  /// The paths that could not be read, of which there is a diagnostic each.
  public let unreadable: [ReadFailure]

  /// Whether there is an error, not only warnings.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// A tenant, compiled.
public struct CompiledTenant: Sendable {
  /// The path of its folder, as it was given; `-` for standard input.
  public let path: String
  /// Its name; empty where it has none.
  public let name: String
  /// The table; nil where there are errors, and for a flow alone that names other flows.
  public let table: FlowTable?
  /// Where its flows stand, in the order of `table.flows`.
  public let flows: [FlowPlaces]
  /// The texts of conditions and assignments, in the order of `table.expressions`.
  public var expressions: [String] = []
  /// All that people read of it, in all its languages; none where the tenant or a flow has errors.
  package var words: TenantWords?
  /// Its cases, as far as their files can be read.
  package var cases: [CaseFile] = []
  /// Where each transition of its flows stands, in the order of `table.flows` and of each one's `transitions`.
  package var edges: [[EdgePlace]] = []
  /// What the rules have proven of it, each once, by flow and rule; empty unless that was asked for.
  public var proofs: [Proof] = []
  /// The opt-outs in force, by their places.
  public var optOuts: [OptOut] = []
}

/// Where a flow and its states stand.
public struct FlowPlaces: Sendable {
  /// The flow's name.
  public let name: String
  /// Where the name stands.
  public let span: SourceSpan
  /// Where the name of each state stands, in the order of `Flow.states`; that of an expanded sub-flow's states is in the
  /// sub-flow's file.
  public let states: [SourceSpan]
}

/// A tenant that could not be compiled.
public struct CompilationFailure: Error, Sendable, CustomStringConvertible {
  /// What was found.
  public let compilation: Compilation

  /// The failure of what was found.
  public init(compilation: Compilation) { self.compilation = compilation }

  /// The errors, one a line, as `path:line:column: code: message`.
  public var description: String {
    let errors = compilation.diagnostics.filter { $0.severity == .error }
    if errors.isEmpty { return "there is not exactly one tenant at this path" }
    return errors.map { error in
      guard let file = compilation.sources.file(error.span) else { return "\(error.code): \(error.message)" }
      let place = file.position(error.span.start)
      return "\(file.path):\(place.line):\(place.column): \(error.code): \(error.message)"
    }.joined(separator: "\n")
  }
}

/// Where the flows of a table stand.
func places(_ resolved: ResolvedTenant) -> [FlowPlaces] {
  resolved.graphs.filter { !resolved.scope.flows[$0.root].isSubFlow }.map { graph in
    let syntax = resolved.scope.flows[graph.root]
    return FlowPlaces(
      name: syntax.name.text, span: syntax.name.span,
      states: graph.nodes.indices.map { graph.word($0, resolved.flows).span })
  }
}
