import FlowSource
import FlowYAML

/// A YAML text with the expected places shown in it: «the problem» and ‹its labels›.
struct MarkedText {
  var bytes: [UInt8] = []
  var problem: SourceSpan?
  var labels: [SourceSpan] = []

  init(_ marked: String) {
    var starts: [UInt32] = []
    for character in marked.unicodeScalars {
      let here = UInt32(bytes.count)
      switch character {
      case "«", "‹": starts.append(here)
      case "»": problem = SourceSpan(file: 0, start: starts.popLast() ?? 0, end: here)
      case "›": labels.append(SourceSpan(file: 0, start: starts.popLast() ?? 0, end: here))
      default: bytes.append(contentsOf: String(character).utf8)
      }
    }
  }
}

/// What reading a text gives.
struct Reading {
  let tree: YAMLTree?
  let problems: [Diagnostic]

  init(_ bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) {
    var collector = DiagnosticCollector()
    tree = parseYAML(SourceFile(id: 0, path: "flow.yaml", bytes: bytes), &collector, limits: limits)
    problems = collector.sorted()
  }

  init(_ text: String) { self.init(Array(text.utf8)) }

  var codes: [String] { problems.map(\.code) }
}

extension Edit {
  func applied(to bytes: [UInt8]) -> [UInt8] {
    Array(bytes[..<Int(span.start)]) + Array(replacement.utf8) + Array(bytes[Int(span.end)...])
  }
}

extension YAMLTree {
  /// The tree on one line: `{a: [1, "x"]}`.
  func outline(_ id: YAMLNodeID) -> String {
    switch kind(id) {
    case .scalar: isPlain(id) ? text(id) : "\"\(text(id))\""
    case .sequence: "[" + elements(id).map(outline).joined(separator: ", ") + "]"
    case .mapping: "{" + entries(id).map { outline($0.key) + ": " + outline($0.value) }.joined(separator: ", ") + "}"
    }
  }

  var outline: String { root.map(outline) ?? "" }

  /// Every node with the source text of its span, in the order of a walk.
  func spans(_ id: YAMLNodeID) -> [String] {
    let own = source.text(span(id))
    switch kind(id) {
    case .scalar: return [own]
    case .sequence: return [own] + elements(id).flatMap(spans)
    case .mapping: return [own] + entries(id).flatMap { spans($0.key) + spans($0.value) }
    }
  }
}
