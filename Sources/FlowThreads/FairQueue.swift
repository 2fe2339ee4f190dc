/// Work that waits, in a line for each of those it is for. The lines take turns, so that who has much waiting keeps nobody
/// out. Work without a key is in a line of its own.
package struct FairQueue<Work> {
  private var lines: [String?: [Work]] = [:]
  /// Whose turn it is: each that has something waiting, once.
  private var turns: [String?] = []

  /// Nothing waits.
  package init() {}

  /// Adds work to the end of somebody's line.
  package mutating func add(_ work: Work, for key: String?) {
    if lines[key] == nil { turns.append(key) }
    lines[key, default: []].append(work)
  }

  /// The first of the line whose turn it is; nil where nothing waits.
  package mutating func next() -> Work? {
    guard let key = turns.first, let work = lines[key]?.first else { return nil }
    turns.removeFirst()
    lines[key]?.removeFirst()
    if lines[key]?.isEmpty ?? true { lines[key] = nil } else { turns.append(key) }
    return work
  }
}

/// A bounded number of places, and how many each has that took some.
///
/// Nobody has more than are still free: however many one asks for, half of them are left to the next, and of those half to
/// the one after. Without a key somebody may have them all.
package struct FairPlaces {
  private let limit: Int
  private var taken: [String?: Int] = [:]
  /// How many are taken.
  package private(set) var count = 0

  /// So many places.
  package init(limit: Int) { self.limit = limit }

  /// Whether there is a place for somebody.
  package func isFree(for key: String?) -> Bool {
    let free = limit - count
    return key == nil ? free > 0 : taken[key] ?? 0 < free
  }

  /// Takes a place; false where there is none.
  package mutating func take(for key: String?) -> Bool {
    guard isFree(for: key) else { return false }
    taken[key, default: 0] += 1
    count += 1
    return true
  }

  /// Gives back a place that was taken.
  package mutating func giveBack(for key: String?) {
    guard let own = taken[key] else { return }
    taken[key] = own > 1 ? own - 1 : nil
    count -= 1
  }
}
