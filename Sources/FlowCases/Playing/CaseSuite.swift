package import FlowCompiler
import FlowModel
import FlowRuntime
package import FlowSource

/// All cases of some tenants, ready to be played.
package struct CaseSuite: Sendable {
  /// A table on which cases are played: a tenant's own, or one with a sub-flow that is tested by itself.
  struct Stage: Sendable {
    let tried: TriedTable
    /// Where each transition stands, by flow.
    let edges: [[EdgePlace]]
    let harness: SubFlowHarness?
  }

  /// One case, once: of a table of values, one row.
  package struct Item: Sendable {
    /// Its tenant's name.
    package let tenant: String
    /// The path of its file.
    package let path: String
    /// The flow that it starts.
    package let flow: String
    /// What it shows, with its row.
    package let name: String
    /// Where its name stands.
    package let span: SourceSpan
    let flowCase: FlowCase
    /// The index of its stage; nil: it cannot be played, and why.
    let stage: Result<Int, SubFlowHarness.Failure>
  }

  /// What was compiled.
  package let compilation: Compilation
  /// The cases, in the order of tenants, files and lines.
  package private(set) var items: [Item] = []
  private(set) var stages: [Stage] = []
  /// The files of the tenants.
  let sources: [TenantSources]
  /// Whether some cases are left out: then nothing is asked of flows that those left do not test.
  private(set) var isPartial = false

  /// The cases that paths lead to: of tenants' folders, of folders of tenants, or of one file of cases. `isWhole`: a file stands
  /// for its whole tenant.
  package init(paths: [String], isWhole: Bool = false) {
    let found = findTenants(paths, standardInput: nil, withCases: true)
    self.init(Compiler.compile(found, withEdges: true), found.tenants)
    if isWhole { return }
    let only = Set(paths.filter { path in compilation.sources.files.contains { $0.path == path } })
    // A file that is named is meant alone; of a flow's own file, the cases of all that flow.
    if only.count == paths.count {
      isPartial = true
      items = items.filter { only.contains($0.path) || only.contains(flowFile($0)) }
    }
  }

  /// The cases of tenants whose files are at hand.
  package init(sources: [TenantSources]) {
    self.init(Compiler.compile(FoundSources(tenants: sources), withEdges: true), sources)
  }

  private init(_ compilation: Compilation, _ sources: [TenantSources]) {
    self.compilation = compilation
    self.sources = sources
    for tenant in compilation.tenants {
      guard let table = tenant.table, let tried = try? TriedTable(table) else { continue }
      let own = stages.count
      stages.append(Stage(tried: tried, edges: tenant.edges, harness: nil))
      var harnesses: [SubFlowHarness: Result<Int, SubFlowHarness.Failure>] = [:]
      for file in tenant.cases {
        for flowCase in file.cases {
          var stage: Result<Int, SubFlowHarness.Failure> = .success(own)
          if file.isSubFlow, let text = sources.first(where: { $0.path == tenant.path }) {
            let harness = SubFlowHarness(file.flow.text, startingWith: flowCase.startMembers)
            stage = harnesses[harness] ?? add(harness, text, file.ends)
            harnesses[harness] = stage
          }
          items.append(
            Item(
              tenant: tenant.name, path: compilation.sources.files[Int(file.file)].path, flow: file.flow.text,
              name: flowCase.name.text + (flowCase.row.map { " [\($0.text)]" } ?? ""), span: flowCase.name.span,
              flowCase: flowCase, stage: stage))
        }
      }
    }
  }

  private mutating func add(
    _ harness: SubFlowHarness, _ sources: TenantSources, _ ends: [String]
  ) -> Result<Int, SubFlowHarness.Failure> {
    harness.compiled(sources, ends: ends).flatMap { tenant in
      guard let table = tenant.table, let tried = try? TriedTable(table) else {
        return .failure(SubFlowHarness.Failure(reason: "its table cannot be read"))
      }
      stages.append(Stage(tried: tried, edges: tenant.edges, harness: harness))
      return .success(stages.count - 1)
    }
  }

  /// The cases whose name, flow or file has a text in it.
  package mutating func keep(matching text: String) {
    isPartial = true
    let wanted = text.lowercased()
    items.removeAll { item in
      ![item.name, item.flow, item.path].contains { $0.lowercased().contains(wanted) }
    }
  }

  private func flowFile(_ item: Item) -> String {
    let tenant = compilation.tenants.first { $0.name == item.tenant }
    return tenant?.flows.first { $0.name == item.flow }.flatMap { compilation.sources.file($0.span)?.path } ?? ""
  }
}

extension CaseSuite {
  /// The flows that cases test, by stage: those that they start, and, on a stage of its own, a sub-flow. Nil: all.
  var testedFlows: [Set<String>]? {
    guard isPartial else { return nil }
    var names = [Set<String>](repeating: [], count: stages.count)
    for item in items {
      guard case .success(let stage) = item.stage else { continue }
      names[stage].insert(stages[stage].harness?.flow ?? item.flow)
      for case .start(let other?, _) in item.flowCase.steps.map(\.action) { names[stage].insert(other.text) }
    }
    return names
  }
}

extension FlowCase {
  /// What its first start is given.
  fileprivate var startMembers: [CaseMember] {
    for step in steps { if case .start(nil, let input) = step.action { return input } }
    return []
  }
}
