import FlowHTTP
public import FlowModel
public import FlowRuntime
import FlowTokens

/// A server of flows within the program: an engine, its tokens and all protocols, as `usher serve` has them, but for a socket and
/// the limits by a client's address.
public struct LocalServer: Sendable {
  /// The engine.
  public let engine: Engine
  /// The way to it, for the clients of this program.
  public let connection: InProcessConnection
  private let delivery: Task<Void, Never>

  /// Serves the tables of some tenants, and delivers messages until it is shut down. Throws what storage and tables are refused
  /// for, and `TokenError`.
  public init(_ tables: [FlowTable], storage: any Storage = MemoryStorage(), ports: EnginePorts) async throws {
    let engine = Engine(storage: storage, ports: ports)
    for table in tables { try await engine.install(file: TableFile.write(table).bytes) }
    let keys = try await SigningKeys(storage: storage, key: ports.key, clock: ports.clock, log: ports.log)
    try await keys.make(for: tables)
    let tokens = TokenService(storage: storage, key: ports.key, keys: keys, clock: ports.clock, log: ports.log)
    let (service, delivery) = DeliveringService.start(engine)
    var site = Site(FlowDirectory(tables), service: service, accounts: engine, tokens: tokens, key: ports.key)
    (site.perAddress, site.perIdentifier, site.perApplication, site.openRuns) = (nil, nil, nil, nil)
    self.engine = engine
    self.delivery = delivery
    connection = InProcessConnection(to: site.handler())
  }

  /// Takes no more requests, and returns once messages that are due have left.
  public func shutdown() async {
    delivery.cancel()
    await delivery.value
  }
}
