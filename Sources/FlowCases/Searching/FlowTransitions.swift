import FlowModel

extension Flow {
  /// The state that each transition leaves.
  var sources: [Int32] {
    var sources = [Int32](repeating: 0, count: transitions.count)
    for (number, state) in states.enumerated() {
      for transition in self.transitions(of: state) { sources[Int(transition)] = Int32(number) }
    }
    return sources
  }

  /// The transitions that leave a state.
  func transitions(of state: FlowState) -> [Int32] {
    let all: [Int32]
    switch state.kind {
    case .page:
      let page = pages[Int(state.payload)]
      all = page.events.map(\.transition) + [page.timeoutTransition]
    case .effect: all = calls[Int(state.payload)].transitions
    case .choose: all = choices[Int(state.payload)].branches.map(\.transition)
    case .end: all = []
    }
    return all.filter { $0 >= 0 }
  }

  /// The transitions that a run may still take from each state.
  var transitionsAhead: [Set<Int32>] {
    var ahead = states.map { Set(transitions(of: $0)) }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for number in states.indices.reversed() {
        let count = ahead[number].count
        for transition in transitions(of: states[number]) {
          ahead[number].formUnion(ahead[Int(transitions[Int(transition)].target)])
        }
        if ahead[number].count != count { hasChanged = true }
      }
    }
    return ahead
  }
}
