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

extension Engine {
  /// Tells which channels of its tenants were paused or resumed since it looked last; at first those that are paused.
  func tellPauses() async {
    guard ports.delivers, !activity.isPausing else { return }
    let now = ports.clock.now()
    let channels = programs.newest.flatMap { newest in
      newest.program.table.channels.map { ChannelName(tenant: newest.program.table.tenant, kind: $0.kind) }
    }
    let paused = await noting("pauses of channels cannot be read") { transaction in
      var pauses = ChannelPauses(now: now)
      return Set(try channels.filter { try pauses.holds($0.tenant, $0.kind, transaction) })
    }
    guard let paused else { return }
    let before = activity.notePaused(paused)
    func tell(_ level: LogEntry.Level, _ channels: Set<ChannelName>, _ text: (String) -> String) {
      for channel in channels.sorted(by: { ($0.tenant, $0.kind.name) < ($1.tenant, $1.kind.name) }) {
        ports.log.write(LogEntry(level, text(channel.kind.name), tenant: channel.tenant))
      }
    }
    tell(.warning, paused.subtracting(before)) {
      "the channel \($0) is paused: its messages wait (`usher outbox resume`)"
    }
    tell(.info, before.subtracting(paused).intersection(channels)) { "the channel \($0) goes on: its pause was ended" }
  }
}
