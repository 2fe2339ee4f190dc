import CSodium

/// The bytes of a secret in memory of libsodium's own: between guard pages, kept out of swap and of core dumps as far as the
/// system's limits let it, read-only, and wiped when nobody holds it any more.
// INVARIANT: written by `init` alone, before anybody else has it.
final class LockedSecret: @unchecked Sendable {
  private let base: UnsafeMutableRawPointer
  private let count: Int

  /// Takes the bytes that `fill` writes; nil where there is no memory.
  init?(count: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    guard sodium_init() >= 0, let base = sodium_malloc(count) else { return nil }
    (self.base, self.count) = (base, count)
    fill(UnsafeMutableBufferPointer(start: base.bindMemory(to: UInt8.self, capacity: count), count: count))
    sodium_mprotect_readonly(base)
  }

  deinit { sodium_free(base) }

  /// Reads `length` bytes from `start` on, which must be within.
  func read<Result>(from start: Int, _ length: Int, _ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    precondition(start >= 0 && length >= 0 && start + length <= count)
    let bytes = UnsafePointer(base.assumingMemoryBound(to: UInt8.self))
    return withExtendedLifetime(self) { body(bytes + start) }
  }
}

/// Overwrites bytes that nobody needs any more.
public func wipe(_ bytes: inout [UInt8]) {
  bytes.withUnsafeMutableBytes { bytes in
    if let base = bytes.baseAddress { sodium_memzero(base, bytes.count) }
  }
}
