import FlowCompiler
import FlowModel

/// A transition in one of the places where a flow's file stands in a table: what names are called there.
struct Expansion {
  /// What stands before the names of the file's states.
  private let prefix: String

  init(_ flow: Flow, _ transition: Int, _ place: EdgePlace) {
    let source = flow.sources[transition]
    var parts = flow.states[Int(source)].name.split(separator: "/").map(String.init)
    // The end of a sub-flow leaves its state, for what its caller says of it.
    parts.removeLast(min(parts.count, place.kind == .end ? 2 : 1))
    prefix = parts.map { $0 + "/" }.joined()
  }

  /// A state's name in its file; nil for one of another file.
  func own(_ name: String) -> String? {
    guard name.hasPrefix(prefix) else { return nil }
    let rest = name.dropFirst(prefix.count)
    return rest.contains("/") ? nil : String(rest)
  }

  /// The number of a state that the file calls so.
  func state(_ name: String, in flow: Flow) -> Int? { flow.states.firstIndex { $0.name == prefix + name } }
}

extension Flow {
  /// Whether a run may come from one state to another one without resting.
  func comesBack(from start: Int, to end: Int) -> Bool {
    var seen: Set<Int> = [start]
    var pending = [start]
    while let state = pending.popLast() {
      if states[state].kind == .page { continue }
      if state == end { return true }
      for transition in transitions(of: states[state]) {
        let target = Int(transitions[Int(transition)].target)
        if seen.insert(target).inserted { pending.append(target) }
      }
    }
    return false
  }
}
