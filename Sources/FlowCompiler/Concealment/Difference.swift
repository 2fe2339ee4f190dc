import FlowModel

/// What a client sees of whether an account exists.
enum Difference {
  /// The runs rest in different states.
  case state(left: World, right: World)
  /// They rest in the same state with different errors.
  case error(left: World, right: World)
  /// The page shows, or lacks, a value that is not the same.
  case value(Slot)
  /// The end hands out what is not the same.
  case result(String)
  /// Before they rest, one of them does something that takes time; nil: nothing any more.
  case deed(left: Effect?, right: Effect?)
}

extension Bisimulation {
  /// What a client can tell two runs by that rest, or are over.
  func difference(_ worlds: Worlds) -> Difference? {
    let (left, right) = (worlds.left, worlds.right)
    guard left.node == right.node else { return .state(left: left, right: right) }
    let state = state(left)
    switch state.kind {
    case .page(let page):
      let shown = Set(page.events.flatMap { $0.fields.map(\.slot) })
      if !isSameError(left, right, shown) { return .error(left: left, right: right) }
      return worlds.differing.first { shown.contains($0) }.map { .value($0) }
    case .end(let end):
      if !isSameError(left, right, []) { return .error(left: left, right: right) }
      if worlds.isApart, end.grants != nil { return .result("sign-in") }
      for result in end.results {
        switch result.result {
        case .tokens: if worlds.isApart { return .result("tokens") }
        case .slot(let slot, let name):
          let isFact = AccountFact.allCases.contains { $0.slot == slot }
          if worlds.differing.contains(slot) || (worlds.isApart && isFact) { return .result(name) }
        }
      }
      return nil
    default: return nil
    }
  }

  /// An error is known by its code, and by the fields of the page that it is about.
  private func isSameError(_ left: World, _ right: World, _ shown: Set<Slot>) -> Bool {
    if left.error == right.error { return true }
    guard left.error >= 0, right.error >= 0 else { return false }
    return error(left) == error(right)
      && graph.subjects(ofErrorAt: Int(left.error), analysis).filter(shown.contains)
        == graph.subjects(ofErrorAt: Int(right.error), analysis).filter(shown.contains)
  }

  /// The error that a world keeps, by its number.
  private func error(_ world: World) -> Int32? {
    world.error >= 0 ? graph.transition(graph.edges[Int(world.error)], analysis.flows)?.error : nil
  }
}
