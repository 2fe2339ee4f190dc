public import FlowModel
import FlowSource
import FlowYAML

/// The compiler: read, parse, resolve, check, lower.
public enum Compiler {
  /// Compiles the tenants that paths lead to: a tenant's folder, a folder that holds tenants' folders at any depth, a
  /// single file, which stands for its tenant, or `-` for a document on standard input (`standardInput`, or what
  /// descriptor 0 has to give): a tenant's file alone, or a flow without its tenant.
  ///
  /// Rules of `waiving` are reported as warnings and stop nothing, so that a table comes out in which they do not hold:
  /// for tests, and to show an attack. Only rules that can be waived (`Rule.isWaivable`) are; what the interpreter
  /// relies on is not. `isProving` asks for what was proven, too.
  public static func compile(
    paths: [String], standardInput: [UInt8]? = nil, waiving: Set<String> = [], isProving: Bool = false
  ) -> Compilation {
    compile(
      findTenants(paths, standardInput: standardInput), CompilerSettings(waiving: waiving, isProving: isProving))
  }

  /// Compiles tenants whose files are at hand already.
  public static func compile(
    sources: [TenantSources], waiving: Set<String> = [], isProving: Bool = false
  ) -> Compilation {
    compile(FoundSources(tenants: sources), CompilerSettings(waiving: waiving, isProving: isProving))
  }

  /// Compiles without any proof, to measure what proofs cost: never to run what comes out.
  package static func compileWithoutProofs(paths: [String]) -> Compilation {
    compile(findTenants(paths, standardInput: nil), CompilerSettings(waiving: [], isProving: false, withProofs: false))
  }

  /// The table of the one tenant in a folder, for programs that embed the compiler.
  public static func table(folder: String) throws(CompilationFailure) -> FlowTable {
    let compilation = compile(paths: [folder])
    guard compilation.tenants.count == 1, let table = compilation.tenants.first?.table else {
      throw CompilationFailure(compilation: compilation)
    }
    return table
  }

  private static func compile(_ found: FoundSources, _ settings: CompilerSettings) -> Compilation {
    var sources = SourceMap()
    var problems = DiagnosticCollector()
    report(found, &sources, &problems)
    let tenants = found.tenants.sorted { $0.path < $1.path }.map { compile($0, settings, &sources, &problems) }
    refuseEqualNames(tenants, &problems)
    return Compilation(sources: sources, tenants: tenants.map(\.tenant), diagnostics: problems.sorted())
  }

  /// One tenant, through all stages. Each stage goes on as far as it can, so that one run finds all problems.
  private static func compile(
    _ tenant: TenantSources, _ settings: CompilerSettings, _ sources: inout SourceMap,
    _ problems: inout DiagnosticCollector
  ) -> (tenant: CompiledTenant, place: Span) {
    var own = DiagnosticCollector(isProving: settings.isProving)
    defer { for problem in own.sorted() { problems.report(problem) } }
    let files = read(tenant, &sources, &own)
    let syntax = parse(files, isLone: tenant.isLone, &own)
    guard let syntax, !files.isEmpty else {
      return (CompiledTenant(path: tenant.path, name: "", table: nil, flows: []), .fileStart(0))
    }
    let resolved = resolve(syntax.tenant, syntax.flows, &own)
    check(resolved, withProofs: settings.withProofs, &own)
    own.waive(settings.waived)
    let table = own.hasErrors || !resolved.isWhole ? nil : lower(resolved)
    var compiled = CompiledTenant(
      path: tenant.path, name: syntax.tenant.name.text, table: table, flows: places(resolved))
    if settings.isProving {
      compiled.proofs = own.sortedProofs()
      // An opt-out that does nothing is a warning, and not in force.
      let idle = Set(own.sorted().filter { $0.code == "U406" }.map(\.span))
      compiled.optOuts = optOuts(syntax.flows).filter { !idle.contains($0.span) }
    }
    return (compiled, syntax.tenant.name.span)
  }
}

/// What a run of the compiler was asked for.
private struct CompilerSettings {
  /// The codes of rules that stop nothing.
  let waived: Set<String>
  /// Whether what was proven is told.
  let isProving: Bool
  /// Whether proofs are tried at all.
  let withProofs: Bool

  init(waiving codes: Set<String>, isProving: Bool, withProofs: Bool = true) {
    waived = codes.filter { Rule.of($0)?.isWaivable == true }
    self.isProving = isProving
    self.withProofs = withProofs
  }
}
