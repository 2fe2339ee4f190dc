import TestSupport
import FlowDelivery
import FlowJSON
import FlowModel
import FlowRuntime
import TestSupport
import Testing

@Suite struct HTTPFunctionTests {
  let gateway = FunctionGateway(folder: "/", settings: .development)
  // With a tenant of its own, so that no test waits for the turns of another.
  let request: JSON = [
    "id": "run-1/3", "tenant": .string("t\(UInt64.random(in: 0 ... .max))"), "username": "ann@example.com",
  ]

  private func call(
    _ url: String, timeout: Int = 5000, request: JSON? = nil
  ) async -> (status: FunctionStatus, reason: String?) {
    let function = FunctionDefinition(name: "confirm", target: .http(url), timeout: timeout)
    return await gateway.call(function, request: request ?? self.request)
  }

  @Test(arguments: [("success", FunctionStatus.success), ("pending", .pending), ("fail", .fail)])
  func `a function decides`(word: String, status: FunctionStatus) async throws {
    let server = try StubServer(
      #"{"status":"\#(word)","more":1}"#, status: word == "success" ? "200 OK" : "201 Created")
    let answer = await call(server.url)
    #expect(answer.status == status)
    #expect(answer.reason == nil)
  }

  @Test func `a request is one POST of JSON with an idempotency key`() async throws {
    let server = try StubServer(#"{"status":"success"}"#)
    _ = await call(server.url)
    let recorded = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    #expect(recorded.line == "POST /hook HTTP/1.1")
    #expect(recorded.headers["content-type"] == "application/json")
    #expect(recorded.headers["user-agent"] == "usher")
    #expect(recorded.headers["idempotency-key"] == "run-1/3")
    #expect(recorded.headers["signature"] == nil && recorded.headers["signature-input"] == nil)
    #expect(try JSON.parse(recorded.body) == request)
  }

  @Test func `an id that is no header value makes no header`() async throws {
    let server = try StubServer(#"{"status":"success"}"#)
    #expect(await call(server.url, request: ["id": "1\r\nX-Evil: 1"]).status == .success)
    #expect(server.requests.first?.headers["idempotency-key"] == nil)
    #expect(server.requests.first?.headers["x-evil"] == nil)
  }

  @Test(arguments: ["500 Internal Server Error", "404 Not Found", "401 Unauthorized"])
  func `any other status fails, whatever the body says`(status: String) async throws {
    let server = try StubServer(#"{"status":"success"}"#, status: status)
    let answer = await call(server.url)
    #expect(answer.status == .fail)
    #expect(answer.reason == "answered with HTTP status \(status.prefix(3))")
  }

  @Test func `redirects are not followed`() async throws {
    let target = try StubServer(#"{"status":"success"}"#)
    let server = try StubServer("", status: "307 Temporary Redirect", headers: "Location: \(target.url)\r\n")
    let answer = await call(server.url)
    #expect(answer.status == .fail)
    #expect(answer.reason == "answered with HTTP status 307")
    #expect(target.requests.isEmpty)
  }

  @Test(arguments: [
    ("", "answered no JSON (see byte 0 of its answer)"), ("hello", "answered no JSON (see byte 0 of its answer)"),
    (#"{"status":"success"} x"#, "answered no JSON (see byte 21 of its answer)"),
    ("[]", #"answered without a "status" of "success", "pending" or "fail""#),
    (#"{"status":true}"#, #"answered without a "status" of "success", "pending" or "fail""#),
    (#"{"status":"s3cret"}"#, #"answered without a "status" of "success", "pending" or "fail""#),
  ])
  func `an answer that says nothing fails`(body: String, predicate: String) async throws {
    let server = try StubServer(body)
    let answer = await call(server.url)
    #expect(answer.status == .fail)
    #expect(answer.reason == predicate)
  }

  @Test func `an answer is at most 64 KiB`() async throws {
    let start = #"{"status":"success"}"#
    let full = start + String(repeating: " ", count: 65_536 - start.utf8.count)
    let fullServer = try StubServer(full)
    #expect(await call(fullServer.url).status == .success)
    let overfullServer = try StubServer(full + " ")
    let answer = await call(overfullServer.url)
    #expect(answer.status == .fail)
    #expect(answer.reason == "answered more than 65536 bytes")
    // Without a length the end is not known before it is there.
    let endlessServer = try StubServer(raw: "HTTP/1.1 200 OK\r\n\r\n" + full + full)
    let endless = await call(endlessServer.url)
    #expect(endless.reason == answer.reason)
  }

  @Test func `a slow function fails in time`() async throws {
    let server = try StubServer(#"{"status":"success"}"#, delay: 20_000)
    let answer = await call(server.url, timeout: 100)
    #expect(answer.status == .fail)
    #expect(answer.reason?.hasPrefix("did not answer in time") == true)
  }

  @Test func `what is no HTTP answer fails`() async throws {
    let server = try StubServer(raw: "220 mail.example.com ESMTP\r\n")
    let answer = await call(server.url)
    #expect(answer.status == .fail)
    #expect(answer.reason?.hasPrefix("could not be called: ") == true)
  }

  @Test func `a server that is not there fails`() async throws {
    let port = try StubServer("").port
    let answer = await call("http://user:s3cret@127.0.0.1:\(port)/?key=s3cret")
    #expect(answer.status == .fail)
    #expect(answer.reason == "could not be called: its URL is none that can be")
    let plain = await call("http://127.0.0.1:\(port)/?key=s3cret")
    #expect(
      plain.reason == "could not be called: nothing answers there: look at `url`, and at firewalls, or it is down")
  }

  @Test(arguments: ["file:///etc/hostname", "ftp://127.0.0.1/x", "gopher://127.0.0.1/x", "no url", ""])
  func `only HTTP is spoken`(url: String) async {
    let answer = await call(url)
    #expect(answer.status == .fail)
    #expect(answer.reason?.hasPrefix("could not be called: ") == true)
  }

  @Test func `many calls at once are all answered`() async throws {
    let server = try StubServer(#"{"status":"pending"}"#)
    let pending = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<50 { group.addTask { await call(server.url).status == .pending } }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(pending == 50)
  }
}
