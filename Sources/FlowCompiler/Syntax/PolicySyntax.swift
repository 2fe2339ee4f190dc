import FlowModel
import FlowSource

/// What stands in `policy.yaml`: what a platform demands of all tenants below it.
struct PolicySyntax: Sendable {
  var file: UInt32
  var name: Word
  /// What is to be true of every run of every flow.
  var properties: [PropertySyntax] = []
  /// The opt-outs that no flow takes.
  var refused: [Word] = []
  var bounds: [BoundSyntax] = []
  /// The protocols that applications may speak.
  var protocols: AllowedWords?
  /// The functions that tenants may have, by their names.
  var functionNames: AllowedWords?
  /// The hosts that functions may be at; `*.` stands for any name in front.
  var functionHosts: AllowedWords?
  /// Where it stands that no function is a command.
  var noCommands: SourceSpan?
  /// What is wrong with it.
  var problems = DiagnosticCollector()
}

/// A list of what alone is allowed.
struct AllowedWords: Sendable {
  var words: [Word]
  var span: SourceSpan
}

/// One bound: `lifetime: at most 10m`.
struct BoundSyntax: Sendable {
  enum Limit: Sendable, Hashable {
    case least(Int)
    case most(Int)
    case rate(Rate)
  }

  var bounded: Bounded
  var limit: Limit
  /// As it is written, such as `at most 10m`.
  var text: String
  var span: SourceSpan
}
