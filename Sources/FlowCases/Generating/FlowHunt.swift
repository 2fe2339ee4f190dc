import FlowCompiler
import FlowModel
import FlowRuntime

/// Looks for trails that take the transitions of one flow.
struct FlowHunt {
  /// Why a transition was not taken.
  enum Miss: Hashable {
    /// No trail came to its state.
    case neverThere
    /// Trails came by, and so many were tried.
    case otherwise(Int)
    /// There was too much to try.
    case tooMuch
  }

  private let flow: Flow
  private let index: Int32
  private let twists: TrailTwists
  private let sources: [Int32]
  private let ahead: [Set<Int32>]
  private var walk: TrailWalk
  /// Trails whose last step came by a state, by its number.
  private var passing: [Int: [Trail]] = [:]
  /// How often runs came by a state.
  private var passes: [Int: Int] = [:]
  /// What was twisted already, and how.
  private var fitted: Set<[Int]> = []
  /// From how many places of one state it is gone on at first.
  private var breadth = 6
  /// Whether all is gone, whatever is missing.
  private var isGoingOn = false

  init(_ ground: TrailGround, _ index: Int, _ limits: TrailWalk.Limits) {
    flow = ground.table.flows[index]
    self.index = Int32(index)
    twists = TrailTwists(ground.world, flow)
    walk = TrailWalk(ground, flow, limits)
    sources = flow.sources
    ahead = flow.transitionsAhead
  }

  /// How many trails were gone.
  var plays: Int { walk.plays }

  /// Goes all ways of the flow for as long as something is missing. `isAsked`: also where nothing of its own is, for what it
  /// sends; then without twists.
  mutating func run(_ hunted: inout HuntedEdges, isAsked: Bool) async {
    guard isMissing(in: hunted) || isAsked else { return }
    isGoingOn = isAsked
    var walk = walk
    await walk.begin { trail, play in note(trail, play, &hunted) }
    self.walk = walk
    await search(&hunted)
    isGoingOn = false
    guard isMissing(in: hunted) else { return }
    for seed in hunted.seeds(of: flow, twists.world) { await go(seed, &hunted) }
    await search(&hunted)
    // What is left needs a world that is made for none of the answers, or people and values that were passed over.
    while await generalise(&hunted) { await search(&hunted) }
    breadth = .max
    if isMissing(in: hunted) { await search(&hunted) }
  }

  /// Goes on, and twists what fits, until that leads nowhere new.
  private mutating func search(_ hunted: inout HuntedEdges) async {
    repeat { await goOn(&hunted) } while await fit(&hunted)
  }

  /// Why a transition was not taken.
  func miss(_ transition: Int) -> Miss {
    let state = Int(sources[transition])
    if let count = passes[state] { return .otherwise(count) }
    return walk.isCut ? .tooMuch : .neverThere
  }

  private func isMissing(in hunted: HuntedEdges) -> Bool { !missing(hunted).isEmpty }

  private func missing(_ hunted: HuntedEdges) -> [Int] {
    let places = hunted.edges[Int(index)]
    return places.indices.filter { transition in
      guard let key = places[transition].key, places[transition].untaken == nil else { return false }
      return hunted.missing.contains(key)
    }
  }

  private mutating func goOn(_ hunted: inout HuntedEdges) async {
    var walk = walk
    let states = Dictionary(flow.states.enumerated().map { ($1.name, $0) }) { first, _ in first }
    var wanted = Set(missing(hunted).map(Int32.init))
    var count = hunted.missing.count
    let isGoingOn = isGoingOn
    await walk.goOn(
      breadth: breadth,
      from: { state in isGoingOn || states[state].map { !ahead[$0].isDisjoint(with: wanted) } ?? true }
    ) {
      trail, play in
      note(trail, play, &hunted)
      if hunted.missing.count != count {
        count = hunted.missing.count
        wanted = Set(missing(hunted).map(Int32.init))
      }
    }
    self.walk = walk
  }

  /// Tries what is made for a missing transition on trails that came by its state; whether something was found.
  private mutating func fit(_ hunted: inout HuntedEdges) async -> Bool {
    var hasFound = false
    for transition in missing(hunted) {
      guard let key = hunted.edges[Int(index)][transition].key else { continue }
      for (number, trail) in (passing[Int(sources[transition])] ?? []).enumerated()
      where hunted.missing.contains(key) && fitted.insert([transition, number]).inserted {
        for twisted in twists.fitting(trail, transition) where hunted.missing.contains(key) {
          await go(twisted, &hunted)
        }
        hasFound = hasFound || !hunted.missing.contains(key)
      }
    }
    return hasFound
  }

  /// Tries all that can be otherwise on trails that came by states which something missing leaves; whether some trail was not
  /// tried so before.
  private mutating func generalise(_ hunted: inout HuntedEdges) async -> Bool {
    var hasTried = false
    for state in Set(missing(hunted).map { Int(sources[$0]) }).sorted() {
      // One of a kind will do, before anything else was otherwise on it.
      var kinds: Set<String?> = []
      for (number, trail) in (passing[state] ?? []).enumerated()
      where trail.clause == nil && kinds.count < 16 && kinds.insert(trail.words).inserted
        && fitted.insert([-1, state, number]).inserted
      {
        hasTried = true
        for twisted in twists.general(trail) where isMissing(in: hunted) { await go(twisted, &hunted) }
      }
    }
    return hasTried && isMissing(in: hunted)
  }

  private mutating func go(_ trail: Trail, _ hunted: inout HuntedEdges) async {
    guard let play = await walk.go(trail) else { return }
    note(trail, play, &hunted)
  }

  private mutating func note(_ trail: Trail, _ play: TrailPlay, _ hunted: inout HuntedEdges) {
    _ = hunted.note(trail, play)
    guard play.records.last?.reply != nil else { return }
    for taken in play.last where taken.flow == index { pass(Int(sources[Int(taken.transition)]), trail) }
    if let state = play.reply?.state, let number = flow.states.firstIndex(where: { $0.name == state }) {
      pass(number, trail)
    }
  }

  private mutating func pass(_ state: Int, _ trail: Trail) {
    passes[state, default: 0] += 1
    let known = passing[state] ?? []
    guard known.count < 48, known.count(where: { $0.words == trail.words && $0.clause == trail.clause }) < 2,
      !known.contains(where: { $0.words == trail.words && $0.facts == trail.facts })
    else { return }
    passing[state, default: []].append(trail)
  }
}
