public import FlowRuntime

/// A number written down in several places by one transaction, so that a half transaction shows.
public enum Entry {
  /// Writes the number as a run, an account and a message, and counts it.
  public static func write(_ number: Int, in transaction: any StorageTransaction) throws {
    let count = try transaction.counter("entries")?.count ?? 0
    try transaction.put(Sample.run(number))
    _ = try transaction.put(Sample.account("\(number)", email: "\(number)@example.com"))
    try transaction.put(Sample.message(number, due: 1))
    try transaction.put(CounterRecord(key: "entries", count: count + 1, expires: 9))
  }

  /// Which of the numbers are there; throws if one is there in half, or their number is not what was counted.
  public static func numbers(in range: Range<Int>, of storage: any Storage) async throws -> Set<Int> {
    try await storage.transact { transaction in
      let messages = Set(try transaction.messages(dueBy: .max, limit: .max).map(\.id))
      var found: Set<Int> = []
      for number in range {
        let places = [
          try transaction.run(Sample.id(number)) != nil,
          try transaction.account(Sample.email("\(number)@example.com"), tenant: "contoso") != nil,
          messages.contains(Sample.id(number)),
        ]
        if places[0] { found.insert(number) }
        guard Set(places).count == 1 else {
          throw TornEntry(description: "entry \(number) is there in part: \(places)")
        }
      }
      let count = Int(try transaction.counter("entries")?.count ?? 0)
      guard found.count == count else { throw TornEntry(description: "\(found.count) entries, but \(count) counted") }
      return found
    }
  }
}

/// A transaction that is there in half.
struct TornEntry: Error, CustomStringConvertible {
  let description: String
}
