import Synchronization

/// A count that any thread adds to and none waits for.
final class Tally: Sendable {
  private let value = Atomic<Int>(0)

  func add(_ more: Int = 1) { value.wrappingAdd(more, ordering: .relaxed) }

  var count: Int { value.load(ordering: .relaxed) }
}

/// How long things took, counted by ranges: what a histogram of Prometheus is.
final class DurationTally: Sendable {
  /// The upper bounds of the ranges, in microseconds. Beyond the last there is one without a bound.
  static let bounds = [
    1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000,
  ]

  private let ranges = (0...bounds.count).map { _ in Tally() }
  private let microseconds = Tally()

  func add(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let time = Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    ranges[Self.bounds.firstIndex { time <= $0 } ?? Self.bounds.count].add()
    microseconds.add(time)
  }

  /// How many there were up to each bound, and in all; and how long they took together, in seconds. Of what is added meanwhile,
  /// the ranges tell and the sum may not.
  var reading: (upTo: [Int], count: Int, seconds: Double) {
    var count = 0
    let upTo = ranges.map { range in
      count += range.count
      return count
    }
    return (Array(upTo.dropLast()), count, Double(microseconds.count) / 1_000_000)
  }
}

extension DurationTally? {
  /// Does something, and counts how long it takes where anything is counted.
  func timing<Result>(_ body: () -> Result) -> Result {
    guard let self else { return body() }
    let began = ContinuousClock.now
    defer { self.add(.now - began) }
    return body()
  }
}
