import FlowRuntime

typealias Bytes = [UInt8]

/// All entries in memory, and what a transaction changes of them: nil where it takes a value away.
final class LogStore: KeyValueStore {
  private var kept: [Bytes: Bytes] = [:]
  private(set) var changes: [Bytes: Bytes?] = [:]

  func begin() { changes = [:] }
  func keep() { for (key, value) in changes { kept[key] = value } }

  func value(of key: Bytes) -> Bytes? { changes[key] ?? kept[key] }
  func setValue(_ value: Bytes?, of key: Bytes) { changes[key] = .some(value) }
  func keys(from start: Bytes, before end: Bytes, limit: Int) -> [Bytes] {
    let found = Set(kept.keys).union(changes.keys).filter {
      !$0.lexicographicallyPrecedes(start) && $0.lexicographicallyPrecedes(end) && value(of: $0) != nil
    }
    return Array(found.sorted { $0.lexicographicallyPrecedes($1) }.prefix(limit))
  }
}
