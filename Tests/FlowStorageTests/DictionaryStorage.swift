import FlowRuntime
import Synchronization

/// What a store of keys and values may get wrong.
enum StoreFault: CaseIterable {
  /// Never more than 500 keys come of a scan, whatever was asked for.
  case cutsScans
  /// Of a key the first 255 bytes count.
  case cutsKeys
}

/// A dictionary of bytes behind a lock.
final class DictionaryStorage: Storage {
  private final class Store: KeyValueStore {
    var entries: [[UInt8]: [UInt8]] = [:]
    /// The keys in order; nil after one came or went.
    private var order: [[UInt8]]?
    let fault: StoreFault?

    init(_ fault: StoreFault?) { self.fault = fault }

    private func stored(_ key: [UInt8]) -> [UInt8] { fault == .cutsKeys ? Array(key.prefix(255)) : key }

    func value(of key: [UInt8]) -> [UInt8]? { entries[stored(key)] }
    func setValue(_ value: [UInt8]?, of key: [UInt8]) {
      let old = entries[stored(key)]
      entries[stored(key)] = value
      if (old == nil) != (value == nil) { order = nil }
    }
    func keys(from start: [UInt8], before end: [UInt8], limit: Int) -> [[UInt8]] {
      let sorted = order ?? entries.keys.sorted { $0.lexicographicallyPrecedes($1) }
      order = sorted
      let first = sorted.partition { !$0.lexicographicallyPrecedes(start) }
      return Array(
        sorted[first...].prefix(fault == .cutsScans ? min(limit, 500) : limit)
          .prefix { $0.lexicographicallyPrecedes(end) })
    }
    func forgetOrder() { order = nil }
  }

  private let state: Mutex<(store: Store, isClosed: Bool)>

  init(_ fault: StoreFault? = nil) { state = Mutex((Store(fault), false)) }

  func transact<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
  ) async throws -> Result {
    try state.withLock { state in
      if state.isClosed { throw StorageError.closed }
      let before = state.store.entries
      do { return try KeyValueTransaction.run(over: state.store, body) } catch {
        state.store.entries = before
        state.store.forgetOrder()
        throw error
      }
    }
  }

  func close() async { state.withLock { $0.isClosed = true } }

  var keys: [[UInt8]] { state.withLock { Array($0.store.entries.keys) } }
  /// Takes a byte off each value.
  func damage() { state.withLock { $0.store.entries = $0.store.entries.mapValues { $0.dropLast() } } }
  /// Gives the two keys that begin with a byte each other's value.
  func exchangeValues(ofKeysThatBeginWith kind: UInt8) {
    state.withLock { state in
      let keys = state.store.entries.keys.filter { $0.first == kind }
      guard keys.count == 2 else { return }
      let values = keys.map { state.store.entries[$0] }
      state.store.entries[keys[0]] = values[1]
      state.store.entries[keys[1]] = values[0]
    }
  }
}

extension Array {
  /// The index of the first element for which a condition holds, of which all hold behind it: the count where there is none.
  fileprivate func partition(_ holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// A transaction that a body keeps.
final class Kept: Sendable {
  // INVARIANT: of what is no `Sendable`, one is kept, by a test that runs one thing after the other.
  private nonisolated(unsafe) var transaction: (any StorageTransaction)?

  func keep(_ transaction: any StorageTransaction) { self.transaction = transaction }
  func use(_ body: (any StorageTransaction) throws -> Void) rethrows { if let transaction { try body(transaction) } }
}
