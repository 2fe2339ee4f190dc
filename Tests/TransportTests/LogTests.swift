import EngineSupport
import FlowHTTP
import FlowJSON
import FlowRuntime
import HTTPSupport
import Testing

/// What is written down of what people do.
@Suite(.timeLimit(.minutes(2)))
struct LogTests {
  @Test func `a whole life leaves one line a request, and no secret in any`() async throws {
    try await withWorld { world in
      let port = try world.port()
      var secrets = [World.ada, "ada%40example.com", "Tr0ub4dor-and-more", "Tea-at-5-oclock"]
      var traces: [String] = []
      var requests = 0
      func post(_ path: String, _ type: String, _ body: String, id: String) async throws -> JSON {
        requests += 1
        let answer = try await ask(
          port, "POST \(path)", ["Content-Type: \(type)", "client-request-id: \(id)"], body: body)
        for name in ["token", "continuation_token", "access_token", "refresh_token", "id_token"] {
          if let secret = answer.json[name]?.string { secrets.append(secret) }
        }
        if let trace = answer.headers["x-ms-request-id"] { traces.append(trace) }
        return answer.json
      }
      func native(_ endpoint: String, _ fields: String) async throws -> JSON {
        try await post(
          "/native-auth/\(endpoint)", "application/x-www-form-urlencoded", "client_id=phone&\(fields)",
          id: "00000000-0000-4000-8000-00000000000\(requests)")
      }
      func code() async throws -> String {
        let code = try await world.code()
        secrets.append(code)
        return code
      }
      func token(_ answer: JSON) -> String { "continuation_token=\(answer["continuation_token"]?.string ?? "")" }

      var answer = try await native(
        "signup/v1.0/start",
        "username=ada%40example.com&challenge_type=oob+redirect&password=Tr0ub4dor-and-more"
          + "&attributes=%7B%22country%22%3A%22United+States%22%2C%22city%22%3A%22Boston%22%7D")
      answer = try await native("signup/v1.0/challenge", "challenge_type=oob+redirect&\(token(answer))")
      answer = try await native(
        "signup/v1.0/continue", "grant_type=oob&oob=\(try await code())&\(token(answer))")
      answer = try await native("oauth2/v2.0/token", "grant_type=continuation_token&\(token(answer))")
      #expect(answer["token_type"] == "Bearer")
      answer = try await native(
        "oauth2/v2.0/token", "grant_type=refresh_token&refresh_token=\(answer["refresh_token"]?.string ?? "")")
      answer = try await native("oauth2/v2.0/initiate", "username=ada%40example.com&challenge_type=password+redirect")
      _ = try await native(
        "oauth2/v2.0/token", "grant_type=password&password=wrong-Tr0ub4dor-and-more&\(token(answer))")

      let provider = "/api/client/v2.0/app/realm-by-link/auth/providers/local-userpass"
      _ = try await post(
        "\(provider)/register", "application/json", #"{"email":"ada@example.com","password":"Tea-at-5-oclock"}"#,
        id: "0000000000000a01")
      await world.engine.deliverMessages()
      let link = try #require(world.outbox.links(to: World.ada).first)
      secrets += [link.token, link.tokenId]
      _ = try await post(
        "\(provider)/confirm", "application/json", #"{"token":"\#(link.token)","tokenId":"\#(link.tokenId)"}"#,
        id: "0000000000000a02")
      let session = try await post(
        "\(provider)/login", "application/json", #"{"username":"ada@example.com","password":"Tea-at-5-oclock"}"#,
        id: "0000000000000a03")
      #expect(session["access_token"]?.string != nil)

      // A line is written when its request is over, which may be after its answer.
      while world.log.lines.count(where: { $0.contains("\"status\"") }) < requests {
        try await Task.sleep(for: .milliseconds(5))
      }
      let lines = world.log.lines
      #expect(lines.count { $0.contains("\"id\":\"00000000-") } == 7)
      // What an answer is called is in its line.
      #expect(traces.count == 7)
      for trace in traces { #expect(lines.count { $0.contains("\"trace\":\"\(trace)\"") } == 1) }
      for id in ["0000000000000a01", "0000000000000a02", "0000000000000a03"] {
        #expect(lines.count { $0.contains("\"id\":\"\(id)\"") } == 1)
      }
      #expect(secrets.count > 15)
      for secret in secrets { #expect(lines.allSatisfy { !$0.contains(secret) }, "\(secret)") }
    }
  }
}
