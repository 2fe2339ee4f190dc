import FlowSource
import FlowYAML

/// Takes back the edits that would make one key of a mapping stand twice, and says what to do instead.
func withoutDoublingEdits(_ problems: [Diagnostic], in files: [SourceFile]) -> [Diagnostic] {
  // Most edits are of values: only what a colon follows may be a key.
  func mayBeKey(_ edit: Edit) -> Bool {
    guard let file = files.first(where: { $0.id == edit.span.file }), edit.replacement.isName else { return false }
    let rest = file.bytes[min(Int(edit.span.end), file.bytes.count)...]
    let next = rest.first { $0 != 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
    return next == UInt8(ascii: ":")
  }
  var siblings: [UInt32: [SourceSpan: Set<String>]] = [:]
  return problems.map { problem in
    guard let edit = problem.edit, mayBeKey(edit) else { return problem }
    let id = edit.span.file
    if siblings[id] == nil, let file = files.first(where: { $0.id == id }) { siblings[id] = keysBeside(file) }
    guard siblings[id]?[edit.span]?.contains(edit.replacement) == true else { return problem }
    var problem = problem
    problem.edit = nil
    problem.help = "\(edit.replacement.quoted) is there already: remove one of the two, or give this one its own name"
    return problem
  }
}

/// The keys of the mapping that each key of a file stands in, by the key's place.
private func keysBeside(_ file: SourceFile) -> [SourceSpan: Set<String>] {
  var ignored = DiagnosticCollector()
  guard let tree = parseYAML(file, &ignored, words: languageWords) else { return [:] }
  var found: [SourceSpan: Set<String>] = [:]
  var pending = tree.root.map { [$0] } ?? []
  while let id = pending.popLast() {
    switch tree.kind(id) {
    case .mapping:
      let keys = Set(tree.entries(id).map { tree.text($0.key) })
      for entry in tree.entries(id) {
        found[tree.span(entry.key)] = keys
        pending.append(entry.value)
      }
    case .sequence: pending += tree.elements(id)
    case .scalar: break
    }
  }
  return found
}
