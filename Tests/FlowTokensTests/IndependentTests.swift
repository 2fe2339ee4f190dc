import FlowJSON
import FlowRuntime
import TestSupport
import Testing

@testable import FlowTokens

/// Tokens as another library sees them: PyJWT, which knows of us only the JWKS.
@Suite struct IndependentTests {
  @Test func `PyJWT verifies our tokens with our JWKS, and refuses changed ones`() async throws {
    var tokens: [JSON] = []
    let server = try await Server()
    let old = try await server.service.keys.current()
    let now = SystemClock().now() / 1000
    func add(_ keys: KeySet, _ algorithm: SigningAlgorithm, count: Int) throws {
      for number in 0..<count {
        let claims: JSONObject = [
          "iss": "https://a", "aud": "web", "sub": "ä\u{1F600}\"", "number": .int(Int64(number)), "iat": .int(now),
          "nbf": .int(now), "exp": .int(now + 600),
        ]
        let token = try keys.sign(claims, with: algorithm, type: "JWT")
        tokens.append([
          "alg": .string(algorithm.rawValue), "token": .string(token), "claims": .object(claims),
          "thumbprint": .string(try keys.current(algorithm).id),
        ])
      }
    }
    try add(old, .es256, count: 300)
    try add(old, .rs256, count: 20)
    let keys = try await server.service.keys.rotate("contoso", retention: .whole)
    for algorithm in SigningAlgorithm.allCases { try add(keys, algorithm, count: 20) }
    let input: JSON = [
      "jwks": keys.jwks(now: server.clock.now()), "secret": try #require(try keys.current(.hs256).jwk["k"]),
      "tokens": .array(tokens),
    ]
    let script = Repository.root + "/Tests/FlowTokensTests/verify.py"
    let result = try run("/usr/bin/python3", [script], input: input.text)
    #expect(result.errors == "")
    #expect(result.output == "\(tokens.count) tokens verified\n")
  }
}
