import EngineSupport
import FlowCompiler
import FlowDelivery
import FlowJSON
import FlowModel
import FlowTerminal
import TestSupport
import Testing

@testable import FlowRuntime

/// A tenant of `flows/`.
enum Tenant: String, Sendable, CaseIterable {
  case nativeAuth = "native-auth"
  case emailPassword = "email-password"
  case accounts

  var folder: String { Repository.root + "/flows/" + rawValue }

  /// Its table as the compiler makes it.
  func table() throws -> FlowTable { try Self.tables[rawValue, default: .failure(NoTable())].get() }

  private struct NoTable: Error {}
  private static let tables = Dictionary(
    uniqueKeysWithValues: allCases.map { tenant in
      (tenant.rawValue, Result { try Compiler.table(folder: tenant.folder) })
    })
}

/// One tenant on an engine, and the people and clocks around it.
final class World: Sendable {
  let tenant: Tenant
  let table: FlowTable
  let engine: Engine
  let storage: any Storage
  let clock = TestClock()
  let outbox = TestOutbox()
  let functions: TestFunctions
  let seen = Coverage()
  /// All that a scenario could come to.
  let places: [Place]
  private let backend: TestStorage

  /// The password of accounts that a test adds.
  static let password = "Tea-at-5-oclock"
  private static let passwordHash = Engine.passwordHash(password)

  init(_ tenant: Tenant, on backend: Backend, policies: (inout FlowTable) -> Void = { _ in }) async throws {
    self.tenant = tenant
    var table = try tenant.table()
    policies(&table)
    let marked = MarkedTable(table)
    self.table = marked.table
    places = marked.places
    self.backend = try await backend.open()
    storage = self.backend.storage
    functions = TestFunctions(FunctionGateway(folder: tenant.folder, settings: .development))
    engine = Engine(
      storage: storage,
      ports: EnginePorts(
        key: try #require(ServerKey.random()), channel: outbox, functions: functions, dictionary: TestDictionary(),
        clock: clock))
    try await engine.install(file: TableFile.write(self.table).bytes)
  }

  /// Starts a flow, as `usher run DIR FLOW --json --input …` does.
  func start(
    _ flow: String, _ input: JSONObject = [:], application: String? = nil, tenant: String? = nil
  ) async throws -> Client {
    let entry = RunEntry.start(
      flow: flow, tenant: tenant ?? self.tenant.rawValue, by: application.map { .client($0) } ?? .operator, input: input
    )
    return try await Client(engine, entry, seen: seen)
  }

  /// Takes a run up again, as `usher run --resume TOKEN --json` does.
  func resume(_ token: String) async throws -> Client {
    try await Client(engine, .resume(token: token), seen: seen)
  }

  // MARK: Mail

  /// The newest code sent to an address.
  func code(to address: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> JSON {
    .string(try #require(outbox.code(to: address), sourceLocation: sourceLocation))
  }

  /// A code that is not the newest one sent to an address.
  func wrongCode(to address: String) throws -> JSON {
    let code = try #require(outbox.code(to: address))
    return .string((code.first == "1" ? "2" : "1") + code.dropFirst())
  }

  /// The newest link sent to an address, as the fields that redeem it.
  func link(to address: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> JSONObject {
    let link = try #require(outbox.links(to: address).first, sourceLocation: sourceLocation)
    return ["token": .string(link.token), "tokenId": .string(link.tokenId)]
  }

  // MARK: Accounts

  /// Adds an account, as if it had been there before; its password is `World.password` where it has one.
  func add(
    _ email: String, password: Bool = true, confirmed: Bool = true, enabled: Bool = true, holding: JSONObject = [:]
  ) async throws {
    var attributes = holding
    attributes["email"] = .string(email)
    let id = RandomID(bytes: SystemRandomness().bytes(16)).map { String($0.hex.prefix(24)) } ?? ""
    var account = AccountRecord(
      id: id, tenant: tenant.rawValue, isConfirmed: confirmed,
      identifiers: [Identifier(attribute: "email", value: email)], attributes: JSON.object(attributes).text,
      created: clock.now())
    account.isEnabled = enabled
    if password { account.passwordHash = Self.passwordHash }
    let added = account
    #expect(try await storage.transact { try $0.put(added) })
  }

  /// The account of an address.
  func account(_ email: String) async throws -> AccountRecord? {
    let tenant = tenant.rawValue
    return try await storage.transact { try $0.account(Identifier(attribute: "email", value: email), tenant: tenant) }
  }

  /// Removes the account of an address, as an operator might.
  func remove(_ email: String) async throws {
    guard let account = try await account(email) else { return }
    try await storage.transact { try $0.removeAccount(account.id, tenant: account.tenant) }
  }
}

extension World {
  /// Installs the same flows for another tenant on the same engine, under the name `neighbour`.
  func installNeighbour() async throws {
    var table = table
    table.tenant = "neighbour"
    try await engine.install(file: TableFile.write(table).bytes)
  }
}
