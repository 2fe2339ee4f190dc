package import FlowCompiler
package import FlowSource
import FlowYAML

/// All names of a tenant's files: where each is declared, and where it is used.
package struct TenantIndex: Sendable {
  package private(set) var sources = SourceMap()
  /// By file and place.
  package private(set) var occurrences: [Occurrence] = []
  private var declarations: [NameKind: [Occurrence]] = [:]
  /// The sub-flow that a state calls, by `FLOW/STATE`.
  private(set) var calls: [String: String] = [:]
  private var trees: [UInt32: YAMLTree] = [:]
  /// The flows that only `call` enters.
  package private(set) var subFlows: Set<String> = []
  /// The tenant's own folder.
  let folder: String

  /// Reads the files of a tenant, as far as each can be read.
  package init(_ files: [SourceText], in folder: String) {
    self.folder = folder
    var found: [Occurrence] = []
    for file in files {
      let source = sources.add(path: file.path, bytes: file.bytes)
      let kind = FileKind(file.path, in: folder)
      if case .message = kind { found += names(inMessage: source) }
      guard let shape = kind.shape else { continue }
      var problems = DiagnosticCollector()
      guard let tree = parseYAML(source, &problems) else { continue }
      trees[source.id] = tree
      found += names(in: tree, shape)
    }
    for name in found where name.isDeclaration { declarations[name.kind, default: []].append(name) }
    subFlows = Set(declared(.subFlow).map(\.text))
    occurrences = found.flatMap(settled).sorted { $0.span < $1.span }
    declarations = [:]
    for name in occurrences where name.isDeclaration { declarations[name.kind, default: []].append(name) }
  }

  func tree(_ file: UInt32) -> YAMLTree? { trees[file] }

  /// The declarations of a kind, by file and place.
  package func declared(_ kind: NameKind) -> [Occurrence] { declarations[kind] ?? [] }

  /// Where a name is declared.
  package func declarations(of name: Occurrence) -> [Occurrence] {
    declared(name.kind).filter { $0.isSame(name) }
  }

  /// All places of one name.
  package func places(of name: Occurrence) -> [Occurrence] { occurrences.filter { $0.isSame(name) } }

  /// The name at a place.
  package func name(at offset: Int, in file: UInt32) -> Occurrence? {
    occurrences.first { $0.span.file == file && Int($0.span.start) <= offset && offset <= Int($0.span.end) }
  }

  package func file(_ path: String) -> SourceFile? { sources.files.first { $0.path == path } }

  /// The names of one file.
  private mutating func names(in tree: YAMLTree, _ shape: Shape) -> [Occurrence] {
    var found: [Occurrence] = []
    var called: [String: String] = [:]
    let walk = ShapeWalk(tree: tree) { id, role, context in
      func add(
        _ kind: NameKind, _ text: String, _ span: SourceSpan, declares: Bool = false, whole: SourceSpan? = nil,
        about: String = ""
      ) {
        let isOfCalled = (kind == .end || kind == .argument) && !declares
        let scope = isOfCalled ? context.called ?? context.flow : kind.isOfFlow ? context.flow : ""
        found.append(
          Occurrence(
            kind: kind, text: text, scope: scope, span: span, isDeclaration: declares, whole: whole ?? span,
            flow: context.flow, state: context.state, about: about))
      }
      let place = tree.textSpan(id) ?? tree.span(id)
      switch role {
      case .key: break
      case .name(let kind, let declares, _, let value):
        let whole = tree.span(id).extended(to: max(tree.span(id).end, tree.span(value).end))
        add(kind, tree.text(id), place, declares: declares, whole: whole, about: declares ? tree.summary(value) : "")
      case .value(let shape):
        for alternative in shape.alternatives {
          switch alternative {
          case .name(.subFlow):
            if context.called != nil { called[context.flow + "/" + context.state] = tree.text(id) }
            add(.subFlow, tree.text(id), place)
          case .name(let kind): if !tree.text(id).contains("{{") { add(kind, tree.text(id), place) }
          case .declares(let kind):
            let isFile = [.flow, .subFlow, .tenant].contains(kind)
            let whole = isFile ? tree.root.map { tree.span($0) } : nil
            add(kind, tree.text(id), place, declares: true, whole: whole)
          case .condition, .property, .evidence:
            guard let text = tree.textSpan(id) else { continue }
            let isCondition = if case .condition = alternative { true } else { false }
            let written = tree.text(id)
            let names =
              isCondition ? ExpressionNames.inCondition(written) : ExpressionNames.inProperty(written)
            for name in names {
              add(name.kind, String(decoding: Array(written.utf8)[name.range], as: UTF8.self), text.part(name.range))
            }
          case .form: addTarget(id, tree, &found, context)
          default: continue
          }
        }
      }
    }
    walk.walk(shape)
    calls.merge(called) { first, _ in first }
    return found
  }
}

/// `after: 10m -> STATE`.
private func addTarget(_ id: YAMLNodeID, _ tree: YAMLTree, _ found: inout [Occurrence], _ context: WalkContext) {
  let written = Array(tree.text(id).utf8)
  guard let text = tree.textSpan(id), let end = written.lastIndex(of: UInt8(ascii: ">")), end > 0,
    written[end - 1] == UInt8(ascii: "-"),
    let start = written[(end + 1)...].firstIndex(where: { $0 != UInt8(ascii: " ") })
  else { return }
  let span = text.part(start..<written.count)
  found.append(
    Occurrence(
      kind: .state, text: String(decoding: written[start...], as: UTF8.self), scope: context.flow, span: span,
      isDeclaration: false, whole: span, flow: context.flow, state: context.state))
}

extension YAMLTree {
  /// What a declaration says, in a few words: an attribute's type, a state's kind, an error's text.
  fileprivate func summary(_ id: YAMLNodeID) -> String {
    if kind(id) == .scalar { return text(id) }
    let told = entries(id).first { text($0.key) == "type" } ?? entries(id).first
    guard let told else { return "" }
    let (key, value) = (text(told.key), kind(told.value) == .scalar ? text(told.value) : "")
    return key == "type" ? value : value.isEmpty ? key : "\(key): \(value)"
  }
}
