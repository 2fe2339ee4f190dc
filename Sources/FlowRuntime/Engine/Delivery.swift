import FlowModel
import FlowThreads
import Synchronization

extension Engine {
  /// For how long a message that is being delivered is nobody else's, in milliseconds; renewed until its delivery ends. So
  /// what a killed process was about to send leaves a few seconds later.
  static let lease: Milliseconds = 5_000

  /// Delivers the messages that are due, up to 64 side by side over all who call this, each within
  /// `EnginePorts.deliveryTimeout`, and those to one address one after another. A message that fails is tried again, later and
  /// later up to 300 seconds, as its `RetryClass` says, until its content is no longer valid; one that is delivered is
  /// removed, so that a crash in between delivers it twice, with the same id. What cannot be delivered is given up: it rests as
  /// a dead letter for a week.
  /// Does nothing once the engine is closed.
  public func deliverMessages() async {
    if !activity.status.isClosed { await deliverDue() }
  }

  /// Delivers what is due, and what becomes due meanwhile.
  func deliverDue() async {
    guard ports.delivers else { return }
    await withTaskGroup(of: (isNoted: Bool, isFollowed: Bool).self) { group in
      var mayBeMore = true
      repeat {
        let places = mayBeMore ? activity.takePlaces() : 0
        if places > 0 {
          let (claimed, leaders, isCut) = await claim(atMost: places)
          activity.returnPlaces(places - claimed.count)
          mayBeMore = claimed.count == places || isCut
          for message in claimed {
            group.addTask { [self] in
              let place = DeliveryPlace(in: activity, for: ports.placeTime)
              defer { place.end() }
              let isNoted = await deliver(message)
              return (isNoted, activity.release(message.record.id))
            }
          }
          // Whoever delivers the ones before them goes on with them; what was delivered meanwhile holds them up no more. Nor
          // is it known what is due for somebody who found no place meanwhile.
          if !activity.follow(leaders) || activity.isAwaited {
            mayBeMore = true
            continue
          }
        }
        // What cannot be noted would be delivered again and again.
        guard let (isNoted, isFollowed) = await group.next() else { return }
        mayBeMore = (mayBeMore || isFollowed) && isNoted
      } while true
    }
  }

  /// The longest that a message waits between two attempts, in milliseconds.
  private static let longestWait: Milliseconds = 300_000

  /// A message that is being delivered.
  private struct Claimed: Sendable {
    let record: MessageRecord
    /// What it is; nil: it cannot be opened.
    let resting: RestingMessage?
  }

  /// What becomes of a message.
  private enum Fate: Sendable {
    case gone
    /// It was delivered to an address, which refuses messages no more.
    case delivered(OutboxLane)
    case put(MessageRecord)
    /// It is given up, and its address takes none of its kind.
    case refused(MessageRecord, key: String)
  }

  /// Takes messages that are due for this delivery alone; none where storage fails. What is put off for longer than any
  /// message waits is due: the clock was set back since. One that has another before it to the same address waits for that; with
  /// the ones that are being delivered here and that others wait for. One whose channel is paused is put off. `isCut`: there
  /// may be others behind those that were.
  private func claim(atMost count: Int) async -> (claimed: [Claimed], leaders: Set<RandomID>, isCut: Bool) {
    let now = ports.clock.now()
    // The body may run again, and what it has taken before is then not taken.
    let taken = TakenMessages(activity)
    let found = await noting("messages cannot be read") { [activity, key = ports.key] transaction in
      taken.replace(with: [])
      // Before anything is read: what was delivered since is no longer there, or waits.
      let held = activity.held
      let limit = count + EngineActivity.deliveryLimit
      var due = try transaction.messages(dueBy: now, limit: limit)
      if due.isEmpty {
        due = try transaction.messages(dueBy: MessageRecord.never - 1, limit: limit).filter {
          $0.due > now + Self.longestWait
        }
      }
      var claimed: [Claimed] = []
      var leaders: Set<RandomID> = []
      var pauses = ChannelPauses(now: now)
      var isCut = false
      func claim(_ record: MessageRecord, _ resting: RestingMessage?) throws {
        try transaction.put(record.due(at: now + Self.lease))
        try transaction.markUnderWay(record.id, at: now)
        claimed.append(Claimed(record: record, resting: resting))
      }
      func isTaken(_ id: RandomID) -> Bool { held.contains(id) || claimed.contains { $0.record.id == id } }
      for record in due where claimed.count < count && !isTaken(record.id) {
        let resting = RestingMessage(record, key)
        if let resting, resting.validUntil > now, try pauses.holds(resting.message, transaction) {
          try transaction.put(record.due(at: min(now + ChannelPauses.look, resting.validUntil)))
          isCut = due.count == limit
          continue
        }
        guard let resting, let number = resting.number,
          let first = try resting.lane(key).first(before: number, transaction)
        else {
          try claim(record, resting)
          continue
        }
        if first.due > now, !isTaken(first.id) {
          try transaction.put(record.due(at: now + min(max(first.due - now, 250), 2_000)))
          continue
        }
        if !isTaken(first.id) { try claim(first, RestingMessage(first, key)) }
        leaders.insert(first.id)
      }
      // Before it is committed: whoever sees that they are taken sees by whom.
      taken.replace(with: Set(claimed.map(\.record.id)))
      return (claimed, leaders, isCut)
    }
    if found == nil { taken.replace(with: []) }
    return found ?? ([], [], false)
  }

  /// Tries one message and writes what came of it; false if that could not be written.
  private func deliver(_ claimed: Claimed) async -> Bool {
    let record = claimed.record
    let lease = Task {
      while true {
        do { try await Task.sleep(for: .milliseconds(Self.lease / 2)) } catch { return }
        let now = ports.clock.now()
        await noting("a message cannot be held") { transaction in
          // As it rests: somebody may have asked for another try.
          guard let present = try transaction.message(record.id) else { return }
          try transaction.put(present.due(at: now + Self.lease))
          try transaction.markUnderWay(record.id, at: now)
        }
      }
    }
    let fate = await attempt(claimed)
    lease.cancel()
    // Not before: what was delivered would be written once more.
    await lease.value
    let now = ports.clock.now()
    let stored: Void? = await noting("what came of a message cannot be written") { transaction in
      // Somebody may have dropped it meanwhile, or asked for another try.
      func put(_ next: MessageRecord) throws {
        guard let present = try transaction.message(record.id) else { return }
        try transaction.put(present.sealed == record.sealed ? next : present.due(at: now))
        try transaction.unmarkUnderWay(record.id, at: now)
      }
      switch fate {
      case .gone: try transaction.removeMessage(record.id)
      case .delivered(let lane):
        try transaction.removeMessage(record.id)
        _ = try lane.forgetRefusal(transaction, now: now)
      case .put(let next): try put(next)
      case .refused(let next, let key):
        try put(next)
        try transaction.put(CounterRecord(key: key, count: 1, expires: now + OutboxTimes.refusal))
      }
    }
    return stored != nil
  }

  /// Tries one message; returns what becomes of it.
  private func attempt(_ claimed: Claimed) async -> Fate {
    let record = claimed.record
    let now = ports.clock.now()
    func note(_ text: String) {
      ports.log.write(LogEntry(.warning, "message \(record.id.hex) \(text)", tenant: record.tenant))
    }
    guard let resting = claimed.resting else {
      guard record.expires > now else {
        note("was given up")
        return .gone
      }
      // Another process, which has the right key, may deliver it yet.
      note("cannot be opened with this server's key")
      return .put(later(record, .machine, until: record.expires))
    }
    let (tenant, kind) = (record.tenant, resting.message.channel)
    func dead(_ failure: DeliveryFailure, attempts: Int64) -> MessageRecord {
      resting.given(up: failure, at: now, attempts: attempts, key: ports.key)
    }
    guard resting.validUntil > now else {
      let late =
        resting.failure?.mayHaveArrived == true
        ? "it was handed over without an answer, so it may have arrived, and is no longer valid now"
        : "it was no longer valid before it could be delivered"
      // Why it could not is what somebody can do about it.
      let before = resting.failure.map { "; before: \($0.reason)" } ?? ""
      note("was given up: \(late)")
      if resting.isDecoy { return .gone }
      ports.measures?.noteGivenUp(kind)
      return .put(
        dead(
          DeliveryFailure(late + before, at: now, kind: "ended", words: resting.failure?.words),
          attempts: record.attempts))
    }
    if let asked = resting.asked { ports.channel.rouse(kind, of: tenant, asked: asked) }
    do throws(DeliveryError) {
      guard try await hand(resting) else {
        // As long as messages fail it waits as they do, and goes as they leave.
        guard let trouble = activity.status.undelivered else { return .gone }
        return .put(
          later(record, resting, DeliveryFailure(trouble.reason, at: now, kind: RetryClass.machine.rawValue), .machine))
      }
      noteDelivered()
      noteWorking(kind, of: tenant)
      if !resting.isDecoy { ports.measures?.noteDelivered(kind) }
      if record.attempts > 0, !resting.isDecoy {
        ports.log.write(
          LogEntry(
            .info, "message \(record.id.hex) was delivered, at attempt \(record.nextAttempt)", tenant: record.tenant))
      }
      return resting.isDecoy ? .gone : .delivered(resting.lane(ports.key))
    } catch {
      let (cause, failure) = (error.parts.error, DeliveryFailure(error, at: now))
      switch cause {
      case .permanent(let reason), .undeliverable(let reason):
        note("cannot be delivered: \(reason)")
        // The channel itself works.
        noteWorking(kind, of: tenant)
        if case .undeliverable = cause { noteDelivered() }
        guard !resting.isDecoy, let failure else { return .gone }
        ports.measures?.noteGivenUp(kind)
        let next = dead(failure, attempts: record.nextAttempt)
        guard case .undeliverable = cause, resting.tellsRefusal else { return .put(next) }
        return .refused(next, key: resting.lane(ports.key).refusalKey)
      case .temporary(let reason, let retry):
        ports.measures?.noteFailure(kind, retry)
        if retry != .busy {
          noteFault(reason, in: kind, of: tenant)
        } else if resting.failure?.reason != reason {
          note("was not delivered yet: \(reason)")
        }
        await noteUndelivered(reason, isOfMachine: retry == .machine)
        return .put(later(record, resting, failure, retry))
      case .resting(let rest):
        var next = resting
        next.rest = RestingMessage.Rest(until: now + rest.ends, failures: Int64(rest.failures))
        next.failure = next.failure ?? DeliveryFailure(rest.reason, at: rest.failed ?? now)
        return .put(next.resealed(record, key: ports.key).due(at: now + min(Self.longestWait, max(1, rest.wait))))
      case .postponed(let wait):
        return .put(record.due(at: now + min(Self.longestWait, max(1, wait))))
      case .quoting:
        return .put(record.due(at: now + 1_000))
      }
    }
  }

  /// Hands a message to the channel, or tries it for a decoy, and waits no longer than is allowed. False: for a decoy it could
  /// not be tried.
  private func hand(_ resting: RestingMessage) async throws(DeliveryError) -> Bool {
    let (channel, message) = (ports.channel, resting.message)
    let handing = Task { () -> Result<Bool, DeliveryError> in
      do throws(DeliveryError) {
        if resting.isDecoy { return .success(try await channel.probe(message.channel)) }
        try await channel.deliver(message)
        return .success(true)
      } catch { return .failure(error) }
    }
    activity.add(message.id) { handing.cancel() }
    defer { activity.remove(message.id) }
    guard let result = await value(of: handing, within: ports.deliveryTimeout) else {
      throw .temporary("it took longer than \(ports.deliveryTimeout)")
    }
    return try result.get()
  }

  /// The message with another attempt behind it, which takes twice as long to wait for as the last; a part of that, of up to a
  /// quarter, is left to chance, so that what failed together does not come together again.
  /// `before`: how many attempts there were when somebody asked for another, from which waits begin anew.
  private func later(
    _ record: MessageRecord, _ retry: RetryClass, until end: Milliseconds, before: Int64 = 0
  ) -> MessageRecord {
    var next = record
    next.attempts = record.nextAttempt
    let wait = min(Self.longestWait, retry.firstWait << min(max(0, next.attempts - 1 - max(0, before)), 9))
    let chance = (ports.randomness.bytes(2).reduce(0) { $0 << 8 | Milliseconds($1) } * (wait / 4)) >> 16
    let now = ports.clock.now()
    return next.due(at: min(now + wait - chance, max(end, now + 1)))
  }

  /// The same, with why it failed, which is told of it from now on.
  private func later(
    _ record: MessageRecord, _ resting: RestingMessage, _ failure: DeliveryFailure?, _ retry: RetryClass
  ) -> MessageRecord {
    var next = resting
    (next.failure, next.rest, next.asked) = (failure, nil, nil)
    return later(next.resealed(record, key: ports.key), retry, until: resting.validUntil, before: resting.before)
  }

  /// A transaction of the engine's own, beside any step; nil where storage fails, which is counted and written to the log.
  @discardableResult
  func noting<Result: Sendable>(
    _ failure: String, _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
  ) async -> Result? {
    do {
      let result = try await storage.transact(body)
      activity.noteSuccess()
      return result
    } catch {
      let seconds = activity.noteFailure("\(failure): \(error)")
      log(.error, "\(failure): \(error); it is tried again in \(seconds) s")
      return nil
    }
  }
}

extension RestingMessage {
  /// The message as it is now, in place of how it rests.
  fileprivate func resealed(_ record: MessageRecord, key: ServerKey) -> MessageRecord {
    var next = self.record(due: record.due, expires: record.expires, key: key)
    next.attempts = record.attempts
    return next
  }
}

extension MessageRecord {
  func due(at time: Milliseconds) -> MessageRecord {
    var record = self
    record.due = time
    return record
  }
}

/// The messages that one claim has taken.
private final class TakenMessages: Sendable {
  private let activity: EngineActivity
  private let ids = Mutex<Set<RandomID>>([])

  init(_ activity: EngineActivity) { self.activity = activity }

  func replace(with new: Set<RandomID>) {
    ids.withLock { ids in
      activity.hold(new, insteadOf: ids)
      ids = new
    }
  }
}

extension MessageRecord {
  /// The number of the attempt that comes next. The row says how many there were, and whoever writes to the database may have
  /// written any number.
  fileprivate var nextAttempt: Int64 { min(max(0, attempts), 1_000_000) + 1 }
}
