import CDigest
import CSodium

/// Digests by which published passwords are listed. They hide nothing and protect nothing: what rests of a password is made by
/// `PasswordHasher`.
package enum PasswordDigest {
  /// SHA-1 (FIPS 180-4), as 40 hexadecimal digits in capitals; nil where the library that makes it is not installed.
  package static func sha1(_ text: String) -> String? {
    guard lazy_digest_load() == nil else { return nil }
    let bytes = Array(text.utf8)
    let digest = [UInt8](unsafeUninitializedCapacity: 20) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      lazy_digest_sha1(bytes, bytes.count, base)
      count = 20
    }
    return digest.hex.uppercased()
  }

  /// SHA-256, as 64 hexadecimal digits in capitals.
  package static func sha256(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
    return digest.hex.uppercased()
  }

  /// How many digits of a SHA-1 a function is told: as many as "Have I Been Pwned" takes. Each stands for hundreds of
  /// published passwords, and for a millionth of all that there are.
  package static let prefixLength = 5
}
