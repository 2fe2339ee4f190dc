import FlowModel

/// The channels that somebody who looks after the server has paused, as one transaction finds them.
struct ChannelPauses {
  /// How soon a message whose channel is paused is looked at again, in milliseconds. Whoever ends the pause need not wait for it.
  static let look: Milliseconds = 60_000
  /// A pause lasts until it is ended.
  static let length: Milliseconds = 3_650 * 24 * 3_600_000

  private let now: Milliseconds
  private var known: [String: Bool] = [:]

  init(now: Milliseconds) { self.now = now }

  /// Whether a message waits for the end of a pause.
  mutating func holds(_ message: Message, _ transaction: any StorageTransaction) throws(StorageError) -> Bool {
    try holds(message.tenant, message.channel, transaction)
  }

  /// Whether a tenant's channel is paused.
  mutating func holds(
    _ tenant: String, _ channel: ChannelKind, _ transaction: any StorageTransaction
  ) throws(StorageError) -> Bool {
    let key = OutboxLane.pauseKey(tenant, channel)
    if let known = known[key] { return known }
    let isPaused = try transaction.counter(key).map { $0.count > 0 && $0.expires > now } ?? false
    known[key] = isPaused
    return isPaused
  }
}
