import CCJose
import FlowJSON

/// A key of libcjose, which signs and verifies.
///
/// INVARIANT: the key is not changed after `init`; OpenSSL lets several threads sign and verify with one key.
final class JoseKey: TokenKey, @unchecked Sendable {
  private let key: OpaquePointer

  /// A fresh key. An RSA key takes some 300 ms. There is none for `eddsa`.
  init(random algorithm: SigningAlgorithm) throws(TokenError) {
    try Self.load()
    var error = cjose_err()
    let made =
      switch algorithm {
      case .es256: lazy_cjose_p256_random(&error)
      case .eddsa: nil as OpaquePointer?
      case .rs256: lazy_cjose_rsa_random(SigningAlgorithm.rsaBits, &error)
      case .hs256: lazy_cjose_oct_random(256, &error)
      }
    guard let made else { throw Self.failure(error) }
    key = made
  }

  /// A key in the form of a JWK (RFC 7517), with or without its private part.
  init(jwk: JSONObject) throws(TokenError) {
    try Self.load()
    var error = cjose_err()
    let text = JSON.object(jwk).utf8().map { CChar(bitPattern: $0) }
    guard let made = lazy_cjose_jwk_import(text, text.count, &error) else { throw Self.failure(error) }
    key = made
  }

  deinit { lazy_cjose_jwk_release(key) }

  /// The key as a JWK, with its private part if it has one.
  func jwk() throws(TokenError) -> JSONObject {
    var error = cjose_err()
    guard let text = lazy_cjose_jwk_to_json(key, &error) else { throw Self.failure(error) }
    defer { lazy_cjose_free(text) }
    guard case .object(let object)? = try? JSON.parse(String(cString: text)) else {
      throw .unavailable("libcjose wrote a key that is no JSON")
    }
    return object
  }

  /// Signs bytes; the signature in the compact form (RFC 7515, section 7.1). Some 20 µs, with RSA 250 µs.
  func sign(_ content: [UInt8], header: [(name: String, value: String)]) throws(TokenError) -> String {
    var error = cjose_err()
    guard let members = lazy_cjose_header_new(&error) else { throw Self.failure(error) }
    defer { lazy_cjose_header_release(members) }
    for member in header where !lazy_cjose_header_set(members, member.name, member.value, &error) {
      throw Self.failure(error)
    }
    guard let signature = lazy_cjose_jws_sign(key, members, content, content.count, &error) else {
      throw Self.failure(error)
    }
    defer { lazy_cjose_jws_release(signature) }
    guard let text = lazy_cjose_jws_export(signature, &error) else { throw Self.failure(error) }
    return String(cString: text)
  }

  /// Whether a compact signature was made with this key. The algorithm is the one its header names, so whoever asks has
  /// to look at the header first.
  func verifies(_ token: String) -> Bool {
    var error = cjose_err()
    let text = Array(token.utf8).map { CChar(bitPattern: $0) }
    guard let signature = lazy_cjose_jws_import(text, text.count, &error) else { return false }
    defer { lazy_cjose_jws_release(signature) }
    return lazy_cjose_jws_verify(signature, key, &error)
  }

  private static func load() throws(TokenError) {
    if let reason = lazy_cjose_load() { throw .unavailable(String(cString: reason)) }
  }

  private static func failure(_ error: cjose_err) -> TokenError {
    .unavailable("libcjose: \(error.message.map { String(cString: $0) } ?? "unknown error")")
  }
}
