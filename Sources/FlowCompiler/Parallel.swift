import Dispatch
import Synchronization

/// Hands independent parts of the compiler's work to the processors.
enum Parallel {
  /// What `body` makes of each number below `count`, in their order; on this thread alone where it is not worth it.
  static func map<Result: Sendable>(
    _ count: Int, isWorthIt: Bool, _ body: @Sendable (Int) -> Result
  ) -> [Result] {
    guard isWorthIt, count > 1 else { return (0..<count).map(body) }
    let results = Mutex([Result?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { number in
      let result = body(number)
      results.withLock { $0[number] = result }
    }
    return results.withLock { $0 }.compactMap(\.self)
  }

  /// Whether files of so many bytes take longer to compile than a thread to start, many times over.
  static func isWorthIt(bytes: Int) -> Bool { bytes >= 1 << 16 }

  /// The same, by the number of states.
  static func isWorthIt(states: Int) -> Bool { states >= 256 }
}
