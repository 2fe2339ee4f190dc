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
    var record = MessageRecord(
      id: message.id, tenant: message.tenant, due: now, expires: now + Milliseconds(lifetime) * 1000, sealed: [])
    record.sealed = ports.key.seal(body.utf8(), context: record.sealContext)
    try transaction.put(record)
  }

  /// An address that its owner recognises and nobody else learns: `s***@example.com`, `+1*******67`.
  func mask(_ address: String) -> String {
    if let at = address.lastIndex(of: "@") {
      return address.prefix(1) + "***" + address[at...]
    }
    return address.prefix(2) + String(repeating: "*", count: max(0, address.count - 4)) + address.suffix(2)
  }
}

/// What rests in the outbox.
enum MessageContent: Sendable {
  case message(Message)
  /// Something that goes to nobody, and is tried as a message of its kind is.
  case decoy(ChannelKind)

  /// Opens it; nil if it was sealed under another key.
  init?(_ record: MessageRecord, _ key: ServerKey) {
    // Messages from before their tenant and end were bound open, too.
    let content =
      key.open(record.sealed, context: record.sealContext) ?? key.open(record.sealed, context: record.id.bytes)
    guard let json = content.flatMap({ try? JSON.parse($0) }) else { return nil }
    if json["decoy"]?.int == 1 {
      self = .decoy(ChannelKind.allCases.first { $0.name == json["channel"]?.string } ?? .email)
    } else if let message = Message(record, json) {
      self = .message(message)
    } else {
      return nil
    }
  }
}

extension MessageRecord {
  /// What its body is bound to.
  fileprivate var sealContext: [UInt8] { Array("message\0".utf8) + id.bytes + expires.bytes + Array(tenant.utf8) }
}

extension Message {
  fileprivate init?(_ record: MessageRecord, _ json: JSON) {
    guard let time = json["time"]?.int, let to = json["to"]?.string,
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
