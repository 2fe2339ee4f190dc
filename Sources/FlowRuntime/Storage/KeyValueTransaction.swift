import FlowModel

/// A transaction whose records are entries of a `KeyValueStore`.
public final class KeyValueTransaction {
  private let store: any KeyValueStore
  /// The first that the body met, after which nothing of it may be kept.
  private var failure: StorageError?

  private init(over store: any KeyValueStore) { self.store = store }

  /// Runs the body of a transaction over a store. Where it throws, nothing that the store was told may be kept: it throws
  /// what `body` throws, or a `StorageError` that `body` met and went on from.
  public static func run<Result>(
    over store: any KeyValueStore, _ body: (any StorageTransaction) throws -> Result
  ) throws -> Result {
    let transaction = KeyValueTransaction(over: store)
    let result = try body(transaction)
    if let failure = transaction.failure { throw failure }
    return result
  }

  // MARK: Entries

  private func noting<Value>(_ body: () throws(StorageError) -> Value) throws(StorageError) -> Value {
    do { return try body() } catch {
      failure = failure ?? error
      throw error
    }
  }

  subscript(key: KeyValueKey) -> [UInt8]? {
    get throws(StorageError) { try noting { () throws(StorageError) in try store.value(of: key.bytes) } }
  }

  func set(_ value: [UInt8]?, of key: KeyValueKey) throws(StorageError) {
    try noting { () throws(StorageError) in try store.setValue(value, of: key.bytes) }
  }

  /// The first keys that begin with one.
  func keys(
    beginning start: KeyValueKey, before end: [UInt8]? = nil, limit: Int = .max
  ) throws(StorageError) -> [KeyValueKey] {
    if limit <= 0 { return [] }
    return try noting { () throws(StorageError) in
      try store.keys(from: start.bytes, before: end ?? start.end, limit: limit)
    }.map(KeyValueKey.init(bytes:))
  }

  func read<Record: BinaryCodable>(_ key: KeyValueKey) throws(StorageError) -> Record? {
    guard let bytes = try self[key] else { return nil }
    return try noting { () throws(StorageError) in
      do { return try Record(encodedBytes: bytes) } catch { throw .corrupted("\(Record.self): \(error)") }
    }
  }

  /// The records of an index's entries.
  func records<Record: KeyValueRecord>(of entries: [KeyValueKey]) throws(StorageError) -> [Record] {
    var records: [Record] = []
    for entry in entries {
      guard let place = try self[entry] else { continue }
      guard let record: Record = try read(KeyValueKey(bytes: place)) else {
        return try noting { () throws(StorageError) in throw .corrupted("an index names a record that is gone") }
      }
      records.append(record)
    }
    return records
  }

  func write<Record: KeyValueRecord>(_ record: Record) throws(StorageError) {
    try remove(Record.self, at: record.place)
    for entry in record.index { try set(record.place.bytes, of: entry) }
    try set(record.encodedBytes, of: record.place)
  }

  func remove<Record: KeyValueRecord>(_ type: Record.Type, at place: KeyValueKey) throws(StorageError) {
    guard let record: Record = try read(place) else { return }
    for entry in record.index { try set(nil, of: entry) }
    try set(nil, of: place)
  }
}
