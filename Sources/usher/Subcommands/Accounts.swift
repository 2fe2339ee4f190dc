import FlowCompiler
import FlowModel
import FlowRuntime
import FlowSource
import FlowTooling

/// `usher accounts`: what the operator decides about accounts that rest.
enum Accounts: Subcommand {
  static let name = "accounts"
  static let summary =
    "show, disable, enable or delete an account; invite somebody; convert identifiers after `case-sensitive` has changed"
  static let usage = Usage(
    words: "show|disable|enable|delete ACCOUNT | invite DIR ADDRESS [--withdraw] | convert DIR", wordCount: 2...3,
    first: AccountVerb.allCases.map(\.rawValue) + ["invite", "convert"],
    options: StorageAccess.presentOptions + [
      Option("tenant", value: "NAME", "whose account it is; without it each tenant's are looked through"),
      Option("flow", value: "FLOW", "what whoever is invited comes to; may be left out where there is just one"),
      Option("locale", value: "TAG", "the language of an invitation, such as de; else the tenant's own"),
      Option("withdraw", nil, "with `invite`: ends the invitations of the address, also those that have left"),
      Option("log", value: "FILE", "append what was done to the server's log, as an event of security"), .colour,
    ])
  static let details = """
    ACCOUNT is an account's id, or what its owner signs in with, such as an address. A server may go on meanwhile.
    show: what is known of it, and no attribute but those that it is found by. disable: nobody signs in to it, and all that it
    was signed in by ends, also where it is enabled again. delete: it goes with all that it was handed, and its addresses are
    free; an account that somebody has edited in the database goes as well.
    invite: DIR is the tenant's folder, as it is served. A link to FLOW goes to ADDRESS, which is proven by it: the server delivers
    it within seconds. No account is made before it is redeemed. You are told whether there is one, to which the link is no way
    in; whoever gets the mail is not. Whoever is invited twice has two links, each good once, as the earlier mail may be read
    later. --withdraw ends all of the address's links to FLOW, and takes back those that wait in the outbox.
    convert: DIR is the tenant's folder, as it is to be served. Each account gets its identifiers in the form that the attribute
    compares. `usher check DIR --storage WHERE` tells beforehand how many there are. Where two accounts would come to the same
    identifier nothing is changed, and their ids are listed. Servers look for accounts in the form of before until they have
    read the flows again, and take their addresses for free: stop them, or send SIGHUP right after. What was converted when it
    is stopped stays converted, and a second run finishes it.

    """

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    let word = arguments.words[0]
    guard (arguments.words.count == 3) == (word == "invite") else {
      throw .usage(
        word == "invite" ? "name the tenant's folder, and whom to invite" : "one account, or one folder, is enough")
    }
    for option in ["flow", "locale", "withdraw"]
    where word != "invite" && (arguments.value(option) != nil || arguments.has(option)) {
      throw .usage("`--\(option)` goes with `invite`")
    }
    if word == "convert" { return try await convert(arguments) }
    if word == "invite" { return try await invite(arguments) }
    guard let verb = AccountVerb(rawValue: word) else {
      throw .usage(
        "there is no `usher accounts \(word)`",
        help: "there is `show`, `disable`, `enable`, `delete`, `invite` and `convert`")
    }
    return try await verb.run(arguments.words[1], arguments)
  }

  private static func invite(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    if arguments.value("tenant") != nil {
      throw .usage("`--tenant` goes with `show`, `disable`, `enable` and `delete`: DIR says whose it is")
    }
    let address = arguments.words[2].withoutBlanks
    guard let table = try compileOne(arguments.words[1], arguments, briefly: true)?.1.table else { return .problems }
    let flow = try invitingFlow(of: table, named: arguments.value("flow"))
    let locale = try invitedLanguage(of: table, named: arguments.value("locale"))
    let access = try StorageAccess(arguments)
    let file = try arguments.value("log").map { path throws(Failure) in try ServeLog(file: path) }
    let log: any OperatorLog = file ?? StandardError.log
    let (storage, _, key) = try await access.openLayers(isWriting: true, log)
    let said: String
    let isDone: Bool
    do {
      let engine = Engine(storage: storage, ports: EnginePorts(key: key, log: log), hashingThreads: 1)
      try await engine.install(file: TableFile.write(table).bytes)
      if arguments.has("withdraw") {
        let count = try await engine.withdrawInvitations(of: address, to: flow, tenant: table.tenant)
        isDone = count > 0
        said =
          "\(visible(address)): \(count == 1 ? "1 invitation" : "\(count) invitations") to \(flow) of \(visible(table.tenant)) "
          + "\(count == 1 ? "was" : "were") withdrawn\n"
      } else {
        isDone = true
        said = text(
          try await engine.invite(address, to: flow, tenant: table.tenant, in: locale), to: flow, of: table.tenant)
      }
    } catch {
      await storage.close()
      await file?.flush()
      if error as? InvitationRefusal == .noAddress {
        throw .usage("\(address.quoted) is no address that can be invited")
      }
      throw .impossible("\(access.choice.text): \(error)")
    }
    await storage.close()
    await file?.flush()
    try StandardOutput.write(said)
    return isDone ? .clean : .problems
  }

  /// What came of an invitation, a line each.
  private static func text(_ invited: Invited, to flow: String, of tenant: String) -> String {
    let others =
      invited.earlier == 0
      ? "" : "earlier  \(invited.earlier == 1 ? "1 link is" : "\(invited.earlier) links are") good beside it\n"
    let refused =
      invited.refused.map { "refused  an earlier one was given up: \(visible($0)) (`usher outbox list --dead`)\n" }
      ?? ""
    let account =
      invited.account.map { "\($0) has the address: the link is no way into it" } ?? "none has the address yet"
    return """
      invited  \(visible(invited.address)) to \(flow) of \(visible(tenant))
      message  \(invited.message.hex) waits in the outbox
      until    \(invited.expires.utcText)
      account  \(account)
      \(others)\(refused)
      """
  }

  /// The tenant's language that an invitation is to be in; nil where none is named.
  private static func invitedLanguage(of table: FlowTable, named text: String?) throws(Failure) -> LanguageTag? {
    guard let text else { return nil }
    let spoken = table.languages
    if let best = LanguageTag(text).flatMap({ LanguagePreferences($0).best(of: spoken) }) { return best }
    throw .usage(
      "the tenant \(table.tenant.quoted) does not speak \(text.quoted)",
      help: "it speaks \(spoken.map(\.text).listed())")
  }

  /// The flow that an invitation leads to.
  private static func invitingFlow(of table: FlowTable, named name: String?) throws(Failure) -> String {
    let flows = table.flows.filter { $0.calls.contains { $0.definition.redeems == .invitation } }.map(\.name)
    if table.links.base.isEmpty || flows.isEmpty {
      throw .usage("the tenant \(table.tenant.quoted) has no flow that redeems invitations, or no `links: { base: … }`")
    }
    guard let name else {
      guard flows.count == 1 else { throw .usage("say to what, with `--flow`", help: "there is \(flows.listed())") }
      return flows[0]
    }
    guard flows.contains(name) else {
      throw .usage(
        "the flow \(name.quoted) redeems no invitations",
        help: nearest(name, among: flows).map { "did you mean `\($0)`?" } ?? "there is \(flows.listed())")
    }
    return name
  }

  private static func convert(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    for option in ["tenant", "log"] where arguments.value(option) != nil {
      throw .usage("`--\(option)` goes with `show`, `disable`, `enable` and `delete`")
    }
    guard let table = try compileOne(arguments.words[1], arguments, briefly: true)?.1.table else { return .problems }
    let access = try StorageAccess(arguments)
    let log = RefusedRowLog()
    let (storage, _, key) = try await access.openLayers(isWriting: true, log)
    let left: [String]
    let converted: Int
    do {
      let census = try await AccountCensus.take(of: table, in: storage)
      let colliding = census.attributes.values.flatMap(\.colliding)
      let outcome = colliding.isEmpty ? try await AccountConversion.convert(to: table, in: storage, key: key) : .init()
      (left, converted) = (colliding + outcome.left, outcome.converted)
    } catch {
      await storage.close()
      throw .impossible("\(access.choice.text): \(error)")
    }
    await storage.close()
    try StandardOutput.write(
      "\(table.tenant): \(converted == 1 ? "1 account was" : "\(converted) accounts were") converted\n")
    if left.isEmpty { return log.hasRefused ? .problems : .clean }
    try StandardError.write(
      "usher accounts: another account has the same identifier in the right form; decide about each of these first, with "
        + "`usher accounts show`, `disable` and `delete`:\n" + left.map { "  \($0)\n" }.joined())
    return .problems
  }
}
