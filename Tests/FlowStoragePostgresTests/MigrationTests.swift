import FlowRuntime
import FlowStoragePostgres
import Testing

/// Databases of earlier schemas.
@Suite struct MigrationTests {
  @Test func `a database of the first schema gets an audit log, and keeps what is in it`() async throws {
    let server = try PostgresServer.shared.get()
    let settings = try server.settings()
    let before = try await PostgresStorage(settings)
    try await before.transact { try $0.put(SecretRecord(name: "k", sealed: [1])) }
    await before.close()
    _ = try server.query("DROP TABLE usher_audit", settings)
    _ = try server.query("UPDATE usher_schema SET version = 1", settings)

    await #expect(throws: StorageError.self) { try await PostgresStorage(settings, migrating: false) }
    let entry = AuditRecord(chain: 1, number: 1, content: [1], hash: [2])
    let storage = try await PostgresStorage(settings)
    let isNew = try await storage.transact { try $0.append(entry) }
    #expect(isNew)
    let (secret, entries) = try await storage.transact { transaction in
      (try transaction.secret("k"), try transaction.audit(chain: 1, after: 0, limit: 9))
    }
    #expect(secret?.sealed == [1] && entries == [entry])
    await storage.close()
    await (try PostgresStorage(settings, migrating: false)).close()
  }
}
