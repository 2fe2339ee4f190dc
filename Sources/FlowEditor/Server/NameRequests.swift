import FlowCompiler
import FlowJSON
import FlowSource

// Where names stand, and others in their places.
extension EditorServer {
  mutating func name(_ subject: Subject?) -> (name: Occurrence, index: TenantIndex)? {
    guard let subject else { return nil }
    let index = index(subject.folder)
    guard let file = index.file(subject.document.path), let name = index.name(at: subject.offset, in: file.id) else {
      return nil
    }
    return (name, index)
  }

  mutating func definition(_ subject: Subject?) -> JSON {
    guard let (name, index) = name(subject) else { return [] }
    return .array(index.declarations(of: name).compactMap { location($0.span, index) })
  }

  mutating func references(_ subject: Subject?, declared: Bool, everywhere: Bool) -> JSON {
    guard let (name, index) = name(subject) else { return [] }
    let places = index.places(of: name).filter { declared || !$0.isDeclaration }
    if everywhere { return .array(places.compactMap { location($0.span, index) }) }
    let lines = subject?.document.lines
    return .array(
      places.filter { $0.span.file == name.span.file }.compactMap { place in
        lines.map { ["range": $0.range(place.span).json, "kind": place.isDeclaration ? 3 : 2] }
      })
  }

  private func location(_ span: SourceSpan, _ index: TenantIndex) -> JSON? {
    guard let file = index.sources.file(span) else { return nil }
    return ["uri": .string(uri(file.path)), "range": TextLines(file.bytes).range(span).json]
  }

  mutating func prepareRename(_ subject: Subject?) -> JSON {
    guard let subject else { return .null }
    let index = index(subject.folder)
    guard let file = index.file(subject.document.path),
      let name = index.renamable(at: subject.offset, in: file.id)
    else { return .null }
    return ["range": subject.document.lines.range(name.span).json, "placeholder": .string(name.text)]
  }

  mutating func rename(_ subject: Subject?, _ params: JSON) throws(RequestFailure) -> JSON {
    guard let new = params["newName"]?.string else { throw .invalidParameters("`newName` is a text") }
    guard let subject else { throw .failed("this document is no tenant's") }
    let index = index(subject.folder)
    guard let file = index.file(subject.document.path),
      let name = index.renamable(at: subject.offset, in: file.id)
    else { throw .failed("there is no name here that can be changed") }
    let edits: [Edit]
    do throws(RenameRefusal) { edits = try index.rename(name, to: new) } catch { throw .failed(error.message) }
    let before = fresh(subject.folder).compilation
    if let harm = TenantIndex.harm(of: edits, index, workspace.sources(subject.folder), before) {
      throw .failed("the name is used where it cannot be changed: \(harm.message) (\(harm.code))")
    }
    var changes: [String: [JSON]] = [:]
    for edit in edits {
      guard let file = index.sources.file(edit.span) else { continue }
      let text: JSON = [
        "range": TextLines(file.bytes).range(edit.span).json, "newText": .string(edit.replacement),
      ]
      changes[uri(file.path), default: []].append(text)
    }
    return ["changes": .object(JSONObject(members: changes.sorted { $0.key < $1.key }.map { ($0, .array($1)) }))]
  }
}
