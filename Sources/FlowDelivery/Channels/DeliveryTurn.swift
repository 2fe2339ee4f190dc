import Synchronization

/// How many messages wait long for an answer, over all channels: so many threads are theirs, and no other message's.
final class LingeringLimit: Sendable {
  /// Of all channels.
  static let ofAll = 32
  private let free: Mutex<Int>

  init(_ count: Int) { free = Mutex(count) }

  func take() -> Bool {
    free.withLock { free in
      guard free > 0 else { return false }
      free -= 1
      return true
    }
  }

  func giveBack() { free.withLock { $0 += 1 } }
}

/// The turn of one message in its channel, which it may give back before it ends.
final class DeliveryTurn: Sendable {
  private let gate: ChannelGate
  private let lingers = Mutex(false)

  init(in gate: ChannelGate) { self.gate = gate }

  /// Whether the message may wait on for an answer; from then on it keeps no other waiting.
  func linger() -> Bool {
    lingers.withLock { lingers in
      if !lingers { lingers = gate.linger() }
      return lingers
    }
  }

  /// Ends it; as `ChannelGate.leave`.
  func end(_ outcome: ChannelGate.Outcome, _ reason: String) -> Duration? {
    gate.leave(outcome, reason, lingered: lingers.withLock { $0 })
  }
}
