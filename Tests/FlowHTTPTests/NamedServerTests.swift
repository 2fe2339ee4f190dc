import FlowJSON
import FlowModel
import FlowRuntime
import FlowTokens
import HTTPSupport
import Testing

@testable import FlowHTTP

/// What a server says it is called.
@Suite(.timeLimit(.minutes(2)))
struct NamedServerTests {
  @Test(arguments: [
    ("localhost", "localhost"), ("LOCALHOST:8080", "localhost"), ("127.0.0.1:0", "127.0.0.1"), ("[::1]:443", "::1"),
    ("[0:0::1]", "::1"), ("login.example.com", "login.example.com"), ("a_b.example:65535", "a_b.example"),
  ])
  func `a name or an address, with or without a port`(text: String, name: String) {
    #expect(HostName(text)?.name == name)
  }

  @Test(arguments: [
    "", "a b", "evil.example/x", "user@evil.example", "a:b", "a:", "a:123456", "a:65536", "a:1:2", "[::1", "[::1]x",
    "[a]",
    "[127.0.0.1]", "::1", "a\"b", "<a>", "\u{FC}.example", ".example", "a?b", "a#b", "a\\b", "a,b",
  ])
  func `all else is refused`(text: String) {
    if text == "a:" { return #expect(HostName(text)?.name == "a") }
    #expect(HostName(text) == nil)
  }

  /// The site of a tenant under some names.
  @Test(arguments: [
    "https://login.example", "http://127.0.0.1:8080/", "https://login.example:8443/idp", "https://[::1]/a/b%20c",
  ])
  func `the address of a server has a host, and may have a port and a path`(text: String) {
    #expect(KnownHosts.isURL(text))
  }

  @Test(arguments: [
    "login.example", "ftp://login.example", "https://", "https:///a", "https://user:pw@login.example",
    "https://login.example?q=1", "https://login.example/a?q=1", "https://login.example/#f", "https://login.example/a b",
  ])
  func `an address with which no other can be made is refused`(text: String) {
    #expect(!KnownHosts.isURL(text))
  }

  private func site(_ hosts: KnownHosts) async throws -> any HTTPHandler {
    let tenant = try await NativeTenant()
    let key = try #require(ServerKey.random())
    let storage = MemoryStorage()
    let tokens = TokenService(storage: storage, key: key, keys: try await SigningKeys(storage: storage, key: key))
    var site = Site(
      FlowDirectory([tenant.table]), service: tenant.engine, accounts: tenant.engine, tokens: tokens, key: key)
    site.hosts = hosts
    return site.handler()
  }

  private func issuer(_ site: any HTTPHandler, _ host: String?) async throws -> (status: Int, issuer: String?) {
    var request = HTTPRequest(.get, path: ["native-auth", "v2.0", ".well-known", "openid-configuration"])
    request.headers["Host"] = host
    request.localURL = "http://127.0.0.1:8080"
    let response = await site.respond(to: request)
    return (response.status, try? JSON.parse(response.body)["issuer"]?.string)
  }

  @Test func `without an address of its own it says where it listens, to who calls it by a name that it has`()
    async throws
  {
    let site = try await site(KnownHosts(names: ["Login.example"]))
    for host in ["localhost:1", "127.0.0.9", "[::1]", "login.example:8443"] {
      #expect(try await issuer(site, host) == (200, "http://127.0.0.1:8080/native-auth/v2.0"))
    }
    for host in ["evil.example", "login.example.evil", "128.0.0.1", "localhost.evil", "a b", "127.0.0.1.evil.example"] {
      let refused = try await issuer(site, host)
      #expect(refused.status != 200 && refused.issuer == nil, "\(host)")
    }
  }

  @Test func `with an address it names nothing else`() async throws {
    let site = try await site(KnownHosts(url: "https://login.example"))
    for host in ["evil.example", "localhost", nil] {
      #expect(try await issuer(site, host) == (200, "https://login.example/native-auth/v2.0"))
    }
  }

  @Test func `a Host that is no name closes the connection`() async throws {
    try await withServer(try await site(KnownHosts())) { server in
      let bad = try await blocking {
        try RawClient(port: server.port).ask("GET /v1/openapi.json HTTP/1.1\r\nHost: a b\r\n\r\n")
      }
      #expect(bad.status == 400)
      let other = try await blocking {
        try RawClient(port: server.port).ask("GET /v1/openapi.json HTTP/1.1\r\nHost: evil.example\r\n\r\n")
      }
      #expect(other.status == 421 && other.json["error"]?["code"] == "misdirected_request")
      let health = try await blocking {
        try RawClient(port: server.port).ask("GET /healthz HTTP/1.1\r\nHost: 192.0.2.1\r\n\r\n")
      }
      #expect(health.status == 200)
    }
  }

  @Test func `what no protocol answers is answered in plain text`() async throws {
    try await withServer(try await site(KnownHosts())) { server in
      let health = try await ask(server.port, "GET /healthz")
      #expect(health.status == 200 && String(decoding: health.body, as: UTF8.self) == "ok\n")
      for path in ["/", "/nobody", "/nobody/else", "/favicon.ico"] {
        let missing = try await ask(server.port, "GET " + path)
        #expect(missing.status == 404 && missing.headers["Content-Type"] == "text/plain; charset=utf-8", "\(path)")
      }
    }
  }
}
