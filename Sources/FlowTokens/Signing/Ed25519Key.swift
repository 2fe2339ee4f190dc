import CSodium
import FlowJSON
import FlowRuntime

/// What signs tokens and verifies them.
protocol TokenKey: Sendable {
  /// Signs bytes; the signature in the compact form (RFC 7515, section 7.1).
  func sign(_ content: [UInt8], header: [(name: String, value: String)]) throws(TokenError) -> String
  /// Whether a compact signature was made with this key. The algorithm is the one its header names, so whoever asks has to
  /// look at the header first.
  func verifies(_ token: String) -> Bool
  /// The key as a JWK, with its private part if it has one.
  func jwk() throws(TokenError) -> JSONObject
}

/// An Ed25519 key (RFC 8032), which libcjose knows nothing of.
struct Ed25519Key: TokenKey {
  private let seed: [UInt8]
  private let secret: [UInt8]
  private let published: [UInt8]

  /// How many bytes a signature has.
  static let signatureSize = Int(crypto_sign_ed25519_BYTES)

  /// A fresh key.
  init() { self.init(seed: SystemRandomness().bytes(Int(crypto_sign_ed25519_SEEDBYTES))) }

  /// The key of a JWK (RFC 8037, section 2), with its private part; nil if it is none.
  init?(jwk: JSONObject) {
    guard jwk["crv"]?.string == "Ed25519", let seed = jwk["d"]?.string.flatMap({ Base64URL.decode($0) }),
      seed.count == Int(crypto_sign_ed25519_SEEDBYTES)
    else { return nil }
    self.init(seed: seed)
    guard jwk["x"]?.string == Base64URL.encode(published) else { return nil }
  }

  private init(seed: [UInt8]) {
    var published = [UInt8](repeating: 0, count: Int(crypto_sign_ed25519_PUBLICKEYBYTES))
    var secret = [UInt8](repeating: 0, count: Int(crypto_sign_ed25519_SECRETKEYBYTES))
    crypto_sign_ed25519_seed_keypair(&published, &secret, seed)
    self.seed = seed
    self.secret = secret
    self.published = published
  }

  func jwk() -> JSONObject {
    [
      "kty": "OKP", "crv": "Ed25519", "x": .string(Base64URL.encode(published)), "d": .string(Base64URL.encode(seed)),
    ]
  }

  func sign(_ content: [UInt8], header: [(name: String, value: String)]) throws(TokenError) -> String {
    var members = JSONObject()
    for member in header { members[member.name] = .string(member.value) }
    let signed = Base64URL.encode(JSON.object(members).utf8()) + "." + Base64URL.encode(content)
    var signature = [UInt8](repeating: 0, count: Self.signatureSize)
    let bytes = Array(signed.utf8)
    crypto_sign_ed25519_detached(&signature, nil, bytes, UInt64(bytes.count), secret)
    return signed + "." + Base64URL.encode(signature)
  }

  func verifies(_ token: String) -> Bool {
    guard let dot = token.lastIndex(of: "."),
      let signature = Base64URL.decode(String(token[token.index(after: dot)...])), signature.count == Self.signatureSize
    else { return false }
    let bytes = Array(token[..<dot].utf8)
    return crypto_sign_ed25519_verify_detached(signature, bytes, UInt64(bytes.count), published) == 0
  }
}
