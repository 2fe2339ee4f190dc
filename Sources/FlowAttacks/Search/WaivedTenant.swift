public import FlowCompiler
public import FlowModel
import FlowSource

/// A tenant compiled with a rule waived, so that the attack on it can be shown.
public struct WaivedTenant: Sendable {
  /// The table.
  public let table: FlowTable
  /// Further rules that had to be waived, because the tenant breaks them as well.
  public let alsoWaived: [String]
  /// What the compiler found.
  public let compilation: Compilation
}

extension WaivedTenant {
  /// Why there is no table.
  public enum Failure: Error, Sendable {
    /// The code is of no rule that can be waived.
    case notWaivable
    /// The tenant has problems that no waiver removes, or there is not exactly one tenant.
    case broken(Compilation)
  }

  /// Compiles the one tenant at a path with the rule of `code` waived, and those others of the same kind that it breaks.
  public init(path: String, waiving code: String) throws(Failure) {
    guard Rule.of(code)?.isWaivable == true else { throw .notWaivable }
    let first = Compiler.compile(paths: [path], waiving: [code], withCases: false)
    let others = Set(
      first.diagnostics.filter { $0.severity == .error && Rule.of($0.code)?.isWaivable == true }.map(\.code))
    let compilation =
      others.isEmpty ? first : Compiler.compile(paths: [path], waiving: others.union([code]), withCases: false)
    guard compilation.tenants.count == 1, let table = compilation.tenants.first?.table else {
      throw .broken(compilation)
    }
    self.init(table: table, alsoWaived: others.sorted(), compilation: compilation)
  }
}
