public import FlowCompiler
import FlowModel
public import FlowSource

/// The attacks that the counterexamples of a check stand for.
public struct FoundAttacks: Sendable {
  /// A script, and the file it is meant for.
  public struct Script: Sendable {
    /// The path of the tenant's folder.
    public let tenant: String
    /// A file's name, such as `U401-reset-password.jsonl`; no two are the same.
    public let file: String
    /// What is to stand in it.
    public let script: AttackScript
    /// What the rule found.
    public let diagnostic: Diagnostic
  }

  /// A counterexample that no script could be made of.
  public struct Miss: Sendable {
    /// What the rule found.
    public let diagnostic: Diagnostic
    /// Why there is no script, in one sentence without a full stop.
    public let reason: String
  }

  /// The scripts, in the order of the diagnostics.
  public private(set) var scripts: [Script] = []
  /// What could not be shown.
  public private(set) var misses: [Miss] = []

  /// Looks for scripts for all counterexamples that have an attack. Each tenant is compiled again for each rule that it
  /// breaks, with that rule waived. `isAsked`: only those of some diagnostics.
  public init(_ compilation: Compilation, of isAsked: (Diagnostic) -> Bool = { _ in true }) async {
    var tables: [String: AttackTable?] = [:]
    var used: Set<String> = []
    for diagnostic in compilation.diagnostics where isAsked(diagnostic) {
      guard let example = diagnostic.counterexample, !example.attack.isEmpty else { continue }
      guard let tenant = compilation.tenant(of: diagnostic, example), tenant.path != "-" else {
        misses.append(Miss(diagnostic: diagnostic, reason: "its tenant is not in a folder"))
        continue
      }
      let key = diagnostic.code + " " + tenant.path
      if tables[key] == nil {
        tables[key] = .some(
          (try? WaivedTenant(path: tenant.path, waiving: diagnostic.code)).map { AttackTable($0.table) })
      }
      guard let table = tables[key] ?? nil else {
        misses.append(Miss(diagnostic: diagnostic, reason: "the tenant has other problems that must be fixed first"))
        continue
      }
      let script = try? await AttackSearch(diagnostic.code, example, table)?.script()
      guard let script else {
        misses.append(Miss(diagnostic: diagnostic, reason: "no input was found with which a run comes to it"))
        continue
      }
      let name = "\(diagnostic.code)-\(example.flow)"
      var file = name
      // Names of flows may end in numbers as well.
      var number = 1
      while !used.insert(file).inserted {
        number += 1
        file = "\(name)-\(number)"
      }
      scripts.append(Script(tenant: tenant.path, file: file + ".jsonl", script: script, diagnostic: diagnostic))
    }
  }
}

extension Compilation {
  /// The tenant that a counterexample is about: the one with a flow of its name in the file of its last step, or in that
  /// of the problem.
  fileprivate func tenant(of diagnostic: Diagnostic, _ example: Counterexample) -> CompiledTenant? {
    let files = Set(example.steps.map(\.span.file) + [diagnostic.span.file])
    return tenants.first { tenant in
      tenant.flows.contains { flow in
        flow.name == example.flow
          && (files.contains(flow.span.file) || flow.states.contains { files.contains($0.file) })
      }
    }
  }
}
