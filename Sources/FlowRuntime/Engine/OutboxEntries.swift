public import FlowModel

/// A message in the outbox as whoever looks after the server sees it. It tells nothing of what the message carries.
public struct OutboxEntry: Hashable, Sendable {
  /// The message's id.
  public let id: RandomID
  /// The tenant.
  public let tenant: String
  /// How it travels.
  public let channel: ChannelKind
  /// Where to.
  public let to: String
  /// The flow that it belongs to.
  public let flow: String
  /// What it carries.
  public let carries: MessageContent
  /// When it was written.
  public let written: Milliseconds
  /// When what it carries ends.
  public let validUntil: Milliseconds
  /// How often it was tried.
  public let attempts: Int64
  /// When it is tried next; nil: it was given up.
  public let due: Milliseconds?
  /// What it waits for; nil: it was given up.
  public internal(set) var waitsFor: Wait?
  /// Why it failed last, or was given up; nil: it was not tried.
  public let failure: DeliveryFailure?

  /// What a message waits for.
  public enum Wait: Hashable, Sendable {
    /// The time of its next try.
    case time
    /// A server hands it over just now.
    case delivery
    /// An earlier message to the same address.
    case earlier(RandomID)
    /// Its channel has failed so often that it is left alone until then.
    case rest(until: Milliseconds, failures: Int)
    /// Somebody has paused its channel.
    case paused
  }

  init?(_ record: MessageRecord, _ key: ServerKey, _ transaction: any StorageTransaction, now: Milliseconds) throws {
    guard let resting = RestingMessage(record, key), !resting.isDecoy else { return nil }
    let message = resting.message
    (id, tenant, channel, to, flow) = (message.id, message.tenant, message.channel, message.to, message.flow)
    carries = message.content.kind.content
    (written, validUntil, attempts) = (message.time, resting.validUntil, record.attempts)
    due = record.due == MessageRecord.never ? nil : record.due
    failure = resting.failure
    var pauses = ChannelPauses(now: now)
    if due == nil {
      waitsFor = nil
    } else if try transaction.isUnderWay(id, at: now) {
      waitsFor = .delivery
    } else if try pauses.holds(message, transaction) {
      waitsFor = .paused
    } else if let number = resting.number, let first = try resting.lane(key).first(before: number, transaction) {
      waitsFor = .earlier(first.id)
    } else if let rest = resting.rest, rest.until > now {
      waitsFor = .rest(until: rest.until, failures: Int(rest.failures))
    } else {
      waitsFor = .time
    }
  }
}

extension OutboxEntry.Wait {
  /// When the rest ends that it waits for.
  var restEnds: Milliseconds? { if case .rest(let until, _) = self { until } else { nil } }
}

/// A message that is sealed under another key, or that somebody has edited: nobody knows what it is.
public struct UnopenedMessage: Hashable, Sendable {
  /// Its id.
  public let id: RandomID
  /// The tenant that its row names.
  public let tenant: String
}

/// The outbox of a storage, for whoever looks after the server. A server may deliver from it meanwhile.
public struct OutboxEntries: Sendable {
  /// Why nothing was done about a message.
  public enum Refusal: Error, Hashable, Sendable {
    /// There is none of this id.
    case missing
    /// What it carries is good for nothing any more.
    case ended
  }

  let storage: any Storage
  let key: ServerKey
  let clock: any TimeSource

  /// The most that is looked at.
  public static let limit = 10_000

  /// The outbox of a storage whose messages are sealed under a key.
  public init(_ storage: any Storage, key: ServerKey, clock: any TimeSource = SystemClock()) {
    (self.storage, self.key, self.clock) = (storage, key, clock)
  }

  /// The messages that wait and those that were given up, in the order in which they are tried; decoys are none.
  public func all() async throws -> [OutboxEntry] {
    let now = clock.now()
    let entries = try await storage.transact { [key] transaction in
      try transaction.messages(dueBy: .max, limit: Self.limit).compactMap {
        try OutboxEntry($0, key, transaction, now: now)
      }
    }
    return withRests(entries)
  }

  /// Each message knows of its channel's rest what was known when it was tried: of one channel all say what the last one knows.
  private func withRests(_ entries: [OutboxEntry]) -> [OutboxEntry] {
    var rests: [ChannelName: OutboxEntry] = [:]
    for entry in entries {
      guard let until = entry.waitsFor?.restEnds else { continue }
      let name = ChannelName(tenant: entry.tenant, kind: entry.channel)
      if rests[name]?.waitsFor?.restEnds.map({ $0 < until }) ?? true { rests[name] = entry }
    }
    if rests.isEmpty { return entries }
    return entries.map { entry in
      var entry = entry
      let rest = rests[ChannelName(tenant: entry.tenant, kind: entry.channel)]?.waitsFor
      guard let rest, let ends = rest.restEnds, let due = entry.due else { return entry }
      // What is due before the rest ends waits for that as well.
      if entry.waitsFor?.restEnds != nil || entry.waitsFor == .time && due < ends { entry.waitsFor = rest }
      return entry
    }
  }

  /// The messages that nobody can open who has this key, in the same order; and how many rows there are of which not even the
  /// id can be read.
  public func unopened() async throws -> (messages: [UnopenedMessage], unreadable: Int) {
    try await storage.transact { [key] transaction in
      let messages = try transaction.messages(dueBy: .max, limit: Self.limit).filter { RestingMessage($0, key) == nil }
      return (messages.map { UnopenedMessage(id: $0.id, tenant: $0.tenant) }, try transaction.unreadableMessages())
    }
  }

  /// The message of an id.
  public func entry(_ id: RandomID) async throws -> OutboxEntry {
    let now = clock.now()
    return try await storage.transact { [key] transaction in
      guard let entry = try transaction.message(id).flatMap({ try OutboxEntry($0, key, transaction, now: now) }) else {
        throw Refusal.missing
      }
      return entry
    }
  }

  /// Lets a message be tried at once, with those before it to the same address; waits between further tries are as behind the
  /// first. Where its channel is left alone, that ends for a try.
  public func retry(_ id: RandomID) async throws {
    let now = clock.now()
    try await storage.transact { [key] transaction in
      guard let record = try transaction.message(id), let resting = RestingMessage(record, key), !resting.isDecoy else {
        throw Refusal.missing
      }
      guard resting.validUntil > now else { throw Refusal.ended }
      let before = try resting.number.map { try resting.lane(key).waiting(before: $0, transaction) } ?? []
      for record in [record] + before {
        guard var next = RestingMessage(record, key), next.validUntil > now else { continue }
        (next.rest, next.asked, next.before) = (nil, now, record.attempts)
        var asked = next.record(due: now, expires: next.validUntil + OutboxTimes.grace, key: key)
        asked.attempts = record.attempts
        try transaction.put(asked)
      }
    }
  }

  /// Removes a message, also one that cannot be opened. Whether a server hands it over just now: it may arrive all the same.
  @discardableResult
  public func drop(_ id: RandomID) async throws -> Bool {
    let now = clock.now()
    return try await storage.transact { [key] transaction in
      guard let record = try transaction.message(id), RestingMessage(record, key)?.isDecoy != true else {
        throw Refusal.missing
      }
      try transaction.removeMessage(id)
      return try transaction.isUnderWay(id, at: now)
    }
  }
}
