/// A breadth-first search that remembers how it came to each position. What is visited first is on a shortest path, and
/// `path(to:)` is the witness.
///
/// The searches differ in what a position is (a node, or a node with facts) and in which positions are worth a visit.
struct PathSearch<Position, Step> {
  /// A position, and the visit and the step from which it was come to; -1 and nil at a start.
  struct Visit {
    let position: Position
    let parent: Int32
    let step: Step?
  }

  /// All visits, nearest first.
  private(set) var visits: [Visit] = []
  private var done = 0

  /// Begins at a position.
  mutating func start(_ position: Position) { visits.append(Visit(position: position, parent: -1, step: nil)) }

  /// Visits a position from an earlier visit.
  mutating func visit(_ position: Position, from visit: Int, by step: Step) {
    visits.append(Visit(position: position, parent: Int32(visit), step: step))
  }

  /// The number of the next visit to go on from; nil where all are done.
  mutating func next() -> Int? {
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
