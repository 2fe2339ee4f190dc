import CSodium
import Synchronization

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
