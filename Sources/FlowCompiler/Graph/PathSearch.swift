/// A search that remembers how it came to each position; `path(to:)` is the witness. Breadth first, what is visited first
/// is on a shortest path.
///
/// The searches differ in what a position is (a node, or a node with facts) and in which positions are worth a visit.
struct PathSearch<Position, Step> {
  /// A position, and the visit and the step from which it was come to; -1 and nil at a start.
  struct Visit {
    let position: Position
    let parent: Int32
    let step: Step?
  }

  /// All visits, in the order in which they were noted.
  private(set) var visits: [Visit] = []
  private let order: Order
  /// How many visits are done, breadth first.
  private var done = 0
  /// The visits that are not done, depth first.
  private var waiting: [Int] = []

  /// Which visit comes next.
  enum Order: Sendable {
    /// The oldest: breadth first.
    case nearestFirst
    /// The newest: depth first, where a long path is wanted and there are many.
    case newestFirst
  }

  init(_ order: Order = .nearestFirst) { self.order = order }

  /// Begins at a position.
  mutating func start(_ position: Position) { note(Visit(position: position, parent: -1, step: nil)) }

  /// Visits a position from an earlier visit.
  mutating func visit(_ position: Position, from visit: Int, by step: Step) {
    note(Visit(position: position, parent: Int32(visit), step: step))
  }

  private mutating func note(_ visit: Visit) {
    if order == .newestFirst { waiting.append(visits.count) }
    visits.append(visit)
  }

  /// The number of the next visit to go on from; nil where all are done.
  mutating func next() -> Int? {
    if order == .newestFirst { return waiting.popLast() }
    guard done < visits.count else { return nil }
    defer { done += 1 }
    return done
  }

  /// The visits from a start, which is left out, to a visit.
  func path(to visit: Int) -> [Visit] {
    var path: [Visit] = []
    var at = visit
    while visits[at].parent >= 0 {
      path.append(visits[at])
      at = Int(visits[at].parent)
    }
    return path.reversed()
  }
}

extension PathSearch: Sendable where Position: Sendable, Step: Sendable {}
extension PathSearch.Visit: Sendable where Position: Sendable, Step: Sendable {}
