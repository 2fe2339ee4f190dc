/// How a tenant's tokens are signed, where others verify them.
public enum TokenAlgorithm: UInt8, Hashable, Sendable, CaseIterable, BinaryCodable {
  /// ECDSA over P-256 (RFC 7518, section 3.4): the one of tenants that name none.
  case es256 = 0
  /// Ed25519 (RFC 8037, section 3.1).
  case eddsa = 1
  /// RSA of 3072 bits with PKCS #1 v1.5 (RFC 7518, section 3.3), for verifiers that know nothing newer.
  case rs256 = 2

  /// The `alg` of its tokens.
  public var name: String {
    switch self {
    case .es256: "ES256"
    case .eddsa: "EdDSA"
    case .rs256: "RS256"
    }
  }
}

/// How long a tenant's tokens and sessions live, and how tokens are signed. What is not said is as its protocol has it.
public struct TokenPolicy: Hashable, Sendable, BinaryCodable {
  /// How long an access token lives, in seconds; an id token as long.
  public var access: Int?
  /// How long a refresh token lives that is not used, in seconds.
  public var refresh: Int?
  /// How long after the sign-in a session ends, however much it is used, in seconds.
  public var session: Int?
  /// How tokens are signed.
  public var algorithm = TokenAlgorithm.es256

  /// How long access tokens may live, in seconds: what was signed with a key is trusted as long.
  public static let accessRange = 60...86_400
  /// How long refresh tokens and sessions may live, in seconds.
  public static let sessionRange = 300...366 * 86_400

  /// The defaults.
  public init() {}

  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(access, refresh, session, algorithm)
  }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (access, refresh, session, algorithm) = try reader.decode()
  }
}
