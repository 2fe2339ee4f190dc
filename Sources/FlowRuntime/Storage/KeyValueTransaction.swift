import FlowModel

/// A transaction whose records are entries of a `KeyValueStore`.
public final class KeyValueTransaction {
  /// What the records are kept in; nil once the body has returned, so that nobody writes to a store between transactions.
  private var store: (any KeyValueStore)?
  /// The first that the body met, after which nothing of it may be kept.
  private var failure: StorageError?

  private init(over store: any KeyValueStore) { self.store = store }

  /// Runs the body of a transaction over a store. Where it throws, nothing that the store was told may be kept: it throws
  /// what `body` throws, or a `StorageError` that `body` met and went on from. A transaction that is used after its body is
  /// refused with a `StorageError`.
  public static func run<Result>(
    over store: any KeyValueStore, _ body: (any StorageTransaction) throws -> Result
  ) throws -> Result {
    let transaction = KeyValueTransaction(over: store)
    defer { transaction.store = nil }
    let result = try body(transaction)
    if let failure = transaction.failure { throw failure }
    return result
  }

  // MARK: Entries

  private func noting<Value>(
    _ body: (any KeyValueStore) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    guard let store else { throw .unavailable("its transaction has ended") }
    do { return try body(store) } catch {
      failure = failure ?? error
      throw error
    }
  }

  subscript(key: KeyValueKey) -> [UInt8]? {
    get throws(StorageError) { try noting { store throws(StorageError) in try store.value(of: key.bytes) } }
  }

  func set(_ value: [UInt8]?, of key: KeyValueKey) throws(StorageError) {
    try noting { store throws(StorageError) in try store.setValue(value, of: key.bytes) }
  }

  /// The first keys that begin with one.
  func keys(
    beginning start: KeyValueKey, before end: [UInt8]? = nil, limit: Int = .max
  ) throws(StorageError) -> [KeyValueKey] {
    if limit <= 0 { return [] }
    return try noting { store throws(StorageError) in
      try store.keys(from: start.bytes, before: end ?? start.end, limit: limit)
    }.map(KeyValueKey.init(bytes:))
  }

  /// The record of a key, if it is there and says itself that this is its key: a store may have cut two keys to the same.
  func read<Record: KeyValueRecord>(_ key: KeyValueKey) throws(StorageError) -> Record? {
    guard let bytes = try self[key] else { return nil }
    return try noting { _ throws(StorageError) in
      let record: Record
      do { record = try Record(encodedBytes: bytes) } catch { throw .corrupted("\(Record.self): \(error)") }
      guard record.place == key else { throw .corrupted("\(Record.self): a key leads to another record") }
      return record
    }
  }

  /// The records of an index's entries.
  func records<Record: KeyValueRecord>(of entries: [KeyValueKey]) throws(StorageError) -> [Record] {
    var records: [Record] = []
    for entry in entries {
      guard let place = try self[entry] else { continue }
      let record: Record? = try read(KeyValueKey(bytes: place))
      guard let record, record.index.contains(entry) else {
        return try noting { _ throws(StorageError) in
          throw .corrupted("an index names a record that is gone, or another one")
        }
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
