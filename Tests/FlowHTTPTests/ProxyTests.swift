import FlowRuntime
import HTTPSupport
import Synchronization
import Testing

@testable import FlowHTTP

/// Who asks, where proxies ask for others.
@Suite(.timeLimit(.minutes(2)))
struct ProxyTests {
  private static func networks(_ texts: String...) -> [IPNetwork] { texts.compactMap { IPNetwork($0) } }

  @Test(arguments: [
    ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7", "192.0.2.8", false), ("10.0.0.0/8", "10.255.1.2", true),
    ("10.0.0.0/8", "11.0.0.1", false), ("192.0.2.128/25", "192.0.2.127", false),
    ("192.0.2.128/25", "192.0.2.129", true),
    ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "2001:db8::1", false),
    ("2001:db8::/33", "2001:db8:7fff::1", true),
    ("2001:db8::/33", "2001:db8:8000::1", false), ("::1", "::1", true), ("192.0.2.7", "::ffff:192.0.2.7", true),
  ])
  func `a network holds its addresses`(network: String, address: String, holds: Bool) throws {
    #expect(try #require(IPNetwork(network)).contains(try #require(IPAddress(address))) == holds)
  }

  @Test(arguments: [
    "", "localhost", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "::/129", "10.0.0", "/8",
  ])
  func `what is no network is refused`(text: String) {
    #expect(IPNetwork(text) == nil)
  }

  @Test(arguments: [
    // What those who are not trusted say is not believed.
    ("203.0.113.9", "198.51.100.1", "203.0.113.9"), ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
    // The client wrote what stands before its own address.
    ("10.0.0.1", "1.1.1.1, 198.51.100.1", "198.51.100.1"), ("10.0.0.1", "198.51.100.1, 10.0.0.2", "198.51.100.1"),
    ("10.0.0.1", "nonsense, 10.0.0.2", "10.0.0.2"), ("10.0.0.1", "", "10.0.0.1"), ("10.0.0.1", "unknown", "10.0.0.1"),
    ("10.0.0.1", "198.51.100.1:4711", "198.51.100.1"), ("10.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"),
    ("10.0.0.1", "2001:DB8:0::1", "2001:db8::1"), ("10.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"),
  ])
  func `the list is read from its end, as far as it is trusted`(peer: String, list: String, client: String) {
    let proxies = TrustedProxies(Self.networks("10.0.0.0/8"))
    #expect(proxies.client(of: peer, ["X-Forwarded-For": list]).address == client)
    // Two headers are one list.
    #expect(proxies.client(of: peer, ["x-forwarded-for": "1.1.1.1", "X-Forwarded-For": list]).address == client)
    // The other header is the client's own.
    #expect(proxies.client(of: peer, ["Forwarded": "for=198.51.100.1"]).address == peer)
    #expect(TrustedProxies().client(of: peer, ["X-Forwarded-For": list]).address == peer)
  }

  @Test(
    arguments: [
      ("for=198.51.100.1;proto=https", "198.51.100.1", true), ("For=\"[2001:db8::1]:4711\"", "2001:db8::1", nil),
      ("for=1.1.1.1, for=198.51.100.1 ; by=10.0.0.1;proto=HTTP", "198.51.100.1", false),
      ("for=\"1.1.1.1, for=2.2.2.2\"", "10.0.0.1", nil), ("for=_hidden", "10.0.0.1", nil),
      ("for=198.51.100.1, by=10.0.0.1", "10.0.0.1", nil), ("for=198.51.100.1, for=10.0.0.2", "198.51.100.1", nil),
    ] as [(String, String, Bool?)])
  func `Forwarded is read as RFC 7239 writes it`(header: String, client: String, isSecure: Bool?) {
    let proxies = TrustedProxies(Self.networks("10.0.0.0/8"), header: .forwarded)
    let found = proxies.client(of: "10.0.0.1", ["Forwarded": header])
    #expect(found.address == client)
    #expect(found.isSecure == isSecure)
    #expect(proxies.client(of: "10.0.0.1", ["X-Forwarded-For": "1.1.1.1"]).address == "10.0.0.1")
  }

  @Test func `behind a proxy each client has its own limit, its own line in the log, and its own scheme`() async throws
  {
    var router = Router()
    router.on(.get, "requester") { _ in HTTPResponse(200, body: Array((Requester.present ?? "nobody").utf8)) }
    router.on(.get, "me") { HTTPResponse(200, body: Array("\($0.remoteAddress) \($0.origin ?? "")".utf8)) }
    let seen = Mutex<[String]>([])
    let limited = RateLimited(router, by: RateLimiter(RequestRate(2, per: 3600)))
    func trust(_ settings: inout ServerSettings) {
      settings.proxies = TrustedProxies(Self.networks("127.0.0.1"))
      settings.limits.connectionsPerAddress = 1
      settings.accessLog = { record in seen.withLock { $0.append(record.remoteAddress) } }
    }
    try await withServer(limited, trust) { server in
      let known = try await ask(server.port, "GET /requester", ["X-Forwarded-For: 2001:db8::7"]).text
      #expect(known == "2001:db8:0:0::/64", "who waits in line is told apart as well")
      for client in ["198.51.100.1", "198.51.100.2"] {
        let headers = ["X-Forwarded-For: 1.1.1.1, \(client)", "X-Forwarded-Proto: https"]
        for _ in 0..<2 {
          #expect(try await ask(server.port, "GET /me", headers).text == "\(client) https://localhost")
        }
        #expect(try await ask(server.port, "GET /me", headers).status == 429)
      }
      // Two connections at once: the proxy has as many as it needs.
      let port = server.port
      try await blocking {
        let clients = try (0..<4).map { _ in try RawClient(port: port) }
        for (number, client) in clients.enumerated() {
          #expect(try client.ask(request("GET /me", ["X-Forwarded-For: 203.0.113.\(number)"])).status == 200)
        }
      }
    }
    #expect(Set(seen.withLock { $0 }).isSuperset(of: ["198.51.100.1", "198.51.100.2", "203.0.113.3"]))
  }

  @Test(arguments: [
    ("200 per 4s", 200, 4), ("1 per 1h", 1, 3600), ("30 per 10m", 30, 600),
  ])
  func `rates are read`(text: String, count: Int, seconds: Int) {
    #expect(RequestRate(text) == RequestRate(count, per: seconds))
  }

  @Test(arguments: [
    "", "5", "5 per", "5 per s", "0 per 1s", "5 per 0s", "-5 per 1s", "5 per 1d", "5 a 1s", "5 per 1s x",
  ])
  func `what is no rate is refused`(text: String) {
    #expect(RequestRate(text) == nil)
  }
}
