import CSodium
import FlowModel

/// The keys that are derived from one master key, by purpose.
struct DerivedKeys: Sendable {
  /// What names the master key and tells nothing of it.
  let fingerprint: String
  private let keys: LockedSecret

  /// INVARIANT: no purpose has this number.
  private static let fingerprintNumber: UInt64 = 0xF00D
  private static let nonceSize = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  private static let tagSize = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

  /// Derives them from a master key; nil for another number of bytes than 32, and where there is no memory.
  init?(_ master: UnsafeBufferPointer<UInt8>) {
    guard master.count == ServerKey.size, let master = master.baseAddress else { return nil }
    // What the derivation leaves on the stack begins with the master key.
    defer { sodium_stackzero(4096) }
    let purposes = ServerKey.Purpose.allCases
    let keys = LockedSecret(capacity: purposes.count * ServerKey.size) { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      for purpose in purposes {
        crypto_kdf_derive_from_key(
          base + Self.start(purpose), ServerKey.size, purpose.rawValue, "usherkey", master)
      }
      return bytes.count
    }
    guard let keys else { return nil }
    self.keys = keys
    fingerprint =
      [UInt8](count: ServerKey.size) {
        crypto_kdf_derive_from_key($0, ServerKey.size, Self.fingerprintNumber, "usherkey", master)
      }.prefix(8).hex
  }

  private static func start(_ purpose: ServerKey.Purpose) -> Int { (Int(purpose.rawValue) - 1) * ServerKey.size }

  private func with<Result>(_ purpose: ServerKey.Purpose, _ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    keys.read { keys in
      // INVARIANT: a locked secret has memory: its initializer fails where there is none.
      guard let base = keys.baseAddress else { preconditionFailure("locked memory has an address") }
      return body(base + Self.start(purpose))
    }
  }

  func hash(_ content: [UInt8], _ purpose: ServerKey.Purpose, _ length: Int) -> [UInt8] {
    with(purpose) { key in
      [UInt8](count: length) {
        crypto_generichash($0, length, content, UInt64(content.count), key, ServerKey.size)
      }
    }
  }

  func seal(_ content: [UInt8], _ context: [UInt8], _ purpose: ServerKey.Purpose) -> [UInt8] {
    let nonce = SystemRandomness().bytes(Self.nonceSize)
    let size = Self.nonceSize + content.count + Self.tagSize
    return with(purpose) { key in
      [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        guard let base = buffer.baseAddress else { return }
        base.update(from: nonce, count: nonce.count)
        crypto_aead_xchacha20poly1305_ietf_encrypt(
          base + nonce.count, nil, content, UInt64(content.count), context, UInt64(context.count), nil, base, key)
        count = size
      }
    }
  }

  func open(_ sealed: [UInt8], _ context: [UInt8], _ purpose: ServerKey.Purpose) -> [UInt8]? {
    guard sealed.count >= Self.nonceSize + Self.tagSize else { return nil }
    var isGenuine = false
    let content = with(purpose) { key in
      [UInt8](unsafeUninitializedCapacity: sealed.count - Self.nonceSize - Self.tagSize) { buffer, count in
        sealed.withUnsafeBufferPointer { bytes in
          guard let base = bytes.baseAddress else { return }
          var length: UInt64 = 0
          isGenuine =
            crypto_aead_xchacha20poly1305_ietf_decrypt(
              buffer.baseAddress, &length, nil, base + Self.nonceSize, UInt64(bytes.count - Self.nonceSize), context,
              UInt64(context.count), base, key) == 0
          count = isGenuine ? Int(length) : 0
        }
      }
    }
    return isGenuine ? content : nil
  }
}
