import EngineSupport
import FlowJSON
import FlowModel
import Synchronization
import Testing

@testable import FlowRuntime

/// Passwords that were published: what is asked, what it is told, and what happens where it does not answer.
@Suite struct LeakedPasswordTests {
  private static let leaked = "correct horse battery staple"
  private static let ada = "ada@example.com"

  /// Functions that know one published password.
  private final class Knowing: FunctionRunner {
    private let asked = Mutex<[JSON]>([])
    private let answers: Bool
    var requests: [JSON] { asked.withLock { $0 } }

    init(answers: Bool = true) { self.answers = answers }

    func call(_ function: FunctionDefinition, request: JSON) async -> (status: FunctionStatus, reason: String?) {
      (.fail, nil)
    }

    func leaked(_ function: FunctionDefinition, request: JSON) async -> (range: String?, reason: String?) {
      asked.withLock { $0.append(request) }
      let digest = PasswordDigest.sha1(LeakedPasswordTests.leaked) ?? ""
      return answers ? ("00000000000000000000000000000000000:3\r\n\(digest.dropFirst(5)):5\r\n", nil) : (nil, "is away")
    }
  }

  private struct Lists: LeakedPasswords {
    func contains(_ password: String, in file: String, of tenant: String) throws(LeakListError) -> Bool {
      guard file == "leaked.txt", tenant == "email-password" else { throw LeakListError("it is not there") }
      return password == LeakedPasswordTests.leaked
    }
  }

  private func engine(
    _ source: BreachSource, _ functions: any FunctionRunner, _ log: Fixture.Log
  ) async throws -> (engine: Engine, storage: MemoryStorage) {
    let table = try Fixture.tenant("email-password") {
      $0.passwords = PasswordPolicy()
      $0.passwords.breaches = source
    }
    var ports = EnginePorts(key: try #require(ServerKey.random()), functions: functions, log: log)
    ports.leaks = Lists()
    let storage = MemoryStorage()
    let engine = Engine(storage: storage, ports: ports)
    try await engine.install(file: TableFile.write(table).bytes)
    return (engine, storage)
  }

  private func register(_ engine: Engine, _ password: String) async -> Reply {
    await engine.start(
      flow: "register-at-once", tenant: "email-password", by: .operator,
      input: ["email": .string(Self.ada), "password": .string(password)])
  }

  @Test func `a function is told five digits of the digest, and nothing of who asks`() async throws {
    let functions = Knowing()
    let (engine, _) = try await engine(.function(0), functions, Fixture.Log())
    #expect(await register(engine, Self.leaked).error?.code == "password_banned")
    #expect(await register(engine, Self.leaked + "r").end?.name == "registered")
    for (request, password) in zip(functions.requests, [Self.leaked, Self.leaked + "r"]) {
      guard case .object(let members) = request else {
        Issue.record("no object")
        return
      }
      #expect(Set(members.members.map(\.name)) == ["tenant", "function", "prefix"])
      #expect(request["prefix"]?.string == PasswordDigest.sha1(password).map { String($0.prefix(5)) })
    }
    #expect(functions.requests.count == 2)
  }

  @Test func `a list of the tenant's is asked`() async throws {
    let (engine, _) = try await engine(.file("leaked.txt"), NoPorts(), Fixture.Log())
    #expect(await register(engine, Self.leaked).error?.code == "password_banned")
    #expect(await register(engine, "ｃorrect horse battery staple").error?.code == "password_banned", "another spelling")
    #expect(await register(engine, Self.leaked + "r").end?.name == "registered")
  }

  @Test(arguments: [BreachSource.file("gone.txt"), .function(0)])
  func `where nothing answers, no password is set, and the log says why`(_ source: BreachSource) async throws {
    let log = Fixture.Log()
    let (engine, storage) = try await engine(source, Knowing(answers: false), log)
    #expect(await register(engine, "a password that nobody has published").error?.code == "unavailable")
    #expect(log.lines.contains { $0.contains("gone.txt") || $0.contains("is away") })
    #expect(!log.lines.contains { $0.contains("nobody has published") })
    let identifier = Identifier(attribute: "email", value: Self.ada)
    #expect(try await storage.transact { try $0.account(identifier, tenant: "email-password") } == nil)
  }
}
