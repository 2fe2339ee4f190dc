import FlowCompiler
import FlowRuntime
import TestSupport
import Testing

@testable import usher

/// Which tenants a server compiles at its start.
@Suite struct KnownTablesTests {
  private let folder: TemporaryFolder
  private let storage = MemoryStorage()
  private let key: ServerKey

  init() throws {
    folder = try TemporaryFolder()
    for name in ["one", "two", "three"] {
      folder.write("flows/\(name)/tenant.yaml", Tenants.tenant.replacing("tenant: ", with: "tenant: \(name)-"))
      folder.write("flows/\(name)/sign-up.yaml", Tenants.flow)
    }
    key = try #require(ServerKey.random())
  }

  /// What a server with this key does at its start: the folders of the tenants that it compiles.
  private func start(_ key: ServerKey) async throws -> [String] {
    let kept = LastGoodTables(storage, key, paths: ["flows"])
    let known = try await kept.kept()
    let choice = TenantChoice(findTenants([folder.path + "/flows"], standardInput: nil), known)
    let compilation = Compiler.compile(choice.changed)
    #expect(!compilation.hasErrors)
    let tenants = (choice.same + choice.tenants(of: compilation)).sorted { $0.folder < $1.folder }
    #expect(tenants.map { $0.folder.split(separator: "/").last } == ["one", "three", "two"])
    // Each is what a compiler makes of its files.
    let fresh = TenantChoice(findTenants([folder.path + "/flows"], standardInput: nil), [])
    let compiled = fresh.tenants(of: Compiler.compile(fresh.changed))
    #expect(tenants.map(\.file) == compiled.map(\.file))
    try await kept.keep(tenants, insteadOf: known)
    return compilation.tenants.map { String($0.path.split(separator: "/").last ?? "") }
  }

  /// Somebody writes storage: what `change` makes of the sealed record of a tenant.
  private func tamper(_ tenant: String, _ change: @escaping @Sendable (SecretRecord) -> [UInt8]) async throws {
    let name = LastGoodTables(storage, key, paths: ["flows"]).recordName(folder.path + "/flows/" + tenant)
    try await storage.transact { transaction in
      guard var record = try transaction.secret(name) else { throw Missing() }
      record.sealed = change(record)
      try transaction.put(record)
    }
  }

  private struct Missing: Error {}

  @Test func `a second start compiles nothing, and a changed file its tenant alone`() async throws {
    #expect(try await start(key) == ["one", "three", "two"])
    #expect(try await start(key) == [])
    folder.write("flows/two/sign-up.yaml", Tenants.flow + "# changed\n")
    #expect(try await start(key) == ["two"])
    #expect(try await start(key) == [])
    folder.write("flows/two/again.yaml", Tenants.flow.replacing("flow: sign-up", with: "flow: again"))
    #expect(try await start(key) == ["two"])
  }

  @Test func `what stands in storage is believed only where this server has sealed it, of this tenant`() async throws {
    _ = try await start(key)
    try await tamper("one") { record in record.sealed.dropLast() + [record.sealed[record.sealed.count - 1] ^ 1] }
    #expect(try await start(key) == ["one"])
    // The sealed record of another tenant, and of another server.
    let other = LastGoodTables(storage, key, paths: ["flows"]).recordName(folder.path + "/flows/two")
    let sealed = try await storage.transact { try $0.secret(other) }?.sealed ?? []
    try await tamper("one") { _ in sealed }
    #expect(try await start(key) == ["one"])
    #expect(try await start(try #require(ServerKey.random())).count == 3)
  }

  @Test func `a tenant with a warning is compiled each time, so that it is told each time`() async throws {
    folder.write("flows/one/sign-up.yaml", Tenants.doubtfulFlow)
    #expect(try await start(key).count == 3)
    #expect(try await start(key) == ["one"])
  }
}
