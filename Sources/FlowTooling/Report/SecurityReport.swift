public import FlowCompiler
import FlowModel
import FlowSource

/// How a security report is written.
public enum ReportFormat: Sendable {
  /// For people and repositories.
  case markdown
  /// One file without scripts or anything from elsewhere.
  case html

  /// The form that the end of a file's name asks for; nil: none.
  public init?(path: String) {
    if path.hasSuffix(".md") { self = .markdown } else if path.hasSuffix(".html") { self = .html } else { return nil }
  }
}

/// A page for whoever reviews tenants: what an outsider can do, what was proven and where, what the engine enforces, what is
/// opted out and what is assumed. The compilation must have been asked for proofs.
public func securityReport(_ compilation: Compilation, as format: ReportFormat) -> String {
  let tenants = compilation.tenants.filter { !$0.name.isEmpty }
  var page = ReportPage(
    title: "Security report" + (tenants.count == 1 ? ": `\(tenants[0].name)`" : ""))
  page.blocks.append(
    .text(
      "Made by `usher check --report` from the flows as they are. What is proven holds on every path of a flow, as far as what is marked as assumed is true. What is enforced the engine holds at run time whatever a flow says; the test beside it shows it."
    ))
  for tenant in tenants { page.blocks += TenantReport(tenant, compilation).blocks(heading: tenants.count > 1) }
  page.blocks.append(.heading(2, "Enforced by the engine"))
  page.blocks.append(
    .table(["What", "Shown by"], EnginePromise.allCases.map { [$0.says, "`\($0.shown.target)`: \($0.shown.test)"] }))
  return page.text(as: format == .html ? .html : .markdown)
}

/// The part of a report that is about one tenant.
private struct TenantReport {
  let tenant: CompiledTenant
  let sources: SourceMap
  let problems: [Diagnostic]
  /// Warnings, too: what is not concealed by two flows together is no error.
  let findings: [Diagnostic]

  init(_ tenant: CompiledTenant, _ compilation: Compilation) {
    self.tenant = tenant
    let sources = compilation.sources
    self.sources = sources
    let prefix = tenant.path.hasSuffix("/") ? tenant.path : tenant.path + "/"
    findings = compilation.diagnostics.filter { sources.path(of: $0.span).hasPrefix(prefix) }
    problems = findings.filter { $0.severity == .error }
  }

  func blocks(heading: Bool) -> [ReportPage.Block] {
    var blocks: [ReportPage.Block] = heading ? [.heading(2, "Tenant `\(tenant.name)`")] : []
    if !problems.isEmpty {
      blocks.append(.text("The tenant has errors and cannot be run. What they are about is not proven."))
      blocks.append(.table(["Code", "Problem", "Where"], problems.map { [$0.code, $0.message, place($0.span)] }))
    }
    blocks += applications
    blocks += flows
    let whole = tenant.proofs.filter { $0.flow.isEmpty }
    if !whole.isEmpty {
      blocks.append(.heading(3, "Proven of all flows"))
      blocks.append(proofs(whole))
    }
    blocks.append(.heading(3, "Opted out"))
    blocks.append(
      tenant.optOuts.isEmpty
        ? .text("Nothing.")
        : .table(
          ["Flow", "Opt-out", "What is given up", "Where"],
          tenant.optOuts.map { ["`\($0.flow)`", "`\($0.text)`", $0.meaning, place($0.span)] }))
    let assumed = Set(tenant.proofs.flatMap(\.assumes)).sorted()
    blocks.append(.heading(3, "Assumed"))
    blocks.append(assumed.isEmpty ? .text("Nothing.") : .list(assumed))
    for standard in Standard.all {
      blocks.append(.heading(3, standard.name))
      blocks.append(
        .table(
          ["Number", "What it asks for", "Status", "By"],
          standard.requirements.map { requirement in
            let verdict = Verdict(requirement.basis, tenant, findings)
            return [requirement.number, requirement.asks, verdict.status.rawValue, verdict.reason]
          }))
    }
    return blocks
  }

  // MARK: What an outsider can do

  private var applications: [ReportPage.Block] {
    guard let table = tenant.table else { return [] }
    let head: ReportPage.Block = .heading(3, "Who can start what")
    if table.applications.isEmpty {
      return [head, .text("The tenant declares no applications: any client starts any of its flows.")]
    }
    return [
      head,
      .table(
        ["Application", "Protocol", "Flows", "Lets in accounts that nobody has proven"],
        table.applications.map { application in
          [
            "`\(application.name)`", "`\(application.spoken.name)`",
            application.flows.map { "`\(table.flows[Int($0)].name)`" }.joined(separator: ", "),
            table.takesUnproven(application) ? "yes" : "no",
          ]
        }),
    ]
  }

  private var flows: [ReportPage.Block] {
    guard let table = tenant.table else { return [] }
    return table.flows.enumerated().flatMap { index, flow -> [ReportPage.Block] in
      let starters = table.applications.filter { $0.flows.contains(Int32(index)) }.map { "`\($0.name)`" }
      var blocks: [ReportPage.Block] = [.heading(3, "Flow `\(flow.name)`")]
      let who =
        table.applications.isEmpty
        ? "any client" : starters.isEmpty ? "nobody but the operator" : starters.joined(separator: ", ")
      let existence =
        flow.revealsAccounts ? "It says openly whether an account exists." : ""
      blocks.append(
        .text([flow.summary, "Started by \(who).", existence].filter { !$0.isEmpty }.joined(separator: " ")))
      let own = tenant.proofs.filter { $0.flow == flow.name }
      blocks.append(
        .table(
          ["What somebody outside can do", "Only if", "Assumed"],
          Self.feltEffects(of: flow).map { row($0, of: flow, table, own) }))
      if !own.isEmpty { blocks.append(proofs(own)) }
      return blocks
    }
  }

  /// The effects of a flow that others can feel, each once.
  private static func feltEffects(of flow: Flow) -> [EffectDefinition] {
    var seen: Set<Effect> = []
    return flow.calls.map(\.definition).filter { definition in
      (!definition.demands.isEmpty || definition.sends != nil || definition.opensSession || definition.isGuess
        || definition.asksOthers) && seen.insert(definition.effect).inserted
    }
  }

  private func row(
    _ definition: EffectDefinition, of flow: Flow, _ table: FlowTable, _ proofs: [Proof]
  ) -> [String] {
    let own = proofs.filter { $0.effect == definition.name }
    let reasons = own.map { "\($0.statement) (\(place($0.span)))" }
    // A function without `attempts` may be called as often as its flow leads there.
    let isCounted = flow.calls.filter { $0.definition.effect == definition.effect }.allSatisfy { call in
      call.definition.bounds.contains { bound in
        bound.applies(to: call.arguments) && bound.usedUp != .withheld
          && bound.counters.contains { table.rate(of: $0, function: call.function.map { table.functions[$0] }) != nil }
      }
    }
    let bounds = isCounted ? "as often as its counters allow" : "nothing is asked"
    return [
      "`\(definition.name)`: \(definition.summary)",
      reasons.isEmpty ? (definition.demands.isEmpty ? bounds : "not proven") : reasons.joined(separator: "; "),
      Set(own.flatMap(\.assumes)).sorted().joined(separator: "; "),
    ]
  }

  private func proofs(_ proofs: [Proof]) -> ReportPage.Block {
    .table(
      ["Proven", "By", "Where", "Assumed"],
      proofs.map { [$0.sentence, $0.code, place($0.span), $0.assumes.joined(separator: "; ")] })
  }

  private func place(_ span: SourceSpan) -> String {
    let position = sources.file(span)?.position(span.start)
    return "`\(sources.fileName(of: span)):\(position?.line ?? 1)`"
  }
}
