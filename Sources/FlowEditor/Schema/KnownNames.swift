import FlowCompiler
import FlowModel

/// The names of a tenant, by what they are of.
package struct KnownNames: Sendable {
  /// Nil: whatever is a name may stand there, as no tenant is known.
  private var names: [NameKind: Set<String>]?
  /// The ends of each sub-flow.
  private(set) var ends: [String: Set<String>] = [:]

  /// No tenant's.
  package init() {}

  /// The names of a tenant.
  package init(_ index: TenantIndex) {
    var found: [NameKind: Set<String>] = [:]
    for kind in [NameKind.attribute, .function, .application, .flow, .state, .end, .input] {
      found[kind] = Set(index.declared(kind).map(\.text))
    }
    found[.subFlow] = index.subFlows
    found[.error] = Set(index.declared(.error).map(\.text) + standardErrors.map(\.code))
    // In a sub-flow its parameters stand for such.
    let parameters = index.declared(.argument).map(\.text)
    found[.argument] = Set(parameters)
    for kind in [NameKind.attribute, .error] { found[kind, default: []].formUnion(parameters) }
    names = found
    for end in index.declared(.end) { ends[end.scope, default: []].insert(end.text) }
    ends = ends.filter { index.subFlows.contains($0.key) }
  }

  /// The names of a kind, in order; nil where any may stand there.
  func all(_ kind: NameKind) -> [String]? {
    if kind == .effect { return effectCatalogue.map(\.name) }
    guard let names else { return nil }
    func known(_ kinds: NameKind...) -> Set<String> { kinds.reduce(into: []) { $0.formUnion(names[$1] ?? []) } }
    let found: Set<String>? =
      switch kind {
      case .argument, .attribute, .function, .application, .flow, .subFlow, .state, .error: names[kind]
      case .value: known(.attribute, .input)
      case .field: known(.attribute, .input).union(SecretField.allCases.map(\.name))
      case .result: known(.attribute, .input).union(endFacts)
      default: nil
      }
    return found?.sorted()
  }
}

/// What an end hands out beside attributes.
let endFacts = ["account.id", "tokens"]
