import CSodium

/// The bytes of a secret in memory of libsodium's own: between guard pages, kept out of swap and of core dumps as far as the
/// system's limits let it, read-only, and wiped when nobody holds it any more.
// INVARIANT: written by `init` alone, before anybody else has it.
package final class LockedSecret: @unchecked Sendable {
  private let base: UnsafeMutableRawPointer
  package let count: Int

  /// Takes as many of at most `capacity` bytes as `fill` says that it wrote; nil where there is no memory.
  package init?(capacity: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
    guard sodium_init() >= 0, let base = sodium_malloc(capacity) else { return nil }
    self.base = base
    let bytes = base.bindMemory(to: UInt8.self, capacity: capacity)
    count = min(max(0, fill(UnsafeMutableBufferPointer(start: bytes, count: capacity))), capacity)
    sodium_mprotect_readonly(base)
  }

  /// Fresh random bytes; nil where there is no memory.
  package static func random(_ count: Int) -> LockedSecret? {
    LockedSecret(capacity: count) { bytes in
      if let base = bytes.baseAddress { randombytes_buf(base, bytes.count) }
      return bytes.count
    }
  }

  /// The bytes of hexadecimal digits, among which white space is passed over; nil for anything else, and where there is no
  /// memory.
  package convenience init?(digits: UnsafeBufferPointer<UInt8>) {
    var isRead = false
    self.init(capacity: digits.count / 2) { bytes in
      digits.withMemoryRebound(to: CChar.self) { digits in
        guard let base = bytes.baseAddress else { return 0 }
        var (count, end) = (0, UnsafePointer<CChar>?.none)
        isRead =
          sodium_hex2bin(base, bytes.count, digits.baseAddress, digits.count, " \t\r", &count, &end) == 0
          && end == digits.baseAddress.map { $0 + digits.count }
        return count
      }
    }
    if !isRead { return nil }
  }

  /// Writes the bytes as lower-case hexadecimal digits, and a zero, to `text`, which must have place for them.
  package func writeDigits(to text: UnsafeMutableBufferPointer<UInt8>) {
    precondition(text.count > 2 * count)
    text.withMemoryRebound(to: CChar.self) { text in
      guard let base = text.baseAddress else { return }
      read { bytes in _ = bytes.baseAddress.map { sodium_bin2hex(base, text.count, $0, bytes.count) } }
    }
  }

  deinit { sodium_free(base) }

  package func read<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let bytes = UnsafeBufferPointer(start: UnsafePointer(base.assumingMemoryBound(to: UInt8.self)), count: count)
    defer { withExtendedLifetime(self) {} }
    return try body(bytes)
  }
}

/// Overwrites bytes that nobody needs any more.
public func wipe(_ bytes: inout [UInt8]) {
  bytes.withUnsafeMutableBytes { bytes in
    if let base = bytes.baseAddress { sodium_memzero(base, bytes.count) }
  }
}
