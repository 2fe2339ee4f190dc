import FlowJSON

/// What became of a try to deliver a message, for whoever looks after the server.
public struct DeliveryFailure: Hashable, Sendable {
  /// Why it failed, in words that name no address.
  public var reason: String
  /// When.
  public var time: Milliseconds
  /// `machine`, `connection`, `timeout`, `unanswered`, `busy` or `settings`, as those of `RetryClass`; `address` and `message`, where that was
  /// refused for good; `ended`, where it was too late.
  public var kind: String?
  /// What the other side said, without what belongs in no list. A mail server may say anything.
  public var words: String?

  /// Whether the message may have arrived all the same.
  var mayHaveArrived: Bool { kind == RetryClass.unanswered.rawValue }

  init(_ reason: String, at time: Milliseconds, kind: String? = nil, words: String? = nil) {
    (self.reason, self.time, self.kind, self.words) = (reason, time, kind, words)
  }

  /// Nil for what was not tried.
  init?(_ error: DeliveryError, at time: Milliseconds) {
    let (error, words) = error.parts
    let kind: String
    switch error {
    case .temporary(_, let retry): kind = retry.rawValue
    case .undeliverable: kind = "address"
    case .permanent: kind = "message"
    case .postponed, .resting, .quoting: return nil
    }
    self.init(error.reason, at: time, kind: kind, words: words)
  }

  init?(_ json: JSON) {
    guard let reason = json["reason"]?.string, let time = json["time"]?.int else { return nil }
    self.init(reason, at: time, kind: json["kind"]?.string, words: json["words"]?.string)
  }

  var json: JSON {
    var json: JSONObject = ["reason": .string(reason), "time": .int(time)]
    json["kind"] = kind.map { .string($0) }
    json["words"] = words.map { .string($0) }
    return .object(json)
  }
}
