import FlowModel

/// Which state of the new version of a flow is which of the old one.
///
/// States of one name and kind are the same. Of the others two are the same that are alike and to which the same leads from
/// states that are the same: somebody has renamed it.
struct StateMatching {
  /// The state of the new version for each of the old one; nil: it is gone.
  private(set) var newOf: [Int?]
  /// The same the other way round.
  private(set) var oldOf: [Int?]

  init(_ old: Flow, _ oldSide: Side, _ new: Flow, _ newSide: Side) {
    newOf = Array(repeating: nil, count: old.states.count)
    oldOf = Array(repeating: nil, count: new.states.count)
    var pending: [(Int, Int)] = []
    var named: [String: Int] = [:]
    for (index, state) in new.states.enumerated() { named[state.name] = index }
    for (index, state) in old.states.enumerated() {
      guard let other = named[state.name], new.states[other].kind == state.kind,
        state.kind != .effect || Self.isLike(index, old, oldSide, other, new, newSide)
      else { continue }
      pair(index, other, &pending)
    }
    func propose(_ state: Int, _ other: Int) {
      guard newOf.indices.contains(state), oldOf.indices.contains(other), newOf[state] == nil, oldOf[other] == nil,
        Self.isLike(state, old, oldSide, other, new, newSide)
      else { return }
      pair(state, other, &pending)
    }
    propose(Int(old.start), Int(new.start))
    while let (state, other) = pending.popLast() {
      let exits = new.exits(other, newSide)
      for (number, exit) in old.exits(state, oldSide).enumerated() {
        // Branches are told apart by their conditions, or, where those are others now, by their place.
        let isChoice = old.states[state].kind == .choose
        let match = exits.first { $0.label == exit.label } ?? (isChoice && number < exits.count ? exits[number] : nil)
        if let match { propose(Int(exit.transition.target), Int(match.transition.target)) }
      }
    }
    // An effect that does something else under its name is the same state all the same, if nothing else is.
    for (index, state) in old.states.enumerated() where newOf[index] == nil {
      if let other = named[state.name], oldOf[other] == nil, new.states[other].kind == state.kind {
        pair(index, other, &pending)
      }
    }
  }

  private mutating func pair(_ state: Int, _ other: Int, _ pending: inout [(Int, Int)]) {
    (newOf[state], oldOf[other]) = (other, state)
    pending.append((state, other))
  }

  /// Whether two states do the same, wherever they lead.
  private static func isLike(
    _ state: Int, _ old: Flow, _ oldSide: Side, _ other: Int, _ new: Flow, _ newSide: Side
  ) -> Bool {
    guard old.states[state].kind == new.states[other].kind else { return false }
    switch old.states[state].kind {
    case .page:
      func shape(_ page: Page?, _ side: Side, _ flow: Flow) -> [String: Set<String>] {
        (page?.events ?? []).reduce(into: [:]) { shape, event in
          shape[event.name] = Set(event.fields.map { side.name($0.slot, flow) })
        }
      }
      return shape(old.page(state), oldSide, old) == shape(new.page(other), newSide, new)
    case .effect:
      guard let call = old.call(state), let otherCall = new.call(other) else { return false }
      return oldSide.subject(call, old) == newSide.subject(otherCall, new)
    case .choose:
      let (branches, others) = (old.branches(state), new.branches(other))
      return branches.count == others.count
        && zip(branches, others).allSatisfy { oldSide.isSame($0.condition, old, newSide, $1.condition, new) }
    case .end:
      return old.end(state)?.name == new.end(other)?.name
    }
  }
}
