package import FlowCompiler
package import FlowSource

/// A name in a file: where it is declared, or where it is used.
package struct Occurrence: Hashable, Sendable {
  /// What it is of; of an attribute it is the same wherever it stands.
  package var kind: NameKind
  package var text: String
  /// The flow to which the name belongs; empty where it is the tenant's.
  package var scope: String
  /// Where the name itself stands, without quotes.
  package var span: SourceSpan
  package var isDeclaration: Bool
  /// The whole declaration with what it says.
  package var whole: SourceSpan
  /// The flow and the state in whose declaration it stands.
  package var flow: String
  package var state: String
  /// What a declaration says, in a few words.
  package var about = ""

  /// Whether two are of one thing.
  package func isSame(_ other: Occurrence) -> Bool {
    kind == other.kind && text == other.text && scope == other.scope
  }
}

extension NameKind {
  /// Whether its names are those of one flow.
  var isOfFlow: Bool { [.state, .end, .event, .input, .argument, .statePath].contains(self) }
}
