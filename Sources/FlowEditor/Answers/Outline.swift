import FlowCompiler
import FlowJSON
import FlowSource

// What a file has in it: symbols, and what can be done with each.

extension TenantIndex {
  /// The symbols of a file: a flow's states below it, a tenant's declarations below it, and cases.
  func symbols(in file: SourceFile, _ lines: TextLines) -> [JSON] {
    let own = occurrences.filter { $0.isDeclaration && $0.span.file == file.id && $0.kind != .label }
    let roots = own.filter { [.flow, .tenant].contains($0.kind) }
    let rest = own.filter { ![.flow, .tenant, .event].contains($0.kind) }
    guard let root = roots.first else { return rest.map { symbol($0, lines) } }
    // A state with its end is one.
    let inner = rest.filter { $0.kind != .end }.map { symbol($0, lines) }
    return [symbol(root, lines, inner)]
  }

  private func symbol(_ name: Occurrence, _ lines: TextLines, _ children: [JSON] = []) -> JSON {
    let kind: Int64 =
      switch name.kind {
      case .flow, .tenant: 2
      case .attribute: 8
      case .input: 13
      case .function, .testCase: 12
      case .error: 22
      case .application: 4
      default: 5
      }
    var symbol: JSONObject = [
      "name": .string(name.text.isEmpty ? "?" : name.text), "kind": .int(kind),
      "range": lines.range(name.whole.extended(to: max(name.whole.end, name.span.end))).json,
      "selectionRange": lines.range(name.span).json,
    ]
    if !name.about.isEmpty { symbol["detail"] = .string(name.about) }
    if !children.isEmpty { symbol["children"] = .array(children) }
    return .object(symbol)
  }

  /// What can be run or shown of a file.
  func lenses(in file: SourceFile, folder: String, _ lines: TextLines) -> [JSON] {
    func lens(_ span: SourceSpan, _ title: String, _ command: String, _ arguments: [JSON]) -> JSON {
      let command: JSON = ["title": .string(title), "command": .string(command), "arguments": .array(arguments)]
      return ["range": lines.range(span).json, "command": command]
    }
    let kind = FileKind(file.path, in: folder)
    let own = occurrences.filter { $0.span.file == file.id }
    switch kind {
    case .flow:
      return own.filter { $0.kind == .flow && $0.isDeclaration }.prefix(1).flatMap { flow -> [JSON] in
        let hasCases = occurrences.contains {
          $0.kind == .flow && $0.text == flow.text
            && (sources.file($0.span).map { FileKind($0.path, in: folder).isCases } ?? false)
        }
        // Only a flow that can be started is drawn by itself.
        let graph = lens(flow.span, "Show graph", EditorCommand.graph, [.string(folder), .string(flow.text)])
        let test = lens(flow.span, "Run its tests", EditorCommand.test, [.string(folder), .string(flow.text)])
        return (subFlows.contains(flow.text) ? [] : [graph]) + (hasCases ? [test] : [])
      }
    case .cases:
      return own.filter { $0.kind == .testCase }.map {
        lens($0.span, "Run test", EditorCommand.test, [.string(folder), .string($0.text)])
      }
    default: return []
    }
  }
}

/// The commands that lenses name.
package enum EditorCommand {
  package static let graph = "usher.showGraph"
  package static let test = "usher.runTest"
}

extension FileKind {
  var isCases: Bool { if case .cases = self { true } else { false } }
}
