package import FlowCompiler
package import FlowJSON
package import FlowSource
import FlowTooling

/// What the compiler found in a tenant, for the texts that it was given.
package struct CheckedTenant: Sendable {
  package let compilation: Compilation
  /// The lines of its files, by their numbers.
  private var lines: [UInt32: TextLines] = [:]

  package init(_ found: FoundSources) { compilation = Compiler.compile(found, isServing: true) }

  /// The paths of its files.
  package var paths: [String] { compilation.sources.files.map(\.path) }

  /// The problems of a file.
  package func problems(in path: String) -> [Diagnostic] {
    compilation.diagnostics.filter { compilation.sources.file($0.span)?.path == path }
  }

  /// Its problems as a client gets them, by the paths of files.
  package mutating func diagnostics(_ uri: (String) -> String) -> [String: [JSON]] {
    var found: [String: [JSON]] = [:]
    for problem in compilation.diagnostics {
      guard let file = compilation.sources.file(problem.span) else { continue }
      found[file.path, default: []].append(diagnostic(problem, uri))
    }
    return found
  }

  private mutating func diagnostic(_ problem: Diagnostic, _ uri: (String) -> String) -> JSON {
    var text = problem.message
    for note in problem.notes { text += "\nnote: \(note)" }
    if let help = problem.help { text += "\nhelp: \(help)" }
    var related = problem.labels.compactMap { self.related($0.span, $0.message, uri) }
    if let example = problem.counterexample {
      if !example.attack.isEmpty { text += "\nattack: \(example.attack)" }
      let client = example.attack.isEmpty ? "client" : "attacker"
      related += steps(example.steps, client, "", uri) + steps(example.otherRun, client, "another run: ", uri)
    }
    var json: JSONObject = [
      "range": range(problem.span).json, "severity": problem.severity == .error ? 1 : 2,
      "code": .string(problem.code), "source": "usher", "message": .string(text),
    ]
    if !related.isEmpty { json["relatedInformation"] = .array(related) }
    return .object(json)
  }

  /// The steps of a path, each where it is taken.
  private mutating func steps(
    _ steps: [TraceStep], _ client: String, _ run: String, _ uri: (String) -> String
  ) -> [JSON] {
    steps.enumerated().compactMap { number, step in
      let words = TraceWords(step)
      let parts = [words.client.map { "\(client) \($0)" }, words.engine.isEmpty ? nil : "engine \(words.engine)"]
      let what = parts.compactMap { $0 }.joined(separator: "; ")
      return related(step.span, "\(run)\(number + 1). \(step.state): \(what.isEmpty ? "goes on" : what)", uri)
    }
  }

  private mutating func related(_ span: SourceSpan, _ message: String, _ uri: (String) -> String) -> JSON? {
    guard let file = compilation.sources.file(span) else { return nil }
    return [
      "location": ["uri": .string(uri(file.path)), "range": range(span).json], "message": .string(message),
    ]
  }

  private mutating func range(_ span: SourceSpan) -> TextRange {
    if let known = lines[span.file] { return known.range(span) }
    let made = TextLines(compilation.sources.file(span)?.bytes ?? [])
    lines[span.file] = made
    return made.range(span)
  }
}

/// The edits that problems carry, as actions of a client.
extension CheckedTenant {
  /// The fixes of problems that touch a range, and that of all of the file.
  package func actions(in document: OpenDocument, _ range: TextRange, only: [String]?) -> [JSON] {
    let fixes = problems(in: document.path).filter { $0.edit != nil }
    func isAsked(_ kind: String) -> Bool {
      only?.contains { kind == $0 || kind.hasPrefix($0 + ".") } ?? true
    }
    var actions: [JSON] = []
    for problem in fixes where isAsked("quickfix") && document.lines.range(problem.span).touches(range) {
      guard let edit = problem.edit, let file = compilation.sources.file(edit.span), file.path == document.path else {
        continue
      }
      let summary = FixedText.summary(of: edit, in: file)
      actions.append([
        "title": .string(summary.prefix(1).uppercased() + summary.dropFirst() + " (\(problem.code))"),
        "kind": "quickfix", "isPreferred": true,
        "diagnostics": [
          [
            "range": document.lines.range(problem.span).json, "message": .string(problem.message),
            "code": .string(problem.code), "source": "usher",
          ]
        ], "edit": changes([edit], document),
      ])
    }
    if isAsked("source.fixAll.usher"), let all = apart(fixes.compactMap(\.edit), document), !all.isEmpty {
      actions.append([
        "title": "Make all certain fixes of this file", "kind": "source.fixAll.usher", "edit": changes(all, document),
      ])
    }
    return actions
  }

  /// Edits of a document that do not touch each other.
  private func apart(_ edits: [Edit], _ document: OpenDocument) -> [Edit]? {
    var taken: [Edit] = []
    for edit in edits.sorted(by: { $0.span < $1.span }) {
      guard compilation.sources.file(edit.span)?.path == document.path else { continue }
      if let last = taken.last, edit.span.start <= last.span.end { continue }
      taken.append(edit)
    }
    return taken
  }

  private func changes(_ edits: [Edit], _ document: OpenDocument) -> JSON {
    let texts = edits.map { edit -> JSON in
      ["range": document.lines.range(edit.span).json, "newText": .string(edit.replacement)]
    }
    return ["changes": .object(JSONObject(members: [(document.uri, .array(texts))]))]
  }
}
