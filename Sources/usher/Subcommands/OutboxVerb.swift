import FlowJSON
import FlowModel
import FlowRuntime
import FlowSource
import FlowTooling

/// `usher outbox`: the messages that wait, those that were given up, and the channels that they leave by.
enum OutboxVerb: Subcommand {
  static let name = "outbox"
  static let summary = "look at messages that wait or were given up, try them again, and try, pause and resume channels"
  static let usage = Usage(
    words: "list|show|retry|drop [ID…] | status | pause|resume TENANT | allow ADDRESS | test DIR ADDRESS",
    wordCount: 1...Int.max, first: verbs,
    options: StorageAccess.presentOptions + [
      Option("tenant", value: "NAME", "the messages of one tenant"),
      Option("dead", nil, "those that were given up"),
      Option("all", nil, "those that wait, and those that were given up"),
      Option("channel", value: "KIND", "email or sms; without it both, or the one for the address"),
      Option("format", value: "FORMAT", of: Format.self, "pretty (the default) or json"),
    ] + FunctionOptions.checked + [.colour])
  static let details = """
    list: all of them, by tenants and as they were written, with what each waits for and why it failed last, or with --dead those that were given up: what is at an end
    before it could be delivered, what its address or its mail server refuses. They are kept for a week. What a message carries is
    never shown.
    show ID: one of them, with what the other side said.
    retry ID…, --dead or --all: lets them be tried within seconds, with those before them to the same address. A channel that failed
    too often, and rests, is tried with one of them; where that fails, it rests on as before. What is at an end is not sent any more.
    drop ID…, --dead or --all: removes them. The person has to ask again.
    status: what waits, channel by channel, and for how long.
    pause TENANT: no message of the tenant leaves, by no server over this storage, until `resume TENANT`; it goes on to be served.
    allow ADDRESS: an address that refused a message is sent others; without this an hour later, or once one was delivered.
    test DIR ADDRESS: sends one message by the channel of the tenant whose folder that is, and tells how far it came. It takes
    --allow-hosts and --secrets as the server does, and needs no storage.
    An ID is as the list shows it; its beginning is enough where no other begins so. A server may go on meanwhile: it takes what is
    changed here within seconds.

    """

  private enum Format: String, CaseIterable {
    case pretty
    case json
  }

  private static let verbs = ["list", "show", "retry", "drop", "status", "pause", "resume", "allow", "test"]

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    let verb = arguments.words[0]
    let names = Array(arguments.words.dropFirst())
    guard verbs.contains(verb) else {
      throw .usage(
        "there is no `usher outbox \(verb)`",
        help: nearest(verb, among: verbs).map { "did you mean `\($0)`?" }
          ?? "there is \(verbs.map { "`\($0)`" }.joined(separator: ", "))")
    }
    try demand(names, of: verb, arguments)
    let format = try arguments.choice("format", default: Format.pretty)
    if verb == "test" {
      return try tryChannel(names[0], names[1].withoutBlanks, arguments, isJSON: format == .json)
    }
    let channel = try arguments.channel()
    let access = try StorageAccess(arguments)
    let key = try access.presentKey()
    let storage = try await access.openPresent()
    let code: ExitCode
    do {
      let outbox = OutboxEntries(storage, key: key)
      let channels = OutboxChannelVerbs(outbox: outbox, storage: storage)
      // The others ask by themselves.
      if let tenant = arguments.value("tenant"), ["list", "show", "retry", "drop"].contains(verb) {
        try await channels.demand(tenant)
      }
      code =
        switch verb {
        case "status": try await channels.status(arguments.value("tenant"), isJSON: format == .json)
        case "pause", "resume": try await channels.change(names[0], channel, isPausing: verb == "pause")
        case "allow": try await channels.allow(names[0].withoutBlanks, arguments.value("tenant"))
        default: try await messages(verb, names, outbox, format, arguments)
        }
    } catch {
      await storage.close()
      if let failure = error as? Failure { throw failure }
      throw .impossible("\(access.choice.text): \(error)")
    }
    await storage.close()
    return code
  }

  /// Refuses too few words, too many, and options of another verb.
  private static func demand(_ names: [String], of verb: String, _ arguments: Arguments) throws(Failure) {
    let chooses = arguments.has("dead") || arguments.has("all")
    if chooses, !["list", "retry", "drop"].contains(verb) {
      throw .usage("`--dead` and `--all` choose what is listed, tried again or dropped")
    }
    switch verb {
    case "list", "status":
      guard names.isEmpty else { throw .usage("with `\(verb)` no message is named") }
    case "pause", "resume":
      guard names.count == 1 else { throw .usage("name the tenant whose messages wait, or go on") }
    case "allow":
      guard names.count == 1 else { throw .usage("name the address that is sent messages again") }
    case "test":
      guard names.count == 2 else { throw .usage("name the tenant's folder, and an address of yours") }
    default:
      if chooses, !names.isEmpty { throw .usage("with `--dead` and `--all` no message is named") }
      if !chooses, names.isEmpty {
        throw .usage("name the messages by their ids", help: "`usher outbox list` shows them")
      }
    }
  }

  private static func messages(
    _ verb: String, _ ids: [String], _ outbox: OutboxEntries, _ format: Format, _ arguments: Arguments
  ) async throws -> ExitCode {
    let channel = try arguments.channel()
    let all = try await outbox.all()
    if all.count == OutboxEntries.limit {
      try StandardError.write("usher outbox: there are more than \(all.count) messages; the first are looked at\n")
    }
    let chosen = all.filter { entry in
      (arguments.value("tenant").map { $0 == entry.tenant } ?? true) && (!arguments.has("dead") || entry.due == nil)
        && (channel.map { $0 == entry.channel } ?? true)
    }
    let (unopened, unreadable) = try await outbox.unopened()
    let strange = unopened.filter { message in arguments.value("tenant").map { $0 == message.tenant } ?? true }
    // Nothing is known of them but their ids: they are listed with all others, and dropped one by one.
    let named = ids.filter { id in
      strange.contains { $0.hasID(id) } && !chosen.contains { $0.id.hex.hasPrefix(id.lowercased()) }
    }
    let entries =
      ids.isEmpty ? chosen : try ids.filter { !named.contains($0) }.map { id throws(Failure) in try find(id, chosen) }
    if !named.isEmpty {
      guard try await drop(named, of: strange, outbox, verb) else { return .problems }
      if entries.isEmpty { return .clean }
    }
    let isListed = verb == "list" && !arguments.has("dead") && channel == nil
    if entries.isEmpty, !(isListed && (!strange.isEmpty || unreadable > 0)) {
      let kind = arguments.has("dead") ? "was given up" : "waits or was given up"
      try StandardError.write("usher outbox: no message \(kind)\(channel.map { " for \($0.name)" } ?? "")\n")
    }
    if verb == "retry" || verb == "drop" { return try await change(entries, outbox, verb) }
    let listed = entries.sorted { ($0.tenant, $0.written) < ($1.tenant, $1.written) }
    switch format {
    case .json:
      var object: JSONObject = ["version": 1, "messages": .array(listed.map(\.json))]
      if isListed {
        object["unopened"] = .array(strange.map(\.json))
        object["unreadable"] = .int(Int64(unreadable))
      }
      try StandardOutput.write(JSON.object(object).text + "\n")
    case .pretty:
      try StandardOutput.write(listed.map { verb == "show" ? $0.text : $0.line }.joined())
      if isListed {
        try StandardOutput.write(strange.map(\.line).joined())
        if unreadable > 0 { try StandardError.write(UnopenedMessage.text(ofUnreadable: unreadable)) }
      }
    }
    return .clean
  }

  /// Drops messages that nobody can open; false where something else is asked for.
  private static func drop(
    _ ids: [String], of messages: [UnopenedMessage], _ outbox: OutboxEntries, _ verb: String
  ) async throws -> Bool {
    for id in ids {
      let found = messages.filter { $0.hasID(id) }
      guard let message = found.first, found.count == 1 else {
        throw Failure.impossible("\(found.count) messages begin with \(id.quoted): write more of it")
      }
      guard verb == "drop" else {
        try StandardError.write("usher outbox: \(message.id.hex): \(UnopenedMessage.reason); it can be dropped\n")
        return false
      }
      try await outbox.drop(message.id)
      try StandardOutput.write("\(message.id.hex): was dropped\n")
    }
    return true
  }

  private static func find(_ id: String, _ entries: [OutboxEntry]) throws(Failure) -> OutboxEntry {
    let found = entries.filter { $0.id.hex.hasPrefix(id.lowercased()) }
    guard let first = found.first, !id.isEmpty else { throw .impossible("there is no message \(id.quoted)") }
    guard found.count == 1 else {
      throw .impossible("\(found.count) messages begin with \(id.quoted): write more of it")
    }
    return first
  }

  private static func change(_ entries: [OutboxEntry], _ outbox: OutboxEntries, _ verb: String) async throws -> ExitCode
  {
    var isWhole = true
    for entry in entries {
      do {
        var isUnderWay = false
        if verb == "retry" { try await outbox.retry(entry.id) } else { isUnderWay = try await outbox.drop(entry.id) }
        let done =
          switch verb {
          case "drop" where isUnderWay: "was dropped; it is being handed over just now, and may arrive all the same"
          case "drop": "was dropped"
          default: entry.retried
          }
        try StandardOutput.write("\(entry.id.hex): \(done)\n")
      } catch let refusal as OutboxEntries.Refusal {
        isWhole = false
        let reason = refusal == .ended ? "what it carries is at an end, so it is not sent any more" : "it is gone"
        try StandardError.write("usher outbox: \(entry.id.hex): \(reason)\n")
      }
    }
    return isWhole ? .clean : .problems
  }
}
