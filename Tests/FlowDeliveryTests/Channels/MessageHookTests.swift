import FlowDelivery
import FlowJSON
import FlowModel
import FlowRuntime
import TestSupport
import Testing

/// Messages to a program of the tenant's, by the same signed requests as functions.
@Suite struct MessageHookTests {
  private func scene(_ url: String, timeout: Int = 5_000, _ kind: ChannelKind = .sms) throws -> ChannelScene {
    var hook = MessageHook()
    hook.url = .text(url)
    hook.timeout = timeout
    hook.secret = .file("sms")
    let scene = try ChannelScene(
      [ChannelDefinition(kind: kind, target: .webhook(hook))], in: try TestSupport.TemporaryFolder())
    scene.write(secret: "sms", String(repeating: "k", count: 32))
    return scene
  }

  private func message() -> Message { ChannelScene.message("+420601123456", number: 9, over: .sms) }

  @Test(arguments: ["success", "pending"])
  func `a program gets the message signed, under its id, and takes it`(_ status: String) async throws {
    let server = try StubServer(#"{"status":"\#(status)"}"#)
    #expect(await (try scene(server.url)).deliver(message()) == nil)
    let request = try #require(server.requests.first)
    #expect(request.headers["idempotency-key"] == "00000000000000070000000000000009")
    #expect(request.headers["signature-input"]?.contains(#";tag="usher-function""#) == true)
    #expect(request.headers["signature"] != nil)
    let body = try JSON.parse(request.body)
    #expect(body["to"] == "+420601123456" && body["channel"] == "sms" && body["kind"] == "code")
    #expect(body["code"] == "12345678" && body["lifetime"] == 600 && body["subject"] == "Your code")
    #expect(body["text"] == "Your code is 12345678. It is valid for 10 minutes." && body["locale"] == "en")
    #expect(body["id"] == "00000000000000070000000000000009" && body["version"] == 1)
  }

  @Test func `an address that the program refuses is undeliverable`() async throws {
    let server = try StubServer(#"{"status":"fail"}"#)
    #expect(await (try scene(server.url)).deliver(message()) == .undeliverable("its web hook refuses the address"))
  }

  @Test(arguments: [
    ("503 Service Unavailable", RetryClass.busy), ("429 Too Many Requests", .busy),
    ("500 Internal Server Error", .busy),
    ("403 Forbidden", .settings), ("404 Not Found", .settings),
  ])
  func `other answers are tried again, sooner or later`(_ status: String, _ retry: RetryClass) async throws {
    let server = try StubServer(#"{"status":"success"}"#, status: status)
    #expect(await (try scene(server.url)).deliver(message())?.retry == retry)
  }

  @Test func `no answer, none in time and none that fits are no delivery`() async throws {
    let late = try StubServer(#"{"status":"success"}"#, delay: 2_000)
    #expect(await (try scene(late.url, timeout: 300)).deliver(message())?.retry == .timeout)
    let strange = try StubServer("thanks")
    #expect(await (try scene(strange.url)).deliver(message())?.retry == .settings)
    #expect(await (try scene("http://127.0.0.1:1/")).deliver(message())?.retry == .connection)
  }

  @Test func `mail leaves by a program, too`() async throws {
    let server = try StubServer(#"{"status":"success"}"#)
    #expect(await (try scene(server.url, .email)).deliver(ChannelScene.message()) == nil)
    #expect(try JSON.parse(try #require(server.requests.first).body)["channel"] == "email")
  }
}
