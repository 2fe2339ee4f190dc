import FlowExpression
import FlowModel

extension Bisimulation {
  /// Lets the worlds go on from a pair of states: together where they do the same, else one of them.
  mutating func advance(_ at: Int) {
    let worlds = worlds(at)
    if worlds.left.rests, worlds.right.rests { return meet(at) }
    // Another rule forbids to ask for an account where there is none, and the engine refuses it.
    if asksInVain(worlds.left) || asksInVain(worlds.right) { return leaveOut() }
    if goTogether(worlds) { return together(at) }
    let (left, right) = (haste(worlds.left, worlds), haste(worlds.right, worlds))
    if min(left, right) == .waits { return report(.deed(left: deed(worlds.left), right: deed(worlds.right)), at) }
    alone(at, isLeft: left <= right)
  }

  /// What goes on first, so that the worlds meet again where they do the same.
  private enum Haste: Int, Comparable {
    /// It concerns this world alone.
    case alone
    /// A choice that the other may be about to make as well.
    case chooses
    /// It comes to rest.
    case rests
    /// It rests, or is about to do what takes time: the other must do the same.
    case waits

    static func < (one: Haste, other: Haste) -> Bool { one.rawValue < other.rawValue }
  }

  private func haste(_ world: World, _ worlds: Worlds) -> Haste {
    if world.rests { return .waits }
    switch state(world).kind {
    case .effect(let effect): return effect.effect.definition.takesTime ? .waits : .alone
    case .choose(let conditions): return isShared(conditions, worlds) ? .chooses : .alone
    case .page: return .rests
    case .end: return graph.edgeIndices(Int(world.node)).isEmpty ? .rests : .alone
    case .call, .unknown: return .alone
    }
  }

  private func asksInVain(_ world: World) -> Bool {
    if world.isBound || world.rests { return false }
    switch state(world).kind {
    case .effect(let effect): return effect.effect.definition.needsAccount
    case .choose(let conditions):
      return conditions.contains { condition in
        condition.map { analysis.expressions[Int($0.index)].reads.contains(where: \.isAccountFact) } ?? false
      }
    default: return false
    }
  }

  private func deed(_ world: World) -> Effect? {
    guard case .effect(let effect) = state(world).kind else { return nil }
    return effect.effect
  }

  // MARK: Together

  /// Whether both are about to do the same.
  private func goTogether(_ worlds: Worlds) -> Bool {
    let (left, right) = (worlds.left, worlds.right)
    guard !left.rests, !right.rests else { return false }
    switch (state(left).kind, state(right).kind) {
    case (.effect(let one), .effect(let other)):
      // A code is held for the client to ask for it, but not beside an error.
      let isHeldAlike = !one.effect.definition.sendsCode || (left.error < 0) == (right.error < 0)
      return isHeldAlike && one.effect == other.effect && one.arguments == other.arguments
        && !one.reads.contains { worlds.differing.contains($0.slot) }
    case (.choose(let one), .choose(let other)):
      return one.map { $0?.index } == other.map { $0?.index } && isShared(one, worlds)
    case (.page(let page), .page) where left.node == right.node && (left.error < 0) == (right.error < 0):
      switch page.skip {
      case .never: return true
      case .filled: return !(page.events.first?.fields.contains { worlds.differing.contains($0.slot) } ?? false)
      case .when(let condition): return isShared(condition, worlds)
      }
    case (.page, .page): return false
    default: return left.node == right.node
    }
  }

  private func isShared(_ conditions: [ResolvedExpression?], _ worlds: Worlds) -> Bool {
    conditions.allSatisfy { $0.map { isShared($0, worlds) } ?? true }
  }

  private mutating func together(_ at: Int) {
    let worlds = worlds(at)
    let (left, right) = (graph.edgeIndices(Int(worlds.left.node)), graph.edgeIndices(Int(worlds.right.node)))
    switch state(worlds.left).kind {
    case .effect(let effect): perform(effect, at)
    case .page(let page):
      settle(at) { ($0.left.rests, $0.right.rests) = (true, true) }
      if page.isSkippable, worlds.left.error < 0, let edge = left.first { take(at, left: edge, right: edge) }
    case .end where left.isEmpty: settle(at) { ($0.left.rests, $0.right.rests) = (true, true) }
    case .choose, .call, .end, .unknown:
      for (one, other) in zip(left, right) { take(at, left: one, right: other) }
    }
  }

  // MARK: Alone

  private mutating func alone(_ at: Int, isLeft: Bool) {
    let worlds = worlds(at)
    let world = isLeft ? worlds.left : worlds.right
    let edges = graph.edgeIndices(Int(world.node))
    func settled(_ worlds: inout Worlds) { if isLeft { worlds.left.rests = true } else { worlds.right.rests = true } }
    switch state(world).kind {
    case .effect(let effect): perform(effect, alone: isLeft, at)
    case .page(let page):
      settle(at, settled)
      if page.isSkippable, world.error < 0, let edge = edges.first {
        take(at, left: isLeft ? edge : nil, right: isLeft ? nil : edge)
      }
    case .end where edges.isEmpty: settle(at, settled)
    case .choose, .call, .end, .unknown:
      for edge in edges { take(at, left: isLeft ? edge : nil, right: isLeft ? nil : edge) }
    }
  }

  // MARK: At rest

  /// Both rest: the client must see the same, and what it sends is taken by both.
  private mutating func meet(_ at: Int) {
    let worlds = worlds(at)
    if let difference = difference(worlds) { return report(difference, at) }
    guard case .page(let page) = state(worlds.left).kind else { return }
    for edge in graph.edgeIndices(Int(worlds.left.node)) {
      let way = Int(graph.edges[edge].way)
      let written = way >= 0 ? page.events[way].fields.map { ($0.slot, subject($0.slot)) } : []
      take(at, left: edge, right: edge) { worlds in
        // The error that was shown is gone; one that the edge itself keeps came with it.
        if worlds.left.error != Int32(edge) { worlds.left.error = -1 }
        worlds.right.error = worlds.left.error
        for (slot, subject) in written { worlds.write(slot, subject: subject, differs: false) }
      }
    }
  }
}
