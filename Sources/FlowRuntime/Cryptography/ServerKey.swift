import CSodium
import FlowModel
import Synchronization

/// The server's secret, from which the keys for sealing, tokens and hashes are derived (libsodium's `crypto_kdf`,
/// BLAKE2b). Whoever has it can read what rests in storage; without it storage tells nothing of what runs collected.
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
  }

  private let keys: [[UInt8]]

  /// How many bytes a key has.
  public static let size = 32

  /// Takes 32 secret bytes; nil for another number.
  public init?(_ master: [UInt8]) {
    guard master.count == Self.size, sodium_init() >= 0 else { return nil }
    keys = Purpose.allCases.map { purpose in
      var key = [UInt8](repeating: 0, count: 32)
      crypto_kdf_derive_from_key(&key, key.count, purpose.rawValue, "usherkey", master)
      return key
    }
  }

  /// A fresh key from the system's generator, for storage that lives no longer than the process.
  public static func random() -> ServerKey? { ServerKey(SystemRandomness().bytes(size)) }

  func key(_ purpose: Purpose) -> [UInt8] { keys[Int(purpose.rawValue) - 1] }

  /// A keyed BLAKE2b hash of some bytes.
  package func hash(_ content: [UInt8], _ purpose: Purpose, length: Int = 32) -> [UInt8] {
    let key = key(purpose)
    return [UInt8](count: length) {
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

  /// Opens what `seal` made; nil if it, its context or the key is not the same.
  package func open(_ sealed: [UInt8], context: [UInt8], _ purpose: Purpose = .seal) -> [UInt8]? {
    let nonceSize = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    let tagSize = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
    guard sealed.count >= nonceSize + tagSize else { return nil }
    let key = key(purpose)
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
