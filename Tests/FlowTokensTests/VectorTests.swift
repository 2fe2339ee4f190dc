import FlowJSON
import Testing

@testable import FlowTokens

/// The examples of the standards.
@Suite struct VectorTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let key: JSONObject
    let token: String
  }

  private static let claims =
    "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

  static let examples = [
    Example(
      testDescription: "RFC 7515, A.1: HS256",
      key: [
        "kty": "oct", "k": "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow",
      ],
      token: "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\(claims).dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
    Example(
      testDescription: "RFC 7515, A.2: RS256",
      key: [
        "kty": "RSA", "e": "AQAB",
        "n": .string(
          "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZ"
            + "S-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTB"
            + "EMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91"
            + "kzk2PAcDTW9gb54h4FRWyuXpoQ"),
      ],
      token: "eyJhbGciOiJSUzI1NiJ9.\(claims)."
        + "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CU"
        + "Ar7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_d"
        + "O--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0ig"
        + "cN_IoypGlUPQGe77Rw"),
    Example(
      testDescription: "RFC 7515, A.3: ES256",
      key: [
        "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
        "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
      ],
      token: "eyJhbGciOiJFUzI1NiJ9.\(claims)."
        + "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"),
    Example(
      testDescription: "RFC 7520, 4.4: HS256",
      key: ["kty": "oct", "k": "hJtXIZ2uSN5kbQfbtTNWbpdmhkV8FJG-Onbc6mxCcYg"],
      token: "eyJhbGciOiJIUzI1NiIsImtpZCI6IjAxOGMwYWU1LTRkOWItNDcxYi1iZmQ2LWVlZjMxNGJjNzAzNyJ9."
        + "SXTigJlzIGEgZGFuZ2Vyb3VzIGJ1c2luZXNzLCBGcm9kbywgZ29pbmcgb3V0IHlvdXIgZG9vci4gWW91IHN0ZXAgb250byB0aGUgcm9hZCwg"
        + "YW5kIGlmIHlvdSBkb24ndCBrZWVwIHlvdXIgZmVldCwgdGhlcmXigJlzIG5vIGtub3dpbmcgd2hlcmUgeW91IG1pZ2h0IGJlIHN3ZXB0IG9m"
        + "ZiB0by4.s0h6KThzkfBBBkLspW1h84VsJZFTsPPqMDA7g1Md7p0"),
  ]

  @Test(arguments: examples)
  func `a signature of a standard's example holds, and no changed one does`(_ example: Example) throws {
    let key = try JoseKey(jwk: example.key)
    #expect(key.verifies(example.token))
    for offset in stride(from: 0, to: example.token.utf8.count, by: 7) {
      var bytes = Array(example.token.utf8)
      bytes[offset] = bytes[offset] == UInt8(ascii: "A") ? UInt8(ascii: "Q") : UInt8(ascii: "A")
      #expect(!key.verifies(String(decoding: bytes, as: UTF8.self)), "byte \(offset)")
    }
  }

  @Test func `a key's thumbprint is that of RFC 7638`() {
    let modulus =
      "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3"
      + "oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdA"
      + "ZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-"
      + "kEgU8awapJzKnqDKgw"
    let key: JSONObject = [
      "kty": "RSA", "n": .string(modulus), "e": "AQAB", "alg": "RS256", "kid": "2011-04-29",
    ]
    #expect(SigningKey.thumbprint(key, .rs256) == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
    #expect(SigningKey.thumbprint(key, .es256) == nil)
  }
}
