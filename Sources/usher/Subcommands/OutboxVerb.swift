import FlowJSON
import FlowModel
import FlowRuntime
import FlowSource
import FlowTooling

/// `usher outbox`: the messages that wait, and those that were given up.
enum OutboxVerb: Subcommand {
  static let name = "outbox"
  static let summary = "look at messages that wait or were given up, and try them again"
  static let usage = Usage(
    words: "list|show|retry|drop [ID…]", wordCount: 1...Int.max,
    options: StorageAccess.presentOptions + [
      Option("tenant", value: "NAME", "the messages of one tenant"),
      Option("dead", nil, "those that were given up"),
      Option("format", value: "FORMAT", "pretty (the default) or json"),
    ])
  static let details = """
    list: all of them, or with --dead those that were given up: what is at an end before it could be delivered, what its address or
    its mail server refuses. They are kept for a week. What a message carries is never shown.
    show ID: one of them, with the reason why it was given up.
    retry ID…, or --dead: lets them be tried at once. What is at an end is not sent any more.
    drop ID…, or --dead: removes them. The person has to ask again.
    An ID is as the list shows it; its beginning is enough where no other begins so. A server may go on meanwhile: it takes what is
    changed here within seconds.

    """

  private enum Format: String, CaseIterable {
    case pretty
    case json
  }

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    let verb = arguments.words[0]
    let ids = Array(arguments.words.dropFirst())
    guard ["list", "show", "retry", "drop"].contains(verb) else {
      throw .usage(
        "there is no `usher outbox \(verb)`",
        help: nearest(verb, among: ["list", "show", "retry", "drop"]).map { "did you mean `\($0)`?" }
          ?? "there is `list`, `show`, `retry` and `drop`")
    }
    if verb == "list" || arguments.has("dead") {
      guard ids.isEmpty else { throw .usage("with \(verb == "list" ? "`list`" : "`--dead`") no message is named") }
    } else if ids.isEmpty {
      throw .usage("name the messages by their ids", help: "`usher outbox list` shows them")
    }
    let format = try arguments.choice("format", default: Format.pretty)
    let access = try StorageAccess(arguments)
    let key = try access.presentKey()
    let storage = try await access.openPresent()
    let code: ExitCode
    do {
      let outbox = OutboxEntries(storage, key: key)
      let all = try await outbox.all()
      if all.count == OutboxEntries.limit {
        try StandardError.write("usher outbox: there are more than \(all.count) messages; the first are looked at\n")
      }
      let chosen = all.filter { entry in
        (arguments.value("tenant").map { $0 == entry.tenant } ?? true) && (!arguments.has("dead") || entry.due == nil)
      }
      let entries = ids.isEmpty ? chosen : try ids.map { id throws(Failure) in try find(id, chosen) }
      code =
        verb == "retry" || verb == "drop"
        ? try await change(entries, outbox, verb) : try show(entries, format, isWhole: verb == "show")
    } catch {
      await storage.close()
      if let failure = error as? Failure { throw failure }
      throw .impossible("\(access.choice.text): \(error)")
    }
    await storage.close()
    return code
  }

  private static func find(_ id: String, _ entries: [OutboxEntry]) throws(Failure) -> OutboxEntry {
    let found = entries.filter { $0.id.hex.hasPrefix(id.lowercased()) }
    guard let first = found.first, !id.isEmpty else { throw .impossible("there is no message \(id.quoted)") }
    guard found.count == 1 else {
      throw .impossible("\(found.count) messages begin with \(id.quoted): write more of it")
    }
    return first
  }

  private static func show(_ entries: [OutboxEntry], _ format: Format, isWhole: Bool) throws(Failure) -> ExitCode {
    switch format {
    case .json:
      let list = JSON.array(entries.map(\.json))
      try StandardOutput.write((["version": 1, "messages": list] as JSON).text + "\n")
    case .pretty:
      try StandardOutput.write(entries.map { isWhole ? $0.text : $0.line }.joined())
    }
    return .clean
  }

  private static func change(_ entries: [OutboxEntry], _ outbox: OutboxEntries, _ verb: String) async throws -> ExitCode
  {
    var isWhole = true
    for entry in entries {
      do {
        if verb == "retry" { try await outbox.retry(entry.id) } else { try await outbox.drop(entry.id) }
        try StandardOutput.write("\(entry.id.hex): \(verb == "retry" ? "is tried again" : "was dropped")\n")
      } catch let refusal as OutboxEntries.Refusal {
        isWhole = false
        let reason = refusal == .ended ? "what it carries is at an end, so it is not sent any more" : "it is gone"
        try StandardError.write("usher outbox: \(entry.id.hex): \(reason)\n")
      }
    }
    return isWhole ? .clean : .problems
  }
}

extension OutboxEntry {
  /// What is done about it.
  private var standing: String {
    due.map { "waits, tried \(attempts) time\(attempts == 1 ? "" : "s"), next \($0.utcText)" }
      ?? "given up\(failed.map { " at \($0.utcText)" } ?? ""): \(failure ?? "nobody knows why")"
  }

  /// As a line of a list.
  fileprivate var line: String {
    "\(id.hex.prefix(12))  \(tenant)  \(carries) by \(channel.name) to \(visible(to))  \(visible(standing))\n"
  }

  /// All of it.
  fileprivate var text: String {
    """
    message:  \(id.hex)
    tenant:   \(tenant), flow \(visible(flow))
    carries:  a \(carries), good until \(validUntil.utcText)
    goes to:  \(visible(to)) by \(channel.name)
    written:  \(written.utcText)
    standing: \(visible(standing))

    """
  }

  fileprivate var json: JSON {
    var json: JSONObject = [
      "id": .string(id.hex), "tenant": .string(tenant), "flow": .string(flow), "channel": .string(channel.name),
      "to": .string(to), "carries": .string(carries), "written": .string(written.utcText),
      "validUntil": .string(validUntil.utcText), "attempts": .int(attempts),
    ]
    json["due"] = due.map { .string($0.utcText) }
    json["failure"] = failure.map { .string($0) }
    json["failed"] = failed.map { .string($0.utcText) }
    return .object(json)
  }
}
