import FlowJSON
import FlowModel
import FlowRuntime
import Synchronization
import Testing

@testable import FlowTokens

/// What ends sessions for good, and what does not revive them.
@Suite struct EndedSessionTests {
  private final class Log: OperatorLog {
    private let written = Mutex<[LogEntry]>([])
    var entries: [LogEntry] { written.withLock { $0 } }
    func write(_ entry: LogEntry) { written.withLock { $0.append(entry) } }
  }

  private func rows(_ server: Server) async throws -> [TicketRecord] {
    try await server.storage.transact { transaction in
      try OpenSession.kinds.flatMap { try transaction.tickets($0, account: Server.ada, tenant: "contoso") }
    }
  }

  private func put(_ rows: [TicketRecord], _ server: Server) async throws {
    try await server.storage.transact { transaction in for row in rows { try transaction.put(row) } }
  }

  /// The token of a session of the engine's own, and its row.
  private func opaque(_ server: Server) async throws -> String {
    let id = OrderedID.text(now: server.clock.now())
    try await put(
      [
        TicketRecord(
          kind: .session, id: id, tenant: "contoso", account: Server.ada,
          secretHash: server.key.hash(Array("secret".utf8), .ticket), sealed: [],
          expires: server.clock.now() + 3_600_000)
      ], server)
    return "\(id).secret"
  }

  private func sessions(_ server: Server) async throws -> Int {
    try await server.service.sessions(of: Server.ada, tenant: "contoso").count
  }

  @Test func `why a token cannot be made or read is told in the log, as clients are not told`() async throws {
    let (server, log) = (try await Server(), Log())
    let storage = Failing(server.storage)
    let keys = try await SigningKeys(storage: storage, key: server.key, clock: server.clock, log: log)
    let service = TokenService(storage: storage, key: server.key, keys: keys, clock: server.clock, log: log)
    let (refresh, app) = (
      try await server.issue().text("refresh_token"), try await server.logIn().text("refresh_token")
    )
    storage.fails.withLock { $0 = true }
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await service.refresh(refresh, tenant: "contoso", client: Server.client) },
      { _ = try await service.sessions(of: Server.ada, tenant: "contoso") },
      { try await service.revoke(refresh, tenant: "contoso", client: Server.client.id) },
      { _ = try await service.refreshAppSession(app) },
      { _ = try await keys.current() },
    ]
    for call in calls { await #expect(throws: (any Error).self) { try await call() } }
    #expect(log.entries.map(\.level) == calls.map { _ in .error })
    #expect(
      log.entries.allSatisfy { $0.message.hasPrefix("tokens cannot be made or read: ") && $0.message.hasSuffix("gone") }
    )
  }

  /// Storage that fails when it is told to.
  private final class Failing: Storage {
    let fails = Mutex(false)
    private let storage: any Storage
    init(_ storage: any Storage) { self.storage = storage }
    func transact<Result: Sendable>(
      _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
    ) async throws -> Result {
      if fails.withLock({ $0 }) { throw StorageError.unavailable("gone") }
      return try await storage.transact(body)
    }
    func close() async { await storage.close() }
  }

  @Test func `enabling an account again revives none of its sessions, however it was disabled`() async throws {
    let server = try await Server()
    let refresh = try await server.issue().text("refresh_token")
    let app = try await server.logIn().text("refresh_token")
    let own = try await opaque(server)
    #expect(try await sessions(server) == 3)
    try await server.change { $0.isEnabled = false }
    try await server.change { _ in }
    #expect(try await sessions(server) == 0)
    let found = try await server.service.session(accessToken: own, tenant: "contoso", issuer: Server.client.issuer)
    #expect(found == nil)
    await #expect(throws: AppSessionError.sessionNotFound) { try await server.service.refreshAppSession(app) }
    #expect(await server.refusal(refresh) == .accountUnavailable)
    #expect(await server.refusal(try await server.issue().text("refresh_token")) == nil)
  }

  @Test(arguments: ["endSessions", "rotate"])
  func `rows that are put back are no sessions`(how: String) async throws {
    let server = try await Server()
    let refresh = try await server.issue().text("refresh_token")
    let app = try await server.logIn().text("refresh_token")
    let own = try await opaque(server)
    let rows = try await rows(server)
    #expect(rows.count == 3)
    server.clock.advance(seconds: 1)
    if how == "rotate" {
      try await server.service.keys.rotate(retention: nil)
    } else {
      try await server.service.endSessions(of: Server.ada, tenant: "contoso")
    }
    try await put(rows, server)
    #expect(try await sessions(server) == 0)
    let asker = TokenAsker(application: Server.client.id, resources: [])
    for token in [refresh, own] {
      let answer = try await server.service.introspect(token, tenant: "contoso", issuer: "i", by: asker)
      #expect(answer == ["active": false])
    }
    await #expect(throws: AppSessionError.self) { try await server.service.refreshAppSession(app) }
    #expect(await server.refusal(refresh) != nil)
  }

  @Test func `after a leak of the keys nothing of before is left, also where no key had signed it`() async throws {
    let server = try await Server()
    _ = try await server.issue()
    _ = try await server.logIn()
    _ = try await opaque(server)
    server.clock.advance(seconds: 1)
    try await server.service.keys.rotate(retention: nil)
    for row in try await rows(server) { #expect(row.used != nil, "\(row.kind)") }
    server.clock.advance(seconds: 1)
    _ = try await opaque(server)
    #expect(try await sessions(server) == 1)
  }

  @Test func `a session of App Services whose seal does not open is none, and not one of each app`() async throws {
    let server = try await Server()
    let tokens = try await server.logIn(app: SessionApp(id: "realm", userData: []))
    let other = try await server.logIn(app: SessionApp(id: "other", userData: []))
    let rows = try await server.storage.transact { try $0.tickets(.session, account: Server.ada, tenant: "contoso") }
    #expect(rows.count == 2)
    // Another session's, and what is none at all.
    for sealed in [rows[1].sealed, [1, 2, 3]] {
      var row = rows[0]
      row.sealed = sealed
      try await put([row], server)
      let (token, access) = {
        let isFirst = parts(tokens.text("access_token"))[1]?["iss"]?.string == row.id
        let answer = isFirst ? tokens : other
        return (answer.text("refresh_token"), answer.text("access_token"))
      }()
      await #expect(throws: AppSessionError.sessionNotFound) { try await server.service.refreshAppSession(token) }
      await #expect(throws: AppSessionError.sessionNotFound) {
        try await server.service.appSession(accessToken: access)
      }
      #expect(try await sessions(server) == 1)
    }
  }

  @Test func `a family that is refreshed under the newest master key needs the older one no more`() async throws {
    let server = try await Server()
    let (old, new) = ([UInt8](repeating: 7, count: 32), [UInt8](repeating: 8, count: 32))
    let first = try await server.issue().text("refresh_token")
    func service(_ key: ServerKey) async throws -> TokenService {
      let sealed = try await SealedStorage.open(over: server.storage, key: key, log: NoPorts())
      let keys = try await SigningKeys(storage: sealed, key: key, clock: server.clock)
      return TokenService(storage: sealed, key: key, keys: keys, clock: server.clock)
    }
    let (both, alone) = (try #require(ServerKey(ring: [new, old])), try #require(ServerKey(new)))
    // What this server wrote without seals is taken over first.
    _ = try await SealedStorage.reseal(
      server.storage, key: server.key, accounts: .sealed, now: server.clock.now())
    let second = try await service(both).refresh(first, tenant: "contoso", client: Server.client)
    let done = try await SealedStorage.reseal(server.storage, key: both, accounts: .sealed, now: server.clock.now())
    #expect(done.needsOlderKeys == nil)
    let third = try await service(alone).refresh(
      second.text("refresh_token"), tenant: "contoso", client: Server.client)
    #expect(third.text("refresh_token") != second.text("refresh_token"))
  }

  @Test func `the log tells of rotated keys with their tenant, once, and of no others`() async throws {
    let server = try await Server(storage: MemoryStorage())
    let log = Log()
    let keys = try await SigningKeys(storage: server.storage, key: server.key, clock: server.clock, log: log)
    _ = try await keys.current(of: "contoso")
    _ = try await keys.current(of: "fabrikam")
    // One more algorithm replaces no key.
    _ = try await keys.current(of: "contoso", for: .eddsa)
    try await keys.look()
    #expect(log.entries.isEmpty)
    try await server.service.keys.rotate(retention: 1_000_000)
    for _ in 0..<2 { try await keys.look() }
    try await server.service.keys.rotate(retention: nil)
    for _ in 0..<2 { try await keys.look() }
    #expect(log.entries.map(\.event?.kind) == [.keysRotated, .keysRotated])
    #expect(log.entries.map(\.tenant) == ["contoso", "contoso"])
    #expect(log.entries.map(\.event?.reason) == [nil, "earlier_forgotten"])
  }

  @Test func `the log tells of a token that came again after its moment, and of none within it`() async throws {
    let server = try await Server()
    let log = Log()
    let service = TokenService(
      storage: server.storage, key: server.key, keys: server.service.keys, clock: server.clock, log: log)
    let first = try await server.issue().text("refresh_token")
    for _ in 0..<2 { _ = try await service.refresh(first, tenant: "contoso", client: Server.client) }
    #expect(log.entries.isEmpty)
    server.clock.advance(seconds: 30)
    for _ in 0..<2 {
      await #expect(throws: TokenError.self) {
        try await service.refresh(first, tenant: "contoso", client: Server.client)
      }
    }
    #expect(log.entries.map(\.event?.kind) == [.tokenReused])
    #expect(log.entries.first?.event?.account == Server.ada && log.entries.first?.tenant == "contoso")
  }
}
