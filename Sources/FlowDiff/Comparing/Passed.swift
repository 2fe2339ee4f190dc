import FlowModel

/// What runs of a flow pass on the way to an end called `completed`.
struct Passed {
  /// What effects are done on every path.
  private(set) var always: Set<String> = []
  /// What effects there are.
  let all: Set<String>
  private let isEnding: Bool

  init(_ flow: Flow, _ side: Side) {
    var states: [String: Set<Int>] = [:]
    for state in flow.states.indices {
      if let call = flow.call(state) { states[side.subject(call, flow), default: []].insert(state) }
    }
    all = Set(states.keys)
    isEnding = Self.completes(flow, without: [])
    if isEnding { for (key, own) in states where !Self.completes(flow, without: own) { always.insert(key) } }
  }

  /// The pages that are passed on every path.
  func alwaysPages(of flow: Flow) -> Set<Int> {
    guard isEnding else { return [] }
    return Set(flow.states.indices.filter { flow.states[$0].kind == .page && !Self.completes(flow, without: [$0]) })
  }

  /// Whether a run can come to a completed end that never comes to some states.
  private static func completes(_ flow: Flow, without barred: Set<Int>) -> Bool {
    let start = Int(flow.start)
    guard flow.states.indices.contains(start), !barred.contains(start) else { return false }
    var seen: Set<Int> = [start]
    var pending = [start]
    while let state = pending.popLast() {
      if flow.end(state)?.name == End.completed { return true }
      for target in flow.targets(state) where !barred.contains(target) && seen.insert(target).inserted {
        pending.append(target)
      }
    }
    return false
  }
}

extension Flow {
  fileprivate func targets(_ state: Int) -> [Int] {
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
