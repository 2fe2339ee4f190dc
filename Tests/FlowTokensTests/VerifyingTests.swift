import FlowJSON
import FlowRuntime
import Testing

@testable import FlowTokens

@Suite struct VerifyingTests {
  let keys: KeySet
  let now: Milliseconds = 1_800_000_000_000
  var seconds: Int64 { now / 1000 }

  init() async throws { keys = try await Server().service.keys.current() }

  private var claims: JSONObject {
    ["iss": "https://a", "aud": "web", "sub": "ä", "iat": .int(seconds), "exp": .int(seconds + 60)]
  }

  private func expectation(_ algorithms: [SigningAlgorithm] = SigningAlgorithm.allCases) -> TokenExpectation {
    TokenExpectation(algorithms, type: "JWT", issuer: "https://a", audience: "web")
  }

  private func refusal(_ token: String, _ expectation: TokenExpectation, after delay: Int64 = 0) -> TokenError? {
    do throws(TokenError) {
      _ = try keys.verify(token, expecting: expectation, now: now + delay * 1000)
      return nil
    } catch {
      return error
    }
  }

  /// What a token with some claims changed is refused with.
  private func refusal(_ changes: JSONObject, removing: String? = nil) throws -> TokenError? {
    var claims = claims
    for change in changes.members { claims[change.name] = change.value }
    if let removing { claims[removing] = nil }
    return refusal(try keys.sign(claims, with: .es256, type: "JWT"), expectation())
  }

  @Test(arguments: SigningAlgorithm.allCases)
  func `what was signed verifies, claims unchanged`(algorithm: SigningAlgorithm) throws {
    let token = try keys.sign(claims, with: algorithm, type: "JWT")
    #expect(try keys.verify(token, expecting: expectation([algorithm]), now: now) == claims)
    let header: JSON = [
      "alg": .string(algorithm.rawValue), "typ": "JWT", "kid": .string(try keys.current(algorithm).id),
    ]
    #expect(parts(token)[0] == header)
  }

  @Test(arguments: SigningAlgorithm.allCases)
  func `no byte of a token can be changed`(algorithm: SigningAlgorithm) throws {
    let token = try keys.sign(claims, with: algorithm, type: "JWT")
    for offset in token.utf8.indices.enumerated().map(\.offset) {
      for bit: UInt8 in [1, 2, 32] {
        var bytes = Array(token.utf8)
        bytes[offset] ^= bit
        guard let changed = String(validating: bytes, as: UTF8.self) else { continue }
        #expect(refusal(changed, expectation([algorithm])) != nil, "byte \(offset)")
      }
    }
    for end in ["=", ".", "A", " ", "\n", "\0"] {
      #expect(refusal(token + end, expectation([algorithm])) != nil, "\(end.debugDescription)")
    }
  }

  @Test func `a token chooses neither its algorithm nor its key`() throws {
    for signed in SigningAlgorithm.allCases {
      let token = try keys.sign(claims, with: signed, type: "JWT")
      let rest = token.split(separator: ".").dropFirst().joined(separator: ".")
      let others = SigningAlgorithm.allCases.filter { $0 != signed }
      #expect(refusal(token, expectation(others)) == .wrongHeader)
      for other in others {
        // The other's name, with the kid of either.
        for kid in [try keys.current(signed).id, try keys.current(other).id] {
          let header: JSON = ["alg": .string(other.rawValue), "typ": "JWT", "kid": .string(kid)]
          let changed = Base64URL.encode(header.utf8()) + "." + rest
          #expect([.unknownKey, .badSignature].contains(refusal(changed, expectation())))
        }
      }
    }
  }

  @Test(arguments: ["none", "None", "NONE", "nOnE", "", "HS384", "ES384", "PS256", "es256"])
  func `no other algorithm is accepted, least of all none`(algorithm: String) throws {
    for kid in keys.keys.map(\.id) {
      let header: JSON = ["alg": .string(algorithm), "typ": "JWT", "kid": .string(kid)]
      for signature in [[], [0], [UInt8](repeating: 0, count: 64)] as [[UInt8]] {
        #expect(refusal(forged(header, .object(claims), signature: signature), expectation()) != nil)
      }
    }
  }

  @Test func `a public key is no secret to sign with`() throws {
    // Signed with HMAC under each form of a public key that an attacker knows.
    let published = try #require(keys.jwks(now: now)["keys"]?.array)
    for key in published {
      let kid = try #require(key["kid"]?.string)
      for secret in [key.utf8(), key["x"]?.string.map { Array($0.utf8) }, key["n"]?.string.flatMap(Base64URL.decode)] {
        guard let secret else { continue }
        let attacker = try JoseKey(jwk: ["kty": "oct", "k": .string(Base64URL.encode(secret))])
        let token = try attacker.sign(
          JSON.object(claims).utf8(), header: [("alg", "HS256"), ("typ", "JWT"), ("kid", kid)])
        #expect(refusal(token, expectation([.es256, .rs256])) == .wrongHeader)
        #expect(refusal(token, expectation()) == .unknownKey)
      }
    }
  }

  @Test func `a key that comes with the token is not used`() throws {
    let attacker = try SigningKey(random: .es256, now: now)
    for kid in [attacker.id, try keys.current(.es256).id] {
      let token = try attacker.signer.sign(
        JSON.object(claims).utf8(),
        header: [
          ("alg", "ES256"), ("typ", "JWT"), ("kid", kid), ("jwk", attacker.published.text),
          ("jku", "https://attacker.example/jwks"),
        ])
      #expect([.unknownKey, .badSignature].contains(refusal(token, expectation())))
    }
  }

  @Test func `a token of another kind is refused`() throws {
    let token = try keys.sign(claims, with: .es256, type: "at+jwt")
    #expect(refusal(token, expectation()) == .wrongHeader)
    let key = try keys.current(.es256)
    let content = JSON.object(claims).utf8()
    let critical = try key.signer.sign(
      content, header: [("alg", "ES256"), ("typ", "JWT"), ("kid", key.id), ("crit", "exp")])
    #expect(refusal(critical, expectation()) == .wrongHeader)
    #expect(
      refusal(try key.signer.sign(content, header: [("alg", "ES256"), ("kid", key.id)]), expectation()) == .wrongHeader)
    let nameless = try key.signer.sign(content, header: [("alg", "ES256"), ("typ", "JWT")])
    #expect(refusal(nameless, expectation()) == .unknownKey)
  }

  @Test func `a token ends, and begins, to the second, with a minute for clocks that differ`() throws {
    let token = try keys.sign(claims, with: .es256, type: "JWT")
    #expect(refusal(token, expectation(), after: 119) == nil)
    #expect(refusal(token, expectation(), after: 120) == .expired)
    #expect(refusal(token, expectation(), after: -60) == nil)
    #expect(refusal(token, expectation(), after: -61) == .notYetValid)
    var strict = expectation()
    strict.leeway = 0
    #expect(refusal(token, strict, after: 59) == nil)
    #expect(refusal(token, strict, after: 60) == .expired)
    #expect(try refusal(["nbf": .int(seconds + 60)]) == nil)
    #expect(try refusal(["nbf": .int(seconds + 61)]) == .notYetValid)
    #expect(try refusal(["exp": .int(.min)]) == .expired)
    #expect(try refusal(["exp": .int(.max), "iat": .int(.min), "nbf": .int(.min)]) == nil)
    #expect(try refusal(["iat": .int(.max)]) == .notYetValid)
  }

  @Test func `claims must be there and of the right type`() throws {
    #expect(try refusal([:], removing: "exp") == .badClaim("exp"))
    #expect(try refusal([:], removing: "iat") == .badClaim("iat"))
    #expect(try refusal(["exp": "9999999999"]) == .badClaim("exp"))
    #expect(try refusal(["exp": .double(1e300)]) == .badClaim("exp"))
    #expect(try refusal(["nbf": nil]) == .badClaim("nbf"))
    #expect(try refusal([:], removing: "iss") == .wrongParty)
    #expect(try refusal([:], removing: "aud") == .wrongParty)
    #expect(try refusal(["iss": "https://a/"]) == .wrongParty)
    #expect(try refusal(["iss": ["https://a"]]) == .wrongParty)
    #expect(try refusal(["aud": "Web"]) == .wrongParty)
    #expect(try refusal(["aud": ["api", "ios"]]) == .wrongParty)
    #expect(try refusal(["aud": ["api", "web"]]) == nil)
  }

  @Test func `whatever is no token is refused`() throws {
    let header: JSON = ["alg": "ES256", "typ": "JWT", "kid": .string(try keys.current(.es256).id)]
    let encoded = Base64URL.encode(header.utf8())
    let texts = [
      "", ".", "..", "...", "a.b.c", "{}", encoded, encoded + "..", encoded + ".e30.", encoded + ".e30.e30.e30.e30",
      Base64URL.encode(Array("[]".utf8)) + ".e30.e30", Base64URL.encode(Array(#"{"alg":1}"#.utf8)) + ".e30.e30",
      Base64URL.encode(Array(#"{"alg":"none","alg":"ES256"}"#.utf8)) + ".e30.e30", "é.é.é", "\0.\0.\0",
      String(repeating: "a", count: 100_000), String(repeating: ".", count: 10_000),
      Base64URL.encode([UInt8](repeating: UInt8(ascii: "["), count: 9_000)) + ".e30.e30",
    ]
    for text in texts { #expect(refusal(text, expectation()) != nil, "\(text.prefix(40))") }
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let parts = (0..<3).map { _ in
        Base64URL.encode((0..<Int.random(in: 0..<80)).map { _ in UInt8.random(in: 0...255, using: &generator) })
      }
      #expect(refusal(parts.joined(separator: "."), expectation()) != nil)
      #expect(refusal(encoded + "." + parts[1] + "." + parts[2], expectation()) != nil)
    }
  }

  @Test func `many signatures and keys are all of full length`() throws {
    // A number whose first byte is zero must keep it: one in 256.
    for _ in 0..<600 {
      let key = try SigningKey(random: .es256, now: now)
      for name in ["x", "y", "d"] { #expect(key.jwk[name]?.string?.utf8.count == 43) }
      let token = try key.signer.sign([1], header: [("alg", "ES256")])
      #expect(token.split(separator: ".").last?.utf8.count == 86)
      #expect(key.signer.verifies(token))
    }
  }

  @Test func `one key signs and verifies on many threads at once`() async throws {
    await withTaskGroup { group in
      for algorithm in SigningAlgorithm.allCases {
        for _ in 0..<8 {
          group.addTask { [keys, claims, now] in
            for _ in 0..<20 {
              let token = try? keys.sign(claims, with: algorithm, type: "JWT")
              let expectation = TokenExpectation([algorithm], type: "JWT")
              #expect((try? keys.verify(token ?? "", expecting: expectation, now: now)) == claims)
            }
          }
        }
      }
    }
  }
}
