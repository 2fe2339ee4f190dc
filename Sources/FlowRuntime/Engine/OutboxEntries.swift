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
  /// What it carries: `code`, `link`, `invitation` or `notice`.
  public let carries: String
  /// When it was written.
  public let written: Milliseconds
  /// When what it carries ends.
  public let validUntil: Milliseconds
  /// How often it was tried.
  public let attempts: Int64
  /// When it is tried next; nil: it was given up.
  public let due: Milliseconds?
  /// Why it was given up; nil: it waits.
  public let failure: String?
  /// When it was given up.
  public let failed: Milliseconds?

  fileprivate init?(_ record: MessageRecord, _ key: ServerKey) {
    guard let resting = RestingMessage(record, key), !resting.isDecoy else { return nil }
    let message = resting.message
    (id, tenant, channel, to, flow) = (message.id, message.tenant, message.channel, message.to, message.flow)
    switch message.content {
    case .code: carries = "code"
    case .link: carries = "link"
    case .invitation: carries = "invitation"
    case .notice: carries = "notice"
    }
    (written, validUntil, attempts) = (message.time, resting.validUntil, record.attempts)
    due = record.due == MessageRecord.never ? nil : record.due
    (failure, failed) = (resting.failure?.reason, resting.failure?.time)
  }
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

  private let storage: any Storage
  private let key: ServerKey
  private let clock: any TimeSource

  /// The most that is looked at.
  public static let limit = 10_000

  /// The outbox of a storage whose messages are sealed under a key.
  public init(_ storage: any Storage, key: ServerKey, clock: any TimeSource = SystemClock()) {
    (self.storage, self.key, self.clock) = (storage, key, clock)
  }

  /// The messages that wait and those that were given up, in the order in which they are tried; decoys are none.
  public func all() async throws -> [OutboxEntry] {
    try await storage.transact { [key] transaction in
      try transaction.messages(dueBy: .max, limit: Self.limit).compactMap { OutboxEntry($0, key) }
    }
  }

  /// The message of an id.
  public func entry(_ id: RandomID) async throws -> OutboxEntry {
    try await storage.transact { [key] transaction in
      guard let entry = try transaction.message(id).flatMap({ OutboxEntry($0, key) }) else { throw Refusal.missing }
      return entry
    }
  }

  /// Lets a message be tried at once, as if for the first time.
  public func retry(_ id: RandomID) async throws {
    let now = clock.now()
    try await storage.transact { [key] transaction in
      guard let record = try transaction.message(id), var resting = RestingMessage(record, key), !resting.isDecoy else {
        throw Refusal.missing
      }
      guard resting.validUntil > now else { throw Refusal.ended }
      resting.failure = nil
      try transaction.put(resting.record(due: now, expires: resting.validUntil + OutboxTimes.grace, key: key))
    }
  }

  /// Removes a message. One that is being delivered just now may arrive all the same.
  public func drop(_ id: RandomID) async throws {
    try await storage.transact { [key] transaction in
      guard try transaction.message(id).flatMap({ OutboxEntry($0, key) }) != nil else { throw Refusal.missing }
      try transaction.removeMessage(id)
    }
  }
}
