import FlowModel

/// What a run has spent of the counters that are its own.
package struct RunCounts: Hashable, Sendable {
  /// How often, until the count begins again.
  struct Count: Hashable, Sendable {
    var count: Int64
    var expires: Milliseconds
  }

  private struct Entry: Hashable {
    let counter: Counter
    let subject: String
    var count: Count
  }

  /// In the order of counters and subjects. There are a few at most.
  private var entries: [Entry] = []

  /// Nothing.
  package init() {}

  /// What is counted for a subject.
  subscript(counter: Counter, subject: String) -> Count? {
    get { entries.first { $0.counter == counter && $0.subject == subject }?.count }
    set {
      let index =
        entries.firstIndex { ($0.counter.rawValue, $0.subject) >= (counter.rawValue, subject) } ?? entries.count
      if index < entries.count, entries[index].counter == counter, entries[index].subject == subject {
        entries.remove(at: index)
      }
      if let newValue { entries.insert(Entry(counter: counter, subject: subject, count: newValue), at: index) }
    }
  }

  /// How often a counter was spent, for whatever subject.
  func spent(_ counter: Counter) -> Int64 {
    entries.reduce(0) { $0 + ($1.counter == counter ? $1.count.count : 0) }
  }

  /// Forgets what was counted of codes that are out no more.
  mutating func forgetCodes(but code: Challenge?) {
    entries.removeAll { entry in
      switch entry.counter {
      case .guessesOfCode: entry.subject != code?.codeHash.hex
      case .codesInARow: entry.subject != code?.target.text
      default: false
      }
    }
  }

  /// Appends all counts.
  func encode(to writer: inout ByteWriter) {
    writer.write(count: entries.count)
    for entry in entries {
      writer.write(entry.counter.rawValue)
      entry.subject.encode(to: &writer)
      entry.count.count.encode(to: &writer)
      entry.count.expires.encode(to: &writer)
    }
  }

  /// Reads all counts.
  init(from reader: inout ByteReader) throws(DecodingFailure) {
    for _ in 0..<(try reader.readCount()) {
      guard let counter = Counter(rawValue: try reader.read(UInt8.self)) else {
        throw reader.failure("an unknown counter")
      }
      let subject = try String(from: &reader)
      self[counter, subject] = Count(count: try Int64(from: &reader), expires: try Milliseconds(from: &reader))
    }
  }
}
