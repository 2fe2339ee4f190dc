import Glibc

/// Writes all bytes; blocks. False where nobody reads them any more, or the file cannot be written.
func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
  let bytes = Array(bytes)
  return bytes.withUnsafeBytes { buffer in
    var written = 0
    while written < buffer.count {
      let size = write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      if size > 0 {
        written += size
      } else if size < 0, errno == EAGAIN {
        wait(for: Int16(POLLOUT), on: descriptor)
      } else if size == 0 || errno != EINTR {
        return false
      }
    }
    return true
  }
}

/// A descriptor written on a thread of its own.
actor LineOutput {
  private let thread = ThreadExecutor()
  private let descriptor: Int32
  /// Whether what was written could be written so far.
  private(set) var isOpen = true

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { thread.stop() }

  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    isOpen = isOpen && writeAll(bytes, to: descriptor)
    return isOpen
  }
}
