import FlowModel
import FlowSource
import FlowYAML

/// Values, texts with places, and names.
extension CaseReader {
  /// A mapping of names to values.
  mutating func members(_ id: YAMLNodeID, _ owner: @autoclosure () -> String) -> [CaseMember] {
    if syntax.tree.isNothing(id) { return [] }
    guard syntax.expect(.mapping, id, owner()) else { return [] }
    let entries = syntax.tree.entries(id).map { ($0.key, $0.value) }
    return entries.map { CaseMember(name: syntax.word($0), value: value($1)) }
  }

  /// Any value.
  mutating func value(_ id: YAMLNodeID) -> CaseValue {
    let tree = syntax.tree
    switch tree.kind(id) {
    case .sequence: return .list(tree.elements(id).map { value($0) })
    case .mapping: return .map(tree.entries(id).map { (tree.text($0.key), value($0.value)) })
    case .scalar: break
    }
    let written = tree.text(id)
    switch tree.scalar(id) {
    case .null: return .null
    case .bool(let flag): return .bool(flag, written: written)
    case .int(let number): return .int(number, written: written)
    case .float(let number): return .double(number, written: written)
    case .string:
      let places = written.split(separator: " ")
      if places.count == 3, places[0] == "{{", places[2] == "}}", let value = names.row[String(places[1])] {
        names.used.insert(String(places[1]))
        return value
      }
      return .text(text(written, at: tree.span(id)))
    }
  }

  /// A text that may have places.
  mutating func text(_ id: YAMLNodeID, _ owner: String) -> CaseText? {
    guard syntax.expect(.scalar, id, owner, as: "a text") else { return nil }
    return text(syntax.tree.text(id), at: syntax.tree.span(id))
  }

  private mutating func text(_ written: String, at span: SourceSpan) -> CaseText {
    do throws(CaseText.Failure) {
      return try CaseText(parsing: written, &names)
    } catch {
      syntax.report(Diagnostic("U172", .error, error.message, at: span, help: error.help))
      return CaseText(written)
    }
  }

  /// A list of values, or one alone.
  mutating func values(_ id: YAMLNodeID) -> [CaseValue] {
    syntax.tree.kind(id) == .sequence ? syntax.tree.elements(id).map { value($0) } : [value(id)]
  }

  /// A list of names.
  mutating func words(_ id: YAMLNodeID, _ owner: String) -> [Word]? {
    guard syntax.expect(.sequence, id, owner) else { return nil }
    return syntax.tree.elements(id).compactMap { word($0, owner, as: "a name") }
  }

  /// A name, which may be that of a row.
  mutating func word(_ id: YAMLNodeID, _ owner: String, as expected: String) -> Word? {
    guard let word = syntax.reference(id, owner, as: expected) else { return nil }
    guard word.text.contains("{{") else { return word }
    let filled = text(word.text, at: word.span)
    if let plain = filled.plain { return Word(text: plain, span: word.span) }
    syntax.report(
      Diagnostic("U172", .error, "only a value of `each` can stand in a name", at: word.span, help: "write the name"))
    return nil
  }
}
