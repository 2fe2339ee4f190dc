import FlowClient
import GeneratedClients
import Testing

/// What a server answers that the client was not made for: always a typed error.
@Suite struct NewerServerTests {
  /// Answers a start; `reply` is a reply of the contract.
  private func start(_ status: Int, _ body: String, headers: [ClientHeader] = []) async -> FlowError? {
    let connection = FixedConnection(status: status, body: body, headers: headers)
    return await error { () throws(FlowError) in try await SignUp(over: connection, as: .ios).start() }
  }

  private func reply(_ members: String) -> String { #"{"events":["submit"],"flow":"sign-up","token":"t",\#(members)}"# }
  private func refusal(_ code: String) -> String {
    #"{"events":[],"error":{"code":"\#(code)","message":"No.","fields":[]}}"#
  }

  @Test(arguments: [
    (201, #""state":"nowhere""#), (201, #""state":"prove-email/enter-code","error":{"code":"new_error","message":""}"#),
    (201, #""state":"gone","end":{"name":"gone"}"#), (201, #""held":{"channel":"email"}"#),
    (201, #""state":"completed","end":{"name":"completed","result":{"email":7}}"#),
    (201, #""state":"completed","end":{"name":"completed","result":{}}"#),
    (201, #""state":"identify","flow":"sign-in""#), (201, #""state":7"#),
  ])
  func `a state, error, end or value that is not known is unexpected`(_ status: Int, _ members: String) async throws {
    let text = members.contains("\"flow\"") ? #"{"events":[],"token":"t",\#(members)}"# : reply(members)
    guard case .unexpected? = await start(status, text) else {
      Issue.record("\(members)")
      return
    }
  }

  @Test func `an option that is not known is unexpected`() async throws {
    let body = reply(
      #""state":"collect-attributes/about-you","page":{"title":"","fields":[{"name":"interests","type":"list","required":false,"label":"","value":["chess"]}]}"#
    )
    guard case .unexpected(let answer)? = await resume(body) else { throw Astray() }
    #expect("\(answer)".contains("interests") && !"\(answer)".contains("chess"))
  }

  private func resume(_ body: String) async -> FlowError? {
    let connection = FixedConnection(status: 200, body: body)
    return await error { () throws(FlowError) in try await SignUp(over: connection, as: .ios).resume(Secret("t")) }
  }

  @Test(arguments: ["", "no JSON", "[]", "{}", #"{"error":"busy"}"#, #"{"events":7}"#, "\u{0}"])
  func `an answer that is no reply is unexpected`(_ body: String) async {
    for status in [200, 201, 302, 404] {
      guard case .unexpected? = await start(status, body) else {
        Issue.record("\(status) \(body)")
        continue
      }
    }
  }

  @Test(arguments: ["", "<html>Bad Gateway</html>", "{}", #"{"error":"busy"}"#, #"{"events":[]}"#])
  func `where somebody between has no server to ask, the same can be tried again`(_ body: String) async {
    let wait = [ClientHeader("Retry-After", "7")]
    for status in [500, 502, 503, 504] {
      guard case .unavailable(let problem)? = await start(status, body, headers: wait) else {
        Issue.record("\(status) \(body)")
        continue
      }
      #expect(problem.code == "unavailable" && problem.retryAfter == 7 && problem.message.contains("\(status)"))
    }
    guard case .tooManyRequests(let problem)? = await start(429, body) else {
      Issue.record("429 \(body)")
      return
    }
    #expect(problem.code == "too_many_requests" && problem.retryAfter == nil)
  }

  @Test func `each refusal has its error`() async {
    let wait = [ClientHeader("Retry-After", "7")]
    let errors = [
      await start(401, refusal("invalid_token")), await start(410, refusal("run_expired")),
      await start(409, refusal("run_ended")), await start(403, refusal("denied")),
      await start(503, refusal("busy"), headers: wait), await start(429, refusal("too_many_requests"), headers: wait),
      await start(404, refusal("unknown_flow")), await start(400, refusal("application_required")),
      await start(422, refusal("unknown_field")), await start(421, refusal("misdirected")),
      await start(500, refusal("x"), headers: wait),
    ]
    let words = errors.map { error in error.map { "\($0)".split(separator: ":").first.map(String.init) ?? "" } ?? "none"
    }
    #expect(
      words == [
        "moved on", "expired", "ended", "denied", "unavailable", "too many requests", "not offered", "not offered",
        "unexpected", "unexpected", "unavailable",
      ])
    for case .unavailable(let problem)? in errors { #expect(problem.retryAfter == 7) }
    for case .tooManyRequests(let problem)? in errors { #expect(problem.retryAfter == 7) }
  }

  @Test func `neither tokens nor what is typed are printed`() async throws {
    let scene = try await Scene()
    let page = try await scene.codePage()
    let token = try #require(page.step.token?.value)
    var text = "\(page) \(SignUp.StartResult.proveEmailEnterCode(page)) \(FlowArgument("code", "12345678"))"
    dump(page, to: &text)
    dump(FlowTokensHolder(), to: &text)
    #expect(!text.contains(token) && !text.contains("12345678") && !text.contains("hidden"))
  }

  private struct FlowTokensHolder { let secret = Secret("hidden") }
}
