import FlowCompiler
import FlowDelivery
import FlowJSON
import FlowModel
import FlowRuntime
import FlowSource
import FlowTooling

/// What `usher outbox` does with whole channels, and with addresses.
struct OutboxChannelVerbs {
  let outbox: OutboxEntries
  let storage: any Storage

  /// What waits, channel by channel.
  func status(_ tenant: String?, isJSON: Bool) async throws -> ExitCode {
    if let tenant { try await demand(tenant) }
    let tenants = try await tenants()
    let standings = try await outbox.channels(of: tenants.sorted()).filter { tenant == nil || $0.tenant == tenant }
    let now = SystemClock().now()
    if isJSON {
      let list = JSON.array(standings.map { $0.json(now: now) })
      try StandardOutput.write((["version": 1, "channels": list] as JSON).text + "\n")
    } else {
      try StandardOutput.write(standings.map { $0.line(now: now) }.joined())
    }
    return .clean
  }

  /// Lets a tenant's messages wait, or go on: of one channel, or of each.
  func change(_ tenant: String, _ channel: ChannelKind?, isPausing: Bool) async throws -> ExitCode {
    try await demand(tenant)
    let tables = try await tables().filter { $0.tenant == tenant && !$0.channels.isEmpty }
    if isPausing, let channel, !tables.isEmpty, tables.allSatisfy({ $0.channel(channel) == nil }) {
      throw Failure.usage("the tenant \(tenant.quoted) has no channel for \(channel.name.quoted)")
    }
    // Of kinds that the tenant never sends nobody is told, unless one is paused.
    let sent = ChannelKind.allCases.filter { kind in
      tables.contains { $0.channel(kind) != nil || $0.sentKinds.contains(kind) }
    }
    for kind in channel.map({ [$0] }) ?? ChannelKind.allCases {
      let isSent = channel != nil || sent.isEmpty || sent.contains(kind)
      if isPausing, !isSent { continue }
      let hasChanged =
        isPausing ? try await outbox.pause(kind, of: tenant) : try await outbox.resume(kind, of: tenant)
      guard isSent || hasChanged else { continue }
      let state = isPausing ? "paused" : "resumed"
      try StandardOutput.write(
        "\(tenant): \(kind.name) \(hasChanged ? "is \(state)" : isPausing ? "was paused before" : "was not paused")\n")
    }
    return .clean
  }

  /// Lets messages be sent to an address that refused one.
  func allow(_ address: String, _ tenant: String?) async throws -> ExitCode {
    if let tenant { try await demand(tenant) }
    let known = try await tenants().sorted()
    let tables = try await tables()
    var isAny = false
    for tenant in tenant.map({ [$0] }) ?? known {
      // As people write it, and as the tenant's attributes compare it: numbers in the region of each.
      let attributes = tables.filter { $0.tenant == tenant }.flatMap(\.attributes).filter(\.type.isAddress)
      var isAllowed = false
      for spelling in Set([address] + attributes.map { $0.normalised(address) }) {
        if try await outbox.allow(spelling, of: tenant) { isAllowed = true }
      }
      guard isAllowed else { continue }
      isAny = true
      try StandardOutput.write("\(tenant): \(visible(address)) is sent messages again\n")
    }
    if isAny { return .clean }
    try StandardError.write(
      "usher outbox: \(visible(address)) is not held back: the next request for it sends a message\n")
    return .problems
  }

  /// The tenants whose flows or messages are in storage.
  private func tenants() async throws -> Set<String> {
    Set(try await outbox.all().map(\.tenant)).union(try await tables().map(\.tenant))
  }

  /// The flows in storage, of each version.
  private func tables() async throws -> [FlowTable] {
    var tables: [FlowTable] = []
    for hash in try await storage.transact({ try $0.pinnedTables() }).keys {
      guard let file = try await storage.transact({ try $0.table(hash) }), let table = try? TableFile.read(file).table
      else { continue }
      tables.append(table)
    }
    return tables
  }

  /// Refuses a tenant that there is not.
  func demand(_ tenant: String) async throws {
    let known = try await tenants()
    if known.contains(tenant) { return }
    throw Failure.usage(
      "there is no tenant \(tenant.quoted)",
      help: nearest(tenant, among: known.sorted()).map { "did you mean `\($0)`?" })
  }
}

/// `usher outbox test`: one message by a tenant's channel, and how far it comes. Storage is not looked at.
func tryChannel(
  _ folder: String, _ address: String, _ arguments: Arguments, isJSON: Bool
) throws(Failure) -> ExitCode {
  guard let table = try compileOne(folder, arguments, briefly: true)?.1.table else { return .problems }
  let settings = try FunctionOptions.checking(arguments)
  let only = table.channels.count == 1 ? table.channels.first?.kind : nil
  let kind = try arguments.channel() ?? only ?? (address.contains("@") ? .email : .sms)
  guard let channel = table.channel(kind) else {
    throw .usage(
      "the tenant \(table.tenant.quoted) has no channel for \(kind.name.quoted)", help: "add it to `channels`")
  }
  var problem: Failure?
  let steps = ChannelTrial(of: channel, tenant: table.tenant, settings: settings)
    .send(to: try recipient(address, kind, table)) { event in
      if isJSON { return }
      do throws(Failure) { try StandardOutput.write(line(event)) } catch { problem = problem ?? error }
    }
  if let problem { throw problem }
  let code = steps.contains { $0.outcome == .failed } ? ExitCode.problems : .clean
  if isJSON {
    let list = steps.map { step in
      ["name": .string(step.name), "outcome": .string(step.outcome.rawValue), "text": .string(step.text)] as JSON
    }
    let report: JSON = [
      "version": 1, "tenant": .string(table.tenant), "channel": .string(kind.name), "steps": .array(list),
    ]
    try StandardOutput.write(report.text + "\n")
    return code
  }
  return code
}

/// What happens while a message is tried, as a line.
private func line(_ event: ChannelTrial.Event) -> String {
  let (name, text): (String, String)
  switch event {
  case .step(let step): (name, text) = (step.name, step.outcome.rawValue + (step.text.isEmpty ? "" : ": " + step.text))
  case .waiting(let part, let seconds):
    (name, text) = (part, "waits: the server has not answered yet; \(seconds) s at most are waited")
  }
  return "\(padded(name, 10))  \(visible(text))\n"
}

/// An address as channels take it: a number as people write it, in a region of the tenant's.
private func recipient(_ address: String, _ kind: ChannelKind, _ table: FlowTable) throws(Failure) -> String {
  guard kind == .sms else { return address }
  let regions = table.attributes.filter { $0.type == .phone }.map(\.region)
  guard let number = (regions + [""]).lazy.compactMap({ PhoneNumber(address, region: $0) }).first else {
    throw .usage(
      "\(address.quoted) is no telephone number", help: "write it with its country's code, such as +420601123456")
  }
  return number.text
}

extension Arguments {
  /// The channel that `--channel` names.
  func channel() throws(Failure) -> ChannelKind? {
    guard let name = value("channel") else { return nil }
    if let kind = ChannelKind.allCases.first(where: { $0.name == name }) { return kind }
    throw .usage(
      "the option `--channel` cannot be \(name.quoted)",
      help: "there is \(ChannelKind.allCases.map { "`\($0.name)`" }.joined(separator: " and "))")
  }
}
