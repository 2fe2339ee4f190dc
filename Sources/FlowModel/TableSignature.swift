import CSodium

/// Who vouches for tables: a secret key that signs their files (Ed25519, RFC 8032).
public struct TableSigner: Sendable {
  private let seed: [UInt8]
  private let secret: [UInt8]
  /// The public key that belongs to it.
  public let verifier: TableVerifier

  /// A fresh one, of the system's random bytes.
  public static func random() -> TableSigner? {
    guard sodium_init() >= 0 else { return nil }
    var seed = [UInt8](repeating: 0, count: TableVerifier.size)
    randombytes_buf(&seed, seed.count)
    return TableSigner(seed: seed)
  }

  private init?(seed: [UInt8]) {
    var key = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
    var secret = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
    guard sodium_init() >= 0, seed.count == TableVerifier.size, crypto_sign_seed_keypair(&key, &secret, seed) == 0
    else {
      return nil
    }
    self.seed = seed
    self.secret = secret
    verifier = TableVerifier(key: key)
  }

  /// Reads what `text` says; nil where it is none.
  public init?(_ text: String) {
    guard let seed = Labelled.bytes(text, Labelled.signer, count: TableVerifier.size) else { return nil }
    self.init(seed: seed)
  }

  /// The secret key as its file holds it: `usher-signer` and 64 hexadecimal digits.
  public var text: String { "\(Labelled.signer) \(Hexadecimal.text(seed))" }

  /// Signs the exact bytes of a table's file.
  public func sign(_ file: [UInt8]) -> TableSignature {
    var signature = [UInt8](repeating: 0, count: TableSignature.size)
    let message = TableSignature.label + file
    crypto_sign_detached(&signature, nil, message, UInt64(message.count), secret)
    return TableSignature(bytes: signature)
  }
}

/// A public key, which tells whether a table's file was signed with the secret one.
public struct TableVerifier: Hashable, Sendable {
  static let size = 32
  fileprivate let key: [UInt8]

  fileprivate init(key: [UInt8]) { self.key = key }

  /// Reads what `text` says; nil where it is none.
  public init?(_ text: String) {
    guard let key = Labelled.bytes(text, Labelled.verifier, count: Self.size) else { return nil }
    self.key = key
  }

  /// The key as its file holds it: `usher-verifier` and 64 hexadecimal digits.
  public var text: String { "\(Labelled.verifier) \(Hexadecimal.text(key))" }

  /// Whether a signature was made of these very bytes with the secret key.
  public func accepts(_ signature: TableSignature, of file: [UInt8]) -> Bool {
    let message = TableSignature.label + file
    return sodium_init() >= 0
      && crypto_sign_verify_detached(signature.bytes, message, UInt64(message.count), key) == 0
  }
}

/// The signature of a table's file.
public struct TableSignature: Hashable, Sendable {
  static let size = 64
  /// What stands before the file's bytes where they are signed, so that a signature of something else is none of a table.
  static let label = Array("usher table file 1\n".utf8)
  fileprivate let bytes: [UInt8]

  fileprivate init(bytes: [UInt8]) { self.bytes = bytes }

  /// Reads what `text` says; nil where it is none.
  public init?(_ text: String) {
    guard let bytes = Labelled.bytes(text, Labelled.signature, count: Self.size) else { return nil }
    self.bytes = bytes
  }

  /// The signature as its file holds it: `usher-signature` and 128 hexadecimal digits.
  public var text: String { "\(Labelled.signature) \(Hexadecimal.text(bytes))" }
}

/// Texts that say what they are before their hexadecimal digits, so that no secret key passes for a public one.
private enum Labelled {
  static let signer = "usher-signer"
  static let verifier = "usher-verifier"
  static let signature = "usher-signature"

  static func bytes(_ text: String, _ label: String, count: Int) -> [UInt8]? {
    let words = text.utf8.split { $0 <= 0x20 }
    guard words.count == 2, words[0].elementsEqual(label.utf8) else { return nil }
    return Hexadecimal.bytes(Array(words[1]), count: count)
  }
}
