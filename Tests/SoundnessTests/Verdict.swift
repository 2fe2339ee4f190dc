import FlowCompiler
import FlowModel
import FlowSource

/// What the compiler says of a generated tenant.
struct Verdict: Sendable {
  /// The codes that count here: of proofs, and of what the interpreter relies on. Rules about guessing, secrets,
  /// concealment and lock-out are tested elsewhere.
  let codes: Set<String>
  /// Whether it says that a condition or an assignment can fail (U306).
  let tellsOfFailure: Bool
  /// The table, with all rules of proofs waived; nil where it breaks others.
  private(set) var table: FlowTable?

  /// The rules whose soundness is tested.
  static let proofs: Set = ["U401", "U402", "U403", "U404", "U405"]
  private static let waived = Set((400..<1000).map { "U\($0)" } + ["U306"])

  var isAccepted: Bool { codes.isEmpty }

  /// The same without the table: of many tenants there is no room for all.
  var withoutTable: Verdict {
    var verdict = self
    verdict.table = nil
    return verdict
  }

  init(_ tenant: GeneratedTenant) {
    let compilation = Compiler.compile(sources: [tenant.sources], waiving: Self.waived)
    // What follows from a problem that is waived is told of by itself alone.
    let shape = Compiler.compileWithoutProofs(sources: [tenant.sources])
    codes = Set(
      (shape.diagnostics + compilation.diagnostics).lazy
        .filter { $0.severity == .error || Self.proofs.contains($0.code) }.map(\.code))
    tellsOfFailure = compilation.diagnostics.contains { $0.code == "U306" }
    table = shape.tenants.first?.table
  }
}
