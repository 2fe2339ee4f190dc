import CSodium

/// The server's secret, from which the keys for sealing, tokens and hashes are derived (libsodium's `crypto_kdf`,
/// BLAKE2b). Whoever has it can read what rests in storage; without it storage tells nothing of what runs collected.
///
/// It is a ring of master keys: everything is written with the newest, and what older ones wrote is still read.
public struct ServerKey: Sendable {
  /// What a derived key is for.
  package enum Purpose: UInt64, CaseIterable {
    case seal = 1
    case token = 2
    case code = 3
    case ticket = 4
    case counter = 5
    case refresh = 6
    case wire = 7
    case identifier = 8
    case row = 9
    case pepper = 10
  }

  private let newest: DerivedKeys
  private let older: [DerivedKeys]
  /// What names each master key and tells nothing of it, the newest first: 16 hexadecimal digits, to be written down beside
  /// it and compared with what a database asks for.
  public let fingerprints: [String]

  /// How many bytes a key has.
  public static let size = 32

  /// Takes 32 secret bytes; nil for another number.
  public init?(_ master: [UInt8]) { self.init(ring: [master]) }

  /// Takes master keys of 32 bytes each, the newest first; nil for none, and for another number of bytes.
  public init?(ring: [[UInt8]]) { self.init(derived: ring.map { $0.withUnsafeBufferPointer(DerivedKeys.init) }) }

  /// Takes master keys that no other memory ever had.
  package init?(ring: [LockedSecret]) { self.init(derived: ring.map { $0.read(DerivedKeys.init) }) }

  private init?(derived: [DerivedKeys?]) {
    let keys = derived.compactMap(\.self)
    guard let first = keys.first, keys.count == derived.count else { return nil }
    newest = first
    older = Array(keys.dropFirst())
    fingerprints = keys.map(\.fingerprint)
  }

  /// A fresh key from the system's generator, for storage that lives no longer than the process.
  public static func random() -> ServerKey? {
    guard let master = LockedSecret.random(size) else { return nil }
    return ServerKey(ring: [master])
  }

  /// A keyed BLAKE2b hash of some bytes.
  package func hash(_ content: [UInt8], _ purpose: Purpose, length: Int = 32) -> [UInt8] {
    newest.hash(content, purpose, length)
  }

  /// The hashes of some bytes by each master key, the newest first.
  package func hashes(_ content: [UInt8], _ purpose: Purpose, length: Int = 32) -> [[UInt8]] {
    [hash(content, purpose, length: length)]
      + older.map { $0.hash(content, purpose, length) }
  }

  /// The hash of some bytes by the master key of a fingerprint; nil where that is not in the ring.
  package func hash(_ content: [UInt8], _ purpose: Purpose, by fingerprint: String) -> [UInt8]? {
    ([newest] + older).first { $0.fingerprint == fingerprint }?.hash(content, purpose, 32)
  }

  /// Each master key alone, the newest first.
  package var each: [ServerKey] { ([newest] + older).map(ServerKey.init) }

  private init(_ keys: DerivedKeys) { (newest, older, fingerprints) = (keys, [], [keys.fingerprint]) }

  /// Whether a hash of `length` bytes is that of some bytes, by whichever master key; compared in constant time.
  package func isHash(_ hash: [UInt8], of content: [UInt8], _ purpose: Purpose, length: Int = 32) -> Bool {
    guard hash.count == length else { return false }
    return equalInConstantTime(newest.hash(content, purpose, length), hash)
      || older.contains { equalInConstantTime($0.hash(content, purpose, length), hash) }
  }

  /// Encrypts and authenticates bytes together with `context`, which must be the same to open them again
  /// (XChaCha20-Poly1305 with a random nonce before the ciphertext).
  package func seal(_ content: [UInt8], context: [UInt8], _ purpose: Purpose = .seal) -> [UInt8] {
    newest.seal(content, context, purpose)
  }

  /// Opens what `seal` made, with whichever master key; nil if it, its context or the keys are not the same.
  package func open(_ sealed: [UInt8], context: [UInt8], _ purpose: Purpose = .seal) -> [UInt8]? {
    if let content = newest.open(sealed, context, purpose) { return content }
    for keys in older { if let content = keys.open(sealed, context, purpose) { return content } }
    return nil
  }
}

/// Compares two secrets in a time that does not tell where they differ.
package func equalInConstantTime(_ a: [UInt8], _ b: [UInt8]) -> Bool {
  a.count == b.count && sodium_memcmp(a, b, a.count) == 0
}
