import FlowCompiler
import FlowModel
import FlowSource
import FlowTooling
import FlowYAML

extension TenantIndex {
  /// What is known of what stands at a place, in Markdown, and where it stands; nil where that is nothing.
  func hover(at offset: Int, in file: SourceFile, _ shape: Shape) -> (text: String, span: SourceSpan)? {
    if let name = name(at: offset, in: file.id), let text = text(of: name) { return (text, name.span) }
    guard let tree = tree(file.id) else { return nil }
    var found: (String, SourceSpan)?
    ShapeWalk(tree: tree) { id, role, _ in
      let span = tree.span(id)
      guard found == nil, Int(span.start) <= offset, offset <= Int(span.end),
        case .key(let mapping, _, _, _) = role
      else { return }
      let key = tree.text(id)
      let about = mapping.entry(key)?.about ?? ""
      let text = about.isEmpty ? keyText(key) : "**\(key)**\n\n\(about)"
      if !text.isEmpty { found = (text, span) }
    }.walk(shape)
    return found
  }

  private func text(of name: Occurrence) -> String? {
    switch name.kind {
    case .effect: return effectText(name.text)
    case .error:
      let standard = standardErrors.first { $0.code == name.text }.map { "\n\n\($0.message)" }
      return declared("error", name) ?? standard.map { "**error** `\(name.text)`\($0)" }
    case .attribute: return declared("attribute", name)
    case .input: return declared("parameter", name)
    case .state, .end, .flow, .function, .application: return declared(name.kind.rawValue, name)
    default: return nil
    }
  }

  /// A declaration as it stands: its beginning, where it is long.
  private func declared(_ what: String, _ name: Occurrence) -> String? {
    guard let own = declarations(of: name).first, let file = sources.file(own.span) else { return nil }
    let indent = Int(file.position(own.whole.start).column) - 1
    var lines = file.text(own.whole).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for number in lines.indices.dropFirst() {
      let blanks = lines[number].utf8.prefix { $0 == 0x20 }.count
      lines[number] = String(lines[number].dropFirst(min(indent, blanks)))
    }
    let shown = own.kind == .flow || own.kind == .end ? [] : Array(lines.prefix(12))
    let code = shown.isEmpty ? "" : "\n\n```yaml\n\(shown.joined(separator: "\n"))\n```"
    let type = own.about.isEmpty ? "" : ": \(own.about)"
    return "**\(what)** `\(name.text)`\(type)\(code)"
  }
}
