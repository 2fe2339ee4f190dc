import FlowExpression
import FlowModel

extension NonInterference {
  /// Lets the runs of a pair go on: together where they do the same, else one of them.
  mutating func advance(_ at: Int) {
    let pair = pair(at)
    if pair.left.rests, pair.right.rests { return compareAtRest(at) }
    // Another rule forbids to ask for an account where there is none, and the engine refuses it.
    if lacksAccount(pair.left) || lacksAccount(pair.right) { return leaveOut() }
    if areInLockstep(pair) { return stepTogether(at) }
    let (left, right) = (turn(pair.left, pair), turn(pair.right, pair))
    if min(left, right) == .waits { return report(.effect(left: effect(pair.left), right: effect(pair.right)), at) }
    stepAlone(at, isLeft: left <= right)
  }

  /// Which run goes on first, so that they meet again where they do the same.
  private enum Turn: Int, Comparable {
    /// What it does concerns this run alone.
    case alone
    /// A choice that the other may be about to make as well.
    case chooses
    /// It comes to rest.
    case rests
    /// It rests, or is about to do what takes time: the other must do the same.
    case waits

    static func < (one: Turn, other: Turn) -> Bool { one.rawValue < other.rawValue }
  }

  private func traits(_ run: PairedRun) -> NodeTraits { nodeTraits[Int(run.node)] }

  private func turn(_ run: PairedRun, _ pair: RunPair) -> Turn {
    if run.rests { return .waits }
    switch graph.nodes[Int(run.node)].kind {
    case .effect: return traits(run).contains(.takesTime) ? .waits : .alone
    case .choose:
      guard case .choose(let conditions) = kind(run) else { return .alone }
      return isShared(conditions, pair) ? .chooses : .alone
    case .page: return .rests
    case .end: return traits(run).contains(.isOver) ? .rests : .alone
    case .call, .unknown: return .alone
    }
  }

  private func lacksAccount(_ run: PairedRun) -> Bool {
    !run.isBound && !run.rests && traits(run).contains(.needsAccount)
  }

  private func effect(_ run: PairedRun) -> Effect? { graph.effect(Int(run.node), resolved.flows)?.effect }

  // MARK: Together

  /// Whether both are about to do the same.
  private func areInLockstep(_ pair: RunPair) -> Bool {
    let (left, right) = (pair.left, pair.right)
    guard !left.rests, !right.rests, graph.nodes[Int(left.node)].kind == graph.nodes[Int(right.node)].kind else {
      return false
    }
    let isSameNode = left.node == right.node
    let haveSameErrors = (left.error < 0) == (right.error < 0)
    switch (kind(left), kind(right)) {
    case (.effect(let one), .effect(let other)):
      guard isSameNode || (one.effect == other.effect && one.arguments == other.arguments) else { return false }
      if !pair.differing.isEmpty, one.reads.contains(where: { pair.differing.contains(Int($0.slot)) }) { return false }
      if !pair.differing.isEmpty, implied(one).contains(where: { pair.differing.contains(Int($0)) }) { return false }
      // A code is held for the client to ask for it, but not beside an error.
      return haveSameErrors || !one.effect.definition.sendsCode
    case (.choose(let one), .choose(let other)):
      return (isSameNode || one.map { $0?.index } == other.map { $0?.index }) && isShared(one, pair)
    case (.page(let page), .page):
      guard isSameNode, haveSameErrors else { return false }
      switch page.skip {
      case .never: return true
      case .filled:
        return !(page.events.first?.fields.contains { pair.differing.contains(Int($0.slot)) } ?? false)
      case .when(let condition): return isShared(condition, pair)
      }
    default: return isSameNode
    }
  }

  private func isShared(_ conditions: [ResolvedExpression?], _ pair: RunPair) -> Bool {
    if !pair.isApart, pair.differing.isEmpty { return true }
    return conditions.allSatisfy { $0.map { isShared($0, pair) } ?? true }
  }

  private mutating func stepTogether(_ at: Int) {
    let pair = pair(at)
    let (left, right) = (graph.edgeIndices(Int(pair.left.node)), graph.edgeIndices(Int(pair.right.node)))
    let traits = traits(pair.left)
    if let effect = graph.effect(Int(pair.left.node), resolved.flows) {
      perform(effect, at)
    } else if graph.nodes[Int(pair.left.node)].kind == .page {
      rest(at, left: true, right: true)
      if traits.contains(.isSkippable), pair.left.error < 0, let edge = left.first {
        take(at, left: edge, right: edge)
      }
    } else if traits.contains(.isOver) {
      rest(at, left: true, right: true)
    } else {
      for (one, other) in zip(left, right) { take(at, left: one, right: other) }
    }
  }

  // MARK: Alone

  private mutating func stepAlone(_ at: Int, isLeft: Bool) {
    let pair = pair(at)
    let run = isLeft ? pair.left : pair.right
    let edges = graph.edgeIndices(Int(run.node))
    func take(_ edge: Int) { self.take(at, left: isLeft ? edge : nil, right: isLeft ? nil : edge) }
    if let effect = graph.effect(Int(run.node), resolved.flows) {
      perform(effect, alone: isLeft, at)
    } else if graph.nodes[Int(run.node)].kind == .page {
      rest(at, left: isLeft, right: !isLeft)
      if traits(run).contains(.isSkippable), run.error < 0, let edge = edges.first { take(edge) }
    } else if traits(run).contains(.isOver) {
      rest(at, left: isLeft, right: !isLeft)
    } else {
      if case .choose(let conditions) = kind(run), mayFail(conditions) { report(.refused(isLeft: isLeft), at) }
      for edge in edges { take(edge) }
    }
  }

  // MARK: At rest

  /// Both rest: the client must see the same, and what it sends is taken by both.
  private mutating func compareAtRest(_ at: Int) {
    let pair = pair(at)
    if let difference = difference(pair) { return report(difference, at) }
    guard let page = graph.page(Int(pair.left.node), resolved.flows) else { return }
    for edge in graph.edgeIndices(Int(pair.left.node)) {
      let event = Int(graph.edges[edge].branch)
      take(at, left: edge, right: edge) { [subjects] pair in
        // The error that was shown is gone; one that the edge itself keeps came with it.
        if pair.left.error != Int32(edge) { pair.left.error = -1 }
        pair.right.error = pair.left.error
        guard event >= 0 else { return }
        for field in page.events[event].fields {
          pair.write(field.slot, subject: subjects.firstIndex(of: field.slot), differs: false)
        }
      }
    }
  }
}
