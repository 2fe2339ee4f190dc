import FlowThreads
import EngineSupport
import FlowJSON
import FlowModel
import FlowThreads
import Synchronization
import TestSupport
import Testing

@testable import FlowRuntime

/// Two engines that differ in nothing but that one has an account of Ada's and the other has none: they have the same
/// table, key, clock and random numbers, so that whatever a client sees is the same to the last byte, or it has learnt
/// something.
final class TwoWorlds: Sendable {
  /// Ada has an account here.
  let known: One
  /// Ada has none.
  let unknown: One
  let clock = TestClock()
  let key: ServerKey

  static let ada = "ada@example.com"
  static let bea = "bea@example.com"

  /// One of the two.
  final class One: Sendable {
    let engine: Engine
    let storage = MemoryStorage()
    let outbox = TestOutbox()

    init(_ table: FlowTable, _ key: ServerKey, _ clock: TestClock, seed: UInt64) async throws {
      engine = Engine(
        storage: storage,
        ports: EnginePorts(
          key: key, channel: outbox, functions: TestFunctions(), dictionary: TestDictionary(), clock: clock,
          randomness: Draws(seed: seed)), hashingThreads: 1)
      try await engine.install(file: TableFile.write(table).bytes)
    }

    /// How often passwords were hashed, compared or looked up.
    var hashings: Int { engine.hashing.jobs }

    /// All counters that clients may see used up, by what they count.
    func toldCounters() -> [String: CounterRecord] {
      let counters = storage.read {
        Dictionary(uniqueKeysWithValues: $0.counters.records.map { ($0.key.text, $0.value) })
      }
      return counters.filter { !$0.key.hasPrefix(Counter.guessesAtAccount.name + ":") }
    }

    func add(_ name: String, _ hash: String?, table: FlowTable, now: Milliseconds) async throws {
      let identifiers = table.attributes.filter(\.isIdentifier).map {
        Identifier(attribute: $0.name, value: $0.type == .email ? "\(name)@example.com" : name)
      }
      var account = AccountRecord(
        id: "account-of-\(name)", tenant: table.tenant, isConfirmed: true, identifiers: identifiers, attributes: "{}",
        created: now)
      account.passwordHash = hash
      let added = account
      #expect(try await storage.transact { try $0.put(added) })
    }
  }

  /// Bea has an account in both, with `Fixture.password`; nobody knows Ada's password.
  init(_ table: FlowTable, seed: UInt64 = 1) async throws {
    key = try #require(ServerKey.random())
    known = try await One(table, key, clock, seed: seed)
    unknown = try await One(table, key, clock, seed: seed)
    try await known.add("ada", Self.adasHash, table: table, now: clock.now())
    for world in [known, unknown] {
      try await world.add("bea", Fixture.passwordHash, table: table, now: clock.now())
    }
  }

  private static let adasHash = Engine.passwordHash("Known-to-Ada-alone-1")

  /// Does the same in both worlds; what was answered in each.
  func both(_ act: (Engine) async -> Reply) async -> (known: Reply, unknown: Reply) {
    let replies = (await act(known.engine), await act(unknown.engine))
    await known.engine.deliverMessages()
    await unknown.engine.deliverMessages()
    return replies
  }
}

/// Random numbers that are the same in each run and in each world.
final class Draws: Randomness {
  private let dice: Mutex<Dice>

  init(seed: UInt64) { dice = Mutex(Dice(seed)) }

  func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 32) } }

  func next() -> UInt64 { dice.withLock { $0.next() } }

  /// One of some things.
  func pick<Element>(_ elements: [Element]) -> Element { elements[Int(next() % UInt64(elements.count))] }
}
