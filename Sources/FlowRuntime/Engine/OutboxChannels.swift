public import FlowModel

/// What waits for one channel of a tenant.
public struct ChannelStanding: Hashable, Sendable {
  /// The tenant.
  public let tenant: String
  /// The kind of its messages.
  public let channel: ChannelKind
  /// How many wait.
  public internal(set) var waiting = 0
  /// When the oldest of those was written; nil: none waits.
  public internal(set) var oldest: Milliseconds?
  /// How many were given up and are kept.
  public internal(set) var givenUp = 0
  /// Whether it is paused.
  public internal(set) var isPaused = false
  /// Until when it is left alone, and after how many failures in a row, as the message knows that was put off last.
  public internal(set) var rest: OutboxEntry.Wait?
  /// Why one of those that wait failed last.
  public internal(set) var failure: DeliveryFailure?

  init(_ tenant: String, _ channel: ChannelKind) { (self.tenant, self.channel) = (tenant, channel) }

  mutating func add(_ entry: OutboxEntry) {
    guard let wait = entry.waitsFor else {
      givenUp += 1
      return
    }
    waiting += 1
    oldest = min(oldest ?? entry.written, entry.written)
    if let new = entry.failure, failure.map({ $0.time <= new.time }) ?? true { failure = new }
    if case .rest(let until, _) = wait {
      if case .rest(let other, _)? = rest, other >= until { return }
      rest = wait
    }
  }
}

extension OutboxEntries {
  /// The channels for which something waits or was given up, and the paused ones of these tenants.
  public func channels(of tenants: [String]) async throws -> [ChannelStanding] {
    let entries = try await all()
    var standings: [ChannelName: ChannelStanding] = [:]
    for entry in entries {
      let name = ChannelName(tenant: entry.tenant, kind: entry.channel)
      standings[name, default: ChannelStanding(entry.tenant, entry.channel)].add(entry)
    }
    let names = Set(tenants + entries.map(\.tenant))
    let now = clock.now()
    let paused = try await storage.transact { transaction in
      var pauses = ChannelPauses(now: now)
      return try names.flatMap { tenant in
        try ChannelKind.allCases.filter { try pauses.holds(tenant, $0, transaction) }.map {
          ChannelName(tenant: tenant, kind: $0)
        }
      }
    }
    for name in paused { standings[name, default: ChannelStanding(name.tenant, name.kind)].isPaused = true }
    return standings.values.sorted { ($0.tenant, $0.channel.name) < ($1.tenant, $1.channel.name) }
  }

  /// Lets the messages of a tenant's channel wait, in all servers over this storage, until `resume`; whether they did not before.
  /// What is being delivered just now still leaves, and what comes to its end meanwhile is given up.
  public func pause(_ channel: ChannelKind, of tenant: String) async throws -> Bool {
    let now = clock.now()
    return try await storage.transact { transaction in
      var pauses = ChannelPauses(now: now)
      if try pauses.holds(tenant, channel, transaction) { return false }
      let key = OutboxLane.pauseKey(tenant, channel)
      try transaction.put(CounterRecord(key: key, count: 1, expires: now + ChannelPauses.length))
      return true
    }
  }

  /// Ends a pause, and lets what waited for that be tried at once; whether there was one.
  public func resume(_ channel: ChannelKind, of tenant: String) async throws -> Bool {
    let now = clock.now()
    return try await storage.transact { [key] transaction in
      var pauses = ChannelPauses(now: now)
      guard try pauses.holds(tenant, channel, transaction) else { return false }
      try transaction.put(CounterRecord(key: OutboxLane.pauseKey(tenant, channel), count: 0, expires: now))
      // Decoys as well: they go as messages do.
      for record in try transaction.messages(dueBy: now + ChannelPauses.look, limit: Self.limit)
      where record.due > now && record.tenant == tenant {
        if RestingMessage(record, key)?.message.channel == channel { try transaction.put(record.due(at: now)) }
      }
      return true
    }
  }

  /// Forgets that an address refused a message of a tenant: the next request for it sends one; whether it did.
  public func allow(_ address: String, of tenant: String) async throws -> Bool {
    let now = clock.now()
    return try await storage.transact { [key] transaction in
      var isForgotten = false
      // As attributes compare addresses, and as it is written.
      for text in Set([address, address.lowercased()]) {
        for channel in ChannelKind.allCases {
          let lane = OutboxLane(tenant: tenant, channel: channel, address: text, key: key)
          if try lane.forgetRefusal(transaction, now: now) { isForgotten = true }
        }
      }
      return isForgotten
    }
  }
}
