import FlowModel

/// What runs of a flow pass on the way to an end of a name.
struct Passed {
  /// What effects are done on every path.
  private(set) var effects: Set<String> = []
  /// What pages are passed on every path.
  private(set) var pages: Set<Int> = []

  init(_ flow: Flow, _ side: Side, to end: String) {
    guard Self.comes(to: end, flow, without: []) else { return }
    var states: [String: Set<Int>] = [:]
    for state in flow.states.indices {
      if let call = flow.call(state) { states[side.subject(call, flow), default: []].insert(state) }
    }
    // Only what lies on one path can lie on all.
    let path = Self.path(to: end, flow)
    for (key, own) in states where !own.isDisjoint(with: path) && !Self.comes(to: end, flow, without: own) {
      effects.insert(key)
    }
    pages = Set(path.filter { flow.states[$0].kind == .page && !Self.comes(to: end, flow, without: [$0]) })
  }

  private static func comes(to end: String, _ flow: Flow, without barred: Set<Int>) -> Bool {
    !path(to: end, flow, without: barred).isEmpty
  }

  /// The states of a shortest path that never comes to some; empty where there is none.
  private static func path(to end: String, _ flow: Flow, without barred: Set<Int> = []) -> Set<Int> {
    let start = Int(flow.start)
    guard flow.states.indices.contains(start), !barred.contains(start) else { return [] }
    var before = [Int](repeating: -1, count: flow.states.count)
    before[start] = start
    var pending = [start]
    var next = 0
    while next < pending.count {
      let state = pending[next]
      next += 1
      if flow.end(state)?.name == end {
        var (path, at): (Set<Int>, Int) = ([state], state)
        while before[at] != at {
          at = before[at]
          path.insert(at)
        }
        return path
      }
      for target in flow.targets(state) where before[target] < 0 && !barred.contains(target) {
        before[target] = state
        pending.append(target)
      }
    }
    return []
  }
}

extension Flow {
  func targets(_ state: Int) -> [Int] {
    let payload = Int(states[state].payload)
    let indices: [Int32] =
      switch states[state].kind {
      case .page: pages[payload].events.map(\.transition) + [pages[payload].timeoutTransition]
      case .effect: calls[payload].transitions
      case .choose: choices[payload].branches.map(\.transition)
      case .end: []
      }
    return indices.filter { $0 >= 0 }.map { Int(transitions[Int($0)].target) }
  }
}
