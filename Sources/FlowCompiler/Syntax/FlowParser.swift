import FlowModel
import FlowSource
import FlowYAML

private let flowKeys = ["flow", "sub-flow"] + Shapes.flow.keys.dropFirst() + ["parameters"]

/// Reads a flow's or sub-flow's file; nil where it has nothing of one.
func parseFlow(_ tree: YAMLTree, fallbackName: String, _ problems: inout DiagnosticCollector) -> FlowSyntax? {
  var reader = SyntaxReader(tree: tree, problems: problems)
  defer { problems = reader.problems }
  let top = SourceSpan.fileStart(tree.source.id)
  guard let root = tree.root, !tree.isNothing(root) else {
    reader.missing(
      "flow", "the file", at: top, help: "a flow begins with `flow: NAME`; remove the file if it is not needed")
    return nil
  }
  if tree.entries(root).contains(where: { tree.equals($0.key, "tenant") }) {
    reader.report(
      Diagnostic(
        "U101", .error, "a flow has no key `tenant`", at: top, notes: ["a tenant's file is called `tenant.yaml`"],
        help: "rename the file, or move the flow into a file of its own"))
    return nil
  }
  var flow = FlowSyntax(file: tree.source.id, name: Word(text: fallbackName, span: top))
  var kinds: [Word] = []
  var own: [Word] = []
  var parameters: Word?
  var hasStates = false
  var hasStart = false
  let isMapping = reader.eachEntry(
    of: root, "a flow", keys: flowKeys, calling: OtherWords.flowKeys, elsewhere: tenantKeyInFlow
  ) {
    reader, key, word, value in
    switch key {
    case 0, 1:
      kinds.append(word)
      guard kinds.count == 1 else { return }
      flow.isSubFlow = key == 1
      if let name = reader.name(value, key == 1 ? "a sub-flow" : "a flow") { flow.name = name }
    case 2: flow.summary = reader.text(value, "`summary`")?.text ?? ""
    case 3:
      own.append(word)
      flow.revealsAccounts = reader.reveals(value) ? reader.tree.span(value) : nil
    case 4:
      own.append(word)
      flow.lifetime = reader.seconds(value, "`lifetime`", 10...30 * 86400) ?? 1800
    case 5:
      own.append(word)
      flow.inputs = reader.attributes(value, isInput: true)
    case 6:
      hasStart = true
      flow.start = reader.reference(value, "`start`", as: "a state's name")
    case 7:
      own.append(word)
      flow.properties = reader.properties(value)
    case 9:
      parameters = word
      flow.parameters = reader.parameters(value)
    default:
      hasStates = true
      let lost = reader.lostNames
      flow.states = reader.states(value)
      flow.hasLostStates = reader.lostNames > lost
      flow.isBroken = reader.tree.kind(value) != .mapping
      if reader.tree.kind(value) == .mapping, flow.states.isEmpty {
        reader.report(
          Diagnostic(
            "U102", .error, "`states` is empty", at: reader.tree.span(value), help: "a flow has a start and an end"))
        flow.isBroken = true
      }
    }
  }
  reader.reportTails()
  guard isMapping else { return nil }
  if let parameters, !flow.isSubFlow {
    reader.report(
      Diagnostic(
        "U125", .error, "a flow has no `parameters`", at: parameters.span,
        help: "only sub-flows have; what an app passes to a flow stands under `input`"))
    flow.parameters = []
  }
  reader.check(&flow, kinds: kinds, own: own, top: top, hasStates: hasStates, hasStart: hasStart)
  flow.judgeParameters(&reader.problems)
  return flow
}

private func tenantKeyInFlow(_ key: Word, _: YAMLNodeID) -> Diagnostic? {
  guard tenantKeys.contains(key.text) else { return nil }
  return Diagnostic(
    "U125", .error, "\(key.text.quoted) belongs to the tenant, and this file is a flow", at: key.span,
    help: "move it to tenant.yaml")
}

extension SyntaxReader {
  /// What must be there, and what does not go together.
  fileprivate mutating func check(
    _ flow: inout FlowSyntax, kinds: [Word], own: [Word], top: SourceSpan, hasStates: Bool, hasStart: Bool
  ) {
    if kinds.isEmpty {
      missing(
        "flow", "the file", at: top,
        help: "begin it with `flow: \(flow.name.text)`, or `sub-flow: …` if only `call` enters it",
        edit: flow.name.text.isName ? Edit(top, "flow: \(flow.name.text)\n") : nil)
    } else if kinds.count > 1 {
      report(
        Diagnostic(
          "U104", .error, "the file is both a flow and a sub-flow", at: kinds[1].span,
          labels: [Label(kinds[0].span, "the other one")], help: "keep one of the two"))
    }
    if flow.isSubFlow {
      for word in own {
        report(
          Diagnostic(
            "U125", .error, "a sub-flow has no \(word.text.quoted)", at: word.span,
            help: "it belongs to the flows that call it"))
      }
      flow.inputs = []
    }
    let name = "the \(flow.isSubFlow ? "sub-flow" : "flow") \(flow.name.text.quoted)"
    if !hasStates {
      missing("states", name, of: tree.root, at: flow.name.span, help: "add `states:` with at least a start and an end")
      flow.isBroken = true
    }
    if !hasStart {
      missing(
        "start", name, of: tree.root, at: flow.name.span,
        help: flow.states.first.map { "say where it begins, such as `start: \($0.name.text.shortened)`" }
          ?? "say where it begins")
    }
  }

  fileprivate mutating func reveals(_ id: YAMLNodeID) -> Bool {
    guard expect(.sequence, id, "`reveals`") else { return false }
    var reveals = false
    for element in tree.elements(id) where choice(element, "`reveals`", of: ["account-existence"]) == 0 {
      reveals = true
    }
    return reveals
  }

  mutating func states(_ id: YAMLNodeID) -> [StateSyntax] {
    var states: [StateSyntax] = []
    states.reserveCapacity(tree.count(id))
    eachName(of: id, "`states`", declaring: "a state") { reader, name, value in
      states.append(StateSyntax(name: name, kind: reader.state(value, name)))
    }
    return states
  }
}
