import FlowModel

/// Which messages are being handed over just now, for whoever looks: a mark beside each, which ends by itself with the lease of
/// a server that was killed.
extension StorageTransaction {
  /// Marks a message for as long as it is nobody else's.
  func markUnderWay(_ id: RandomID, at now: Milliseconds) throws(StorageError) {
    try put(CounterRecord(key: Self.mark(id), count: 1, expires: now + Engine.lease))
  }

  /// Takes the mark away from a message that waits on.
  func unmarkUnderWay(_ id: RandomID, at now: Milliseconds) throws(StorageError) {
    try put(CounterRecord(key: Self.mark(id), count: 0, expires: now))
  }

  /// Whether a message is marked.
  func isUnderWay(_ id: RandomID, at now: Milliseconds) throws(StorageError) -> Bool {
    try counter(Self.mark(id)).map { $0.count > 0 && $0.expires > now } ?? false
  }

  private static func mark(_ id: RandomID) -> String { "delivering:" + id.hex }
}
