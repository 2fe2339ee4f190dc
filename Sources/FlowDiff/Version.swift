public import FlowCompiler
public import FlowModel
public import FlowSource

/// One version of one or more tenants: a folder as the compiler sees it, or a table's file.
public struct Version: Sendable {
  /// The files, by which places of the version are shown; none for a table's file.
  public let sources: SourceMap
  let sides: [Side]

  /// Why there is nothing to compare.
  public enum Failure: Error, Sendable, CustomStringConvertible {
    /// The flows have errors that no proof is about: what they would do is not known.
    case broken(Compilation)
    /// There is no tenant.
    case empty

    /// Why, in a sentence.
    public var description: String {
      switch self {
      case .broken(let compilation): CompilationFailure(compilation: compilation).description
      case .empty: "there is no tenant"
      }
    }
  }

  /// The tenants in a folder. One whose proofs fail is compared all the same: that is what is asked.
  public init(folder path: String) throws(Failure) {
    let checked = Compiler.compile(paths: [path], isProving: true, withCases: false)
    guard !checked.tenants.isEmpty else { throw .empty }
    guard let whole = Self.compiled(checked, path) else { throw .broken(checked) }
    sources = whole.sources
    sides = whole.tenants.compactMap { tenant in
      let proven = checked.tenants.first { $0.path == tenant.path }
      return tenant.table.map { Side($0, tenant, proven.map { CheckedTenant($0, in: checked) }) }
    }
    guard sides.count == whole.tenants.count else { throw .broken(checked) }
  }

  /// A table, of whose proofs nothing is known.
  public init(table: FlowTable) {
    sources = SourceMap()
    sides = [Side(table)]
  }

  /// The same with tables, whatever is not proven: rules that fail are waived until nothing else fails.
  private static func compiled(_ checked: Compilation, _ path: String) -> Compilation? {
    var waived: Set<String> = []
    var compilation = checked
    while compilation.hasErrors {
      let failing = Set(compilation.diagnostics.filter { $0.severity == .error }.map(\.code))
      guard failing.allSatisfy({ Rule.of($0)?.isWaivable == true }), !failing.isSubset(of: waived) else { return nil }
      waived.formUnion(failing)
      compilation = Compiler.compile(paths: [path], waiving: waived, withCases: false)
    }
    return compilation
  }
}

/// What the compiler said of a tenant.
struct CheckedTenant: Sendable {
  let path: String
  let proofs: [Proof]
  let optOuts: [OptOut]
  /// What broke a rule about proofs, or came with an attack.
  let problems: [Diagnostic]
  let compilation: Compilation
  private let flowOfFile: [UInt32: String]

  init(_ tenant: CompiledTenant, in compilation: Compilation) {
    (path, proofs, optOuts, self.compilation) = (tenant.path, tenant.proofs, tenant.optOuts, compilation)
    let prefix = tenant.path.hasSuffix("/") ? tenant.path : tenant.path + "/"
    problems = compilation.diagnostics.filter { problem in
      let path = compilation.sources.file(problem.span)?.path ?? ""
      guard path.hasPrefix(prefix) || path == tenant.path, Rule.of(problem.code)?.isWaivable == true else {
        return false
      }
      return problem.severity == .error || problem.counterexample != nil
    }
    flowOfFile = Dictionary(tenant.flows.map { (UInt32($0.span.file), $0.name) }) { first, _ in first }
  }

  /// The flow that a problem is in; empty: none alone.
  func flow(of problem: Diagnostic) -> String {
    problem.counterexample?.flow ?? flowOfFile[UInt32(problem.span.file)] ?? ""
  }
}
