/// Where a run comes to rest, or ends, and with which error beside it.
public struct Arrival: Hashable, Sendable, Comparable {
  /// The state, a page or an end, as an index into `Flow.states`.
  public let state: Int32
  /// The error, as an index into `FlowTable.errors`; -1: none.
  public let error: Int32

  /// In the order of the states, without an error first.
  public static func < (one: Self, other: Self) -> Bool { (one.state, one.error) < (other.state, other.error) }
}

/// Finds where transitions lead, through all that a run does not rest at. No condition is judged: whatever a branch or an
/// outcome leads to can come.
struct ArrivalSearch {
  private let flow: Flow
  /// What was found already, by where it was asked from: the same automatic states lie behind many events.
  private var known: [Arrival: Set<Arrival>] = [:]

  init(_ flow: Flow) { self.flow = flow }

  /// Where a run can come to by a transition.
  mutating func arrivals(by transition: Int32) -> [Arrival] {
    guard let next = next(transition, error: -1) else { return [] }
    return found(from: next).sorted()
  }

  /// Where a run can come to that enters a state.
  mutating func arrivals(at state: Int32) -> [Arrival] { found(from: Arrival(state: state, error: -1)).sorted() }

  private mutating func found(from start: Arrival) -> Set<Arrival> {
    if let found = known[start] { return found }
    var seen: Set<Arrival> = [start]
    var pending = [start]
    var found = Set<Arrival>()
    while let place = pending.popLast() {
      if place != start, let before = known[place] {
        found.formUnion(before)
        continue
      }
      guard flow.states.indices.contains(Int(place.state)) else { continue }
      let state = flow.states[Int(place.state)]
      if state.kind == .page || state.kind == .end { found.insert(place) }
      for transition in passing(state, place.error) {
        if let next = next(transition, error: place.error), seen.insert(next).inserted { pending.append(next) }
      }
    }
    known[start] = found
    return found
  }

  /// The transitions that are taken from a state without an event. A page that is entered with an error is never passed by.
  private func passing(_ state: FlowState, _ error: Int32) -> [Int32] {
    let payload = Int(state.payload)
    switch state.kind {
    case .page:
      let page = flow.pages[payload]
      return page.skip == .never || error >= 0 ? [] : page.events.prefix(1).map(\.transition)
    case .effect: return flow.calls[payload].transitions
    case .choose: return flow.choices[payload].branches.map(\.transition)
    case .end: return []
    }
  }

  /// What a transition leads to; the newest error stays.
  private func next(_ transition: Int32, error: Int32) -> Arrival? {
    guard flow.transitions.indices.contains(Int(transition)) else { return nil }
    let taken = flow.transitions[Int(transition)]
    return Arrival(state: taken.target, error: taken.error >= 0 ? taken.error : error)
  }
}
