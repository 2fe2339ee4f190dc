import CSodium
import FlowModel
import Synchronization

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

  /// The keys of one master key, by purpose.
  private let newest: [[UInt8]]
  private let older: [[[UInt8]]]
  /// What names each master key and tells nothing of it, the newest first: 16 hexadecimal digits, to be written down beside
  /// it and compared with what a database asks for.
  public let fingerprints: [String]

  /// How many bytes a key has.
  public static let size = 32

  /// Takes 32 secret bytes; nil for another number.
  public init?(_ master: [UInt8]) { self.init(ring: [master]) }

  /// Takes master keys of 32 bytes each, the newest first; nil for none, and for another number of bytes.
  public init?(ring: [[UInt8]]) {
    guard sodium_init() >= 0, ring.allSatisfy({ $0.count == Self.size }) else { return nil }
    var derived = ring.map { master in Purpose.allCases.map { Self.derived(from: master, number: $0.rawValue) } }
    guard !derived.isEmpty else { return nil }
    newest = derived.removeFirst()
    older = derived
    fingerprints = ring.map { Self.derived(from: $0, number: Self.fingerprintNumber).prefix(8).hex }
  }

  /// INVARIANT: no purpose has this number.
  private static let fingerprintNumber: UInt64 = 0xF00D

  private static func derived(from master: [UInt8], number: UInt64) -> [UInt8] {
    var key = [UInt8](repeating: 0, count: 32)
    crypto_kdf_derive_from_key(&key, key.count, number, "usherkey", master)
    return key
  }

  private init(newest: [[UInt8]], fingerprint: String) {
    self.newest = newest
    older = []
    fingerprints = [fingerprint]
  }

  /// A fresh key from the system's generator, for storage that lives no longer than the process.
  public static func random() -> ServerKey? { ServerKey(SystemRandomness().bytes(size)) }

  private func key(_ purpose: Purpose) -> [UInt8] { newest[Int(purpose.rawValue) - 1] }

  /// A keyed BLAKE2b hash of some bytes.
  package func hash(_ content: [UInt8], _ purpose: Purpose, length: Int = 32) -> [UInt8] {
    Self.hash(content, key(purpose), length)
  }

  /// The hashes of some bytes by each master key, the newest first.
  package func hashes(_ content: [UInt8], _ purpose: Purpose, length: Int = 32) -> [[UInt8]] {
    [hash(content, purpose, length: length)]
      + older.map { Self.hash(content, $0[Int(purpose.rawValue) - 1], length) }
  }

  /// The hash of some bytes by the master key of a fingerprint; nil where that is not in the ring.
  package func hash(_ content: [UInt8], _ purpose: Purpose, by fingerprint: String) -> [UInt8]? {
    guard let index = fingerprints.firstIndex(of: fingerprint) else { return nil }
    let keys = index == 0 ? newest : older[index - 1]
    return Self.hash(content, keys[Int(purpose.rawValue) - 1], 32)
  }

  /// Whether a hash is that of some bytes, by whichever master key; compared in constant time.
  package func isHash(_ hash: [UInt8], of content: [UInt8], _ purpose: Purpose) -> Bool {
    if hash.isEmpty || equalInConstantTime(self.hash(content, purpose, length: hash.count), hash) {
      return !hash.isEmpty
    }
    return older.contains {
      equalInConstantTime(Self.hash(content, $0[Int(purpose.rawValue) - 1], hash.count), hash)
    }
  }

  private static func hash(_ content: [UInt8], _ key: [UInt8], _ length: Int) -> [UInt8] {
    [UInt8](count: length) {
      crypto_generichash($0, length, content, UInt64(content.count), key, key.count)
    }
  }

  /// Encrypts and authenticates bytes together with `context`, which must be the same to open them again
  /// (XChaCha20-Poly1305 with a random nonce before the ciphertext).
  package func seal(_ content: [UInt8], context: [UInt8], _ purpose: Purpose = .seal) -> [UInt8] {
    let nonceSize = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    let tagSize = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
    let key = key(purpose)
    let nonce = SystemRandomness().bytes(nonceSize)
    return [UInt8](unsafeUninitializedCapacity: nonceSize + content.count + tagSize) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      base.update(from: nonce, count: nonceSize)
      crypto_aead_xchacha20poly1305_ietf_encrypt(
        base + nonceSize, nil, content, UInt64(content.count), context, UInt64(context.count), nil, base, key)
      count = nonceSize + content.count + tagSize
    }
  }

  /// Opens what `seal` made, with whichever master key; nil if it, its context or the keys are not the same.
  package func open(_ sealed: [UInt8], context: [UInt8], _ purpose: Purpose = .seal) -> [UInt8]? {
    if let content = Self.open(sealed, context, key(purpose)) { return content }
    for keys in older {
      if let content = Self.open(sealed, context, keys[Int(purpose.rawValue) - 1]) { return content }
    }
    return nil
  }

  private static func open(_ sealed: [UInt8], _ context: [UInt8], _ key: [UInt8]) -> [UInt8]? {
    let nonceSize = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    let tagSize = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
    guard sealed.count >= nonceSize + tagSize else { return nil }
    var isGenuine = false
    let content = [UInt8](unsafeUninitializedCapacity: sealed.count - nonceSize - tagSize) { buffer, count in
      sealed.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return }
        var length: UInt64 = 0
        isGenuine =
          crypto_aead_xchacha20poly1305_ietf_decrypt(
            buffer.baseAddress, &length, nil, base + nonceSize, UInt64(bytes.count - nonceSize), context,
            UInt64(context.count), base, key) == 0
        count = isGenuine ? Int(length) : 0
      }
    }
    return isGenuine ? content : nil
  }
}

/// Compares two secrets in a time that does not tell where they differ.
package func equalInConstantTime(_ a: [UInt8], _ b: [UInt8]) -> Bool {
  a.count == b.count && sodium_memcmp(a, b, a.count) == 0
}

/// The system's cryptographic generator, asked for a seed at a time: each block of 4 KiB is libsodium's ChaCha20 over a
/// fresh seed, and what was handed out is wiped.
public struct SystemRandomness: Randomness {
  private struct Pool {
    var bytes: [UInt8] = []
    var next = 0
  }

  private static let pool = Mutex(Pool())
  private static let size = 4096

  /// The generator.
  public init() {}

  /// `count` random bytes.
  public func bytes(_ count: Int) -> [UInt8] {
    if count > 256 { return Self.direct(count) }
    return Self.pool.withLock { pool in
      if pool.next + count > pool.bytes.count {
        pool.bytes = Expansion.block(Self.size, seed: Self.direct(Expansion.seedSize))
        pool.next = 0
      }
      let range = pool.next..<pool.next + count
      let bytes = Array(pool.bytes[range])
      for index in range { pool.bytes[index] = 0 }
      pool.next += count
      return bytes
    }
  }

  private static func direct(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      if let base = buffer.baseAddress { randombytes_buf(base, count) }
      initialized = count
    }
  }
}

/// Random bytes that are the same again for the same seed.
final class SeededRandomness: Randomness {
  private let seed: [UInt8]
  private let draws = Mutex<UInt64>(0)

  init(_ seed: [UInt8]) { self.seed = seed }

  func bytes(_ count: Int) -> [UInt8] {
    let index = draws.withLock { draws in
      draws += 1
      return draws
    }
    return Expansion.bytes(count, seed: seed, index: index)
  }
}

/// Many draws from one random seed, each the same whenever it is repeated (BLAKE2b to a seed of its own, then
/// libsodium's ChaCha20 generator).
enum Expansion {
  static let seedSize = 32

  static func bytes(_ count: Int, seed: [UInt8], index: UInt64) -> [UInt8] {
    let key = [UInt8](count: seedSize) { key in
      withUnsafeBytes(of: index.littleEndian) { label in
        let bytes = label.bindMemory(to: UInt8.self).baseAddress
        _ = crypto_generichash(key, seedSize, bytes, UInt64(label.count), seed, seed.count)
      }
    }
    return block(count, seed: key)
  }

  /// The generator's bytes for a seed.
  static func block(_ count: Int, seed: [UInt8]) -> [UInt8] {
    [UInt8](count: count) { randombytes_buf_deterministic($0, count, seed) }
  }
}
