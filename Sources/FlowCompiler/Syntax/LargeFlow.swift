import FlowSource
import FlowYAML

/// A large flow's file, its states read on several threads; nil where it cannot be cut, and where there is any problem in
/// it: then it is to be read as a whole.
func parseLargeFlow(_ file: SourceFile, fallbackName: String) -> FlowSyntax? {
  let count = Parallel.parts(bytes: file.bytes.count)
  guard count > 1, let parts = YAMLParts(file, under: "states", count: count) else { return nil }
  let pieces = Parallel.map(parts.count, isWorthIt: true) { number -> FlowSyntax? in
    var problems = DiagnosticCollector()
    let piece = parts.tree(number).flatMap { tree in
      number == 0
        ? parseFlow(tree, fallbackName: fallbackName, &problems) : parseStates(tree, fallbackName, &problems)
    }
    return problems.count == 0 ? piece : nil
  }.compactMap(\.self)
  guard pieces.count == parts.count, var flow = pieces.first else { return nil }
  for piece in pieces.dropFirst() { flow.states += piece.states }
  return Set(flow.states.lazy.map(\.name.text)).count == flow.states.count ? flow : nil
}

/// Further states of a flow.
private func parseStates(_ tree: YAMLTree, _ name: String, _ problems: inout DiagnosticCollector) -> FlowSyntax? {
  guard let root = tree.root else { return nil }
  var reader = SyntaxReader(tree: tree, problems: problems)
  var flow = FlowSyntax(file: tree.source.id, name: Word(text: name, span: .fileStart(tree.source.id)))
  flow.states = reader.states(root)
  problems = reader.problems
  return flow
}
