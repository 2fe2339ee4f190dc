public import FlowSource

/// What becomes of a file that is to be formatted.
public enum FormattedYAML: Sendable {
  /// The file in its one form, which may be what it was.
  case formatted([UInt8])
  /// It cannot be read, so that it stays as it is; the problems were reported.
  case unreadable
  /// What it would become does not say the same, so that it stays as it is.
  case unsure
}

/// The one form of a YAML file: what it says, its comments and the order of its keys stay. To format it again changes nothing.
public func formatYAML(_ source: SourceFile, _ problems: inout DiagnosticCollector, width: Int = 120) -> FormattedYAML {
  var own = DiagnosticCollector()
  guard let tree = parseYAML(source, &own), !own.hasErrors else {
    problems.add(own)
    return own.hasErrors ? .unreadable : formatComments(source, width)
  }
  guard let (output, comments) = formatted(source, width) else { return .unsure }
  // Whatever goes wrong here would change what a flow does.
  let copy = SourceFile(id: source.id, path: source.path, bytes: output)
  guard let other = parseYAML(copy, &own), tree.saysTheSame(as: other), let (again, others) = formatted(copy, width),
    again == output, comments == others
  else { return .unsure }
  return .formatted(output)
}

/// A file that says nothing.
private func formatComments(_ source: SourceFile, _ width: Int) -> FormattedYAML {
  formatted(source, width).map { .formatted($0.output) } ?? .unsure
}

private func formatted(_ source: SourceFile, _ width: Int) -> (output: [UInt8], comments: [[UInt8]])? {
  guard case .success(let text) = checkBytes(source, YAMLLimits()) else { return nil }
  return source.bytes.withUnsafeBufferPointer { bytes in
    guard let document = WrittenDocument(bytes, text) else { return nil }
    // The byte order mark is no part of what is said.
    let comments = WrittenComment.all(of: document.root, in: source.bytes)
    let formatter = YAMLFormatter(source.bytes, document, comments, width: width)
    return (formatter.result, comments.map { Array($0.text) })
  }
}

extension YAMLTree {
  /// Whether another document says the same, in whichever form.
  func saysTheSame(as other: YAMLTree) -> Bool {
    switch (root, other.root) {
    case (nil, nil): true
    case (let root?, let otherRoot?): isSame(root, other, otherRoot)
    default: false
    }
  }

  private func isSame(_ id: YAMLNodeID, _ other: YAMLTree, _ otherID: YAMLNodeID) -> Bool {
    guard kind(id) == other.kind(otherID), count(id) == other.count(otherID) else { return false }
    switch kind(id) {
    case .scalar: return isPlain(id) == other.isPlain(otherID) && text(id) == other.text(otherID)
    case .sequence: return zip(elements(id), other.elements(otherID)).allSatisfy { isSame($0, other, $1) }
    case .mapping:
      return zip(entries(id), other.entries(otherID)).allSatisfy { one, two in
        isSame(one.key, other, two.key) && isSame(one.value, other, two.value)
      }
    }
  }
}
