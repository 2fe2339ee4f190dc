import FlowCompiler
import FlowJSON
import FlowModel
import FlowRuntime

/// A world in which one case is played: the real engine over memory, with a clock that the case moves, randomness that is
/// the same each time, and nothing that leaves the process.
final class CaseStage {
  /// What somebody who acts has under way.
  struct Standing {
    /// The newest token, and the one before it.
    var token: String?
    var earlier: String?
    /// The newest reply.
    var reply: Reply?
    /// What the link that was opened carries.
    var carried: [String: String] = [:]
  }

  let table: FlowTable
  let storage = MemoryStorage(forOneTask: true)
  let engine: Engine
  let path = StepPath()
  let clock: CaseClock
  let channel = CaseChannel()
  let passwords = CasePasswords()
  let functions: CaseFunctions
  /// All messages so far, oldest first.
  var messages: [Message] = []
  /// All questions to functions so far.
  var asked: [CaseFunctions.Asked] = []
  /// The ends that runs came to, oldest first.
  var ends: [Reply.EndView] = []
  var standings: [String: Standing] = [:]
  /// The given accounts by their labels: the ids, and the passwords.
  var accounts: [String: (id: String, password: String?)] = [:]
  var application: String?
  var locale: LanguageTag?

  /// The key of all worlds: what they keep secret lasts no longer than they do.
  private static let key = ServerKey([UInt8](repeating: 0x55, count: ServerKey.size))

  /// An empty world.
  init(_ tried: TriedTable, now: Milliseconds?) throws(StorageError) {
    table = tried.table
    clock = CaseClock(now ?? CaseClock.usual)
    functions = CaseFunctions(passwords)
    guard let key = Self.key else { throw .unavailable("no key") }
    var ports = EnginePorts(
      key: key, channel: channel, functions: functions, dictionary: passwords, clock: clock,
      randomness: CaseRandomness())
    ports.leaks = passwords
    engine = Engine(trying: tried, in: storage, ports: ports, path: path)
  }

  /// Makes the world what a case says. Throws a `StorageError`, or `Unplayable`.
  func take(_ world: CaseWorld) async throws {
    if let now = world.now { clock.set(now) }
    if let name = world.application?.text { application = name }
    if let text = world.locale?.text { locale = LanguageTag(text) }
    for function in world.functions { functions.answer(function.name.text, function.answers) }
    if !world.commonPasswords.isEmpty || !world.publishedPasswords.isEmpty {
      passwords.add(
        common: try world.commonPasswords.map { try text($0) },
        published: try world.publishedPasswords.map { try text($0) })
    }
    for account in world.accounts { try await take(account) }
    for address in world.undeliverable { channel.refuse(try text(try await filled(address))) }
    for (address, flow) in world.invitations {
      do { _ = try await engine.invite(try text(address), to: flow.text, tenant: table.tenant) } catch {
        throw Unplayable("nobody can be invited so: \(error)", at: flow.span)
      }
    }
    if !world.invitations.isEmpty { messages += await engine.takeMessages() }
    for (what, whom) in world.usedUp {
      for subject in whom { try await useUp(what, try text(try await filled(subject))) }
    }
  }

  /// What is used up of an address, or of a name.
  private func useUp(_ what: CaseWorld.UsedUp, _ subject: String) async throws {
    let identifiers = table.attributes.filter(\.isIdentifier)
    let address = comparableIdentifier(
      table.attributes.first { $0.type.isAddress }.map { $0.normalised(subject) } ?? subject)
    switch what {
    case .codes: try await engine.useUp(.codesToAddress, for: address, of: table)
    case .links: try await engine.useUp(.linksToAddress, for: address, of: table)
    case .notices: try await engine.useUp(.noticesToAddress, for: address, of: table)
    case .passwords:
      for attribute in identifiers {
        let name = Identifier(attribute: attribute.name, value: attribute.normalised(subject))
        try await engine.useUpGuesses(at: name, of: table)
      }
    }
  }

  // MARK: Accounts

  /// The id of the next account: the same in each run of a case; of the first fifteen no part is the same.
  private var newID: String {
    let digits = String(accounts.count + 1, radix: 16)
    return String(repeating: digits.count == 1 ? digits : "0", count: 24 - digits.count) + digits
  }

  private func isAddress(_ identifier: Identifier) -> Bool {
    table.attributes.first { $0.name == identifier.attribute }?.type.isAddress == true
  }

  /// Makes a given account, or changes the one of that label.
  private func take(_ account: CaseAccount) async throws {
    let label = account.label.text
    let isNew = accounts[label] == nil
    let id = accounts[label]?.id ?? newID
    let password = try account.password.map { try text($0) }
    var record = AccountRecord(
      id: id, tenant: table.tenant, isConfirmed: true, identifiers: [], attributes: "{}", created: clock.now())
    if !isNew, let present = try await storage.transact({ [table] in try $0.account(id, tenant: table.tenant) }) {
      record = present
    }
    var content = record.content ?? JSONObject()
    for member in account.attributes {
      guard let attribute = table.attributes.first(where: { $0.name == member.name.text }) else { continue }
      let value = try json(member.value, for: attribute)
      content[attribute.name] = value == .null ? nil : value
      guard attribute.isIdentifier else { continue }
      record.identifiers.removeAll { $0.attribute == attribute.name }
      if let text = value.string {
        record.identifiers.append(Identifier(attribute: attribute.name, value: attribute.normalised(text)))
      }
    }
    record.attributes = JSON.object(content).text
    if let password {
      record.passwordHash = engine.rest(of: password, by: table.passwords.hashing)
      if !isNew { record.credentialsVersion += 1 }
    }
    if let standing = account.standing {
      record.isConfirmed = standing != .pending
      record.isEnabled = standing != .disabled
      record.unproven = standing == .pending || standing == .unproven ? Set(record.identifiers.filter(isAddress)) : []
    }
    if !isNew { record.version += 1 }
    let written = record
    guard try await storage.transact({ try $0.put(written) }) else {
      throw Unplayable("two accounts have the same name or address", at: account.label.span)
    }
    accounts[label] = (id, password ?? accounts[label]?.password)
  }

  /// The account that is found by what is expected of it.
  func account(_ expected: CaseAccount) async throws -> AccountRecord? {
    for member in expected.attributes {
      guard let attribute = table.attributes.first(where: { $0.name == member.name.text }), attribute.isIdentifier
      else { continue }
      return try await account(attribute, try text(try await filled(member.value)))
    }
    return nil
  }

  /// The account of an address or name.
  func account(named value: String) async throws -> AccountRecord? {
    for attribute in table.attributes where attribute.isIdentifier {
      if let found = try await account(attribute, value) { return found }
    }
    return nil
  }

  private func account(_ attribute: AttributeDefinition, _ value: String) async throws -> AccountRecord? {
    let identifier = Identifier(attribute: attribute.name, value: attribute.normalised(value))
    return try await storage.transact { [table] in try $0.account(identifier, tenant: table.tenant) }
  }
}
