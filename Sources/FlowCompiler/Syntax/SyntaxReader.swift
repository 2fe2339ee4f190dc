import FlowSource
import FlowYAML

/// Reads one file's tree, and reports what is not shaped as it should be.
struct SyntaxReader {
  let tree: YAMLTree
  var problems: DiagnosticCollector
  /// How many names that should be declared were not, as they are written badly or stand twice.
  var lostNames = 0
  /// Mappings with a key that nobody understood: what seems to be missing there may be what it was meant to be.
  var unknownKeys: Set<YAMLNodeID> = []
  /// Where a value in braces was meant to end that a comma of its own has ended.
  var commaTails: [YAMLNodeID: UInt32] = [:]

  init(tree: YAMLTree, problems: DiagnosticCollector) { (self.tree, self.problems) = (tree, problems) }

  mutating func report(_ diagnostic: Diagnostic) { problems.report(diagnostic) }
}
