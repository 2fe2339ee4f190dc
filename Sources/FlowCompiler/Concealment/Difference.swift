import FlowModel

/// What a client sees of whether an account exists.
enum Difference: Sendable {
  /// The runs rest in different states.
  case state(left: PairedRun, right: PairedRun)
  /// They rest in the same state with different errors.
  case error(left: PairedRun, right: PairedRun)
  /// The page shows, or lacks, a value that is not the same.
  case value(Slot)
  /// The end hands out what is not the same.
  case result(String)
  /// The page shows a field, needs it or offers options by what is not the same.
  case condition(Slot)
  /// Before they rest, one of them does something that takes time; nil: nothing any more.
  case effect(left: Effect?, right: Effect?)
  /// A message comes to an address of the client's own in one of them alone.
  case message
  /// A message to an address that may be the client's own says one thing in one of them and another in the other.
  case words
  /// A page is in the account's language in one of them.
  case language
  /// One of them is refused what it does, as it is met when it runs.
  case refused(isLeft: Bool)
}

extension NonInterference {
  /// What a client can tell two runs by that rest, or are over.
  func difference(_ pair: RunPair) -> Difference? {
    let (left, right) = (pair.left, pair.right)
    guard left.node == right.node else { return .state(left: left, right: right) }
    if pair.speaksOtherwise { return .language }
    switch kind(left) {
    case .page(let page):
      let conditions = page.events.lazy.flatMap(\.fields).flatMap { field in field.conditions.map { (field.slot, $0) } }
      if let told = conditions.first(where: { !isShared($0.1, pair) }) { return .condition(told.0) }
      if pair.differing.isEmpty, left.error == right.error { return nil }
      let shown = SlotSet(page.events.lazy.flatMap { $0.fields.lazy.map { Int($0.slot) } })
      if !isSameError(left, right, shown) { return .error(left: left, right: right) }
      var told = addressed(from: Int(left.node))
      told.formUnion(shown)
      return pair.differing.first(in: told).map { .value(Slot($0)) }
    case .end(let end):
      if !isSameError(left, right, SlotSet()) { return .error(left: left, right: right) }
      if pair.isApart, end.grants != nil { return .result("sign-in") }
      for result in end.results {
        switch result.result {
        case .tokens: if pair.isApart { return .result("tokens") }
        case .slot(let slot, let name):
          let isFact = AccountFact.allCases.contains { $0.slot == slot }
          if pair.differing.contains(Int(slot)) || (pair.isApart && isFact) { return .result(name) }
        }
      }
      return nil
    default: return nil
    }
  }

  /// The addresses, masked, to which the events of a page send a code at once: a reply shows them.
  private func addressed(from page: Int) -> SlotSet {
    SlotSet(
      graph.edgeIndices(page).lazy.compactMap { edge in
        var node = Int(graph.edges[edge].target)
        while node >= 0, graph.nodes[node].kind == .call, let entry = graph.edgeIndices(node).first {
          node = Int(graph.edges[entry].target)
        }
        guard node >= 0, let effect = graph.effect(node, resolved.flows),
          let target = effect.effect.definition.codeTarget,
          case .slot(let slot) = effect.arguments[target]
        else { return nil }
        return Int(slot)
      })
  }

  /// An error is known by its code, and by the fields of the page that it is about.
  private func isSameError(_ left: PairedRun, _ right: PairedRun, _ shown: SlotSet) -> Bool {
    if left.error == right.error { return true }
    guard left.error >= 0, right.error >= 0 else { return false }
    return error(left) == error(right)
      && graph.subjects(ofErrorAt: Int(left.error), resolved).filter { shown.contains(Int($0)) }
        == graph.subjects(ofErrorAt: Int(right.error), resolved).filter { shown.contains(Int($0)) }
  }

  /// The error that a run keeps, by its number.
  private func error(_ run: PairedRun) -> Int32? {
    run.error >= 0 ? graph.edges[Int(run.error)].error : nil
  }
}
