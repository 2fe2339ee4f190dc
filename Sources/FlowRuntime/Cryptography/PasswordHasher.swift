import CSodium

/// Argon2id (RFC 9106) with 19 MiB and two passes, the first choice of OWASP's password storage guidance.
enum PasswordHash {
  static let operations: UInt64 = 2
  static let memory = 19 << 20

  /// The hash of a password in libsodium's self-describing form; nil where memory is lacking. Takes some 30 ms.
  static func make(_ password: String) -> String? {
    let text = Array(password.utf8).map { CChar(bitPattern: $0) }
    var hash = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
    guard crypto_pwhash_str(&hash, text, UInt64(text.count), operations, memory) == 0 else { return nil }
    return String(decoding: hash.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether a password has this hash. Takes as long as making one.
  static func verify(_ password: String, hash: String) -> Bool {
    let text = Array(password.utf8).map { CChar(bitPattern: $0) }
    return crypto_pwhash_str_verify(hash, text, UInt64(text.count)) == 0
  }
}

extension PasswordHash {
  /// A hash of nothing anybody knows, compared where an account has no password so that the answer takes as long.
  static let decoy = make(SystemRandomness().bytes(32).hex) ?? ""
}
