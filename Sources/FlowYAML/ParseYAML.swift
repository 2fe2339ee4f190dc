import CYAML
public import FlowSource

/// Reads one file as YAML 1.2, of one document.
///
/// Problems U001 to U014 but U007 are reported to `problems`, in the `words` of the language that is read. The result is nil where no tree could be read soundly; a
/// tree is returned beside errors that leave the rest of the file readable, such as an equal key (kept), a key that is
/// no text or a merge key (both left out), a tag (ignored), or a second document (left out).
public func parseYAML(
  _ source: SourceFile, _ problems: inout DiagnosticCollector, limits: YAMLLimits = YAMLLimits(),
  words: YAMLWords = YAMLWords()
) -> YAMLTree? {
  let text: CheckedText
  switch checkBytes(source, limits) {
  case .success(let checked): text = checked
  case .failure(let problem):
    problems.report(problem.diagnostic(in: source))
    return nil
  }
  return source.bytes.withUnsafeBufferPointer { bytes in
    if let directive = refusedDirective(bytes, from: text.start) {
      problems.report(Problem.directive(directive).diagnostic(in: source))
      return nil
    }
    guard var reader = EventReader(bytes, text) else {
      problems.report(Problem.outOfMemory.diagnostic(in: source))
      return nil
    }
    var builder = TreeBuilder(source, bytes, from: text.start, limits)
    let failure = readEvents(&reader, &builder, bytes)
    for problem in builder.problems { problems.report(problem.diagnostic(in: source)) }
    if let failure {
      // A tag that is no more than the start of a condition, and what it stumbles over next, are one slip.
      let line = source.lineRange(failure.place)
      if builder.problems.contains(where: {
        if case .tag(let tag) = $0 { line.contains(tag.lowerBound) } else { false }
      }) {
        return nil
      }
      var problem = describe(failure, in: source, lastQuoted: builder.lastQuoted, words)
      if let edit = problem.edit, !mends(edit, failure, in: source, limits) { problem.edit = nil }
      problems.report(problem)
      return nil
    }
    let tree = builder.finish()
    if !text.isASCII, let tree, let space = tree.foreignSpace {
      problems.report(space)
      return nil
    }
    return tree
  }
}

/// Whether the text with an edit made can be read past the place where it could not.
private func mends(_ edit: Edit, _ failure: SyntaxFailure, in source: SourceFile, _ limits: YAMLLimits) -> Bool {
  let mended = SourceFile(id: source.id, path: source.path, bytes: edit.applied(to: source.bytes))
  guard case .success(let text) = checkBytes(mended, limits) else { return false }
  return mended.bytes.withUnsafeBufferPointer { bytes in
    guard var reader = EventReader(bytes, text) else { return false }
    var builder = TreeBuilder(mended, bytes, from: text.start, limits)
    guard let next = readEvents(&reader, &builder, bytes) else { return true }
    let line = source.lineRange(max(failure.place, Int(edit.span.end)))
    let growth = edit.replacement.utf8.count - Int(edit.span.end - edit.span.start)
    return next.place > line.upperBound + growth
  }
}

/// Feeds the events of one document to the builder, as far as it wants any; returns why libyaml could not go on, if so.
func readEvents(
  _ reader: inout EventReader, _ builder: inout TreeBuilder, _ bytes: UnsafeBufferPointer<UInt8>
) -> SyntaxFailure? {
  while reader.next() {
    switch reader.event.pointee.type {
    case YAML_SCALAR_EVENT: builder.scalar(&reader)
    case YAML_ALIAS_EVENT: builder.alias(&reader)
    case YAML_MAPPING_START_EVENT: builder.open(.mapping, &reader)
    case YAML_SEQUENCE_START_EVENT: builder.open(.sequence, &reader)
    case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT: builder.close(&reader)
    case YAML_DOCUMENT_END_EVENT:
      // Looked for by hand: libyaml takes quadratic time for the directives of a next document.
      if let next = nextDocument(bytes, from: reader.end) {
        builder.report(.secondDocument(next))
        return nil
      }
    case YAML_STREAM_END_EVENT: return nil
    default: break
    }
    if builder.isStopped { return nil }
  }
  return reader.failure
}
