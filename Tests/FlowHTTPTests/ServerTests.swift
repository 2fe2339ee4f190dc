import FlowThreads
import HTTPSupport
import FlowHTTP
import FlowJSON
import FlowRuntime
import Glibc
import Synchronization
import Testing

/// What the tests of the server ask: an echo, a light answer, slow ones, one with headers.
private func routes(_ gate: Gate = Gate()) -> Router {
  var router = Router()
  router.on(.get, "light") { _ in HTTPResponse(200, headers: ["Content-Type": "text/plain"], body: Array("light".utf8))
  }
  router.on(.post, "echo") { request in HTTPResponse(200, body: request.body) }
  router.on(.get, "slow") { _ in
    try? await Task.sleep(for: .milliseconds(200))
    return HTTPResponse(200, body: Array("slow".utf8))
  }
  router.on(.get, "gate") { _ in
    await gate.pass()
    return HTTPResponse(200, body: Array("through".utf8))
  }
  router.on(.get, "see/{thing}") { request in
    .json(
      200,
      [
        "thing": .string(request.parameters["thing"] ?? ""), "q": .string(request.query["q"] ?? ""),
        "id": .string(request.correlationID), "remote": .string(request.remoteAddress),
        "origin": .string(request.origin ?? ""),
      ])
  }
  return router
}

/// Numbers that are the same in each run (SplitMix64).
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}

@Suite(.timeLimit(.minutes(2)))
struct ServerTests {
  @Test func `one connection carries many requests, also sent at once`() async throws {
    try await withServer(routes()) { server in
      let port = server.port
      try await blocking {
        let client = try RawClient(port: port)
        for round in 0..<50 {
          let reply = try client.ask(request("POST /echo", body: "round \(round)"))
          #expect(reply.status == 200)
          #expect(reply.text == "round \(round)")
        }
        client.send(
          request("GET /light") + request("POST /echo", body: "second") + request("GET /slow") + request("GET /light"))
        #expect(try client.response().text == "light")
        #expect(try client.response().text == "second")
        #expect(try client.response().text == "slow")
        #expect(try client.response().text == "light")
      }
    }
  }

  @Test func `path, query, headers and addresses are at hand, decoded`() async throws {
    try await withServer(routes()) { server in
      let reply = try await ask(
        server.port, "GET /see/a%20b%2Fc?x=1&q=%C3%BC+%26", ["x-request-id: 6b0a1d2e-0000-4000"])
      #expect(reply.json["thing"] == "a b/c")
      #expect(reply.json["q"] == "ü &")
      #expect(reply.json["id"] == "6b0a1d2e-0000-4000")
      #expect(reply.json["remote"] == "127.0.0.1")
      #expect(reply.json["origin"] == "http://localhost")
      #expect(reply.headers["cache-control"] == "no-store")
      #expect(reply.headers["content-type"] == "application/json")
      let other = try await ask(server.port, "GET http://localhost/see/absolute")
      #expect(other.json["thing"] == "absolute")
      #expect(other.json["id"]?.string?.utf8.count == 36)
    }
  }

  @Test func `HEAD, OPTIONS, wrong methods and unknown paths`() async throws {
    try await withServer(routes()) { server in
      let head = try await ask(server.port, "HEAD /light")
      #expect(head.status == 200)
      #expect(head.headers["Content-Length"] == "5")
      let options = try await ask(server.port, "OPTIONS /light")
      #expect(options.status == 204)
      #expect(options.headers["Allow"] == "GET, HEAD, OPTIONS")
      let post = try await ask(server.port, "POST /light", body: "{}")
      #expect(post.status == 405)
      #expect(post.headers["Allow"] == "GET, HEAD, OPTIONS")
      #expect(post.headers["Content-Type"] == "text/plain; charset=utf-8")
      #expect(try await ask(server.port, "BREW /light").status == 405)
      #expect(try await ask(server.port, "OPTIONS *").status == 204)
      for path in ["/", "/nothing", "/light/", "//light", "/light/more", "/%2e%2e/light"] {
        let reply = try await ask(server.port, "GET \(path)")
        #expect(reply.status == 404, "\(path)")
        #expect(reply.headers["Content-Type"] == "text/plain; charset=utf-8")
      }
    }
  }

  @Test(arguments: [
    "GET /see/%zz HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /see/%ff HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /see/%00 HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /light?%f HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET light HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /light HTTP/1.1\r\n\r\n",
    "GET /light HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\n",
    "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9223372036854775808\r\n\r\n",
    "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 18446744073709551615\r\n\r\n",
    "GET /light HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n",
    "GET http://user@a/light HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /light\u{0}x HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET  /light HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /light HTTP/1.1\nHost: a\r\n\r\n",
    "GET /\(String(repeating: "a/", count: 40)) HTTP/1.1\r\nHost: a\r\n\r\n",
  ])
  func `what is no request is answered 4xx, and the server lives on`(text: String) async throws {
    try await withServer(routes()) { server in
      let port = server.port
      let status = try await blocking { try RawClient(port: port).ask(text).status }
      #expect((400..<500).contains(status))
      #expect(try await ask(port, "GET /light").status == 200)
    }
  }

  /// What another server in front might read otherwise (RFC 9112, sections 5 and 5.1): what follows would be a request to
  /// one of the two.
  @Test(arguments: [
    "Content-Length : 2", "Content-Length\t: 2", "X Y: z", "X(Y): z", "X: a\rb", "X: a\u{1}b", "X: a\u{7F}b",
    ": x", ":", "X: y\r\n: z\r\nContent-Length: 2", "X: a\u{0}b", "X: a\u{0}", "Content-Length: 2\u{0}9", "X: a\nY: b",
    "Transfer-Encoding:\r\n chunked", "Content-Length:\r\n 2", "Content-Length: 2\r\n 6", "X: y\r\n\tz", "X: y\r\n ",
    "X: y\r\n \r\nContent-Length: 2",
  ])
  func `a header that can be read in two ways is refused, and the connection closed`(header: String) async throws {
    try await withServer(routes()) { server in
      let port = server.port
      let (status, isClosed) = try await blocking {
        let client = try RawClient(port: port)
        let first = try client.ask("POST /echo HTTP/1.1\r\nHost: a\r\n\(header)\r\n\r\nab").status
        return (first, client.isClosed())
      }
      #expect((400..<500).contains(status) && isClosed)
    }
  }

  @Test func `headers of every form that there is are read, however they come`() async throws {
    try await withServer(routes()) { server in
      let port = server.port
      try await blocking {
        let client = try RawClient(port: port)
        let forms = [
          "X:", "X: ", "X:y", "X: y", "X:\t  y", "X: y z \t", "X: \u{FC}", "Cookie: a=b; c=\"d e\"",
          "x-y!#$&'*+.^_`|~: z",
        ]
        for form in forms {
          #expect(try client.ask("GET /light HTTP/1.1\r\nHost: a\r\n\(form)\r\n\r\n").status == 200, "\(form)")
        }
        // A head that comes in bits, and makes the buffer grow; and one right behind another.
        let many = (0..<60).map { "X-\($0): \(String(repeating: "a", count: 90))\r\n" }.joined()
        let head = "GET /see/whole?q=1 HTTP/1.1\r\nHost: a\r\nCookie: a=b\r\n\(many)\r\n"
        for part in [
          head.prefix(3), head.dropFirst(3).prefix(40), head.dropFirst(43).prefix(3000), head.dropFirst(3043),
        ] {
          client.send(String(part))
          usleep(20_000)
        }
        #expect(try client.response().json["thing"] == "whole")
        client.send(head + head + request("POST /echo", body: "last"))
        #expect(try client.response().json["q"] == "1")
        #expect(try client.response().json["q"] == "1")
        #expect(try client.response().text == "last")
      }
    }
  }

  @Test func `the host of an absolute target counts`() async throws {
    try await withServer(routes()) { server in
      let port = server.port
      try await blocking {
        let reply = try RawClient(port: port)
          .ask("GET http://one.example:8/see/x HTTP/1.1\r\nHost: other.example\r\n\r\n")
        #expect(reply.json["origin"] == "http://one.example:8")
      }
    }
  }

  @Test func `behind a body in parts nothing is read`() async throws {
    try await withServer(routes()) { server in
      let port = server.port
      try await blocking {
        let client = try RawClient(port: port)
        let parts = "5\r\nhello\r\n0\r\n\r\n"
        client.send(
          "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(parts)" + request("GET /light"))
        #expect(try client.response().text == "hello")
        #expect(client.isClosed())
      }
    }
  }

  @Test func `a request whose client has left is not waited for`() async throws {
    try await withServer(routes(), { $0.limits.clientSeconds = 600 }) { server in
      let port = server.port
      try await blocking {
        for half in [
          "GET /li", "GET /light HTTP/1.1\r\nHos", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab",
        ] {
          let client = try RawClient(port: port)
          client.send(half)
          shutdown(client.descriptor, Int32(SHUT_WR))
          #expect(client.isClosed(), "\(half)")
        }
        // Whoever has asked, and says no more, is answered.
        let client = try RawClient(port: port)
        client.send(request("GET /slow"))
        shutdown(client.descriptor, Int32(SHUT_WR))
        #expect(try client.response().text == "slow")
      }
    }
  }

  @Test func `clients that say nothing make room for those that do`() async throws {
    try await withServer(
      routes(),
      {
        $0.limits.connections = 8
        $0.limits.clientSeconds = 600
      }
    ) { server in
      let port = server.port
      let silent = try await blocking {
        let clients = try (0..<8).map { _ in try RawClient(port: port) }
        for client in clients { client.send("GET /light HT") }
        return clients
      }
      #expect(try await ask(port, "GET /light").status == 200)
      #expect(silent.count == 8)
    }
  }

  @Test(arguments: [
    "GARBAGE\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", ": :\r\n: :\r\n\r\n",
  ])
  func `what is not HTTP at all is answered 4xx or cut off`(text: String) async throws {
    try await withServer(routes()) { server in
      let port = server.port
      let status = try await blocking { try? RawClient(port: port).ask(text).status }
      #expect((400..<506).contains(status ?? 400))
      #expect(try await ask(port, "GET /light").status == 200)
    }
  }

  @Test func `150 damaged requests leave it whole`() async throws {
    try await withServer(routes(), { $0.limits.clientSeconds = 1 }) { server in
      let port = server.port
      let statuses = try await blocking {
        var random = SplitMix(state: 7)
        let whole = Array(request("POST /echo?a=b", ["Content-Type: text/plain", "X-Y: z"], body: "{\"a\":1}").utf8)
        var statuses: [Int] = []
        for _ in 0..<150 {
          var bytes = whole
          for _ in 0..<Int.random(in: 1...4, using: &random) {
            let at = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes[at] = UInt8.random(in: 0 ... .max, using: &random)
            case 1: bytes.remove(at: at)
            default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: at)
            }
          }
          let client = try RawClient(port: port)
          client.send(bytes)
          shutdown(client.descriptor, Int32(SHUT_WR))
          if let reply = try? client.response() { statuses.append(reply.status) }
        }
        return statuses
      }
      #expect(statuses.allSatisfy { $0 < 500 || $0 == 505 })
      #expect(statuses.contains(200))
      #expect(try await ask(port, "GET /light").status == 200)
    }
  }

  @Test func `a body over the limit is 413, headers over theirs 431`() async throws {
    try await withServer(routes(), { $0.limits.bodyBytes = 1000 }) { server in
      let port = server.port
      #expect(try await ask(port, "POST /echo", body: String(repeating: "x", count: 1000)).status == 200)
      let large = try await ask(port, "POST /echo", body: String(repeating: "x", count: 1001))
      #expect(large.status == 413)
      #expect(large.headers["Content-Type"] == "text/plain; charset=utf-8")
      let chunked = try await blocking {
        let client = try RawClient(port: port)
        client.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<100 { client.send("80\r\n" + String(repeating: "x", count: 128) + "\r\n") }
        client.send("0\r\n\r\n")
        return try client.response()
      }
      #expect(chunked.status == 413)
      let expected = try await blocking {
        try RawClient(port: port).ask(
          "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5000\r\n\r\n")
      }
      #expect(expected.status == 413)
      for size in [17_000, 40_000] {
        #expect(
          [431, 414].contains(
            try await ask(port, "GET /light", ["x-large: " + String(repeating: "x", count: size)]).status))
      }
      #expect(try await ask(port, "GET /light", (0..<101).map { "x-\($0): y" }).status == 431)
      #expect([414, 431].contains(try await ask(port, "GET /light?" + String(repeating: "x", count: 40_000)).status))
    }
  }

  @Test func `a client that does not take 100-continue for granted gets it`() async throws {
    try await withServer(routes()) { server in
      let port = server.port
      let reply = try await blocking {
        let client = try RawClient(port: port)
        client.send("POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
        usleep(50_000)
        client.send("after")
        return try client.response()
      }
      #expect(reply.text == "after")
    }
  }

  @Test func `bodies in memory are bounded together`() async throws {
    try await withServer(routes(), { $0.limits.bodyBytesInMemory = 100_000 }) { server in
      let reply = try await ask(server.port, "POST /echo", body: String(repeating: "x", count: 200_000))
      #expect(reply.status == 503)
      #expect(reply.headers["Retry-After"] == "1")
      #expect(try await ask(server.port, "POST /echo", body: String(repeating: "x", count: 90_000)).status == 200)
    }
  }

  @Test(arguments: ["GET /light HT", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\n"])
  func `a client that drips its request is cut off in time`(start: String) async throws {
    try await withServer(routes(), { $0.limits.clientSeconds = 1 }) { server in
      let port = server.port
      let seconds = try await blocking {
        let client = try RawClient(port: port)
        let begin = time(nil)
        client.send(start)
        // Never silent for a second, and never done.
        for _ in 0..<50 where client.send("T") { usleep(100_000) }
        #expect(client.isClosed())
        return time(nil) - begin
      }
      #expect(seconds <= 6)
      #expect(try await ask(port, "GET /light").status == 200)
    }
  }

  @Test func `a silent client is cut off, one that waits for its answer is not`() async throws {
    let gate = Gate()
    try await withServer(routes(gate), { $0.limits.clientSeconds = 1 }) { server in
      let port = server.port
      async let waiting = ask(port, "GET /gate")
      let isClosed = try await blocking { try RawClient(port: port).isClosed() }
      #expect(isClosed)
      try await Task.sleep(for: .milliseconds(1500))
      gate.open()
      #expect(try await waiting.text == "through")
    }
  }

  @Test func `64 clients at once each get their own answers`() async throws {
    try await withServer(routes()) { server in
      let port = server.port
      try await withThrowingTaskGroup(of: Int.self) { group in
        for client in 0..<64 {
          group.addTask {
            try await blocking {
              let connection = try RawClient(port: port)
              var right = 0
              for round in 0..<50 {
                let text = "client \(client) round \(round)"
                if round % 25 == 7 {
                  if try connection.ask(request("GET /slow")).text == "slow" { right += 1 }
                } else if try connection.ask(request("POST /echo", body: text)).text == text {
                  right += 1
                }
              }
              return right
            }
          }
        }
        for try await right in group { #expect(right == 50) }
      }
    }
  }

  @Test func `handlers that wait stall no light request`() async throws {
    let gate = Gate()
    try await withServer(routes(gate), { $0.threads = 2 }) { server in
      let port = server.port
      let waiting = (0..<40).map { _ in Task { try await ask(port, "GET /gate").status } }
      await gate.arrived(40)
      let slowest = try await blocking {
        let client = try RawClient(port: port)
        var slowest = ContinuousClock.Duration.zero
        for _ in 0..<200 {
          let time = try ContinuousClock().measure { _ = try client.ask(request("GET /light")) }
          slowest = max(slowest, time)
        }
        return slowest
      }
      // A stall would last until the gate opens; the machine may be busy otherwise.
      #expect(slowest < .seconds(1))
      gate.open()
      for task in waiting { #expect(try await task.value == 200) }
    }
  }

  @Test func `a client that leaves while its request is handled harms nobody`() async throws {
    let gate = Gate()
    let records = Mutex<[AccessRecord]>([])
    try await withServer(routes(gate), { $0.accessLog = { record in records.withLock { $0.append(record) } } }) {
      server in
      let port = server.port
      try await blocking {
        for _ in 0..<30 {
          let client = try RawClient(port: port)
          client.send(request("GET /gate"))
        }
      }
      await gate.arrived(30)
      gate.open()
      #expect(try await ask(port, "GET /light").status == 200)
      while records.withLock({ $0.count }) < 31 { try await Task.sleep(for: .milliseconds(5)) }
    }
  }

  @Test func `connections are limited per address`() async throws {
    try await withServer(routes(), { $0.limits.connectionsPerAddress = 4 }) { server in
      let port = server.port
      // They are let in as they come. A busy machine may keep those that are let in waiting, but not for ever.
      let answered = try await blocking {
        let clients = try (0..<8).map { try RawClient(port: port, seconds: $0 < 4 ? 60 : 1) }
        return clients.map { (try? $0.ask(request("GET /light")).status) == 200 }
      }
      #expect(answered == [true, true, true, true, false, false, false, false])
      // Those are gone now; others get in.
      try await blocking {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
          if (try? RawClient(port: port).ask(request("GET /light")).status) == 200 { return }
          usleep(50_000)
        }
        Issue.record("nobody gets in any more")
      }
    }
  }

  @Test func `shutdown in the middle of traffic, again and again`() async throws {
    for _ in 0..<20 {
      let server = try HTTPServer(
        ServerSettings(address: ListenAddress(host: "127.0.0.1", port: 0)), handler: routes())
      let port = server.port
      let traffic = (0..<6).map { client in
        Task {
          try await blocking {
            var right = 0
            while let connection = try? RawClient(port: port, seconds: 2) {
              for _ in 0..<(client * 20 + 1) {
                guard let reply = try? connection.ask(request(client % 2 == 0 ? "GET /light" : "GET /slow")) else {
                  break
                }
                right += reply.status == 200 ? 1 : 0
              }
            }
            return right
          }
        }
      }
      try await Task.sleep(for: .milliseconds(60))
      await server.shutdown(grace: .seconds(1))
      for task in traffic { _ = try await task.value }
    }
  }

  @Test func `shutdown finishes what is in flight and takes nothing new`() async throws {
    let gate = Gate()
    let server = try HTTPServer(
      ServerSettings(address: ListenAddress(host: "127.0.0.1", port: 0)), handler: routes(gate))
    let port = server.port
    let waiting = Task { try await ask(port, "GET /gate") }
    let idle = try await blocking {
      let client = try RawClient(port: port)
      _ = try client.ask(request("GET /light"))
      return client
    }
    await gate.arrived(1)
    let ending = Task { await server.shutdown() }
    let refused = try await blocking {
      for _ in 0..<500 {
        if (try? RawClient(port: port, seconds: 1).ask(request("GET /light"))) == nil { return true }
        usleep(10_000)
      }
      return false
    }
    #expect(refused)
    gate.open()
    let reply = try await waiting.value
    #expect(reply.text == "through")
    #expect(reply.headers.values("Connection").contains { $0.lowercased() == "close" })
    await ending.value
    #expect(try await blocking { idle.isClosed() })
  }

  @Test func `shutdown does not wait for ever`() async throws {
    let gate = Gate()
    let server = try HTTPServer(
      ServerSettings(address: ListenAddress(host: "127.0.0.1", port: 0)), handler: routes(gate))
    let port = server.port
    let waiting = (0..<5).map { _ in Task { try await ask(port, "GET /gate").status } }
    await gate.arrived(5)
    await server.shutdown(grace: .milliseconds(100))
    for task in waiting { #expect(try await task.value == 503) }
    // The handlers come too late, and nothing happens.
    gate.open()
    try await Task.sleep(for: .milliseconds(50))
  }

  @Test func `a server accepts from its start, however busy Swift's threads are`() async throws {
    // Not on the tests' own threads: whoever has them may wait for Swift's.
    let (server, isClosed, busy) = try await onThread {
      Result {
        let isOver = Gate()
        let busy = (0..<2 * sysconf(Int32(_SC_NPROCESSORS_ONLN))).map { _ in
          Task {
            let end = time(nil) + 20
            while !isOver.isOpen, time(nil) < end { usleep(1000) }
            return isOver.isOpen
          }
        }
        defer { isOver.open() }
        // Each connection is one too many, and closed as soon as it is accepted.
        var settings = ServerSettings(address: ListenAddress(host: "127.0.0.1", port: 0))
        settings.limits.connectionsPerAddress = 0
        let server = try HTTPServer(settings, handler: routes())
        return (server, try RawClient(port: server.port).isClosed(), busy)
      }
    }.get()
    #expect(isClosed)
    for task in busy { #expect(await task.value) }
    await server.shutdown()
  }

  @Test func `a port in use is an error with its reason`() async throws {
    try await withServer(routes()) { server in
      let address = ListenAddress(host: "127.0.0.1", port: server.port)
      #expect(throws: ServerStartError.address(address.description, reason: "Address already in use")) {
        try HTTPServer(ServerSettings(address: address), handler: routes())
      }
    }
  }

  @Test func `each request leaves one line without its query and headers`() async throws {
    let lines = Mutex<[String]>([])
    try await withServer(routes(), { $0.accessLog = { record in lines.withLock { $0.append(record.line) } } }) {
      server in
      _ = try await ask(
        server.port, "POST /echo?token=s3cret",
        ["Authorization: Bearer s3cret", "client-request-id: 6b0a1d2e00004000"],
        body: "s3cret")
      _ = try await ask(server.port, "s3cret /light")
      _ = try await ask(server.port, "GET http://s3cret@localhost/light")
    }
    let line = try #require(lines.withLock { $0.first })
    #expect(lines.withLock { $0.count } == 3 && !lines.withLock { $0.contains { $0.contains("s3cret") } })
    let json = try JSON.parse(line)
    #expect(json["path"] == "/echo")
    #expect(json["method"] == "POST")
    #expect(json["status"] == 200)
    #expect(json["bytes"] == 6)
    #expect(json["id"] == "6b0a1d2e00004000")
    #expect(json["remote"] == "127.0.0.1")
    #expect(json["us"]?.int ?? -1 >= 0)
  }
}
