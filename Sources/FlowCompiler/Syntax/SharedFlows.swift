import FlowModel
import FlowSource
import FlowYAML

/// A file of a shared folder: parsed once, whichever tenants use it.
struct SharedFile: Sendable {
  let source: SourceFile
  /// Nil where it is no sub-flow.
  let flow: FlowSyntax?
  /// What is wrong with the file itself.
  let problems: DiagnosticCollector
}

/// What tenants take from outside of their folders, by the paths of the files.
struct OutsideSyntax: Sendable {
  private(set) var shared: [String: SharedFile] = [:]
  private(set) var policies: [String: PolicySyntax] = [:]
  /// What is wrong with shared files that are looked at without a tenant.
  private(set) var ofOpen: [DiagnosticCollector] = []

  /// Parses each file once.
  init(_ found: FoundSources, _ sources: inout SourceMap) {
    for tenant in found.tenants {
      for file in tenant.shared.flatMap(\.files) where shared[file.path] == nil {
        shared[file.path] = parseShared(sources.add(path: file.path, bytes: file.bytes))
      }
      for file in tenant.policies { take(policy: file, &sources) }
    }
    for file in found.policies { take(policy: file, &sources) }
    for file in found.openShared { shared[file.path] = parseShared(sources.add(path: file.path, bytes: file.bytes)) }
    ofOpen = found.openShared.compactMap { shared[$0.path]?.problems }
  }

  private mutating func take(policy file: SourceText, _ sources: inout SourceMap) {
    if policies[file.path] != nil { return }
    policies[file.path] = parsePolicy(sources.add(path: file.path, bytes: file.bytes))
  }
}

/// U181: a shared folder holds sub-flows alone.
private func parseShared(_ source: SourceFile) -> SharedFile {
  var problems = DiagnosticCollector()
  let tree = parseYAML(source, &problems, words: languageWords)
  guard let flow = tree.flatMap({ parseFlow($0, fallbackName: fallbackName(source, folder: false), &problems) }) else {
    return SharedFile(source: source, flow: lostFlow(source), problems: problems)
  }
  guard flow.isSubFlow || problems.holds("U102") else {
    problems.report(
      Diagnostic(
        "U181", .error, "\(flow.name.text.quoted) is a flow, and a shared folder has sub-flows alone",
        at: flow.name.span,
        help: "make it a `sub-flow:`, which flows of tenants call, or move it beside a `tenant.yaml`"))
    return SharedFile(source: source, flow: nil, problems: problems)
  }
  return SharedFile(source: source, flow: flow, problems: problems)
}

/// The shared sub-flows that a tenant uses: those that its own flows call, and those that these call. What nothing calls is no
/// part of the tenant, and of no business to it.
struct UsedFlows {
  private(set) var flows: [FlowSyntax] = []
  private(set) var files: [SourceFile] = []
  /// What is wrong with `uses`, and with the files that are used.
  private(set) var problems = DiagnosticCollector()
  /// All names that a call could have meant.
  private(set) var names: [String] = []
  /// Where the tenant names the folder, by the numbers of the files.
  private(set) var places: [UInt32: SourceSpan] = [:]
  /// Whether sub-flows are missing.
  private(set) var lacksSome = false

  init(_ tenant: TenantSyntax, _ own: [FlowSyntax], _ folders: [SharedFolder], _ outside: OutsideSyntax) {
    var known: [String: [SharedFile]] = [:]
    for word in tenant.uses {
      guard let folder = folders.first(where: { $0.name == word.text }) else {
        refuse(
          word, "it is written in a way that cannot be followed", help: "write its path as it is: `uses: ../shared`")
        continue
      }
      if let refusal = folder.refusal {
        refuse(
          word, refusal,
          help: "name a folder of sub-flows by its path from this one, in the same repository, such as `../shared`")
        continue
      }
      for file in folder.files.compactMap({ outside.shared[$0.path] }) {
        places[file.source.id] = word.span
        // What is no sub-flow is told of to everybody, as nothing calls it.
        guard let flow = file.flow else {
          problems.add(file.problems)
          continue
        }
        known[flow.name.text, default: []].append(file)
      }
    }
    names = known.keys.sorted()
    take(own, known)
  }

  private mutating func refuse(_ word: Word, _ reason: String, help: String) {
    lacksSome = true
    problems.report(
      Diagnostic(
        "U180", .error, "the folder \(word.text.quoted) cannot be used: \(reason)", at: word.span, help: help))
  }

  private mutating func take(_ own: [FlowSyntax], _ known: [String: [SharedFile]]) {
    var pending = own.flatMap(\.calledNames)
    // One of the same name is told of, whether it is called or not: it is not clear which is meant.
    pending += own.map(\.name.text)
    var seen: Set<String> = []
    while let name = pending.popLast() {
      guard seen.insert(name).inserted, let found = known[name] else { continue }
      for file in found {
        guard let flow = file.flow else { continue }
        flows.append(flow)
        files.append(file.source)
        problems.add(file.problems)
        pending += flow.calledNames
      }
    }
    flows.sort { ($0.name.text, $0.file) < ($1.name.text, $1.file) }
  }
}

extension FlowSyntax {
  /// The sub-flows that its states call.
  var calledNames: [String] {
    states.compactMap { if case .call(let call) = $0.kind { call.flow.text } else { nil } }
  }
}

extension UsedFlows {
  /// Problems of a tenant, with where it takes the shared file from in which they stand: another tenant may have none there.
  func placed(_ problems: [Diagnostic], of tenant: TenantSyntax) -> [Diagnostic] {
    if files.isEmpty { return problems }
    let ofFiles = Set(self.problems.problems)
    return problems.map { problem in
      guard let place = places[problem.span.file], !ofFiles.contains(problem) else { return problem }
      var problem = problem
      problem.labels.append(Label(place, "the tenant \(tenant.name.text.quoted) uses it here"))
      // What is right for one tenant is wrong for another one.
      problem.edit = nil
      return problem
    }
  }
}

/// The problems of all tenants. What several have at one place of a shared file is told once.
func withoutRepetitions(_ tenants: [[Diagnostic]], shared: Set<UInt32>) -> [Diagnostic] {
  struct Key: Hashable {
    let code: String
    let message: String
    let span: SourceSpan
  }
  var (told, first, repeated) = ([Diagnostic](), [Key: Int](), [Int: Int]())
  for problem in tenants.joined() {
    guard shared.contains(problem.span.file) else {
      told.append(problem)
      continue
    }
    let key = Key(code: problem.code, message: problem.message, span: problem.span)
    if let index = first[key] {
      if told[index] != problem { repeated[index, default: 0] += 1 }
    } else {
      first[key] = told.count
      told.append(problem)
    }
  }
  for (index, count) in repeated {
    told[index].notes.append("so it is for \(count) more \(count == 1 ? "tenant" : "tenants") that use this file")
  }
  return told
}
