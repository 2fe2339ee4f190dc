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
  /// relies on is not, but for what is told of no more as it follows from a waived problem. `isProving` asks for what was proven, too, `isServing` warns of what a server refuses (U129).
  /// `withCases` has the cases of `tests/` checked, too; no problem of theirs keeps a table back.
  public static func compile(
    paths: [String], standardInput: [UInt8]? = nil, waiving: Set<String> = [], isProving: Bool = false,
    isServing: Bool = false, withCases: Bool = true
  ) -> Compilation {
    var settings = CompilerSettings(waiving: waiving, isProving: isProving)
    settings.isServing = isServing
    return compile(findTenants(paths, standardInput: standardInput, withCases: withCases), settings)
  }

  /// Compiles tenants whose files are at hand already.
  public static func compile(
    sources: [TenantSources], waiving: Set<String> = [], isProving: Bool = false
  ) -> Compilation {
    var settings = CompilerSettings(waiving: waiving, isProving: isProving)
    settings.hasEdges = sources.contains { !$0.cases.isEmpty }
    return compile(FoundSources(tenants: sources), settings)
  }

  /// Compiles what was found.
  package static func compile(_ found: FoundSources, withEdges: Bool = false, isServing: Bool = false) -> Compilation {
    var settings = CompilerSettings(waiving: [], isProving: false)
    settings.hasEdges = withEdges
    settings.isServing = isServing
    return compile(found, settings)
  }

  /// The same for tenants whose files are at hand already, to test what the interpreter relies on.
  package static func compileWithoutProofs(sources: [TenantSources], withEdges: Bool = false) -> Compilation {
    var settings = CompilerSettings(waiving: [], isProving: false, withProofs: false)
    settings.hasEdges = withEdges
    return compile(FoundSources(tenants: sources), settings)
  }

  /// Compiles without any proof, to measure what proofs cost: never to run what comes out.
  package static func compileWithoutProofs(paths: [String]) -> Compilation {
    compile(findTenants(paths, standardInput: nil), CompilerSettings(waiving: [], isProving: false, withProofs: false))
  }

  /// The table of the one tenant in a folder, for programs that embed the compiler.
  public static func table(folder: String) throws(CompilationFailure) -> FlowTable {
    let compilation = compile(paths: [folder], withCases: false)
    guard compilation.unreadable.isEmpty, compilation.tenants.count == 1, let table = compilation.tenants.first?.table
    else {
      throw CompilationFailure(compilation: compilation)
    }
    return table
  }

  private static func compile(_ found: FoundSources, _ settings: CompilerSettings) -> Compilation {
    var sources = SourceMap()
    var problems = DiagnosticCollector()
    report(found, &sources, &problems)
    let outside = OutsideSyntax(found, &sources)
    for found in outside.policies.values.map(\.problems) + outside.ofOpen { problems.add(found) }
    let files = found.tenants.sorted { $0.path < $1.path }.map { tenant in
      var own = DiagnosticCollector(isProving: settings.isProving)
      return ReadTenant(
        path: tenant.path, isLone: tenant.isLone, files: read(tenant, &sources, &own),
        locales: tenant.isLone ? [] : readLocales(tenant, &sources),
        cases: tenant.cases.map { sources.add(path: $0.path, bytes: $0.bytes) }, lacksFiles: !tenant.failures.isEmpty,
        passedBy: tenant.passedBy, shared: tenant.shared,
        policies: tenant.policies.compactMap { outside.policies[$0.path] }, problems: own)
    }
    let bytes = files.reduce(0) { $0 + $1.files.reduce(0) { $0 + $1.bytes.count } }
    let tenants = Parallel.map(files.count, isWorthIt: Parallel.isWorthIt(bytes: bytes)) {
      compile(files[$0], outside, settings)
    }
    let shared = Set(outside.shared.values.map(\.source.id))
    for problem in withoutRepetitions(tenants.map(\.problems), shared: shared) { problems.report(problem) }
    refuseEqualNames(tenants.map { ($0.tenant, $0.place) }, &problems)
    refuseEqualApplications(tenants.map { ($0.tenant.name, $0.applications) }, &problems)
    refuseEqualResources(tenants.map { ($0.tenant.name, $0.resources) }, &problems)
    return Compilation(
      sources: sources, tenants: tenants.map(\.tenant), diagnostics: problems.sorted(), unreadable: found.unreadable)
  }

  /// One tenant, through all stages. Each stage goes on as far as it can, so that one run finds all problems.
  private static func compile(
    _ tenant: ReadTenant, _ outside: OutsideSyntax, _ settings: CompilerSettings
  ) -> FinishedTenant {
    var own = tenant.problems
    let syntax = parse(tenant.files, isLone: tenant.isLone, &own)
    guard let syntax, !tenant.files.isEmpty else {
      return FinishedTenant(
        tenant: CompiledTenant(path: tenant.path, name: "", table: nil, flows: []), place: .fileStart(0),
        problems: own.sorted())
    }
    var declared = syntax.tenant
    if tenant.lacksFiles { declared.lost.insert(.flows) }
    declared.passedBy = Dictionary(tenant.passedBy.map { ($0.name, $0.path) }) { first, _ in first }
    let used = UsedFlows(declared, syntax.flows, tenant.shared, outside)
    own.add(used.problems)
    declared.sharedNames = used.names
    if used.lacksSome { declared.lost.insert(.flows) }
    declared.policies = tenant.policies
    let flows = syntax.flows + used.flows
    var ofLocales = DiagnosticCollector()
    declared.locales = parseLocales(tenant.locales, &ofLocales)
    let locales = declared.locales
    let resolved = resolve(declared, flows, &own)
    let (isSound, foundInLocales) = (!own.hasErrors, ofLocales)
    let (analyzed, words) = check(
      resolved, withProofs: settings.withProofs,
      words: { JudgedWords(resolved, isSound: isSound, foundInLocales) }, &own)
    own.waive(settings.waived)
    // Whoever breaks a policy that cannot be read is not known.
    let isJudged = !tenant.policies.contains { $0.problems.hasErrors }
    let table =
      !isJudged || own.hasErrors || !resolved.isWhole ? nil : words.table ?? lower(resolved, words.texts, locales)
    var compiled = CompiledTenant(
      path: tenant.path, name: syntax.tenant.name.text, table: table, flows: places(resolved))
    compiled.expressions = resolved.expressionTexts
    compiled.words = words.known
    if table != nil, settings.hasEdges { compiled.edges = edgePlaces(analyzed) }
    compiled.cases = readCases(tenant.cases, resolved, isWhole: table != nil, &own)
    if settings.isProving {
      compiled.proofs = own.sortedProofs()
      // An opt-out that does nothing is a warning, and not in force.
      let idle = analyzed.idleOptOuts()
      compiled.optOuts = optOuts(resolved.scope.flows, syntax.tenant).filter { idle[$0.span] == nil }
    }
    if settings.isServing { reportUnsignedHooks(syntax.tenant, &own) }
    let finished = FinishedTenant(
      tenant: compiled, place: syntax.tenant.name.span,
      applications: syntax.tenant.applications.filter(\.definition.namesNoTenant).map(\.name),
      resources: syntax.tenant.applications.flatMap(\.resources),
      problems: used.placed(
        withoutDoublingEdits(own.sorted(), in: tenant.files + tenant.locales + tenant.cases + used.files),
        of: syntax.tenant))
    Parallel.free((syntax, resolved, analyzed), isWorthIt: resolved.isLarge)
    return finished
  }
}

/// The files of one tenant, and the problems of reading them.
private struct ReadTenant: Sendable {
  let path: String
  let isLone: Bool
  let files: [SourceFile]
  /// The words of its other languages.
  let locales: [SourceFile]
  /// Its cases.
  let cases: [SourceFile]
  /// Whether some of its files could not be read.
  let lacksFiles: Bool
  /// Flows in folders below.
  let passedBy: [(name: String, path: String)]
  /// The folders of shared sub-flows.
  let shared: [SharedFolder]
  /// The policies above it.
  let policies: [PolicySyntax]
  let problems: DiagnosticCollector
}

/// What became of one tenant.
private struct FinishedTenant: Sendable {
  let tenant: CompiledTenant
  /// Where its name stands.
  let place: SourceSpan
  /// Its applications that are known by their names alone, whichever tenant they are of.
  var applications: [Word] = []
  /// The APIs of its own that its applications' tokens are for.
  var resources: [Word] = []
  /// Its problems, sorted.
  let problems: [Diagnostic]
}

/// What a run of the compiler was asked for.
private struct CompilerSettings: Sendable {
  /// The codes of rules that stop nothing.
  let waived: Set<String>
  /// Whether what was proven is told.
  let isProving: Bool
  /// Whether proofs are tried at all.
  let withProofs: Bool
  /// Whether what only a server demands is told, too.
  var isServing = false
  /// Whether it is told where each transition of the table stands.
  var hasEdges = false

  init(waiving codes: Set<String>, isProving: Bool, withProofs: Bool = true) {
    waived = codes.filter { Rule.of($0)?.isWaivable == true }
    self.isProving = isProving
    self.withProofs = withProofs
  }
}
