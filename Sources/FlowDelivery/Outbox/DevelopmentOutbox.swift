import FlowJSON
public import FlowModel
public import FlowRuntime
import Synchronization

/// Stands in for mail and text messages while flows are developed: hands each message to a closure, appends it to a file
/// of JSON lines, or both. The file holds codes and tokens openly; only its owner may read it.
public final class DevelopmentOutbox: Channel {
  private let file: AppendOnlyFile?
  private let show: (@Sendable (Message) async -> Void)?
  private let delivered = Mutex(DeliveredIDs())

  /// An outbox that appends to `file` and calls `show` with each message, once it is in the file.
  public init(file: String? = nil, show: (@Sendable (Message) async -> Void)? = nil) {
    self.file = file.map(AppendOnlyFile.init)
    self.show = show
  }

  /// Throws where the file cannot be written to, or made. Nothing is made yet.
  public func prepare() throws(DeliveryError) { try file?.demand() }

  /// Whether `to` is an e-mail address, or a phone number in E.164 form.
  public func accepts(_ kind: ChannelKind, to: String) -> Bool { kind.isAddress(to) }

  /// Delivers one message, unless this outbox has delivered its id before.
  ///
  /// Throws `temporary` where the file cannot be written to.
  public func deliver(_ message: Message) async throws(DeliveryError) {
    let isNew = try delivered.withLock { delivered throws(DeliveryError) in
      guard !delivered.contains(message.id) else { return false }
      try file?.append(Self.line(message))
      delivered.insert(message.id)
      return true
    }
    if isNew { await show?(message) }
  }

  /// Whether the file can be written to. An outbox without a file always can.
  public func probe(_ kind: ChannelKind) async throws(DeliveryError) -> Bool {
    try prepare()
    return true
  }

  /// One message as a line of the file, with its line break.
  private static func line(_ message: Message) -> [UInt8] {
    var line: JSONObject = [
      "id": .string(message.id.hex), "time": .string(message.time.utcTextWithMilliseconds),
      "tenant": .string(message.tenant),
      "flow": .string(message.flow), "channel": .string(message.channel.name), "to": .string(message.to),
    ]
    line["kind"] = .string(message.content.kind.content.name)
    switch message.content {
    case .code(let code, _): line["code"] = .string(code)
    case .notice(let name, _): line["notice"] = .string(name)
    case .link(let token, let tokenId, let url, _), .invitation(let token, let tokenId, let url, _):
      line["token"] = .string(token)
      line["tokenId"] = .string(tokenId)
      line["url"] = .string(url)
    }
    line["subject"] = .string(message.words.subject)
    line["text"] = .string(message.words.text)
    line["html"] = message.words.html.map { .string($0) }
    line["locale"] = .string(message.words.locale.text)
    return JSON.object(line).utf8() + [0x0A]
  }
}

/// The ids delivered last: at least the newest 10,000, so that a long run does not grow without bound.
private struct DeliveredIDs {
  private var newer: Set<RandomID> = []
  private var older: Set<RandomID> = []

  func contains(_ id: RandomID) -> Bool { newer.contains(id) || older.contains(id) }

  mutating func insert(_ id: RandomID) {
    newer.insert(id)
    guard newer.count == 10_000 else { return }
    older = newer
    newer = []
  }
}
