import FlowModel

/// Why nothing leaves: since the first attempt that failed with none that succeeded after it.
public struct DeliveryTrouble: Hashable, Sendable {
  /// When that was, in milliseconds since 1970-01-01T00:00:00Z.
  public internal(set) var since: Milliseconds
  /// How many attempts have failed.
  public internal(set) var attempts = 0
  /// Whether this machine is to blame, and no other: such as for a disk that is full.
  public internal(set) var isOfMachine = true
  /// Why the last one did.
  public internal(set) var reason = ""
  /// When it was told last.
  var told: Milliseconds?

  /// How long a channel may fail before that is an error, in milliseconds.
  static let patience: Milliseconds = 10_000
  /// How long until it is told again.
  static let interval: Milliseconds = 60_000

  init(since: Milliseconds) { self.since = since }
}

/// A channel of a tenant.
struct ChannelName: Hashable, Sendable {
  let tenant: String
  let kind: ChannelKind
}

extension Engine {
  /// Notes that a message could not be handed over for now; tells of a channel that fails for long.
  func noteUndelivered(_ reason: String, isOfMachine: Bool) async {
    let now = ports.clock.now()
    guard let trouble = activity.noteUndelivered(reason, isOfMachine: isOfMachine, now: now) else { return }
    let waiting = await noting("messages cannot be counted") { try $0.waitingMessages() }
    log(
      .error,
      "no message has left for \((now - trouble.since) / 1000) s: \(trouble.attempts) attempts failed, "
        + "\(waiting.map(String.init) ?? "?") messages wait; the last reason: \(reason)")
  }

  /// Notes that a message has left.
  func noteDelivered() {
    guard let trouble = activity.noteDelivered(), trouble.told != nil else { return }
    log(.info, "messages leave again, after \((ports.clock.now() - trouble.since) / 1000) s")
  }

  /// Notes that a channel fails; tells it once for each reason, until the channel works again.
  func noteFault(_ reason: String, in kind: ChannelKind, of tenant: String) {
    guard activity.noteFault(reason, ChannelName(tenant: tenant, kind: kind)) else { return }
    ports.log.write(LogEntry(.warning, "the channel \(kind.name) fails: \(reason)", tenant: tenant))
  }

  /// Notes that a channel works.
  func noteWorking(_ kind: ChannelKind, of tenant: String) {
    guard activity.noteWorking(ChannelName(tenant: tenant, kind: kind)) else { return }
    ports.log.write(LogEntry(.info, "the channel \(kind.name) works again", tenant: tenant))
  }

  /// Tells where more messages wait than should.
  func tellBacklog() async {
    guard ports.delivers, !activity.isPausing,
      let waiting = await noting("messages cannot be counted", { try $0.waitingMessages() }),
      waiting > ports.backlogLimit
    else { return }
    log(.warning, "\(waiting) messages wait to be delivered: people wait for them")
  }
}
