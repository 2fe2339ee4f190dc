import FlowCompiler
import FlowJSON
import FlowSource

/// SARIF 2.1.0 (OASIS Standard, Errata 01): one run of the tool `usher`, with a rule for each explained code, and for each
/// diagnostic a result with related locations, code flows and fixes.
struct SARIFRenderer {
  let sources: SourceMap
  let rules: [RuleText]
  let version: String

  private static let base = "%SRCROOT%"

  /// `others`: what is wrong with the settings of a server, as notifications.
  func render(_ diagnostics: [Diagnostic], others: [String] = []) -> String {
    let known = Set(rules.map(\.code))
    let unexplained = Set(diagnostics.map(\.code)).subtracting(known).sorted()
    let all = rules + unexplained.map { RuleText(code: $0, title: $0, markdown: "") }
    let index = Dictionary(all.enumerated().map { ($1.code, $0) }, uniquingKeysWith: { first, _ in first })
    var prints = Fingerprints(sources)
    var driver: JSONObject = ["name": "usher"]
    if !version.isEmpty { driver["version"] = .string(version) }
    driver["rules"] = .array(all.map(rule))
    let run: JSON = [
      "tool": ["driver": .object(driver)],
      "invocations": [invocation(diagnostics, others)],
      "originalUriBaseIds": .object([
        Self.base: ["description": ["text": "The folder in which the check was run."]]
      ]),
      "columnKind": "utf16CodeUnits",
      "results": .array(diagnostics.map { result($0, index[$0.code] ?? -1, prints.next($0)) }),
    ]
    let log: JSON = [
      "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
      "version": "2.1.0",
      "runs": [run],
    ]
    return log.prettyText + "\n"
  }

  /// Whether all could be read (§3.20.14): a check of half the files has found nothing out about the other half.
  private func invocation(_ diagnostics: [Diagnostic], _ others: [String]) -> JSON {
    let unread = diagnostics.filter { $0.code == Rule.unreadable }
    var invocation: JSONObject = ["executionSuccessful": .bool(unread.isEmpty)]
    if !others.isEmpty {
      invocation["toolConfigurationNotifications"] = .array(
        others.map { ["level": "error", "message": ["text": .string($0)]] })
    }
    if unread.isEmpty { return .object(invocation) }
    invocation["toolExecutionNotifications"] = .array(
      unread.map { diagnostic in
        var notification: JSONObject = [
          "descriptor": ["id": .string(diagnostic.code)], "level": "error",
          "message": ["text": .string(diagnostic.message)],
        ]
        if let file = sources.file(diagnostic.span) {
          notification["locations"] = [["physicalLocation": ["artifactLocation": artifact(file)]]]
        }
        return .object(notification)
      })
    return .object(invocation)
  }

  private func rule(_ rule: RuleText) -> JSON {
    var object: JSONObject = [
      "id": .string(rule.code),
      "shortDescription": ["text": .string(rule.title)],
      "fullDescription": ["text": .string(rule.title)],
      "defaultConfiguration": ["level": .string((Rule.severity(of: rule.code) ?? .error).name)],
    ]
    if !rule.markdown.isEmpty {
      object["help"] = ["text": .string(rule.markdown), "markdown": .string(rule.markdown)]
    }
    return .object(object)
  }

  private func result(_ diagnostic: Diagnostic, _ ruleIndex: Int, _ fingerprint: String) -> JSON {
    var message = [diagnostic.message] + diagnostic.notes.map { "Note: " + $0 }
    if let help = diagnostic.help { message.append("Help: " + help) }
    var object: JSONObject = [
      "ruleId": .string(diagnostic.code),
      "ruleIndex": .int(Int64(ruleIndex)),
      "level": .string(diagnostic.severity.name),
      "message": ["text": .string(message.joined(separator: "\n"))],
      "locations": .array(physical(diagnostic.span).map { [["physicalLocation": $0]] } ?? []),
      "partialFingerprints": ["usherLine/v1": .string(fingerprint)],
    ]
    let related = diagnostic.allLabels.compactMap { label in physical(label.span).map { (label.message, $0) } }
    if !related.isEmpty {
      object["relatedLocations"] = .array(
        related.enumerated().map { number, label in
          ["id": .int(Int64(number)), "message": ["text": .string(label.0)], "physicalLocation": label.1]
        })
    }
    if let flow = diagnostic.counterexample.flatMap(codeFlow) { object["codeFlows"] = [flow] }
    if let edit = diagnostic.edit, let file = sources.file(edit.span) {
      object["fixes"] = [fix(edit, in: file, help: diagnostic.help)]
    }
    return .object(object)
  }

  /// The path as a code flow with one thread (§3.36 to §3.38), which is the run. Nil for a path without steps.
  private func codeFlow(_ example: Counterexample) -> JSON? {
    guard !example.steps.isEmpty else { return nil }
    let trace = TraceLines(example, in: sources, limit: .max)
    let locations = zip(example.steps, trace.head).enumerated().map { index, step -> JSON in
      let actions = step.1.actions.map { "\($0.isClient ? trace.sender : "engine"): \($0.text)" }
      var location: JSONObject = ["message": ["text": .string("\(step.1.state): \(actions.joined(separator: "; "))")]]
      if let place = physical(step.0.span) { location["physicalLocation"] = place }
      let isEssential = step.0.actor == .client || index == example.steps.count - 1
      return [
        "location": .object(location), "executionOrder": .int(Int64(index + 1)),
        "nestingLevel": .int(Int64(step.0.state.utf8.count { $0 == UInt8(ascii: "/") })),
        "importance": .string(isEssential ? "essential" : "important"),
      ]
    }
    return [
      "message": ["text": .string(trace.attack ?? "how a run comes there")],
      "threadFlows": [["id": .string("run of \(example.flow)"), "locations": .array(locations)]],
    ]
  }

  private func fix(_ edit: Edit, in file: SourceFile, help: String?) -> JSON {
    var replacement: JSONObject = ["deletedRegion": region(edit.span, in: file)]
    if !edit.replacement.isEmpty { replacement["insertedContent"] = ["text": .string(edit.replacement)] }
    return [
      "description": ["text": .string(help ?? "Fix it.")],
      "artifactChanges": [["artifactLocation": artifact(file), "replacements": [.object(replacement)]]],
    ]
  }

  private func physical(_ span: SourceSpan) -> JSON? {
    sources.file(span).map { ["artifactLocation": artifact($0), "region": region(span, in: $0)] }
  }

  private func region(_ span: SourceSpan, in file: SourceFile) -> JSON {
    let (start, end) = (file.position(span.start), file.position(span.end))
    return [
      "startLine": .int(Int64(start.line)), "startColumn": .int(Int64(start.utf16Column)),
      "endLine": .int(Int64(end.line)), "endColumn": .int(Int64(end.utf16Column)),
    ]
  }

  private func artifact(_ file: SourceFile) -> JSON {
    if file.path.hasPrefix("/") { return ["uri": .string("file://" + uri(file.path))] }
    let path = file.path.hasPrefix("./") ? String(file.path.dropFirst(2)) : file.path
    return ["uri": .string(uri(path)), "uriBaseId": .string(Self.base)]
  }
}

/// A path as a URI reference (RFC 3986): all but unreserved characters and `/` percent-encoded.
func uri(_ path: String) -> String {
  var text = ""
  for byte in path.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: "/"):
      text.unicodeScalars.append(Unicode.Scalar(byte))
    default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
  return text
}
