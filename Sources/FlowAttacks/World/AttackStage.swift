import FlowJSON
import FlowModel
import FlowRuntime

/// A world in motion: a real engine over memory, in which an attack is performed line by line.
final class AttackStage {
  /// What a line came to.
  struct Result {
    /// What the client got.
    let reply: Reply
    /// What the engine did.
    let seen: EngineObserver.Step
    /// The input as it was sent, with what was read in the mailbox.
    let sent: JSONObject
    /// Whether the run is at the step at which it was.
    let isStill: Bool

    /// Whether the engine refused the whole step, so that nothing was done. A flow may keep an error of the same name.
    var isRefused: Bool {
      isStill
        && (reply.error.map { [EngineError.denied.code, EngineError.unavailable.code].contains($0.code) } ?? false)
    }

    /// What was not proven, and was done all the same: an effect that answered that it changed nothing did no harm.
    var harms: [EngineObserver.Violation] {
      if isRefused { return [] }
      return seen.violations.filter { violation in
        guard let performed = seen.performed.first(where: { $0.state == violation.state }) else { return true }
        return performed.outcome == performed.effect.definition.success?.name
      }
    }
  }

  let world: AttackWorld
  let mail = AttackMail()
  let functions = AttackFunctions()
  let clock = AttackClock()
  private let storage = MemoryStorage()
  private let observer = EngineObserver()
  private let engine: Engine
  private let tenant: String
  private let starter: Starter
  private let flow: String
  private var token: String?
  /// What the attacker holds beside the mail, mostly for their own account: a link to the flow, a grant.
  private var ticket: (link: (token: String, tokenId: String)?, grant: String?) = (nil, nil)

  /// A world with its accounts, and a run of the flow about to be started. Throws a `StorageError` or `TableFileError`.
  init(_ table: AttackTable, _ world: AttackWorld, flow: String) async throws {
    self.world = world
    self.flow = flow
    tenant = table.table.tenant
    starter = table.starter
    guard let key = ServerKey.random() else { throw StorageError.unavailable("no key") }
    let ports = EnginePorts(
      key: key, channel: mail, functions: functions, dictionary: AttackDictionary(), clock: clock,
      randomness: AttackRandomness())
    engine = Engine(replayingIn: storage, ports: ports, observer: observer)
    try await engine.install(file: table.file)
    for (number, account) in world.accounts.enumerated() {
      let record = table.record(account, number: number, created: clock.now())
      _ = try await storage.transact { try $0.put(record) }
      guard account.who == world.ticketsOf else { continue }
      ticket = (
        try await engine.link(for: record.id, to: flow, tenant: tenant),
        try await engine.grant(for: record.id, tenant: tenant)
      )
    }
  }

  /// Does what a line says.
  func take(_ line: AttackLine) async -> Result {
    _ = observer.take()
    functions.prepare(line.functions)
    var sent = JSONObject()
    let reply: Reply
    switch line.move {
    case .start(let input):
      sent = filled(input)
      reply = await engine.start(flow: flow, tenant: tenant, by: starter, input: sent)
    case .event(let event, let input):
      sent = filled(input)
      reply = await engine.send(ClientEvent(event, input: sent, token: token))
    case .wait(let seconds):
      clock.wait(seconds: seconds)
      reply = await engine.current(token: token ?? "")
    }
    let isStill = reply.token == nil || reply.token == token
    if let next = reply.token { token = next }
    await engine.deliverMessages()
    return Result(reply: reply, seen: observer.take(), sent: sent, isStill: isStill)
  }

  /// The victim's account as it is now; nil where there is none.
  func victim() async -> AccountRecord? {
    let (tenant, values) = (tenant, world.victim)
    let names = Set(
      world.accounts.flatMap { $0.identifiers.keys } + (engine.table(of: tenant)?.attributes ?? []).map(\.name))
    return try? await storage.transact { transaction in
      for name in names.sorted() {
        for value in values.sorted() {
          let identifier = Identifier(attribute: name, value: value)
          if let account = try transaction.account(identifier, tenant: tenant) { return account }
        }
      }
      return nil
    }
  }

  /// How many grants and links are out that let in to an account.
  func waysIn(to account: AccountRecord?) async -> Int {
    guard let account else { return 0 }
    let count = try? await storage.transact { transaction in
      try [TicketRecord.Kind.grant, .reset].reduce(0) { count, kind in
        try count + transaction.tickets(kind, account: account.id, tenant: account.tenant).count
      }
    }
    return count ?? 0
  }

  // MARK: What the attacker knows

  /// Whether the newest message to the attacker, or what is theirs from the start, has a part.
  func has(_ part: String) -> Bool { read(part) != nil }

  /// The input with each `{"mailbox": …}` filled in; what is not there is a text that fits nothing.
  private func filled(_ input: JSONObject) -> JSONObject {
    var filled = JSONObject()
    for member in input.members {
      if let part = member.value.mailbox {
        filled[member.name] = .string(read(part) ?? "0")
      } else {
        filled[member.name] = member.value
      }
    }
    return filled
  }

  private func read(_ part: String) -> String? {
    let messages = mail.messages.reversed().filter { world.mailboxes.contains($0.to) }
    if part == "grant" { return ticket.grant }
    for message in messages {
      switch message.content {
      case .code(let code, _): if part == "code" { return code }
      case .notice: break
      case .link(let token, let tokenId, _, _), .invitation(let token, let tokenId, _, _):
        if part == "token" { return token }
        if part == "tokenId" { return tokenId }
      }
    }
    return part == "token" ? ticket.link?.token : part == "tokenId" ? ticket.link?.tokenId : nil
  }
}

extension JSON {
  /// The part of a message that stands for this value; nil where it stands for itself.
  var mailbox: String? { self["mailbox"]?.string }
}

/// A table with its file, and the hashes of the passwords of its worlds, which take long to make.
struct AttackTable: Sendable {
  let table: FlowTable
  let file: [UInt8]
  /// Who starts the runs.
  let starter: Starter
  private let hashes: [String: String]

  init(_ table: FlowTable, starter: Starter = .operator) {
    var table = table
    // What rests of a password stays what it is, but where another password is set. The key is another one in each world.
    table.passwords.hashing.isPeppered = false
    self.starter = starter
    self.table = table
    file = TableFile.write(table).bytes
    hashes = Dictionary(
      [Party.victimPassword, Party.attackerPassword].compactMap { password in
        Engine.passwordHash(password, by: table.passwords.hashing).map { (password, $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// An account of a world as storage keeps it.
  func record(_ account: AttackWorld.Account, number: Int, created: Milliseconds) -> AccountRecord {
    let pairs = account.identifiers.sorted { $0.key < $1.key }
    var attributes = account.attributes
    for (name, value) in pairs { attributes[name] = .string(value) }
    // No part of the ids of two accounts is the same.
    let id = String(String(repeating: String(number + 1, radix: 16), count: 24).prefix(24))
    var record = AccountRecord(
      id: id, tenant: table.tenant,
      isConfirmed: account.isConfirmed,
      identifiers: pairs.map { Identifier(attribute: $0.key, value: $0.value) },
      attributes: JSON.object(attributes).text, created: created)
    record.isEnabled = account.isEnabled
    record.passwordHash = account.password.flatMap {
      hashes[$0] ?? Engine.passwordHash($0, by: table.passwords.hashing)
    }
    return record
  }
}
