import FlowModel
import FlowSource
import FlowYAML

/// What other tools call the parts of a case.
private let otherCaseWords = [
  "name": "case", "title": "case", "test": "case", "it": "case", "scenario": "case", "description": "case",
  "when": "steps", "rows": "each", "examples": "each", "setup": "given", "background": "given",
]

/// Reads a file of cases; nil where it has nothing of one.
func parseCases(_ source: SourceFile, _ problems: inout DiagnosticCollector) -> CaseFile? {
  guard let tree = parseYAML(source, &problems, words: languageWords) else { return nil }
  var reader = CaseReader(SyntaxReader(tree: tree, problems: problems))
  defer { problems = reader.syntax.problems }
  return reader.file()
}

/// Reads one file of cases.
struct CaseReader {
  var syntax: SyntaxReader
  var names = CaseNames()

  init(_ syntax: SyntaxReader) { self.syntax = syntax }

  mutating func file() -> CaseFile? {
    let tree = syntax.tree
    let top = SourceSpan.fileStart(tree.source.id)
    guard let root = tree.root, !tree.isNothing(root) else {
      syntax.missing(
        "flow", "the file", at: top, help: "cases begin with `flow: NAME`; remove the file if it is not needed")
      return nil
    }
    var flow: Word?
    var given = CaseWorld()
    var cases: YAMLNodeID?
    // What cases know is read first, wherever it stands.
    var worlds: [YAMLNodeID] = []
    let isMapping = syntax.eachEntry(of: root, "a file of cases", CaseFileKey.self) { reader, key, _, value in
      switch key {
      case .flow: flow = reader.reference(value, "`flow`", as: "a flow's name")
      case .given: worlds.append(value)
      case .cases: cases = value
      }
    }
    guard isMapping else { return nil }
    for world in worlds { given = self.world(world, "`given`") }
    guard let flow else {
      syntax.missing("flow", "the file", of: root, at: top, help: "say what is tested, as in `flow: sign-up`")
      return nil
    }
    var file = CaseFile(file: tree.source.id, flow: flow)
    guard let cases else {
      syntax.missing("cases", "the file", of: root, at: flow.span, help: "add `cases:` with a list of cases")
      return file
    }
    let labels = names.accounts
    guard syntax.expect(.sequence, cases, "`cases`") else { return file }
    for element in tree.elements(cases) {
      names.accounts = labels
      file.cases += flowCases(element, given)
    }
    syntax.reportTails()
    return file
  }

  /// A case, once for each row of its table.
  private mutating func flowCases(_ id: YAMLNodeID, _ shared: CaseWorld) -> [FlowCase] {
    var (name, world, rows, steps): (Word?, YAMLNodeID?, YAMLNodeID?, YAMLNodeID?)
    let isMapping = syntax.eachEntry(of: id, "a case", CaseKey.self, calling: otherCaseWords) {
      reader, key, _, value in
      switch key {
      case .name: name = reader.text(value, "the name of a case")
      case .given: world = value
      case .each: rows = value
      case .steps: steps = value
      }
    }
    guard isMapping else { return [] }
    guard let name else {
      syntax.missing("case", "a case", of: id, at: syntax.shortSpan(id), help: "say what it shows: `case: …`")
      return []
    }
    guard let steps else {
      syntax.missing("steps", "the case \(name.text.quoted)", of: id, at: name.span, help: "say what happens: `steps:`")
      return []
    }
    guard syntax.expect(.sequence, steps, "`steps`") else { return [] }
    if syntax.tree.elements(steps).isEmpty {
      syntax.invalid(steps, "a case without steps shows nothing", help: "say what happens: `- start: {}`")
      return []
    }
    if let rows, syntax.tree.kind(rows) != .sequence {
      syntax.wrongKind(rows, "`each`", "a list", help: "write a row for each time: `each: [{ NAME: value }]`")
      return []
    }
    let table = rows.map { self.rows($0) } ?? []
    let places = rows.map { Array(syntax.tree.elements($0)) } ?? []
    if let rows, table.isEmpty {
      syntax.invalid(rows, "`each` has no rows", help: "write a row for each time it is played, or leave `each` out")
      return []
    }
    names.used = []
    let results = (table.isEmpty ? [[]] : table).enumerated().map { index, row in
      names.row = Dictionary(row.map { ($0.name.text, $0.value) }) { first, _ in first }
      var result = FlowCase(name: name, given: shared)
      if !row.isEmpty {
        let members = row.map { ($0.name.text, $0.value.written ?? "…") }
        result.row = CaseRow(span: syntax.shortSpan(places[index]), members: members)
      }
      if let world { result.given = shared.with(self.world(world, "`given`")) }
      for element in syntax.tree.elements(steps) {
        if let step = step(element) { result.steps.append(step) }
      }
      return result
    }
    names.row = [:]
    for member in table.first ?? [] where !names.used.contains(member.name.text) {
      syntax.report(
        Diagnostic(
          "U171", .error, "nothing in this case uses \(member.name.text.quoted)", at: member.name.span,
          help: "write `{{ \(member.name.text) }}` where it belongs, or remove it"))
    }
    return results
  }

  /// `each`: rows that all have the same columns.
  private mutating func rows(_ id: YAMLNodeID) -> [[CaseMember]] {
    guard syntax.expect(.sequence, id, "`each`") else { return [] }
    var rows: [[CaseMember]] = []
    for element in syntax.tree.elements(id) {
      let row = members(element, "a row of `each`")
      let here = Set(row.map(\.name.text))
      if let lost = rows.first?.first(where: { !here.contains($0.name.text) }) {
        syntax.report(
          Diagnostic(
            "U170", .error, "this row has no \(lost.name.text.quoted), as the first one has",
            at: syntax.shortSpan(element), labels: [Label(lost.name.span, "the first row")],
            help: "all rows of a case have the same names"))
      }
      rows.append(row)
    }
    return rows
  }
}
