import FlowJSON
import FlowModel

extension EffectStep {
  /// Puts a message into the outbox: it leaves if, and only if, the step is committed. A decoy rests there as one of the same
  /// size, and is removed instead of being delivered: what it takes does not tell it from a message.
  @discardableResult
  mutating func send(
    _ content: Message.Content, to address: String, over channel: ChannelKind, for flow: String, isDecoy: Bool,
    tellsRefusal: Bool = false, _ permit: Permit
  ) throws -> RandomID {
    try check(permit, for: .message)
    let lane = OutboxLane(tenant: table.tenant, channel: channel, address: address, key: ports.key)
    let validUntil = now + Milliseconds(content.lifetime) * 1000
    let number = try records.takeNumber(in: lane, until: validUntil, random: randomBytes(7))
    let message = Message(
      id: lane.id(number), time: now, tenant: table.tenant, channel: channel, to: address, flow: flow, content: content,
      words: words(of: content, over: channel))
    let resting = RestingMessage(
      message: message, isDecoy: isDecoy, validUntil: validUntil, number: number, tellsRefusal: tellsRefusal)
    let record = resting.record(due: now, expires: validUntil + OutboxTimes.grace, key: ports.key)
    try records.put(record, permit)
    return message.id
  }

  /// Whether an address has refused a message of late. Asked only where `tellsRefusal` lets it be told.
  func isUndeliverable(_ address: String, over channel: ChannelKind) throws -> Bool {
    let lane = OutboxLane(tenant: table.tenant, channel: channel, address: address, key: ports.key)
    return try records.isRefusing(lane, now: now)
  }

  /// An address that its owner recognises and nobody else learns: `s***@example.com`, `+420*******67`.
  func mask(_ address: String) -> String {
    if let at = address.lastIndex(of: "@") {
      return address.prefix(1) + "***" + address[at...]
    }
    // `+420*******56`: the country is no secret, and tells people which of their numbers it is.
    if let number = PhoneNumber(address) {
      let shown = 1 + number.countryDigits
      return address.prefix(shown) + String(repeating: "*", count: max(0, address.count - shown - 2))
        + address.suffix(2)
    }
    return address.prefix(2) + String(repeating: "*", count: max(0, address.count - 4)) + address.suffix(2)
  }
}

/// How long what rests in the outbox is kept, in milliseconds.
enum OutboxTimes {
  /// A message behind its own end, so that none goes without being given up.
  static let grace: Milliseconds = 24 * 3_600_000
  /// A message that was given up.
  static let deadLetter: Milliseconds = 7 * 24 * 3_600_000
  /// That an address refuses messages.
  static let refusal: Milliseconds = 3_600_000
}

/// What all messages to one address have in common: they leave in the order in which they were written.
///
/// Their ids follow from their numbers, so that a message knows the one before it.
struct OutboxLane {
  private let name: [UInt8]
  private let key: ServerKey

  init(tenant: String, channel: ChannelKind, address: String, key: ServerKey) {
    name = Array("\(tenant)\0\(channel.name)\0\(address)".utf8)
    self.key = key
  }

  /// The id of the message of a number.
  func id(_ number: Int64) -> RandomID {
    let hash = key.hash(Array("message\0\(number)\0".utf8) + name, .counter, length: 16)
    return RandomID(bytes: hash) ?? RandomID(high: 0, low: 0)
  }

  /// The counter that says that a tenant's channel is paused. It is there for as long.
  static func pauseKey(_ tenant: String, _ channel: ChannelKind) -> String { "paused:\(channel.name):\(tenant)" }

  /// The counter that says that the address refuses messages.
  var refusalKey: String { counterKey("undeliverable") }

  private func counterKey(_ name: String) -> String {
    name + ":" + key.hash(Array("\(name)\0".utf8) + self.name, .counter, length: 16).hex
  }

  /// The number of the next message. Where none is known it begins anywhere, so that no id comes twice; with as many digits
  /// always, so that no message is longer by it.
  func takeNumber(
    _ transaction: any StorageTransaction, until end: Milliseconds, random: [UInt8]
  ) throws(StorageError) -> Int64 {
    let last = try transaction.counter(counterKey("order"))
    let number = last.map { $0.count &+ 1 } ?? random.reduce(0) { $0 << 8 | Int64($1) } | 1 << 55
    try transaction.put(
      CounterRecord(key: counterKey("order"), count: number, expires: max(last?.expires ?? 0, end + OutboxTimes.grace)))
    return number
  }

  /// The messages before the one of a number that still wait, the newest first.
  func waiting(before number: Int64, _ transaction: any StorageTransaction) throws(StorageError) -> [MessageRecord] {
    var number = number
    var waiting: [MessageRecord] = []
    // What was given up holds nobody up; what is gone was delivered, and so was all before it.
    while let record = try transaction.message(id(number &- 1)) {
      if record.due != MessageRecord.never { waiting.append(record) }
      number = number &- 1
    }
    return waiting
  }

  /// The first message before the one of a number that still waits; nil: none does.
  func first(before number: Int64, _ transaction: any StorageTransaction) throws(StorageError) -> MessageRecord? {
    try waiting(before: number, transaction).last
  }

  /// Forgets that the address refused a message; whether it did.
  func forgetRefusal(_ transaction: any StorageTransaction, now: Milliseconds) throws(StorageError) -> Bool {
    guard let refusal = try transaction.counter(refusalKey), refusal.expires > now else { return false }
    try transaction.put(CounterRecord(key: refusalKey, count: 0, expires: now))
    return true
  }
}

/// What rests in the outbox.
struct RestingMessage: Sendable {
  var message: Message
  /// Whether it goes to nobody.
  var isDecoy = false
  /// When what it carries is good for nothing.
  var validUntil: Milliseconds
  /// Its place among those to its address; nil in those from before they were counted.
  var number: Int64?
  /// Whether the next request to the address may learn that it refused this one. Only where it was sent whoever has an
  /// account, in a flow that tells who has one: else a refusal would tell it.
  var tellsRefusal = false
  /// Why and when it failed last, or was given up; nil: it was not tried.
  var failure: DeliveryFailure?
  /// Until when its channel is left alone, and after how many failures.
  var rest: Rest?
  /// When somebody who looks after the server asked for a try.
  var asked: Milliseconds?
  /// How often it was tried before that: the waits between the tries begin anew with it.
  var before: Int64 = 0

  /// For how long the channel of a message is left alone.
  struct Rest: Hashable, Sendable {
    var until: Milliseconds
    var failures: Int64
  }

  /// Sealed, as it rests.
  func record(due: Milliseconds, expires: Milliseconds, key: ServerKey) -> MessageRecord {
    let content: JSON =
      switch message.content {
      case .code(let code, let lifetime): ["code": .string(code), "lifetime": .int(Int64(lifetime))]
      case .link(let token, let tokenId, let url, let lifetime):
        [
          "token": .string(token), "tokenId": .string(tokenId), "url": .string(url), "lifetime": .int(Int64(lifetime)),
        ]
      case .invitation(let token, let tokenId, let url, let lifetime):
        [
          "token": .string(token), "tokenId": .string(tokenId), "url": .string(url), "lifetime": .int(Int64(lifetime)),
          "invites": .int(1),
        ]
      case .notice(let name, let lifetime): ["notice": .string(name), "lifetime": .int(Int64(lifetime))]
      }
    var body: JSONObject = [
      "time": .int(message.time), "channel": .string(message.channel.name), "to": .string(message.to),
      "flow": .string(message.flow), "content": content, "decoy": .int(isDecoy ? 1 : 0),
      "words": message.words.json, "validUntil": .int(validUntil), "tells": .int(tellsRefusal ? 1 : 0),
    ]
    body["number"] = number.map { .int($0) }
    body["failure"] = failure?.json
    if let rest { body["rest"] = ["until": .int(rest.until), "failures": .int(rest.failures)] }
    body["asked"] = asked.map { .int($0) }
    if before > 0 { body["before"] = .int(before) }
    var record = MessageRecord(id: message.id, tenant: message.tenant, due: due, expires: expires, sealed: [])
    record.sealed = key.seal(JSON.object(body).utf8(), context: record.sealContext)
    return record
  }

  /// Opens it; nil if it was sealed under another key.
  init?(_ record: MessageRecord, _ key: ServerKey) {
    // Messages from before their tenant and end were bound open, too.
    let content =
      key.open(record.sealed, context: record.sealContext) ?? key.open(record.sealed, context: record.id.bytes)
    guard let json = content.flatMap({ try? JSON.parse($0) }), let message = Message(record, json) else { return nil }
    self.message = message
    isDecoy = json["decoy"]?.int == 1
    validUntil = json["validUntil"]?.int ?? record.expires
    number = json["number"]?.int
    tellsRefusal = json["tells"]?.int == 1
    failure = json["failure"].flatMap(DeliveryFailure.init)
    if let until = json["rest"]?["until"]?.int, let failures = json["rest"]?["failures"]?.int {
      rest = Rest(until: until, failures: failures)
    }
    asked = json["asked"]?.int
    before = json["before"]?.int ?? 0
  }

  init(message: Message, isDecoy: Bool, validUntil: Milliseconds, number: Int64, tellsRefusal: Bool) {
    (self.message, self.isDecoy, self.validUntil) = (message, isDecoy, validUntil)
    (self.number, self.tellsRefusal) = (number, tellsRefusal)
  }

  /// The messages to the same address.
  func lane(_ key: ServerKey) -> OutboxLane {
    OutboxLane(tenant: message.tenant, channel: message.channel, address: message.to, key: key)
  }

  /// The message as a dead letter.
  func given(up failure: DeliveryFailure, at now: Milliseconds, attempts: Int64, key: ServerKey) -> MessageRecord {
    var dead = self
    (dead.failure, dead.rest, dead.asked) = (failure, nil, nil)
    var record = dead.record(due: MessageRecord.never, expires: now + OutboxTimes.deadLetter, key: key)
    record.attempts = attempts
    return record
  }
}

extension MessageRecord {
  /// What its body is bound to.
  fileprivate var sealContext: [UInt8] { Array("message\0".utf8) + id.bytes + expires.bytes + Array(tenant.utf8) }
}

extension Message.Content {
  /// How many seconds it is valid.
  var lifetime: Int {
    switch self {
    case .code(_, let lifetime), .link(_, _, _, let lifetime), .invitation(_, _, _, let lifetime),
      .notice(_, let lifetime):
      lifetime
    }
  }
}

extension Message {
  fileprivate init?(_ record: MessageRecord, _ json: JSON) {
    guard let time = json["time"]?.int, let to = json["to"]?.string,
      let flow = json["flow"]?.string,
      let channel = ChannelKind.allCases.first(where: { $0.name == json["channel"]?.string }),
      let content = json["content"], let lifetime = content["lifetime"]?.int
    else { return nil }
    let seconds = Int(lifetime)
    let carried: Content
    if let code = content["code"]?.string {
      carried = .code(code, lifetime: seconds)
    } else if let token = content["token"]?.string, let tokenId = content["tokenId"]?.string,
      let url = content["url"]?.string
    {
      carried =
        content["invites"]?.int == 1
        ? .invitation(token: token, tokenId: tokenId, url: url, lifetime: seconds)
        : .link(token: token, tokenId: tokenId, url: url, lifetime: seconds)
    } else if let notice = content["notice"]?.string {
      carried = .notice(notice, lifetime: seconds)
    } else {
      return nil
    }
    self.content = carried
    self.id = record.id
    self.time = time
    self.tenant = record.tenant
    self.channel = channel
    self.to = to
    self.flow = flow
    // Messages from before they held their words have the standard ones.
    words = json["words"].flatMap(MessageWords.init) ?? carried.standardWords(of: record.tenant, in: .english)
  }
}
