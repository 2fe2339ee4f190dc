import FlowModel
import FlowRuntime

/// Goes the ways of a flow breadth first: from each place where a run rests it tries all that can be sent there, and goes on
/// from each place that is new. Places are told apart by the state, by who acts, and by what conditions ask for.
struct TrailWalk {
  /// A place where a trail has come to rest.
  struct Rest {
    let trail: Trail
    let play: TrailPlay
  }

  /// How far a walk goes.
  struct Limits {
    /// The most trails that are gone.
    var plays = 6_000
    /// The most steps of one.
    var steps = 12
  }

  let ground: TrailGround
  let moves: SampleMoves
  let flow: Flow
  let limits: Limits
  /// How many trails were gone.
  private(set) var plays = 0
  /// Whether something was left out, because there was too much.
  private(set) var isCut = false
  private var pending: [Rest] = []
  /// From how many places of a state it was gone on.
  private var expanded: [String: Int] = [:]
  private var seen: Set<String> = []

  init(_ ground: TrailGround, _ flow: Flow, _ limits: Limits = Limits()) {
    self.ground = ground
    self.flow = flow
    self.limits = limits
    moves = SampleMoves(ground.world)
  }

  /// Goes a trail, and goes on from where it leads; nil where it cannot be gone, or there were too many.
  mutating func go(_ trail: Trail) async -> TrailPlay? {
    guard plays < limits.plays else {
      isCut = true
      return nil
    }
    plays += 1
    guard let play = await ground.play(trail) else { return nil }
    if let reply = play.reply, let state = reply.state, reply.page != nil {
      let facts = trail.facts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
      if seen.insert("\(reply.flow ?? "") \(state) \(facts)").inserted {
        if trail.steps.count < limits.steps { pending.append(Rest(trail: trail, play: play)) } else { isCut = true }
      }
    }
    return play
  }

  /// Starts runs of the flow in all ways; `visit` is told of each trail that was gone.
  mutating func begin(_ visit: (Trail, TrailPlay) async -> Void) async {
    for start in moves.starts(of: flow) {
      var trail = Trail(flow: flow.name)
      trail.take(start)
      if let play = await go(trail) { await visit(trail, play) }
    }
  }

  /// Goes on from the places where trails rest, until nothing is left. `isWorthwhile` says of a state whether anything is looked
  /// for behind it; `breadth`: from how many places of one state, people and values apart.
  mutating func goOn(
    breadth: Int = .max, from isWorthwhile: (String) -> Bool, _ visit: (Trail, TrailPlay) async -> Void
  ) async {
    var later: [Rest] = []
    var next = 0
    while next < pending.count, plays < limits.plays {
      let rest = pending[next]
      next += 1
      let state = rest.play.reply?.state ?? ""
      guard isWorthwhile(state) else { continue }
      guard expanded[state, default: 0] < breadth else {
        later.append(rest)
        continue
      }
      expanded[state, default: 0] += 1
      for move in moves.moves(behind: rest.trail, rest.play) {
        var trail = rest.trail
        trail.take(move)
        if let play = await go(trail) { await visit(trail, play) }
      }
    }
    if next < pending.count { isCut = true }
    pending = later + pending[next...]
  }
}

extension Trail {
  /// One more step, with what is special about it.
  mutating func take(_ move: SampleMoves.Move) {
    steps.append(move.step)
    facts.merge(move.facts) { $1 }
    (words, clause) = (move.words, nil)
  }
}
