import Dispatch
import Glibc
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

  /// The same, and beside it what another part of the work gives, which is begun first.
  static func map<Result: Sendable, Other: Sendable>(
    _ count: Int, beside other: @Sendable () -> Other, isWorthIt: Bool, _ body: @Sendable (Int) -> Result
  ) -> ([Result], Other) {
    let first = Mutex<Other?>(nil)
    let results = map(count + 1, isWorthIt: isWorthIt) { number -> Result? in
      guard number == 0 else { return body(number - 1) }
      let result = other()
      first.withLock { $0 = result }
      return nil
    }
    return (results.compactMap(\.self), first.withLock { $0 } ?? other())
  }

  /// What two independent parts of the work give; on this thread alone where it is not worth it.
  static func both<First: Sendable, Second: Sendable>(
    isWorthIt: Bool, _ first: @Sendable () -> First, _ second: @Sendable () -> Second
  ) -> (First, Second) {
    guard isWorthIt else { return (first(), second()) }
    let results = Mutex<(first: First?, second: Second?)>((nil, nil))
    DispatchQueue.concurrentPerform(iterations: 2) { number in
      if number == 0 {
        let result = first()
        results.withLock { $0.first = result }
      } else {
        let result = second()
        results.withLock { $0.second = result }
      }
    }
    guard case (let one?, let other?) = results.withLock({ $0 }) else { return (first(), second()) }
    return (one, other)
  }

  /// Lets go of a value on another thread, where it takes a while to free it.
  static func free<Value: Sendable>(_ value: consuming Value, isWorthIt: Bool) {
    guard isWorthIt else { return }
    DispatchQueue.global().async { [value] in withExtendedLifetime(value) {} }
  }

  /// Into how many parts a file is best cut: one for each processor, as long as each is worth a thread.
  static func parts(bytes: Int) -> Int { min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 16, bytes >> 16) }

  /// Whether files of so many bytes take longer to compile than a thread to start, many times over.
  static func isWorthIt(bytes: Int) -> Bool { bytes >= 1 << 16 }

  /// The same, by the number of states.
  static func isWorthIt(states: Int) -> Bool { states >= 256 }
}
