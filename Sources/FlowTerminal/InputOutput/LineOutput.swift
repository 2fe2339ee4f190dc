import Glibc

/// Writes all bytes; blocks. The number of the error where that fails, `EPIPE` where nobody reads them any more; else 0.
func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Int32 {
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
        return size == 0 ? EIO : errno
      }
    }
    return 0
  }
}

/// A descriptor written on a thread of its own.
actor LineOutput {
  private let thread = ThreadExecutor()
  private let descriptor: Int32
  /// The number of the first error; 0: all could be written so far.
  private(set) var failure: Int32 = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { thread.stop() }

  /// Writes, unless an earlier write failed; the number of the error, 0 for none.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Int32 {
    if failure == 0 { failure = writeAll(bytes, to: descriptor) }
    return failure
  }
}
