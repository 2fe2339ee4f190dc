import FlowRuntime
import FlowTokens
import HTTPSupport
import Testing

@testable import FlowHTTP

/// What a server shows to whoever tries (OWASP ASVS 5.0, V13.4).
@Suite(.timeLimit(.minutes(2)))
struct ExposureTests {
  private func site() async throws -> any HTTPHandler {
    let tenant = try await NativeTenant()
    let key = try #require(ServerKey.random())
    let storage = MemoryStorage()
    let tokens = TokenService(storage: storage, key: key, keys: try await SigningKeys(storage: storage, key: key))
    return Site(
      FlowDirectory([tenant.table]), service: tenant.engine, accounts: tenant.engine, tokens: tokens, key: key
    ).handler()
  }

  @Test func `no file and no folder is served, and nothing lists the tenants`() async throws {
    try await withServer(try await site()) { server in
      for path in [
        "/", "/.git/config", "/.git/", "/.svn/entries", "/.env", "/usher.sqlite", "/usher.sqlite.key", "/flows/",
        "/flows/native-auth/tenant.yaml", "/v1", "/v1/", "/v1/tenants", "/v1/tenants/", "/..%2f..%2fetc/passwd",
        "/metrics", "/debug", "/status",
      ] {
        let answer = try await ask(server.port, "GET \(path)")
        #expect(answer.status == 404, "\(path): \(answer.status)")
        #expect(!answer.text.contains("native-auth"), "\(path): \(answer.text)")
      }
    }
  }

  @Test func `TRACE repeats nothing of a request`() async throws {
    try await withServer(try await site()) { server in
      for path in ["/", "/healthz", "/openapi.json", "/v1/runs/current", "/native-auth/oauth2/v2.0/token"] {
        let answer = try await ask(server.port, "TRACE \(path)", ["Authorization: Bearer s3cret", "X-Own: s3cret"])
        #expect(answer.status >= 400, "\(path)")
        #expect(!answer.text.contains("s3cret") && answer.headers["Content-Type"] != "message/http", "\(path)")
      }
    }
  }
}
