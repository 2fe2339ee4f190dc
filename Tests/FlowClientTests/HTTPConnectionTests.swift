import FlowClient
import FlowHTTP
import FlowInProcess
import Glibc
import HTTPSupport
import TestSupport
import Testing

/// What the tests ask: an echo of all that came, a light answer, one that waits.
private func routes(_ gate: Gate = Gate()) -> Router {
  var router = Router()
  for method in [HTTPMethod.get, .post, .put, .delete, HTTPMethod("PATCH")] {
    router.on(method, "echo/{thing}") { request in
      var headers: HTTPHeaders = ["Method": request.method.name, "Thing": request.parameters["thing"] ?? ""]
      headers.add("Query", request.query["q"] ?? "")
      headers.add("Own", request.headers["X-Own"] ?? "none")
      headers.add("Type", request.headers["Content-Type"] ?? "none")
      return HTTPResponse(201, headers: headers, body: request.body)
    }
  }
  router.on(.get, "gate") { _ in
    await gate.pass()
    return HTTPResponse(200, body: Array("through".utf8))
  }
  router.on(.get, "away") { _ in HTTPResponse(302, headers: ["Location": "/light"]) }
  router.on(.get, "light") { _ in HTTPResponse(200, body: Array("light".utf8)) }
  return router
}

@Suite(.timeLimit(.minutes(2)))
struct HTTPConnectionTests {
  @Test func `requests arrive as they are in either way, and so do answers`() async throws {
    try await withServer(routes()) { server in
      let connections: [any Connection] = [
        try HTTPConnection(to: "http://127.0.0.1:\(server.port)/"), InProcessConnection(to: routes()),
      ]
      for connection in connections {
        for (method, body) in [
          ("GET", ""), ("POST", ""), ("POST", "a\u{0}b"), ("PUT", "x"), ("DELETE", ""), ("PATCH", "é"),
        ] {
          let answer = try await connection.send(
            ClientRequest(
              method, "/echo/a%20b?q=%C3%A9+1",
              headers: [ClientHeader("X-Own", "mine"), ClientHeader("Content-Type", "t/x")],
              body: Array(body.utf8)))
          #expect(answer.status == 201)
          #expect(answer.header("method") == method)
          #expect(answer.header("THING") == "a b")
          #expect(answer.header("Query") == "é 1")
          #expect(answer.header("Own") == "mine")
          #expect(answer.header("Type") == "t/x")
          #expect(answer.header("Absent") == nil)
          #expect(answer.body == Array(body.utf8))
        }
        #expect(try await connection.send(ClientRequest("GET", "/nowhere")).status == 404)
        #expect(try await connection.send(ClientRequest("GET", "/away")).status == 302, "no redirect is followed")
      }
    }
  }

  @Test func `any number of requests is under way at a time, on one thread`() async throws {
    let gate = Gate()
    try await withServer(routes(gate)) { server in
      let connection = try HTTPConnection(to: "http://127.0.0.1:\(server.port)")
      async let first = connection.send(ClientRequest("GET", "/gate"))
      await gate.arrived(1)
      try await withThrowingTaskGroup(of: [UInt8].self) { group in
        for _ in 0..<30 { group.addTask { try await connection.send(ClientRequest("GET", "/gate")).body } }
        await gate.arrived(31)
        #expect(try await connection.send(ClientRequest("GET", "/light")).body == Array("light".utf8))
        gate.open()
        for try await body in group { #expect(body == Array("through".utf8)) }
      }
      #expect(try await first.status == 200)
      for _ in 0..<200 { #expect(try await connection.send(ClientRequest("GET", "/light")).status == 200) }
    }
  }

  @Test func `a cancelled call ends at once, and the connection goes on`() async throws {
    let gate = Gate()
    try await withServer(routes(gate)) { server in
      for connection: any Connection in [
        try HTTPConnection(to: "http://127.0.0.1:\(server.port)"), InProcessConnection(to: routes(gate)),
      ] {
        let before = gate.arrived
        let never = Task { () -> ConnectionError? in
          withUnsafeCurrentTask { $0?.cancel() }
          return await failure { try await connection.send(ClientRequest("GET", "/gate")) }
        }
        #expect(await never.value == .cancelled)
        #expect(gate.arrived == before, "what was cancelled before it was sent is not sent")
      }
      let connection = try HTTPConnection(to: "http://127.0.0.1:\(server.port)")
      let waiting = Task { await failure { try await connection.send(ClientRequest("GET", "/gate")) } }
      await gate.arrived(1)
      waiting.cancel()
      #expect(await waiting.value == .cancelled)
      gate.open()
      #expect(try await connection.send(ClientRequest("GET", "/gate")).status == 200)
    }
  }

  @Test func `why there is no answer is told`() async throws {
    let socket = try #require(LoopbackSocket(backlog: 1))
    let free = socket.port
    close(socket.descriptor)
    try await expect(.unreachable, "http://127.0.0.1:\(free)", "GET", "/")
    try await expect(.unreachable, "http://nowhere.invalid", "GET", "/")

    let broken = try StubServer(raw: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
    try await expect(.interrupted, "http://127.0.0.1:\(broken.port)", "POST", "/")
    let garbage = try StubServer(raw: "\u{0}\u{1}nonsense")
    try await expect(.interrupted, "http://127.0.0.1:\(garbage.port)", "POST", "/")
    let silent = try StubServer(raw: "")
    try await expect(.interrupted, "http://127.0.0.1:\(silent.port)", "POST", "/")
    let slow = try StubServer("late", delay: 1500)
    try await expect(.timedOut, "http://127.0.0.1:\(slow.port)", "GET", "/") { $0.timeout = .milliseconds(50) }
    let large = try StubServer(String(repeating: "x", count: 5000))
    try await expect(.tooLarge, "http://127.0.0.1:\(large.port)", "GET", "/") { $0.largestAnswer = 4999 }

    for address in ["", "ftp://a", "http://", "http:///a", "https://a b", "http://a?b", "http://a@b", "a.example"] {
      #expect(throws: ConnectionError.self) { try HTTPConnection(to: address) }
    }
    let connections: [any Connection] = [
      try HTTPConnection(to: "http://127.0.0.1:\(free)"), InProcessConnection(to: routes()),
    ]
    for request in [
      ClientRequest("GET /other HTTP/1.1\r\nX:", "/light"), ClientRequest("", "/light"), ClientRequest("GÉT", "/light"),
      ClientRequest("GET", "no-slash"), ClientRequest("GET", "/a b"), ClientRequest("GET", "/\r\nX: y"),
      ClientRequest("GET", "/", headers: [ClientHeader("A", "b\r\nC: d")]),
      ClientRequest("GET", "/", headers: [ClientHeader("A:", "b")]),
      ClientRequest("GET", "/", headers: [ClientHeader("", "b")]),
    ] {
      for connection in connections {
        #expect(await failure { try await connection.send(request) }?.code == .malformed, "\(request)")
      }
    }
  }

  @Test func `more requests at once than there may be connections are all answered`() async throws {
    try await withServer(routes(), { $0.limits.connectionsPerAddress = 3 }) { server in
      var settings = HTTPConnection.Settings()
      settings.connections = 3
      let connection = try HTTPConnection(to: "http://127.0.0.1:\(server.port)", settings)
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<500 { group.addTask { try await connection.send(ClientRequest("GET", "/light")).status } }
        for try await status in group { #expect(status == 200) }
      }
    }
  }

  @Test func `what is printed of requests and answers has no secret`() {
    let secret = ClientHeader("Authorization", "Bearer hidden")
    let body = Array("hidden".utf8)
    for value in [
      ClientRequest("POST", "/v1/runs/events?token=hidden", headers: [secret], body: body),
      ClientAnswer(200, headers: [secret], body: body), secret,
    ] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      #expect(!dumped.contains("hidden") && !"\(value) \(String(reflecting: value))".contains("hidden"))
      // Nor as bytes.
      #expect(!dumped.contains("104") && !"\(value)".contains("104"))
    }
    #expect("\(ClientRequest("POST", "/a?b", body: body))" == "POST /a, 6 bytes")
  }

  @Test func `a lost connection can be tried again`() async throws {
    try await withServer(routes()) { server in
      let connection = try HTTPConnection(to: "http://127.0.0.1:\(server.port)")
      #expect(try await connection.send(ClientRequest("GET", "/light")).status == 200)
      await server.shutdown(grace: .seconds(1))
      #expect(await failure { try await connection.send(ClientRequest("GET", "/light")) } != nil)
      try await withServer(routes(), { $0.address = ListenAddress(host: "127.0.0.1", port: server.port) }) { _ in
        let answer = try await connection.send(ClientRequest("GET", "/light"))
        #expect(answer.status == 200)
      }
    }
  }

  @Test func `a server is believed that the authorities vouch for, and no other`() async throws {
    let folder = try TestCertificate.make()
    defer { TestCertificate.remove(folder) }
    let files = TLSFiles(certificate: folder + "/cert.pem", key: folder + "/key.pem")
    let certificate = String(decoding: try #require(readFile(folder + "/cert.pem")), as: UTF8.self)
    try await withServer(routes(), { $0.tls = files }) { server in
      try await expect(.untrusted, "https://localhost:\(server.port)", "GET", "/light")
      var settings = HTTPConnection.Settings()
      settings.authorities = certificate
      let connection = try HTTPConnection(to: "https://localhost:\(server.port)", settings)
      #expect(try await connection.send(ClientRequest("GET", "/light")).status == 200)
      try await expect(.untrusted, "https://127.0.0.1:\(server.port)", "GET", "/light") { $0.authorities = certificate }
    }
  }

  @Test func `a connection that is let go leaves no thread`() async throws {
    try await withServer(routes()) { server in
      let before = try threads()
      for _ in 0..<20 {
        let connection = try HTTPConnection(to: "http://127.0.0.1:\(server.port)")
        #expect(try await connection.send(ClientRequest("GET", "/light")).status == 200)
      }
      while try threads() >= before + 20 { try await Task.sleep(for: .milliseconds(10)) }
    }
  }

  private func expect(
    _ code: ConnectionError.Code, _ url: String, _ method: String, _ path: String,
    _ change: (inout HTTPConnection.Settings) -> Void = { _ in }
  ) async throws {
    var settings = HTTPConnection.Settings()
    change(&settings)
    let connection = try HTTPConnection(to: url, settings)
    let error = await failure { try await connection.send(ClientRequest(method, path)) }
    #expect(error?.code == code, "\(String(describing: error)) of \(url)")
  }
}

/// The error that a call ends with; nil: none.
private func failure(_ call: () async throws -> ClientAnswer) async -> ConnectionError? {
  do {
    _ = try await call()
    return nil
  } catch {
    return error as? ConnectionError
  }
}

/// How many threads there are that drive connections.
private func threads() throws -> Int {
  var count = 0
  guard let folder = opendir("/proc/self/task") else { throw RawClient.Failure(what: "no /proc") }
  defer { closedir(folder) }
  while readdir(folder) != nil { count += 1 }
  return count
}
