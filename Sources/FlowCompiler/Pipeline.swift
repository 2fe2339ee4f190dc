import FlowModel
import FlowSource
import FlowYAML

/// The compiler: read, parse, resolve, check, lower.
public enum Compiler {
  /// Compiles the tenants that paths lead to: a tenant's folder, a folder that holds tenants' folders at any depth, a
  /// single file, which stands for its tenant, or `-` for a document on standard input (`standardInput`, or what
  /// descriptor 0 has to give): a tenant's file alone, or a flow without its tenant.
  public static func compile(paths: [String], standardInput: [UInt8]? = nil) -> Compilation {
    compile(findTenants(paths, standardInput: standardInput))
  }

  /// Compiles tenants whose files are at hand already.
  public static func compile(sources: [TenantSources]) -> Compilation {
    compile(FoundSources(tenants: sources))
  }

  /// The table of the one tenant in a folder, for programs that embed the compiler.
  public static func table(folder: String) throws(CompilationFailure) -> FlowTable {
    let compilation = compile(paths: [folder])
    guard compilation.tenants.count == 1, let table = compilation.tenants.first?.table else {
      throw CompilationFailure(compilation: compilation)
    }
    return table
  }

  private static func compile(_ found: FoundSources) -> Compilation {
    var sources = SourceMap()
    var problems = DiagnosticCollector()
    report(found, &sources, &problems)
    let tenants = found.tenants.sorted { $0.path < $1.path }.map { compile($0, &sources, &problems) }
    refuseEqualNames(tenants, &problems)
    return Compilation(sources: sources, tenants: tenants.map(\.tenant), diagnostics: problems.sorted())
  }

  /// One tenant, through all stages. Each stage goes on as far as it can, so that one run finds all problems.
  private static func compile(
    _ tenant: TenantSources, _ sources: inout SourceMap, _ problems: inout DiagnosticCollector
  ) -> (tenant: CompiledTenant, place: Span) {
    var own = DiagnosticCollector()
    defer { for problem in own.sorted() { problems.report(problem) } }
    let files = read(tenant, &sources, &own)
    let syntax = parse(files, isLone: tenant.isLone, &own)
    guard let syntax, !files.isEmpty else {
      return (CompiledTenant(path: tenant.path, name: "", table: nil, flows: []), .fileStart(0))
    }
    let analysis = resolve(syntax.tenant, syntax.flows, &own)
    check(analysis, &own)
    let table = own.hasErrors || !analysis.isWhole ? nil : lower(analysis)
    let compiled = CompiledTenant(
      path: tenant.path, name: syntax.tenant.name.text, table: table, flows: places(analysis))
    return (compiled, syntax.tenant.name.span)
  }
}
