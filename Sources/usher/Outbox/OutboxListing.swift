import FlowJSON
import FlowModel
import FlowRuntime
import FlowTooling

extension OutboxEntry {
  /// What is done about it.
  private var standing: String {
    guard let waitsFor else {
      return "given up\(failure.map { " at \($0.time.utcText)" } ?? ""): \(failure?.reason ?? "nobody knows why")"
    }
    let tries = attempts == 0 ? "not tried yet" : "tried \(attempts) time\(attempts == 1 ? "" : "s")"
    let next = due.map { "next \($0.utcText)" } ?? ""
    let reason = failure.map { ": \($0.reason)" } ?? ""
    return switch waitsFor {
    case .time: "waits, \(tries), \(next)\(reason)"
    case .delivery: "is being tried now\(attempts == 0 ? "" : ", \(tries) before")\(reason)"
    case .earlier(let id): "waits behind the earlier message \(id.hex.prefix(12)) to the same address"
    case .rest(let until, let failures):
      "waits, \(tries): its channel rests until \(until.utcText) after \(failures) failures\(reason)"
    case .paused: "waits, \(tries): its channel is paused (`usher outbox resume`)"
    }
  }

  /// What becomes of it where somebody asks for another try.
  var retried: String {
    switch waitsFor {
    case .paused: "is tried once its channel is resumed"
    case .rest(let until, _):
      "its channel rests until \(until.utcText), and is tried with one message within seconds: it leaves behind that, or waits on"
    case .delivery: "is being tried now, and again within seconds where that fails"
    case .earlier(let id): "is tried again within seconds, behind \(id.hex.prefix(12)) to the same address"
    case .time, nil: "is tried again within seconds"
    }
  }

  /// As a line of a list.
  var line: String {
    "\(id.hex.prefix(12))  \(tenant)  \(carries.name) by \(channel.name) to \(visible(to))  \(visible(standing))\n"
  }

  /// All of it.
  var text: String {
    var text = """
      message:  \(id.hex)
      tenant:   \(tenant), flow \(visible(flow))
      carries:  \("aeiou".contains(carries.name.prefix(1)) ? "an" : "a") \(carries.name), good until \(validUntil.utcText)
      goes to:  \(visible(to)) by \(channel.name)
      written:  \(written.utcText)
      standing: \(visible(standing))

      """
    if let failure {
      text += "failed:   \(failure.time.utcText)\(failure.kind.map { ", \($0)" } ?? ""): \(visible(failure.reason))\n"
      if let words = failure.words { text += "it said:  \(visible(words))\n" }
    }
    return text
  }

  var json: JSON {
    var json: JSONObject = [
      "id": .string(id.hex), "tenant": .string(tenant), "flow": .string(flow), "channel": .string(channel.name),
      "to": .string(to), "carries": .string(carries.name), "written": .string(written.utcText),
      "validUntil": .string(validUntil.utcText), "attempts": .int(attempts),
    ]
    json["due"] = due.map { .string($0.utcText) }
    json["waitsFor"] = waitsFor?.json
    if let failure {
      json["failure"] = .string(failure.reason)
      json["failed"] = .string(failure.time.utcText)
      json["failureKind"] = failure.kind.map { .string($0) }
      json["said"] = failure.words.map { .string($0) }
    }
    return .object(json)
  }
}

extension UnopenedMessage {
  /// Why nothing is known of it.
  static let reason = "it cannot be opened: it is sealed under another key, or somebody has edited it"

  /// Whether it is the one that an operator names by the beginning of its id.
  func hasID(_ beginning: String) -> Bool { !beginning.isEmpty && id.hex.hasPrefix(beginning.lowercased()) }

  /// As a line of a list.
  var line: String { "\(id.hex.prefix(12))  \(visible(tenant))  \(Self.reason)\n" }

  var json: JSON { ["id": .string(id.hex), "tenant": .string(tenant)] }

  /// What is said of rows without an id.
  static func text(ofUnreadable count: Int) -> String {
    "usher outbox: \(count == 1 ? "1 row" : "\(count) rows") cannot be read at all, as somebody has edited the database: "
      + "`usher storage check` tells more\n"
  }
}

extension OutboxEntry.Wait {
  fileprivate var json: JSON {
    switch self {
    case .time: ["what": "time"]
    case .delivery: ["what": "delivery"]
    case .earlier(let id): ["what": "earlier", "id": .string(id.hex)]
    case .rest(let until, let failures):
      ["what": "rest", "until": .string(until.utcText), "failures": .int(Int64(failures))]
    case .paused: ["what": "pause"]
    }
  }
}

extension ChannelStanding {
  /// As a line of a list.
  func line(now: Milliseconds) -> String {
    var parts = ["\(waiting) wait\(waiting == 1 ? "s" : "")"]
    if let oldest { parts[0] += ", the oldest for \(max(0, now - oldest) / 1000) s" }
    if givenUp > 0 { parts.append("\(givenUp) given up") }
    if isPaused { parts.append("paused") }
    if case .rest(let until, let failures)? = rest {
      parts.append("rests until \(until.utcText) after \(failures) failures")
    }
    if let failure { parts.append("failed at \(failure.time.utcText): \(failure.reason)") }
    return "\(tenant)  \(channel.name)  \(visible(parts.joined(separator: "; ")))\n"
  }

  func json(now: Milliseconds) -> JSON {
    var json: JSONObject = [
      "tenant": .string(tenant), "channel": .string(channel.name), "waiting": .int(Int64(waiting)),
      "givenUp": .int(Int64(givenUp)), "paused": .bool(isPaused),
    ]
    json["oldestSeconds"] = oldest.map { .int(max(0, now - $0) / 1000) }
    json["rest"] = rest?.json
    json["failure"] = failure.map { .string($0.reason) }
    json["failed"] = failure.map { .string($0.time.utcText) }
    return .object(json)
  }
}
