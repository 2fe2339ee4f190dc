public import FlowModel
import FlowThreads

/// A table that runs are started on.
public struct InstalledTable: Hashable, Sendable {
  /// The tenant's name.
  public var tenant: String
  /// The hash of the table's content.
  public var hash: ContentHash
}

/// Drives runs: loads a run, takes it one event further, performs the effects, and commits all of it together.
///
/// Any number of tasks may use one engine. Steps of one run follow each other. An event that loses a race for a token is
/// answered `invalid_token`, unless it is the one that won: then it is answered as that, so that a client whose answer was
/// lost sends the same once more.
public final class Engine: FlowService {
  let ports: EnginePorts
  let storage: any Storage
  let hashing: WorkerPool
  let hasher: PasswordHasher
  let activity = EngineActivity()
  let programs = Programs()
  let retired: RetiredRuns
  let refusals: ThrottledLog
  let crowd: HashingCrowd

  /// How many passwords may wait for each thread that hashes: about as many as one hashes in two seconds. Whoever comes
  /// then is answered `busy`, as waiting in line would only let the line grow. One requester has half of it at most.
  static let waitingHashes = 64

  /// How long a runner that keeps a function's time by itself may take to say that it is over.
  static let functionGrace = Duration.milliseconds(200)

  /// An engine over storage. `hashingThreads` bounds how many passwords are hashed at once (19 MiB each); `retired` says what
  /// becomes of runs whose tenant is not installed.
  public init(
    storage: any Storage, ports: EnginePorts, hashingThreads: Int? = nil, retired: RetiredRuns = .finish
  ) {
    self.storage = storage
    self.retired = retired
    self.ports = ports
    hasher = PasswordHasher(key: ports.key)
    hashing = WorkerPool(threads: hashingThreads, waiting: Self.waitingHashes)
    refusals = ThrottledLog(ports)
    crowd = HashingCrowd(perSecond: Self.waitingHashes / 2 * hashing.threads)
  }

  /// An engine that hashes in its own way.
  init(storage: any Storage, ports: EnginePorts, hashing: WorkerPool, hasher: PasswordHasher) {
    self.storage = storage
    retired = .finish
    self.ports = ports
    self.hasher = hasher
    self.hashing = hashing
    refusals = ThrottledLog(ports)
    crowd = HashingCrowd(perSecond: Self.waitingHashes)
  }

  /// Makes a table the newest version of its tenant: new runs start on it, runs in flight keep theirs. The file is kept
  /// in storage, so that they keep it over a restart as well.
  @discardableResult
  public func install(file: [UInt8]) async throws -> InstalledTable {
    let program = try Program(file: file, countedBy: ports.measures)
    try await storage.transact { transaction in
      if try !transaction.hasTable(program.hash) { try transaction.put(table: file, hash: program.hash) }
    }
    programs.install(program, file: file)
    return InstalledTable(tenant: program.table.tenant, hash: program.hash)
  }

  /// The newest version of each tenant, by the tenant's name.
  public var tables: [InstalledTable] {
    programs.newest.map { InstalledTable(tenant: $0.program.table.tenant, hash: $0.program.hash) }
      .sorted { $0.tenant < $1.tenant }
  }

  /// Takes a tenant out: no run of it is started any more; what becomes of those in flight is `RetiredRuns`. False where it
  /// is not installed.
  @discardableResult
  public func removeTable(of tenant: String) -> Bool { programs.remove(tenant) }

  /// The newest version of a tenant; nil for a tenant that is not installed.
  public func table(of tenant: String) -> FlowTable? { program(of: tenant)?.table }

  func program(of tenant: String) -> Program? { programs[tenant]?.program }

  /// How many tables are held ready.
  var programCount: Int { programs.count }

  /// How many records of each kind are removed at once, so that no step waits long for it.
  static let removalLimit = 100

  /// Removes runs, counters, tickets and messages that have ended, and tables that no run needs any more, at most 100 of
  /// each; how many. A host calls it now and then; nothing else depends on it.
  @discardableResult
  public func removeExpired() async throws -> Int {
    let now = ports.clock.now()
    let installed = programs.newest.map(\.program.hash)
    let earlier = programs.earlier
    let (count, unused) = try await storage.transact { transaction in
      let count = try transaction.removeExpired(before: now, limit: Self.removalLimit, keeping: installed)
      return (count, Set(try earlier.filter { try !transaction.hasTable($0) }))
    }
    programs.drop(unused)
    return count
  }
}
