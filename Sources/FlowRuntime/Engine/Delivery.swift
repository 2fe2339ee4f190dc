import FlowModel

extension Engine {
  /// For how long a message that is being delivered is nobody else's, in milliseconds; renewed until its delivery ends. So
  /// what a killed process was about to send leaves a few seconds later.
  static let lease: Milliseconds = 5_000

  /// Delivers the messages that are due, up to 64 side by side over all who call this, each within
  /// `EnginePorts.deliveryTimeout`. A message that fails is tried again after 1, 2, 4 … up to 300 seconds until its content
  /// is no longer valid; one that is delivered is removed, so that a crash in between delivers it twice, with the same id.
  /// Does nothing once the engine is closed.
  public func deliverMessages() async {
    if !activity.status.isClosed { await deliverDue() }
  }

  /// Delivers what is due, and what becomes due meanwhile.
  func deliverDue() async {
    guard ports.delivers else { return }
    await withTaskGroup(of: Bool.self) { group in
      var mayBeMore = true
      repeat {
        let places = mayBeMore ? activity.takePlaces() : 0
        if places > 0 {
          let claimed = await claim(atMost: places)
          activity.returnPlaces(places - claimed.count)
          mayBeMore = claimed.count == places
          for record in claimed {
            group.addTask { [self] in
              defer { activity.returnPlaces(1) }
              return await deliver(record)
            }
          }
        }
        // What cannot be noted would be delivered again and again.
        guard let isNoted = await group.next() else { return }
        mayBeMore = mayBeMore && isNoted
      } while true
    }
  }

  /// The longest that a message waits between two attempts, in milliseconds.
  private static let longestWait: Milliseconds = 300_000

  /// Takes messages that are due for this delivery alone; none where storage fails. What is put off for longer than any
  /// message waits is due: the clock was set back since.
  private func claim(atMost count: Int) async -> [MessageRecord] {
    let now = ports.clock.now()
    return await noting("messages cannot be read") { [activity] transaction in
      let limit = count + EngineActivity.deliveryLimit
      var due = try transaction.messages(dueBy: now, limit: limit)
      if due.isEmpty {
        due = try transaction.messages(dueBy: .max, limit: limit).filter { $0.due > now + Self.longestWait }
      }
      due = Array(due.filter { !activity.isDelivering($0.id) }.prefix(count))
      for record in due { try transaction.put(record.due(at: now + Self.lease)) }
      return due
    } ?? []
  }

  /// Tries one message and writes what came of it; false if that could not be written.
  private func deliver(_ record: MessageRecord) async -> Bool {
    let lease = Task {
      while true {
        do { try await Task.sleep(for: .milliseconds(Self.lease / 2)) } catch { return }
        let now = ports.clock.now()
        await noting("a message cannot be held") { try $0.put(record.due(at: now + Self.lease)) }
      }
    }
    let next = await attempt(record)
    lease.cancel()
    // Not before: what was delivered would be written once more.
    await lease.value
    let stored: Void? = await noting("what came of a message cannot be written") { transaction in
      if let next { try transaction.put(next) } else { try transaction.removeMessage(record.id) }
    }
    return stored != nil
  }

  /// Tries one message; returns it as it is to be tried again, or nil if it is done with.
  private func attempt(_ record: MessageRecord) async -> MessageRecord? {
    let now = ports.clock.now()
    func note(_ text: String) {
      ports.log.write(LogEntry(.warning, "message \(record.id.hex) \(text)", tenant: record.tenant))
    }
    guard record.expires > now else {
      note("was given up")
      return nil
    }
    guard let content = MessageContent(record, ports.key) else {
      // Another process, which has the right key, may deliver it yet.
      note("cannot be opened with this server's key")
      return later(record)
    }
    do throws(DeliveryError) {
      guard try await hand(content, record.id) else {
        // As long as messages fail it waits as they do, and goes as they leave.
        return activity.status.undelivered == nil ? nil : later(record)
      }
      noteDelivered()
      return nil
    } catch {
      switch error {
      case .permanent(let reason):
        note("cannot be delivered: \(reason)")
        return nil
      case .temporary(let reason):
        note("was not delivered yet: \(reason)")
        await noteUndelivered(reason)
        return later(record)
      }
    }
  }

  /// Hands a message to the channel, or tries it for a decoy, and waits no longer than is allowed. False: for a decoy it could
  /// not be tried.
  private func hand(_ content: MessageContent, _ id: RandomID) async throws(DeliveryError) -> Bool {
    let channel = ports.channel
    let handing = Task { () -> Result<Bool, DeliveryError> in
      do throws(DeliveryError) {
        switch content {
        case .decoy(let kind): return .success(try await channel.probe(kind))
        case .message(let message):
          try await channel.deliver(message)
          return .success(true)
        }
      } catch { return .failure(error) }
    }
    activity.add(id) { handing.cancel() }
    defer { activity.remove(id) }
    guard let result = await value(of: handing, within: ports.deliveryTimeout) else {
      throw .temporary("it took longer than \(ports.deliveryTimeout)")
    }
    return try result.get()
  }

  /// The message with another attempt behind it, which takes twice as long to wait for as the last.
  private func later(_ record: MessageRecord) -> MessageRecord {
    var next = record
    next.attempts += 1
    return next.due(at: ports.clock.now() + min(Self.longestWait, 1000 << min(next.attempts - 1, 9)))
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

extension MessageRecord {
  fileprivate func due(at time: Milliseconds) -> MessageRecord {
    var record = self
    record.due = time
    return record
  }
}
