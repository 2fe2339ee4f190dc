public import FlowModel

/// How a token is signed (RFC 7518, section 3.1; RFC 8037, section 3.1).
public enum SigningAlgorithm: String, Hashable, Sendable, CaseIterable {
  /// ECDSA over P-256 with SHA-256.
  case es256 = "ES256"
  /// Ed25519.
  case eddsa = "EdDSA"
  /// RSA PKCS #1 v1.5 of 3072 bits with SHA-256; keys of earlier versions have 2048.
  case rs256 = "RS256"
  /// HMAC with SHA-256: whoever can verify can sign, so its keys are never published.
  case hs256 = "HS256"

  /// The algorithm that a tenant names.
  public init(_ algorithm: TokenAlgorithm) {
    switch algorithm {
    case .es256: self = .es256
    case .eddsa: self = .eddsa
    case .rs256: self = .rs256
    }
  }

  /// Those that others can verify.
  static let published = allCases.filter(\.isPublic)

  /// Whether others can verify, with a key that may be published.
  public var isPublic: Bool { self != .hs256 }

  /// How many bits a fresh RSA key has: 128 bits of strength (NIST SP 800-57, part 1, table 2).
  static let rsaBits = 3072

  /// The `kty` of its keys.
  var keyType: String {
    switch self {
    case .es256: "EC"
    case .eddsa: "OKP"
    case .rs256: "RSA"
    case .hs256: "oct"
    }
  }

  /// The members of a key that may be published, which are also those of its thumbprint (RFC 7638, section 3.2; RFC
  /// 7518, section 6; RFC 8037, section 2), in the order of their names.
  var thumbprintMembers: [String] {
    switch self {
    case .es256: ["crv", "kty", "x", "y"]
    case .eddsa: ["crv", "kty", "x"]
    case .rs256: ["e", "kty", "n"]
    case .hs256: ["k", "kty"]
    }
  }
}
