import FlowCompiler
import FlowModel
import FlowSource

extension TenantIndex {
  /// The name as it counts: what stands for an attribute is one, a flow is one whatever its kind, a path is its parts.
  func settled(_ name: Occurrence) -> [Occurrence] {
    var name = name
    switch name.kind {
    case .attribute, .field, .value, .result:
      if name.isDeclaration { return [name] }
      // What a parameter of the sub-flow is called is that there.
      if isArgument(name) {
        (name.kind, name.scope) = (.argument, name.flow)
        return [name]
      }
      if SecretField.allCases.contains(where: { $0.name == name.text }), name.kind != .attribute { return [] }
      let isAttribute = declared(.attribute).contains { $0.text == name.text }
      name.kind = .attribute
      return [name].map { isAttribute ? $0 : parameter($0) }
    case .subFlow:
      name.kind = .flow
      return [name]
    case .event:
      // Each page has events of its own.
      name.scope += "/" + name.state
      return [name]
    case .end where !name.isDeclaration:
      // What a property begins with may be a state.
      let isEnd = declared(.end).contains { $0.isSame(name) }
      if !isEnd { name.kind = .state }
      if !isEnd, !declared(.state).contains(where: { $0.isSame(name) }) { name.kind = .end }
      return [name]
    case .statePath: return parts(of: name)
    default: return [name]
    }
  }

  private func isArgument(_ name: Occurrence) -> Bool {
    declared(.argument).contains { $0.text == name.text && $0.scope == name.flow }
  }

  /// A name that may be a parameter of its flow.
  private func parameter(_ name: Occurrence) -> Occurrence {
    guard declared(.input).contains(where: { $0.text == name.text && $0.scope == name.flow }) else { return name }
    var parameter = name
    (parameter.kind, parameter.scope) = (.input, name.flow)
    return parameter
  }

  /// The states of a path: the first is the flow's, each other one that of the sub-flow that the one before calls.
  private func parts(of path: Occurrence) -> [Occurrence] {
    var (flow, start) = (path.scope, path.span.start)
    var found: [Occurrence] = []
    for part in path.text.split(separator: "/", omittingEmptySubsequences: false) {
      var state = path
      (state.kind, state.text, state.scope) = (.state, String(part), flow)
      state.span = SourceSpan(
        file: path.span.file, start: start, end: start + UInt32(truncatingIfNeeded: part.utf8.count))
      state.whole = state.span
      found.append(state)
      start = state.span.end + 1
      guard let next = calls[flow + "/" + part] else { break }
      flow = next
    }
    return found
  }
}

extension TenantIndex {
  /// The attributes that the words of a message show: `{{ attributes.NAME }}`.
  func names(inMessage source: SourceFile) -> [Occurrence] {
    let bytes = source.bytes
    var found: [Occurrence] = []
    var at = 0
    while at + 1 < bytes.count {
      guard bytes[at] == UInt8(ascii: "{"), bytes[at + 1] == UInt8(ascii: "{") else {
        at += 1
        continue
      }
      let start = at + 2
      at = start
      while at < bytes.count, bytes[at] != UInt8(ascii: "}"), bytes[at] != 0x0A { at += 1 }
      for name in ExpressionNames.inCondition(String(decoding: bytes[start..<at], as: UTF8.self)) {
        let range = start + name.range.lowerBound..<start + name.range.upperBound
        let span = SourceSpan(
          file: source.id, start: UInt32(truncatingIfNeeded: range.lowerBound),
          end: UInt32(truncatingIfNeeded: range.upperBound))
        found.append(
          Occurrence(
            kind: name.kind, text: String(decoding: bytes[range], as: UTF8.self), scope: "", span: span,
            isDeclaration: false, whole: span, flow: "", state: ""))
      }
    }
    return found
  }
}
