import FlowJSON
import FlowModel

extension EffectStep {
  /// Puts a message into the outbox: it leaves if, and only if, the step is committed. A decoy rests there as one of the same
  /// size, and is removed instead of being delivered: what it takes does not tell it from a message.
  func send(_ message: Message, isDecoy: Bool) throws {
    let lifetime: Int
    let content: JSON
    switch message.content {
    case .code(let code, let seconds):
      lifetime = seconds
      content = ["code": .string(code), "lifetime": .int(Int64(seconds))]
    case .link(let token, let tokenId, let url, let seconds):
      lifetime = seconds
      content = [
        "token": .string(token), "tokenId": .string(tokenId), "url": .string(url), "lifetime": .int(Int64(seconds)),
      ]
    }
    let body: JSON = [
      "time": .int(message.time), "channel": .string(message.channel.name), "to": .string(message.to),
      "flow": .string(message.flow), "content": content, "decoy": .int(isDecoy ? 1 : 0),
    ]
    try transaction.put(
      MessageRecord(
        id: message.id, tenant: message.tenant, due: now, expires: now + Milliseconds(lifetime) * 1000,
        sealed: ports.key.seal(body.utf8(), context: message.id.bytes)))
  }

  /// An address that its owner recognises and nobody else learns: `s***@example.com`, `+1*******67`.
  func mask(_ address: String) -> String {
    if let at = address.lastIndex(of: "@") {
      return address.prefix(1) + "***" + address[at...]
    }
    return address.prefix(2) + String(repeating: "*", count: max(0, address.count - 4)) + address.suffix(2)
  }
}

extension MessageRecord {
  /// What rests sealed; nil if it was sealed under another key.
  fileprivate func content(_ key: ServerKey) -> JSON? {
    key.open(sealed, context: id.bytes).flatMap { try? JSON.parse($0) }
  }
}

extension Message {
  /// Reads a message of the outbox; nil if it was sealed under another key, or is a decoy.
  init?(_ record: MessageRecord, _ key: ServerKey) {
    guard let content = record.content(key) else { return nil }
    self.init(record, content)
  }

  fileprivate init?(_ record: MessageRecord, _ json: JSON) {
    guard json["decoy"]?.int != 1, let time = json["time"]?.int, let to = json["to"]?.string,
      let flow = json["flow"]?.string,
      let channel = ChannelKind.allCases.first(where: { $0.name == json["channel"]?.string }),
      let content = json["content"], let lifetime = content["lifetime"]?.int
    else { return nil }
    let seconds = Int(lifetime)
    if let code = content["code"]?.string {
      self.content = .code(code, lifetime: seconds)
    } else if let token = content["token"]?.string, let tokenId = content["tokenId"]?.string,
      let url = content["url"]?.string
    {
      self.content = .link(token: token, tokenId: tokenId, url: url, lifetime: seconds)
    } else {
      return nil
    }
    self.id = record.id
    self.time = time
    self.tenant = record.tenant
    self.channel = channel
    self.to = to
    self.flow = flow
  }
}

extension Engine {
  /// Delivers the messages that are due, up to 64 at once. A message that fails is tried again after 1, 2, 4 … up to 300
  /// seconds until its content is no longer valid; one that is delivered is removed, so that a crash in between delivers
  /// it twice, with the same id.
  public func deliverMessages() async {
    while true {
      let now = ports.clock.now()
      guard let claimed = try? await storage.transact({ [self] in try claim($0, now: now) }), !claimed.isEmpty else {
        return
      }
      let areStored = await withTaskGroup(of: Bool.self) { group in
        for record in claimed { group.addTask { [self] in await deliver(record, now: now) } }
        return await group.reduce(true) { $0 && $1 }
      }
      if !areStored { return }
    }
  }

  /// Tries one message and writes what came of it; false if that could not be written.
  private func deliver(_ record: MessageRecord, now: Milliseconds) async -> Bool {
    let next = await attempt(record, now: now)
    let stored: Void? = try? await storage.transact { transaction in
      if let next { try transaction.put(next) } else { try transaction.removeMessage(record.id) }
    }
    return stored != nil
  }

  /// Takes messages that are due for this delivery alone: for a while nobody else finds them due.
  private func claim(_ transaction: any StorageTransaction, now: Milliseconds) throws -> [MessageRecord] {
    let due = try transaction.messages(dueBy: now, limit: 64)
    for record in due {
      var claimed = record
      claimed.due = now + 60_000
      try transaction.put(claimed)
    }
    return due
  }

  /// Tries one message; returns it as it is to be tried again, or nil if it is done with.
  private func attempt(_ record: MessageRecord, now: Milliseconds) async -> MessageRecord? {
    guard record.expires > now else {
      ports.log.write(LogEntry(.warning, "message \(record.id.hex) was given up", tenant: record.tenant))
      return nil
    }
    let content = record.content(ports.key)
    if content?["decoy"]?.int == 1 { return nil }
    guard let message = content.flatMap({ Message(record, $0) }) else {
      // Another process, which has the right key, may deliver it yet.
      ports.log.write(
        LogEntry(.warning, "message \(record.id.hex) cannot be opened with this server's key", tenant: record.tenant))
      return later(record, now)
    }
    do throws(DeliveryError) {
      try await ports.channel.deliver(message)
      return nil
    } catch {
      switch error {
      case .permanent(let reason):
        ports.log.write(
          LogEntry(.warning, "message \(record.id.hex) cannot be delivered: \(reason)", tenant: record.tenant))
        return nil
      case .temporary(let reason):
        ports.log.write(
          LogEntry(.warning, "message \(record.id.hex) was not delivered yet: \(reason)", tenant: record.tenant))
        return later(record, now)
      }
    }
  }

  /// The message with another attempt behind it, which takes twice as long to wait for as the last.
  private func later(_ record: MessageRecord, _ now: Milliseconds) -> MessageRecord {
    var next = record
    next.attempts += 1
    next.due = now + min(300, 1 << min(next.attempts - 1, 9)) * 1000
    return next
  }
}
