import Glibc
import Synchronization

/// A suite that was played.
package struct CasePlay: Sendable {
  /// The suite.
  package let suite: CaseSuite
  /// What came of each case, in the suite's order.
  package let results: [CaseResult]
  /// How often each transition was taken.
  package let coverage: CaseCoverage
  /// How long all of it took, in nanoseconds.
  package let nanoseconds: Int64

  /// The cases that failed, with why.
  package var failures: [(item: CaseSuite.Item, failure: CaseFailure)] {
    zip(suite.items, results).compactMap { item, result in result.failure.map { (item, $0) } }
  }

  /// Plays all cases of a suite, `times` over, on as many processors as there are.
  package init(_ suite: CaseSuite, times: Int = 1, workers: Int? = nil) async {
    let start = ContinuousClock.now
    let count = suite.items.count * times
    let queue = CaseQueue()
    let workers = max(1, min(workers ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)), count))
    let parts = await withTaskGroup(of: (CasePlayer, [(Int, CaseResult)]).self) { group in
      for _ in 0..<workers {
        group.addTask {
          var player = CasePlayer(suite)
          var results: [(Int, CaseResult)] = []
          while case let index = queue.next(), index < count {
            let result = await player.play(suite.items[index % suite.items.count])
            if index < suite.items.count { results.append((index, result)) }
          }
          return (player, results)
        }
      }
      var parts: [(CasePlayer, [(Int, CaseResult)])] = []
      for await part in group { parts.append(part) }
      return parts
    }
    var player = CasePlayer(suite)
    var results = [CaseResult](repeating: CaseResult(), count: suite.items.count)
    for (part, own) in parts {
      player.add(part)
      for (index, result) in own { results[index] = result }
    }
    self.suite = suite
    self.results = results
    coverage = CaseCoverage(suite, player.counts)
    let time = (ContinuousClock.now - start).components
    nanoseconds = time.seconds * 1_000_000_000 + time.attoseconds / 1_000_000_000
  }
}

/// Numbers, each handed out once.
final class CaseQueue: Sendable {
  private let number = Atomic<Int>(0)

  func next() -> Int { number.wrappingAdd(1, ordering: .relaxed).oldValue }
}
