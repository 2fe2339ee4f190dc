import CSodium
import FlowJSON
public import FlowRuntime

/// A key that signs tokens, or did until it was replaced.
public struct SigningKey: Sendable {
  /// What it signs with.
  public let algorithm: SigningAlgorithm
  /// Its `kid`: the thumbprint of RFC 7638 with SHA-256.
  public let id: String
  /// When it was made.
  public let created: Milliseconds
  /// Until when its signatures hold; nil while it is the current one.
  public internal(set) var verifiesUntil: Milliseconds?
  /// The key with its private part, as it rests sealed.
  let jwk: JSONObject
  let signer: any TokenKey
  /// How many bytes its signatures have; libcjose takes some that are longer.
  let signatureSize: Int

  /// A fresh key. It is read back from the form in which it rests, and has to verify what it signed, before it is used.
  init(random algorithm: SigningAlgorithm, now: Milliseconds) throws(TokenError) {
    let made: any TokenKey = algorithm == .eddsa ? Ed25519Key() : try JoseKey(random: algorithm)
    try self.init(algorithm, jwk: try made.jwk(), created: now, verifiesUntil: nil)
    let probe = try signer.sign(Array("probe".utf8), header: [("alg", algorithm.rawValue)])
    guard made.verifies(probe) else { throw .unavailable("a fresh key does not verify") }
  }

  init(
    _ algorithm: SigningAlgorithm, jwk: JSONObject, created: Milliseconds, verifiesUntil: Milliseconds?
  ) throws(TokenError) {
    guard jwk["kty"]?.string == algorithm.keyType, let id = Self.thumbprint(jwk, algorithm) else {
      throw .unavailable("a stored key is not one of \(algorithm.rawValue)")
    }
    self.algorithm = algorithm
    self.id = id
    self.created = created
    self.verifiesUntil = verifiesUntil
    self.jwk = jwk
    signatureSize = Self.signatureSize(jwk, algorithm)
    guard algorithm == .eddsa else {
      signer = try JoseKey(jwk: jwk)
      return
    }
    guard let key = Ed25519Key(jwk: jwk) else { throw .unavailable("a stored key is not one of EdDSA") }
    signer = key
  }

  private static func signatureSize(_ jwk: JSONObject, _ algorithm: SigningAlgorithm) -> Int {
    switch algorithm {
    case .es256: 64
    case .eddsa: Ed25519Key.signatureSize
    case .rs256: jwk["n"]?.string.flatMap { Base64URL.decode($0)?.count } ?? 0
    case .hs256: 32
    }
  }

  /// Whether its signatures hold at a time.
  func verifies(at now: Milliseconds) -> Bool { verifiesUntil.map { now < $0 } ?? true }

  /// The public part as an entry of a JWKS (RFC 7517, section 5).
  var published: JSON {
    var object = JSONObject()
    for name in algorithm.thumbprintMembers { object[name] = jwk[name] }
    object["use"] = "sig"
    object["alg"] = .string(algorithm.rawValue)
    object["kid"] = .string(id)
    return .object(object)
  }

  /// The thumbprint of RFC 7638: SHA-256 of the required members in the order of their names.
  static func thumbprint(_ jwk: JSONObject, _ algorithm: SigningAlgorithm) -> String? {
    var members = JSONObject()
    for name in algorithm.thumbprintMembers {
      guard case .string? = jwk[name] else { return nil }
      members[name] = jwk[name]
    }
    let text = JSON.object(members).utf8()
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    crypto_hash_sha256(&hash, text, UInt64(text.count))
    return Base64URL.encode(hash)
  }
}
