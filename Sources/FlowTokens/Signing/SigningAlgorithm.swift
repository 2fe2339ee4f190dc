/// How a token is signed (RFC 7518, section 3.1).
public enum SigningAlgorithm: String, Hashable, Sendable, CaseIterable {
  /// ECDSA over P-256 with SHA-256.
  case es256 = "ES256"
  /// RSA PKCS #1 v1.5 of 2048 bits with SHA-256.
  case rs256 = "RS256"
  /// HMAC with SHA-256: whoever can verify can sign, so its keys are never published.
  case hs256 = "HS256"

  /// Whether others can verify, with a key that may be published.
  public var isPublic: Bool { self != .hs256 }

  /// The `kty` of its keys.
  var keyType: String {
    switch self {
    case .es256: "EC"
    case .rs256: "RSA"
    case .hs256: "oct"
    }
  }

  /// How many bytes a signature has; libcjose takes some that are longer.
  var signatureSize: Int {
    switch self {
    case .es256: 64
    case .rs256: 256
    case .hs256: 32
    }
  }

  /// The members of a key that may be published, which are also those of its thumbprint (RFC 7638, section 3.2; RFC
  /// 7518, section 6), in the order of their names.
  var thumbprintMembers: [String] {
    switch self {
    case .es256: ["crv", "kty", "x", "y"]
    case .rs256: ["e", "kty", "n"]
    case .hs256: ["k", "kty"]
    }
  }
}
