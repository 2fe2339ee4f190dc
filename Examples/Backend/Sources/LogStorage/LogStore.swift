import FlowRuntime

typealias Bytes = [UInt8]

/// All entries in memory, and what a transaction changes of them: nil where it takes a value away.
final class LogStore: KeyValueStore {
  private var kept: [Bytes: Bytes] = [:]
  private(set) var changes: [Bytes: Bytes?] = [:]
  /// The keys of both, in their order.
  private var order: [Bytes] = []

  func begin() {
    // Keys that the last transaction took away, or brought and did not keep.
    for key in changes.keys where kept[key] == nil { order.remove(at: place(of: key)) }
    changes = [:]
  }
  func keep() { for (key, value) in changes { kept[key] = value } }

  func value(of key: Bytes) -> Bytes? { changes[key] ?? kept[key] }
  func setValue(_ value: Bytes?, of key: Bytes) {
    if changes[key] == nil, kept[key] == nil { order.insert(key, at: place(of: key)) }
    changes[key] = .some(value)
  }
  func keys(from start: Bytes, before end: Bytes, limit: Int) -> [Bytes] {
    Array(order[place(of: start)..<place(of: end)].lazy.filter { self.value(of: $0) != nil }.prefix(limit))
  }

  /// How many keys come before one, by halves.
  private func place(of key: Bytes) -> Int {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if order[middle].lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
