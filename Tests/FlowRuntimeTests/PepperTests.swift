import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// The pepper: without the server's key nobody tries passwords against hashes, and the key can be another one.
@Suite struct PepperTests {
  private static let ada = "ada@example.com"
  private static let credentials: JSONObject = ["email": .string(ada), "password": .string(Fixture.password)]
  private let old = SystemRandomness().bytes(ServerKey.size)
  private let new = SystemRandomness().bytes(ServerKey.size)

  private func fixture(
    _ ring: [[UInt8]], on backend: TestStorage, isPeppered: Bool = true
  ) async throws -> (fixture: Fixture, fingerprint: String) {
    let key = try #require(ServerKey(ring: ring))
    let table = try Fixture.tenant("email-password") { $0.passwords.hashing.isPeppered = isPeppered }
    return (try await Fixture(table, on: backend, key: key), try #require(key.fingerprints.first))
  }

  private func rest(_ fixture: Fixture) async throws -> String {
    try #require(try await fixture.account(Self.ada)?.passwordHash)
  }

  @Test func `what is hashed is not what was typed, and needs the key`() throws {
    let key = try #require(ServerKey(old))
    let hasher = PasswordHasher(key: key)
    var hashing = PasswordHashing()
    hashing.isPeppered = true
    let rest = try #require(hasher.rest(of: Fixture.password, by: hashing))
    #expect(rest.hasPrefix("nfkc,pepper=\(key.fingerprints[0])$argon2id$"))
    #expect(hasher.compare(Fixture.password, with: rest, by: hashing) == .match(isOutdated: false))
    #expect(hasher.compare(Fixture.password + "!", with: rest, by: hashing) == .mismatch)
    let bare = try #require(RestingPassword(rest))
    #expect(!Argon2id.real.verify(Array(Fixture.password.utf8), bare.hash))
    for other in [nil, ServerKey(new)] {
      #expect(
        PasswordHasher(key: other).compare(Fixture.password, with: rest, by: hashing)
          == .unreadable(key.fingerprints[0]))
      #expect(other != nil || PasswordHasher(key: other).rest(of: Fixture.password, by: hashing) == nil)
    }
  }

  @Test(arguments: Backend.allCases)
  func `the key is rotated, and each password with it at the next sign-in`(_ backend: Backend) async throws {
    let storage = try await backend.open()
    let (first, oldName) = try await fixture([old], on: storage)
    #expect(await first.start("register-at-once", Self.credentials).end?.name == "registered")
    #expect(try await rest(first).hasPrefix("nfkc,pepper=\(oldName)$"))

    let (second, newName) = try await fixture([new, old], on: storage)
    #expect(await second.start("log-in", Self.credentials).end?.name == "completed")
    #expect(try await rest(second).hasPrefix("nfkc,pepper=\(newName)$"))
    let (third, _) = try await fixture([new], on: storage)
    #expect(await third.start("log-in", Self.credentials).end?.name == "completed")

    let (stranger, _) = try await fixture([SystemRandomness().bytes(32)], on: storage)
    #expect(await stranger.start("log-in", Self.credentials).error?.code == "invalid_credentials")
    #expect(
      stranger.log.entries.contains { $0.level == .error && $0.message.hasSuffix("which is not there: \(newName)") })
  }

  @Test func `a tenant that wants a pepper gets it at the next sign-in, and loses it so`() async throws {
    let storage = try await Backend.memory.open()
    let (plain, _) = try await fixture([old], on: storage, isPeppered: false)
    try await plain.add(Self.ada)
    for isPeppered in [true, false] {
      let (fixture, name) = try await fixture([old], on: storage, isPeppered: isPeppered)
      #expect(await fixture.start("log-in", Self.credentials).end?.name == "completed")
      #expect(try await rest(fixture).hasPrefix(isPeppered ? "nfkc,pepper=\(name)$" : "nfkc$"))
    }
  }

  @Test func `a database says that it needs a key as long as a pepper does`() async throws {
    let base = MemoryStorage()
    func serve(_ ring: [[UInt8]]) async throws -> Engine {
      let key = try #require(ServerKey(ring: ring))
      let engine = Engine(storage: try await SealedStorage.open(over: base, key: key), ports: EnginePorts(key: key))
      let table = try Fixture.tenant("email-password") { $0.passwords.hashing.isPeppered = true }
      try await engine.install(file: TableFile.write(table).bytes)
      return engine
    }
    func act(_ flow: String, _ engine: Engine) async -> String? {
      await engine.start(flow: flow, tenant: "email-password", by: .operator, input: Self.credentials).end?.name
    }
    let both = try #require(ServerKey(ring: [new, old]))
    #expect(await act("register-at-once", try await serve([old])) == "registered")
    _ = try await serve([new, old])
    #expect(try await SealedStorage.reseal(base, key: both, accounts: .sealed).accounts == 1)
    #expect(try await SealedStorage.peppers(base, key: both) == [both.fingerprints[1]: 1])
    await #expect(throws: SealingError.otherKey(fingerprints: [both.fingerprints[1]])) { try await serve([new]) }

    #expect(await act("log-in", try await serve([new, old])) == "completed")
    #expect(try await SealedStorage.reseal(base, key: both, accounts: .sealed).accounts == 1)
    #expect(try await SealedStorage.peppers(base, key: both) == [both.fingerprints[0]: 1])
    #expect(await act("log-in", try await serve([new])) == "completed")
  }
}
