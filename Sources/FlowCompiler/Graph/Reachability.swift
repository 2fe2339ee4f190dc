/// From which nodes one of some goals can be reached: a backward analysis over the two-element lattice.
struct Reachability: DataFlowProblem {
  static let direction = DataFlowDirection.backward
  /// Whether a node is a goal.
  let isGoal: [Bool]

  func initial(_ node: Int) -> Bool { isGoal[node] }
  func transfer(_ fact: Bool, along edge: Int) -> Bool { fact }

  func join(_ other: Bool, into fact: inout Bool) -> Bool {
    guard other, !fact else { return false }
    fact = true
    return true
  }
}
