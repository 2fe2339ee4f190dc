import FlowModel

/// What a run has spent of the counters that are its own.
package struct RunCounts: Hashable, Sendable {
  /// How often, until the count begins again.
  struct Count: Hashable, Sendable {
    var count: Int64
    var expires: Milliseconds
  }

  private struct Key: Hashable {
    let counter: Counter
    let subject: String
  }

  private var counts: [Key: Count] = [:]

  /// Nothing.
  package init() {}

  /// What is counted for a subject.
  subscript(counter: Counter, subject: String) -> Count? {
    get { counts[Key(counter: counter, subject: subject)] }
    set { counts[Key(counter: counter, subject: subject)] = newValue }
  }

  /// How often a counter was spent, for whatever subject.
  func spent(_ counter: Counter) -> Int64 {
    counts.reduce(0) { $0 + ($1.key.counter == counter ? $1.value.count : 0) }
  }

  /// Forgets what was counted of codes that are out no more.
  mutating func forgetCodes(but code: Challenge?) {
    if counts.isEmpty { return }
    counts = counts.filter { key, _ in
      switch key.counter {
      case .guessesOfCode: key.subject == code?.codeHash.hex
      case .codesInARow: key.subject == code?.target.text
      default: true
      }
    }
  }

  /// Appends all counts, in an order of their own.
  func encode(to writer: inout ByteWriter) {
    let sorted = counts.sorted { ($0.key.counter.rawValue, $0.key.subject) < ($1.key.counter.rawValue, $1.key.subject) }
    writer.write(count: sorted.count)
    for (key, count) in sorted {
      writer.write(key.counter.rawValue)
      key.subject.encode(to: &writer)
      count.count.encode(to: &writer)
      count.expires.encode(to: &writer)
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
