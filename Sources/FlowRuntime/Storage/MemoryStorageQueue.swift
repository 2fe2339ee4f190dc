/// Keys by a time of their records, the earliest first; of one time as `precedes` says.
///
/// A record's time may move without the queue being told, as long as it moves later: an entry is a lower bound, which
/// is set right when it comes to the front. So writing a run costs nothing here.
/// INVARIANT: each record has an entry at its time or earlier. There may be more entries, also of records that are gone.
struct TimeQueue<Key: Hashable> {
  private var heap: [(time: Milliseconds, key: Key)] = []
  private let precedes: (@Sendable (Key, Key) -> Bool)?

  init(precedes: (@Sendable (Key, Key) -> Bool)? = nil) { self.precedes = precedes }

  private func isOrdered(_ first: Int, before second: Int) -> Bool {
    heap[first].time < heap[second].time
      || heap[first].time == heap[second].time && precedes?(heap[first].key, heap[second].key) == true
  }

  /// How many entries there are, of which some may be stale.
  var count: Int { heap.count }

  /// Adds an entry.
  mutating func push(_ key: Key, at time: Milliseconds) {
    heap.append((time, key))
    var child = heap.count - 1
    while child > 0, isOrdered(child, before: (child - 1) / 2) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Removes the first entry.
  mutating func removeFirst() {
    guard let last = heap.popLast(), !heap.isEmpty else { return }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && isOrdered(child, before: least) {
        least = child
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }

  /// The key whose record has the earliest time, given the time of each record that there is.
  mutating func first(_ present: (Key) -> Milliseconds?) -> (time: Milliseconds, key: Key)? {
    while let (time, key) = heap.first {
      let actual = present(key)
      if actual == time { return (time, key) }
      removeFirst()
      if let actual { push(key, at: actual) }
    }
    return nil
  }

  /// Takes up a key whose record is new or has got another time.
  mutating func move<Record>(
    _ key: Key, from old: Milliseconds?, to new: Milliseconds, among records: [Key: Record],
    time: (Record) -> Milliseconds
  ) {
    if let old, old <= new { return }
    if heap.count > 2 * records.count + 64 {
      heap.removeAll(keepingCapacity: true)
      for (key, record) in records { push(key, at: time(record)) }
    } else {
      push(key, at: new)
    }
  }
}

/// A record that may be removed from some time on.
protocol ExpiringRecord {
  var expires: Milliseconds { get }
}

extension RunRecord: ExpiringRecord {}
extension CounterRecord: ExpiringRecord {}
extension TicketRecord: ExpiringRecord {}
extension MessageRecord: ExpiringRecord {}

/// Records by their key, which can tell those that ended.
struct ExpiringRecords<Key: Hashable, Record: ExpiringRecord> {
  private(set) var records: [Key: Record] = [:]
  private var expiries = TimeQueue<Key>()

  /// The record of a key.
  subscript(key: Key) -> Record? { records[key] }

  /// Writes a record, or removes it; returns what was there.
  mutating func replace(_ key: Key, with record: Record?) -> Record? {
    guard let record else { return records.removeValue(forKey: key) }
    let old = records.updateValue(record, forKey: key)
    expiries.move(key, from: old?.expires, to: record.expires, among: records) { $0.expires }
    return old
  }

  /// The key of a record that ended before `now`, if there is one.
  mutating func firstExpired(before now: Milliseconds) -> Key? {
    guard let first = expiries.first({ records[$0]?.expires }), first.time < now else { return nil }
    return first.key
  }
}
