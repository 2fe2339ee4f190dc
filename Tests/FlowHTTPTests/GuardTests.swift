import Synchronization
import Testing

@testable import FlowHTTP

@Suite struct GuardTests {
  @Test func `a bucket empties, refills, and knows how long to wait`() {
    let time = Mutex<Int64>(0)
    let limiter = RateLimiter(rate: 2, burst: 2, capacity: 100) { time.withLock { $0 } }
    #expect(limiter.take("a") == nil)
    #expect(limiter.take("a") == nil)
    #expect(limiter.take("a") == 1)
    #expect(limiter.take("b") == nil)
    time.withLock { $0 += 500_000_000 }
    #expect(limiter.take("a") == nil)
    #expect(limiter.take("a") == 1)
    time.withLock { $0 += 3_600_000_000_000 }
    #expect(limiter.take("a") == nil)
    #expect(limiter.take("a") == nil)
    #expect(limiter.take("a") == 1)
  }

  @Test func `a flood of keys makes it forget the oldest alone`() {
    let limiter = RateLimiter(rate: 0.001, burst: 1, capacity: 100) { 0 }
    #expect(limiter.take("kept") == nil)
    for number in 0..<1000 {
      #expect(limiter.take("\(number)") == nil)
      #expect(limiter.take("kept") == 1000)
    }
    #expect(limiter.take("999") == 1000)
    #expect(limiter.take("0") == nil)
  }

  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8::1", "2001:db8:0:0::/64"),
    ("::1", "0:0:0:0::/64"), ("", ""),
  ])
  func `one customer is one key`(address: String, key: String) {
    #expect(ClientNetwork.of(address) == key)
  }

  @Test(arguments: [
    ("127.0.0.1:8080", "127.0.0.1", 8080), ("[::1]:0", "::1", 0), ("localhost:65535", "localhost", 65535),
  ])
  func `addresses to listen at are read and written`(text: String, host: String, port: UInt16) {
    #expect(ListenAddress(text) == ListenAddress(host: host, port: port))
    #expect(ListenAddress(text)?.description == text)
  }

  @Test(arguments: ["", ":", "8080", "host:", "host:65536", ":80", "::1:80", "[]:80", "host:-1"])
  func `what is no address is refused`(text: String) {
    #expect(ListenAddress(text) == nil)
  }

  @Test func `forms are read strictly`() {
    #expect(
      FormFields("a=1&b=x+y%26&c&=d".utf8)?.fields.map { "\($0.name)=\($0.value)" } == ["a=1", "b=x y&", "c=", "=d"])
    #expect(FormFields("a=1&a=2".utf8)?.duplicate == "a")
    #expect(FormFields("a=1&b=2".utf8)?.duplicate == nil)
    for broken in ["a=%", "a=%4", "a=%gg", "a=%ff", "a=%00"] { #expect(FormFields(broken.utf8) == nil) }
  }

  @Test func `routes go literals first, and each mount has its own refusals`() async {
    struct Tea: HTTPHandler {
      nonisolated(nonsending) func respond(to request: HTTPRequest) async -> HTTPResponse {
        HTTPResponse(200, body: Array((request.mountedAt + ["|"] + request.path).joined(separator: "/").utf8))
      }
      func refuse(_ refusal: HTTPRefusal, _ request: HTTPRequest) -> HTTPResponse { HTTPResponse(418) }
    }
    var router = Router()
    router.on(.get, "a/b") { _ in HTTPResponse(201) }
    router.on(.get, "a/{x}") { HTTPResponse(202, body: Array(($0.parameters["x"] ?? "").utf8)) }
    router.on(.get, "{y}/c") { HTTPResponse(203, body: Array(($0.parameters["y"] ?? "").utf8)) }
    router.mount("tea", Tea())
    router.mount("{tenant}/tea", Tea())
    func get(_ path: String...) async -> HTTPResponse { await router.respond(to: HTTPRequest(.get, path: path)) }
    #expect(await get("a", "b").status == 201)
    #expect(await get("a", "z").body == Array("z".utf8))
    #expect(await get("a", "c").status == 202)
    #expect(await get("z", "c").body == Array("z".utf8))
    #expect(await get("z", "d").status == 404)
    #expect(await get("tea").body == Array("tea/|".utf8))
    #expect(await get("x", "tea", "green").body == Array("x/tea/|/green".utf8))
    #expect(router.refuse(.notFound, HTTPRequest(.get, path: ["tea", "x"])).status == 418)
    #expect(router.refuse(.notFound, HTTPRequest(.get, path: ["a"])).status == 404)
  }
}
