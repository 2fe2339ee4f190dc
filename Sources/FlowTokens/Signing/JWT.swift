public import FlowJSON
public import FlowRuntime

/// What a token must be to be accepted.
public struct TokenExpectation: Sendable {
  /// How it may be signed.
  public var algorithms: [SigningAlgorithm]
  /// The `typ` of its header.
  public var type: String
  /// Its `iss`; nil: not asked.
  public var issuer: String?
  /// What its `aud` must be or hold; nil: not asked.
  public var audience: String?
  /// How many seconds clocks may differ.
  public var leeway: Int64 = 60

  /// A token of a kind.
  public init(_ algorithms: [SigningAlgorithm], type: String, issuer: String? = nil, audience: String? = nil) {
    self.algorithms = algorithms
    self.type = type
    self.issuer = issuer
    self.audience = audience
  }
}

extension KeySet {
  /// The longest token that is looked at, in bytes.
  private static let maxLength = 16_384

  /// A JWT (RFC 7519) of some claims in the compact form. `type` is its header's `typ`; with `naming`, its `kid` names
  /// the key.
  public func sign(
    _ claims: JSONObject, with algorithm: SigningAlgorithm, type: String, naming: Bool = true
  ) throws(TokenError) -> String {
    let key = try current(algorithm)
    var header = [(name: "alg", value: algorithm.rawValue), (name: "typ", value: type)]
    if naming { header.append(("kid", key.id)) }
    return try key.signer.sign(JSON.object(claims).utf8(), header: header)
  }

  /// The claims of a JWT that is what was expected. The algorithm is the expected key's and never the token's choice (RFC
  /// 8725, section 3.1); extensions that must be understood are not (`crit`, RFC 7515, section 4.1.11).
  public func verify(
    _ token: String, expecting expectation: TokenExpectation, now: Milliseconds
  ) throws(TokenError) -> JSONObject {
    guard token.utf8.count <= Self.maxLength else { throw .malformed }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false).map { Base64URL.decode(String($0)) }
    guard parts.count == 3, let first = parts[0], let second = parts[1], let third = parts[2],
      case .object(let header)? = try? JSON.parse(first), case .object(let claims)? = try? JSON.parse(second)
    else { throw .malformed }
    guard let algorithm = header["alg"]?.string.flatMap(SigningAlgorithm.init(rawValue:)),
      expectation.algorithms.contains(algorithm), header["typ"]?.string == expectation.type, header["crit"] == nil,
      header["b64"] == nil
    else { throw .wrongHeader }
    let name = header["kid"]
    if let name, name.string == nil { throw .malformed }
    let candidates = candidates(algorithm, named: name?.string, now: now)
    guard !candidates.isEmpty else { throw .unknownKey }
    guard candidates.contains(where: { $0.signatureSize == third.count && $0.signer.verifies(token) }) else {
      throw .badSignature
    }
    try check(claims, expectation, seconds: now / 1000)
    return claims
  }

  /// What a token says of itself before anything of it was verified; nil where it has not the form of one.
  static func unverified(_ token: String) -> (header: JSONObject, claims: JSONObject)? {
    guard token.utf8.count <= maxLength else { return nil }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Base64URL.decode(String(parts[0])),
      let claims = Base64URL.decode(String(parts[1])),
      case .object(let header)? = try? JSON.parse(header), case .object(let claims)? = try? JSON.parse(claims)
    else { return nil }
    return (header, claims)
  }

  private func check(
    _ claims: JSONObject, _ expectation: TokenExpectation, seconds now: Int64
  ) throws(TokenError) {
    guard let expires = claims["exp"]?.int else { throw .badClaim("exp") }
    guard let issued = claims["iat"]?.int else { throw .badClaim("iat") }
    guard now - expectation.leeway < expires else { throw .expired }
    var begin = issued
    if let notBefore = claims["nbf"] {
      guard let notBefore = notBefore.int else { throw .badClaim("nbf") }
      begin = max(begin, notBefore)
    }
    guard begin <= now + expectation.leeway else { throw .notYetValid }
    if let issuer = expectation.issuer {
      guard claims["iss"]?.string == issuer else { throw .wrongParty }
    }
    if let audience = expectation.audience {
      guard claims["aud"]?.string == audience || claims["aud"]?.array?.contains(.string(audience)) == true else {
        throw .wrongParty
      }
    }
  }
}
