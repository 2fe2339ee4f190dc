/// What a store of keys and values, both of them bytes, does within a transaction. Whoever has one needs no
/// `StorageTransaction` of their own: a `KeyValueTransaction` keeps the records in it, with all their indices.
///
/// No key is empty, none is longer than 500 bytes, and none begins with a byte above 127: those are yours. All bytes of a key
/// count. No value is empty; a value is as long as its record, which may be some megabytes (the file of a table). What was
/// written is seen at once.
public protocol KeyValueStore: AnyObject {
  /// The value of a key; nil if it has none.
  func value(of key: [UInt8]) throws(StorageError) -> [UInt8]?
  /// Gives a key a value, or takes it away.
  func setValue(_ value: [UInt8]?, of key: [UInt8]) throws(StorageError)
  /// The keys from `start` on and before `end`, in the order of their bytes, and of these the first `limit`, which is 1
  /// or more, and `Int.max` for all: fewer only where there are no more.
  func keys(from start: [UInt8], before end: [UInt8], limit: Int) throws(StorageError) -> [[UInt8]]
}
